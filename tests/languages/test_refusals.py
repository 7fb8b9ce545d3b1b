"""A refusal is said in one's language, and as what it is: no sentence is taken for another one."""

import json
import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

import coup
from coup.languages import CODES, catalogue, refusal, speaking
from coup.languages.catalogue import kind_of
from coup.server.messages import BadMessage, parse
from coup.server.naming import Refused
from coup.server.settings import Settings
from tests.languages.refused import SERVER, refusals
from tests.languages.test_languages import OTHERS, reasons

GERMAN = catalogue("de")
SAMPLES = {
    "n": "7",
    "role": "duke",
    "field": "coins",
    "path": "body.settings",
    "words": "yes or no",
    "why": "the reserve is empty",
}


def known_as(why: str) -> list[str]:
    """The sentences of the catalogue that a refusal is taken for."""
    if why in GERMAN.refusals:
        return [why]
    all_of_them = zip(GERMAN.refusals, GERMAN.patterns, strict=True)
    return [english for english, (pattern, _) in all_of_them if pattern.fullmatch(why)]


def sample_of(english: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda place: SAMPLES.get(kind_of(place[1]), "Ann"), english)


@pytest.mark.parametrize("english", GERMAN.refusals)
def test_no_refusal_is_taken_for_another(english: str) -> None:
    assert known_as(sample_of(english)) == [english]


@pytest.mark.parametrize("ruleset", list(coup.RULESETS))
def test_what_is_said_in_games_is_taken_for_one_refusal(ruleset: str) -> None:
    found = set(reasons(coup.ruleset(ruleset, turn_limit=30))) | refusals()
    assert {why: known_as(why) for why in found if len(known_as(why)) != 1} == {}


# The switches of the page.


def switches() -> dict[str, list[Any]]:
    """What the page lets people choose, by field."""
    page = (SERVER / "page" / "rules.js").read_text(encoding="utf-8")
    groups = page.partition("const GROUPS = {")[2].partition("\n};")[0]
    found = re.findall(r"(\w+): (\[[^\]]*\]|null)", groups)
    return {field: json.loads(values) or [False, True] for field, values in found}


def refused_pairs(name: str) -> Iterator[str]:
    """What is said against pairs of values, with every number of seats."""
    pairs = combinations([(f, value) for f, values in switches().items() for value in values], 2)
    for one, other in pairs:
        try:
            rules = coup.ruleset(name, **dict((one, other)))
        except coup.RulesetError as why:
            yield str(why)
            continue
        for seats in range(2, 11):
            try:
                rules.check_seats(seats)
            except coup.RulesetError as why:
                yield str(why)


@pytest.mark.parametrize("name", list(coup.RULESETS))
def test_no_pair_of_switches_is_refused_in_english(name: str) -> None:
    assert len(switches()) >= 14
    found = set(refused_pairs(name))
    assert len(found) > 10
    with speaking("de"):
        assert [why for why in found if refusal(why) == why] == []
    assert {why: known_as(why) for why in found if len(known_as(why)) != 1} == {}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        (
            {"house_rules": {"copies": 2}},
            "Für 6 Plätze braucht es 14 Karten, mit denen zum Ziehen; es gibt aber 10.",
        ),
        (
            {"house_rules": {"coup_cost": 10, "forced_coup": 7}},
            "Ein Coup ist ab 7 Münzen Pflicht, kostet aber 10.",
        ),
        (
            {"house_rules": {"frob": 7}},
            "Eine Hausregel 'frob' gibt es nicht; alle stehen in docs/playing.md.",
        ),
        ({"house_rules": {"which": 7}}, "Eine Hausregel 'which' gibt es nicht"),
        ({"house_rules": {"coinz": 7}}, "Eine Hausregel 'coinz' gibt es nicht. Meinst du coins?"),
        ({"house_rules": {"coins": "x"}}, "coins ist eine Zahl von 0 bis 99, nicht 'x'."),
        ({"house_rules": {"deck": "x"}}, "deck ist random oder top, nicht 'x'."),
        (
            {"house_rules": {"block_steal": ["duke", "duke"]}},
            "block_steal nennt den Herzog zweimal.",
        ),
    ],
)
def test_settings_are_refused_in_german(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(Refused) as why, speaking("de"):
        Settings(**fields).rules()
    with speaking("de"):
        assert refusal(str(why.value)).startswith(told)


# What does not have the right form.


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "this is not JSON"),
        ("[1]", "message cannot be like that: docs/protocol.md says what it is"),
        ("{}", "type is missing"),
        ('{"type":"frob"}', "type is one of 'hello', 'answer', "),
        ('{"type":"hello","v":2,"table":"x"}', "hello.v is one of 1"),
        ('{"type":"hello","v":1,"table":"x","a b":1}', "hello.a_b is not known here"),
        ('{"type":"sit","id":"a"}', "sit.name is missing"),
        ('{"type":"change","id":"a","settings":{"seats":99}}', "change.settings.seats is at most "),
        (
            '{"type":"change","id":"a","settings":{"seats":1}}',
            "change.settings.seats is at least 2",
        ),
        ('{"type":"say","id":"","text":"a"}', "say.id cannot be like that"),
        ('{"type":"say","id":"a","text":"\\u0000"}', "there is a NUL character in it"),
    ],
)
def test_messages_are_refused_in_words_of_ours(text: str, told: str) -> None:
    with pytest.raises(BadMessage) as error:
        parse(text)
    why = str(error.value)
    assert why.startswith(told)
    assert len(known_as(why)) == 1
    for code in OTHERS:
        with speaking(code):
            assert refusal(why) != why


def test_there_is_nothing_to_translate_in_english() -> None:
    assert catalogue("en").refusals == {}
    assert set(OTHERS) == {*CODES} - {"en"}
