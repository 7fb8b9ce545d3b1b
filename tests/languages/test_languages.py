"""Eight catalogues say all that there is to say, each in its own order."""

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from string import Formatter

import pytest
from rich.cells import cell_len

import coup
import coup.server
from coup.bots import make
from coup.choices import GROUPS, NAMES, choices
from coup.languages import CODES, Catalogue, catalogue, refusal, say, speaking
from coup.languages.catalogue import FOLDER, PLURALS, one_or_other
from coup.rules.vocabulary import ALLEGIANCES, ROLES
from coup.situation import happens, situation
from coup.summary import summary
from tests.languages.refused import AT_HOME, refusals
from tests.languages.said import said

SERVER = Path(coup.server.__file__).parent
EXPLORER = SERVER.parent / "research" / "page"
ENGLISH = catalogue("en")
OTHERS = [code for code in CODES if code != "en"]
REASONED = (
    *AT_HOME,
    "advice/advising.py",
    "commands/files.py",
    "explain.py",
    "game.py",
    "http/client.py",
    "records/record.py",
    "research/exploring.py",
)
"""What says why something cannot be done, beside the server."""
other_language = pytest.mark.parametrize("code", OTHERS)


def places(text: object) -> set[str]:
    """The names of the places in a text, or in the forms of one."""
    if isinstance(text, dict):
        return set().union(*map(places, text.values()))
    return {name for _, name, _, _ in Formatter().parse(str(text)) if name}


def forms_asked_for(language: Catalogue) -> Iterator[tuple[str, str]]:
    """What a place asks for, and where: its form."""
    texts = (language.sentences, language.page, language.refusals)
    for text in (*chain.from_iterable(each.values() for each in texts), *said()):
        for _, _, form, _ in Formatter().parse(text):
            if form:
                yield form, text


def test_there_is_a_catalogue_for_each_language_and_none_besides() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(CODES)
    assert len({catalogue(code).name for code in CODES}) == len(CODES)


@other_language
def test_every_sentence_of_the_program_is_in_the_catalogue_and_no_other(code: str) -> None:
    language = catalogue(code)
    assert set(language.sentences) == set(said())
    for english, text in language.sentences.items():
        source = ENGLISH.sentences.get(english, english)
        assert places(text) == places(source), english


@other_language
def test_every_word_of_the_page_is_in_the_catalogue_and_no_other(code: str) -> None:
    language = catalogue(code)
    assert set(language.page) == set(ENGLISH.page)
    for name, text in language.page.items():
        assert places(text) == places(ENGLISH.page[name]), name


@other_language
def test_every_word_of_the_explorer_is_in_the_catalogue_and_no_other(code: str) -> None:
    language = catalogue(code)
    assert set(language.explorer) == set(ENGLISH.explorer)
    for name, text in language.explorer.items():
        assert places(text) == places(ENGLISH.explorer[name]), name


def test_the_explorer_says_all_words_of_its_catalogue_and_no_other() -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in EXPLORER.glob("explore.*"))
    asked = set(re.findall(r'\bt\("([\w.]+)"|data-t="([\w.]+)"', texts))
    named = {one or other for one, other in asked}
    assert named == set(ENGLISH.explorer)


@pytest.mark.parametrize("code", CODES)
def test_every_form_is_there_with_the_plurals_of_the_language(code: str) -> None:
    language = catalogue(code)
    assert set(language.forms) == set(ENGLISH.forms)
    kinds = {PLURALS.get(code, one_or_other)(number) for number in range(200)}
    for name, forms in language.forms.items():
        assert places(forms) <= places(ENGLISH.forms[name]) | {"n"}, name
        if isinstance(forms, dict):
            assert {kind for kind in forms if not kind.startswith("=")} == kinds, name
    for form, text in forms_asked_for(language):
        kind, _, link = form.partition(" ")
        known = kind in ("name", "and", "or") or kind in language.forms
        assert known or f"duke.{kind}" in language.forms, text
        assert link in ("", "and", "or"), text


@pytest.mark.parametrize("code", CODES)
def test_roles_can_be_told_apart_by_two_columns(code: str) -> None:
    short = [catalogue(code).form(f"{role}.short") for role in coup.ruleset("inquisitor").roles]
    assert len(set(short)) == len(short)
    assert set(map(cell_len, short)) == {2}


@pytest.mark.parametrize("code", CODES)
def test_sides_can_be_told_apart_by_a_few_columns(code: str) -> None:
    short = {catalogue(code).form(f"{side}.short") for side in ALLEGIANCES}
    assert len(short) == len(ALLEGIANCES)
    assert max(map(cell_len, short)) <= 4


# What the page says by name.


def test_the_page_asks_for_nothing_that_the_catalogue_does_not_have() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (SERVER / "page").glob("*.js")]
    named = {name for text in texts for name in re.findall(r'\bt\("([\w. ]+)"', text)}
    named |= {
        f"advice.{name}" for text in texts for name in re.findall(r'\bsay\("([\w. ]+)"', text)
    }
    assert len(named) > 150
    assert named - set(ENGLISH.page) - set(ENGLISH.forms) == set()


def test_dates_are_written_in_the_language_of_the_page() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (SERVER / "page").glob("*.js")]
    dates = [found for text in texts for found in re.findall(r"\.toLocale\w*String\((.*)", text)]
    assert len(dates) >= 3
    assert [found for found in dates if not found.startswith("current()")] == []


def test_the_catalogue_has_nothing_that_the_page_does_not_use() -> None:
    texts = "\n".join(path.read_text(encoding="utf-8") for path in (SERVER / "page").glob("*.js"))
    starts = set(re.findall(r"`([\w. ]+?)\$\{", texts))
    for name in ENGLISH.page:
        composed = any(name.startswith(start) for start in starts)
        last = name.removeprefix("advice.")
        assert composed or f'"{name}"' in texts or f'"{last}"' in texts or quoted(name, texts), name


def quoted(name: str, texts: str) -> bool:
    """Whether a name is the value of something that is asked for: the outcome of a claim, a column
    of a table, a house rule."""
    return name in ("proved", "lost", "unchallenged", "open", "challenged") or (
        name.startswith("house.") and name.split(".")[1] in texts
    )


# What the server refuses, and the rules.


@other_language
def test_every_refusal_is_translated(code: str) -> None:
    all_of_them = set(refusals())
    assert len(all_of_them) > 50
    with speaking(code):
        assert [why for why in all_of_them if refusal(why) == why] == []
        assert refusal("nobody has ever said this") == "nobody has ever said this"
    for english, text in catalogue(code).refusals.items():
        assert places(text) <= places(english), english
    assert set(catalogue(code).refusals) == set(catalogue("de").refusals)


def tried() -> list[str]:
    """What people may type, right or wrong, at the right moment or not."""
    verbs = [name for name in NAMES if "{" not in NAMES[name]]
    aimed = [f"{name} {who}" for name in GROUPS for who in ("ann", "bob", "cleo", "zoe")]
    cards = [f"{verb} {role}" for verb in ("reveal", "block_steal") for role in ROLES]
    return [*verbs, *aimed, *cards, "steal", "incom", "xyzzy"]


def reasons(rules: coup.Ruleset) -> Iterator[str]:
    """Why what is tried cannot be done, at some moments of some games."""
    for seed in range(8):
        game = coup.Game(["ann", "bob", "cleo"], rules, seed)
        bot = make("random", seed)
        while not game.over:
            for typed in tried() if len(game.moves) % 5 == 0 else []:
                yield from reason(game, typed)
            game.push(bot.choose(game.view(str(game.to_move))))
        yield from reason(game, "income")


def reason(game: coup.Game, typed: str) -> Iterator[str]:
    for seat in game.seats:
        try:
            game.copy().push(typed, seat)
        except coup.IllegalMove as why:
            yield str(why)


@pytest.mark.parametrize("ruleset", list(coup.RULESETS))
def test_every_reason_against_a_move_is_translated(ruleset: str) -> None:
    found = set(reasons(coup.ruleset(ruleset, turn_limit=60)))
    assert len(found) > 50
    for code in OTHERS:
        with speaking(code):
            assert [why for why in found if refusal(why) == why] == []


def test_a_list_in_a_reason_is_one_of_the_language() -> None:
    with speaking("de"):
        told = refusal("bob is not asked now: the question is for ann, cleo or dan")
    assert told == "bob ist jetzt nicht gefragt, sondern ann, cleo oder dan."


def test_no_translation_is_kept_for_what_nobody_refuses() -> None:
    rooms = [*SERVER.rglob("*.py"), *(SERVER.parent / name for name in REASONED)]
    source = "\n".join(path.read_text(encoding="utf-8") for path in rooms)
    source = re.sub(r'"\s*\n\s*f?"', "", source)  # texts in several lines
    for english in catalogue("de").refusals:
        # Where sentences are put together:
        parts = re.split(r"\{\w+\}|the host|loyalists|reformists|[;?] |evening ", english)
        assert max(parts, key=len).strip(" '") in source, english


# No sentence is put together from pieces.

OPEN, CLOSE = "⟦", "⟧"


@pytest.fixture
def strange(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language that puts everything in brackets, including each word of the catalogue."""

    def bracketed(text: str) -> str:
        return f"{OPEN}{text}{CLOSE}"

    forms = {
        name: {kind: bracketed(each) for kind, each in form.items()}
        if isinstance(form, dict)
        else form
        if name in ("and", "or", "comma", "stop")
        else bracketed(form)
        for name, form in ENGLISH.forms.items()
    }
    sentences = {text: bracketed(ENGLISH.sentences.get(text, text)) for text in said()}
    odd = Catalogue("xx", "Strange", forms, sentences, {}, {}, {})
    monkeypatch.setattr("coup.languages.saying.catalogue", lambda code: odd)


def pieces(text: str) -> list[str]:
    """The outermost brackets of a text, and what stands between them."""
    found, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        if sign == OPEN:
            if depth == 0 and place > start:
                found.append(text[start:place])
            start = start if depth else place
            depth += 1
        elif sign == CLOSE:
            depth -= 1
            if depth == 0:
                found.append(text[start : place + 1])
                start = place + 1
    return found + ([text[start:]] if start < len(text) else [])


def is_whole(text: str) -> bool:
    """Whether a text is one piece, or several sentences with a blank between them."""
    parts = pieces(text)
    if len(parts) == 1:
        return parts[0].startswith(OPEN)
    sentences, blanks = parts[::2], parts[1::2]
    whole = all(part.startswith(OPEN) and part[-2] in ".?!" for part in sentences)
    return whole and set(blanks) == {" "}


@pytest.mark.parametrize("ruleset", list(coup.RULESETS))
def test_no_sentence_is_put_together_from_pieces(ruleset: str, strange: None) -> None:
    rules = coup.ruleset(ruleset, turn_limit=40)
    for seed in range(6):
        game = coup.Game(["ann", "bob", "cleo"], rules, seed)
        bot = make("random", seed)
        while not game.over:
            view = game.view(str(game.to_move))
            told = [situation(view)]
            if "challenge" in view.question.kind:
                told.append(happens(view.question))
            for each in choices(view):
                told += [each.name, each.effect, each.short, each.rest, each.follows, each.loses]
                told += [each.risk, each.claims]
            assert [text for text in told if text and not is_whole(text)] == []
            game.push(bot.choose(view))
        assert [event for event in map(str, game.events) if not is_whole(event)] == []
    for row in summary(rules):
        assert not row.effect or is_whole(row.effect)


def test_pieces_are_told_from_sentences(strange: None) -> None:
    assert is_whole(say("{seat} loses {role:the}.", seat="ann", role="duke"))
    assert is_whole("⟦One.⟧ ⟦Two, ⟦the Duke⟧.⟧")
    assert not is_whole("ann ⟦loses⟧ ⟦the Duke⟧.")
    assert not is_whole("⟦ann⟧ ⟦loses.⟧")
