"""Every link in the pages leads somewhere: the file is there, and so is the heading."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = (".github", "docs", "examples", "src")
PAGES = sorted(
    page
    for room in (ROOT.glob("*.md"), *((ROOT / room).rglob("*.*") for room in ROOMS))
    for page in room
    if page.suffix in (".md", ".ipynb")
)
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)|(?:src|href)=\"([^\"]+)")
HEADING = re.compile(r"^#+\s+(.+?)\s*#*$", re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z]+:|//")


def text_of(page: Path) -> str:
    """What a page says; of a notebook, what stands between the code."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".md":
        return text
    cells = json.loads(text)["cells"]
    return "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


def links(text: str) -> Iterator[str]:
    """Where a text links to, within this project.

    >>> list(links("See [a](b.md#c), ![d](e.svg), `[f](g)` and [h](https://example.org)."))
    ['b.md#c', 'e.svg']
    """
    for found in LINK.finditer(CODE.sub("", text)):
        target = found[1] or found[2]
        if not ELSEWHERE.match(target):
            yield unquote(target)


def anchor(heading: str) -> str:
    """How a link names a heading.

    >>> anchor("`shark`, and three strengths of it")
    'shark-and-three-strengths-of-it'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@cache
def anchors(page: Path) -> set[str]:
    text = re.sub(r"^```.*?^```", "", text_of(page), flags=re.DOTALL | re.MULTILINE)
    return {anchor(heading) for heading in HEADING.findall(text)}


def fault(page: Path, link: str) -> str | None:
    """What is wrong with a link of a page, if anything is."""
    path, _, heading = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists():
        return f"{link}: there is no such file"
    if heading and heading not in anchors(target):
        return f"{link}: there is no such heading"
    return None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    assert [fault(page, link) for link in links(text_of(page)) if fault(page, link)] == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One two\n\n[a](page.md) [b](#one-two) [c](page.md#three) [d](gone.md)\n")
    assert [fault(page, link) for link in links(text_of(page))] == [
        *(None, None),
        "page.md#three: there is no such heading",
        "gone.md: there is no such file",
    ]


def test_every_page_has_a_place_on_the_site() -> None:
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")]
    assert [page for page in pages if page not in site] == []
