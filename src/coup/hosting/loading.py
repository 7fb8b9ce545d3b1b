"""A class from a plain Python file, with everything the file imports from its own folder.

Students keep their helpers beside their agent, often under the same names. So each folder is a
package of its own here, and an `import` in its files looks there first, as it would at home.
Nothing gets onto `sys.path`, where it could replace somebody else's modules.
"""

import builtins
import hashlib
import importlib
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from coup.hosting.backstage import Backstage, heed_interrupt, muted
from coup.rules.errors import CoupError

IMPORT = builtins.__import__
NEVER_BESIDE = {"coup", *sys.builtin_module_names}
"""What an `import` finds elsewhere even if there is such a file beside an agent."""


class Folder:
    """A folder with agents, as its own package."""

    def __init__(self, path: Path) -> None:
        digest = hashlib.sha256(str(path).encode()).hexdigest()
        self.path = str(path)
        self.package = ModuleType(f"coup_agents_{digest[:12]}")
        self.package.__path__ = [self.path]
        sys.modules[self.package.__name__] = self.package
        self.builtins = {**vars(builtins), "__import__": self.bring}
        self.beside: dict[str, bool] = {}

    def bring(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,  # noqa: A002
        locals: Mapping[str, object] | None = None,  # noqa: A002
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> Any:
        """`import` as the files of this folder understand it."""
        first = name.partition(".")[0]
        if level or not self.is_beside(first):
            return IMPORT(name, globals, locals, fromlist, level)
        full = f"{self.package.__name__}.{name}"
        if fromlist:
            return IMPORT(full, globals, locals, fromlist, 0)
        importlib.import_module(full)
        return sys.modules[f"{self.package.__name__}.{first}"]

    def is_beside(self, name: str) -> bool:
        """Whether a module of this name lies in the folder."""
        if name not in self.beside:
            self.beside[name] = name not in NEVER_BESIDE and bool(
                PathFinder.find_spec(name, [self.path])
            )
        return self.beside[name]


class Loader(SourceFileLoader):
    """Runs a file of a folder with that folder's `import`."""

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__["__builtins__"] = FOLDERS[module.__name__.partition(".")[0]].builtins
        super().exec_module(module)


class Finder:
    """Finds the modules in the packages that folders are."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None or name.partition(".")[0] not in FOLDERS:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Loader(spec.loader.name, spec.loader.path)
        return spec


FOLDERS: dict[str, Folder] = {}
"""All folders that anything was loaded from, by their packages' names."""


def folder(path: Path) -> Folder:
    """The package that a folder is."""
    for known in FOLDERS.values():
        if known.path == str(path):
            return known
    if not FOLDERS:
        sys.meta_path.insert(0, Finder)
    new = Folder(path)
    FOLDERS[new.package.__name__] = new
    return new


@lru_cache(maxsize=1024)
def load_file(path: Path) -> ModuleType:
    """A file as a module; it is run once, and what it prints is kept out."""
    if not path.is_file():
        raise CoupError(f"there is no file {path}")
    name = f"{folder(path.parent).package.__name__}.{path.stem.replace('.', '_')}"
    loader = Loader(name, str(path))
    spec = spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        with muted(), Backstage(0):
            loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        heed_interrupt()
        raise CoupError(f"{path} cannot be loaded: {problem(error)}") from error
    return module


def forget_files() -> None:
    """Reload every file from now on, so that nothing is left of what modules remember."""
    load_file.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] in FOLDERS]:
        if "." in name:
            del sys.modules[name]


def problem(error: BaseException) -> str:
    """What somebody's code raised, in one line, with the place in their file."""
    where = ""
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if any(Path(file).is_relative_to(known.path) for known in FOLDERS.values()):
            where = f" ({Path(file).name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    if isinstance(error, SyntaxError):
        where = f" ({Path(error.filename or '').name}, line {error.lineno})"
    what = error.msg if isinstance(error, SyntaxError) else str(error)
    text = f"{type(error).__name__}: {what}" if what else type(error).__name__
    return " ".join(text.split()) + where
