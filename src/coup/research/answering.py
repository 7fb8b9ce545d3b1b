"""The explorer's resources for any HTTP server: its page, and answers as JSON."""

import json
import mimetypes
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from coup.choices import NAMES
from coup.languages import CODES, Catalogue, catalogue
from coup.quantum.rules import Ruleset as Reading
from coup.rules.errors import CoupError, install
from coup.rules.rulesets import CLASSIC

PAGE = ("explore.html", "explore.js", "explore.css")


class NoSuchPage(CoupError):
    """An unknown address."""


class Content(NamedTuple):
    """A response: its content and its media type."""

    content: bytes
    kind: str


def page_file(name: str) -> Content:
    """One of the page's files."""
    if name not in PAGE:
        raise NoSuchPage("there is no such page")
    content = files("coup.research").joinpath("page", name).read_bytes()
    kind = mimetypes.guess_type(name)[0] or "text/plain"
    return Content(content, f"{kind}; charset=utf-8")


def answer(name: str, asked: Mapping[str, str]) -> Content:
    """The response for an address below `/explore/`: a file of the page, or an answer."""
    if name in PAGE:
        return page_file(name)
    finders = {"words": words, "endgame": endgame, "coins": coins, "quantum": quantum}
    if name not in finders:
        raise NoSuchPage("there is no such page")
    return Content(json.dumps(finders[name](asked)).encode(), "application/json")


def words(asked: Mapping[str, str]) -> Any:
    """The words of the page in a language."""
    code = asked.get("language", "en")
    if code not in CODES:
        raise CoupError(f"language: one of {', '.join(CODES)}, not {code!r:.40}")
    language = catalogue(code)
    return {
        "code": code,
        "languages": {each: catalogue(each).name for each in CODES},
        "words": language.explorer,
        "roles": {role: language.form(role) for role in CLASSIC.roles},
        "turns": language.forms["turns"],
        "moves": move_names(language),
    }


def move_names(language: Catalogue) -> dict[str, str]:
    """The names of moves in endgames and Quantum Coup, some with a placeholder for a role."""
    names = {verb: language.sentences.get(name, name) for verb, name in NAMES.items()}
    return names | {
        verb: language.page[f"verb.{verb}"] for verb in ("steal", "assassinate", "coup")
    }


def solvers() -> Any:
    """The module with the answers, imported late: it needs compiled code, the page does not."""
    try:
        from coup.research import exploring
    except ImportError:
        raise CoupError(f"the explorer needs compiled code: {install('fast')}") from None
    return exploring


def endgame(asked: Mapping[str, str]) -> Any:
    """The answer about an endgame, given by coins, face-up cards and turns."""
    pair = asked.get("coins", "5,5").split(",")
    if len(pair) != 2 or not all(map(is_number, pair)):
        raise CoupError(f"coins: two numbers such as 5,3, not {asked['coins']!r:.40}")
    own, other = map(int, pair)
    return solvers().explore_endgame((own, other), cards_in(asked), turns_in(asked))


def coins(asked: Mapping[str, str]) -> Any:
    """The values of endgames over the mover's coins."""
    other = asked.get("other", "5")
    if not is_number(other):
        raise CoupError(f"other: a whole number, not {other!r:.40}")
    return solvers().explore_coins(int(other), cards_in(asked), turns_in(asked))


def quantum(asked: Mapping[str, str]) -> Any:
    """The answer about a game of Quantum Coup, given by position, moves and reading."""
    moves = [move for move in asked.get("moves", "").split("|") if move]
    exchange: Any = asked.get("exchange", "none")
    reading = Reading(exchange=exchange, forced_coup=asked.get("forced_coup") == "yes")
    return solvers().explore_quantum(asked.get("position") or None, moves, reading)


def turns_in(asked: Mapping[str, str]) -> int:
    turns = asked.get("turns", "3")
    if not is_number(turns):
        raise CoupError(f"turns: a whole number, not {turns!r:.40}")
    return int(turns)


def cards_in(asked: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(card for card in asked.get("face_up", "").split(",") if card)


def is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 4
