"""The notebooks run as they are, and what they show is what they print."""

import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
VARIES = "varies"
"""The tag of a cell whose result depends on the machine."""


def cells(path: Path) -> list[dict[str, Any]]:
    """The cells of a notebook that hold code."""
    every = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in every if cell["cell_type"] == "code"]


def printed(cell: dict[str, Any]) -> str:
    """What a cell printed when the notebook was written."""
    return "".join("".join(each.get("text", ())) for each in cell["outputs"])


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs_and_prints_what_it_shows(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import matplotlib.pyplot as plt

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    plt.switch_backend("agg")
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(cells(path)):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec("".join(cell["source"]), names)  # noqa: S102 (our own source)
        if VARIES not in cell["metadata"].get("tags", ()):
            assert said.getvalue() == printed(cell), f"cell {number}: make notebooks rewrites it"
    plt.close("all")
