"""Styles: every number has an effect, every move is legal, and the two families are disjoint."""

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import coup
from coup.bots import bot_class, make
from coup.bots.adapter import Style
from coup.bots.minds.style import style
from coup.bots.styles import (
    AIMS,
    BLUFFS,
    CHARACTERS,
    DOUBTS,
    HELD_OUT,
    NAMED,
    NAMES,
    NO_BLUFFS,
    NO_DOUBTS,
    NO_TASTES,
    PARAMETERS,
    TASTES,
    Numbers,
    drawn,
    style_of,
)
from coup.bots.styles import style as style_with
from coup.moves import moves_by_code
from coup.research.casting import style_in
from coup.research.knowledge import KernelPosition
from coup.rules import kernel as k
from coup.rules.rulesets import CLASSIC
from coup.rules.state import State
from coup.vectors.story import STYLE, Story
from tests.bots.asking import is_action, positions
from tests.helpers import RULESETS, deal


def decided(position: KernelPosition, seat: int, numbers: Numbers, x: int) -> int:
    """The move of a player with this style."""
    t = position.story
    t.styles[STYLE * seat : STYLE * (seat + 1)] = numbers
    return style(position.state, t, position.ruleset.rules, seat, x)


def some_styles() -> list[Numbers]:
    families = [drawn(family, number) for family in ("training", "held") for number in range(12)]
    return [*NAMED.values(), *families]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_style_always_makes_legal_moves(ruleset: str) -> None:
    chance, asked, styles = random.Random(1), 0, some_styles()
    for position, seat, view in positions(ruleset, 4, 12):
        legal = {move.code for move in view.legal_moves}
        for numbers in styles:
            assert decided(position, seat, numbers, chance.getrandbits(62)) in legal
        asked += 1
    assert asked > 300


@cache
def questions() -> list[tuple[KernelPosition, int, int]]:
    """Many questions, each with a separate seed."""
    chance = random.Random(5)
    return [
        (position.copy(), seat, chance.getrandbits(62))
        for ruleset in ("classic", "inquisitor")
        for position, seat, _ in positions(ruleset, 4, 14)
    ]


EXTREMES = {"mind": (0, 2), "aim": (0, 10)}
GROUNDS = {
    "memory": {"foreign_aid": 100, "steal": 100},
    "poor": dict.fromkeys(BLUFFS, 50),
    "cornered": dict.fromkeys(BLUFFS, 50),
    "patience": {"income": 100},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_number_has_an_effect(name: str) -> None:
    low, high = EXTREMES.get(name, (0, 100))
    grounds = GROUNDS.get(name, {})
    one, other = (style_with(**grounds | {name: value}) for value in (low, high))
    differ = sum(
        decided(position, seat, one, x) != decided(position, seat, other, x)
        for position, seat, x in questions()
    )
    assert differ >= 3


def test_every_aim_chooses_different_targets() -> None:
    chosen: dict[str, Counter[int]] = {aim: Counter() for aim in AIMS}
    for position, seat, x in questions():
        if position.state.phase == k.TURN and position.state.coins[seat] >= 7:
            for number, aim in enumerate(AIMS):
                move = decided(position, seat, style_with(aim=number), x)
                chosen[aim][len(position.made) * 100 + move] += 1
    assert len({tuple(sorted(each)) for each in chosen.values()}) == len(AIMS)


# Its targets, at a table that is easy to picture.


def struck(aim: str, **happened: list[int]) -> int:
    """The target of the first of five: the second has one card and few coins, the third one card
    and many coins, the fourth two cards and no coins, the fifth two cards and some coins."""
    s, t, rules = State(), Story(), CLASSIC.rules
    k.reset(s, rules, 5)
    s.hands[:5], s.coins[:5] = [0x11, 0x1, 0x1, 0x11, 0x11], [7, 2, 9, 0, 3]
    s.turn, s.actor = 9, 4
    k.end_turn(s, rules)
    for name, numbers in happened.items():
        setattr(t, name, numbers)
    t.styles[:STYLE] = style_with(aim=AIMS.index(aim))
    return (style(s, t, rules, 0, 1) >> 2) - 1


@pytest.mark.parametrize(
    ("aim", "target"),
    [
        *(("leader", 4), ("richest", 2), ("next", 1), ("weakest", 1), ("poorest", 3)),
        *(("opposite", 2), ("rotation", 2)),
    ],
)
def test_its_target(aim: str, target: int) -> None:
    assert struck(aim) == target


def test_some_aims_depend_on_the_story() -> None:
    assert struck("avenger") == struck("liar") == struck("rotation") == 2
    assert struck("avenger", struck=[2, 0, 0, 0, 0, 0]) == 2
    assert struck("liar", caught=[0, 1, 0, 2, 0, 0]) == 3
    assert struck("quiet", claims=[0, 1, 2, 2, 3, 0]) == 1


def test_a_random_aim_strikes_everybody() -> None:
    game = deal(dict.fromkeys("abcde", ""), seat_coins=(7, 2, 9, 0, 3))
    player = bot_class("style:aim=random")(random.Random(1))
    assert {player.choose(game.view("a")) for _ in range(60)} == {f"coup {seat}" for seat in "bcde"}


# Its claims.


def acts(numbers: Numbers, games: int = 150) -> Counter[str]:
    """The first actions of players with this style, over many hands."""
    found = Counter[str]()
    for seed in range(games):
        game = coup.Game(list("abc"), seed=seed)
        move = with_style(numbers, seed).choose(game.view("a"))
        found[move.partition(" ")[0]] += 1
    return found


def with_style(numbers: Numbers, seed: int) -> Style:
    bot = Style(random.Random(seed))
    bot.numbers = numbers
    return bot


@pytest.mark.parametrize("taste", TASTES[:-1])  # lacks the coins for an assassination
def test_a_liar_with_a_single_taste_does_only_that(taste: str) -> None:
    liar = style_with(**NO_TASTES | dict.fromkeys(BLUFFS, 100) | {taste: 100})
    assert set(acts(liar)) == {taste}


def test_a_player_who_never_lies_never_claims_a_role_without_holding_it() -> None:
    saint = style_with(**NO_BLUFFS)
    for seed in range(150):
        game = coup.Game(list("abc"), seed=seed)
        view = game.view("a")
        move = next(m for m in view.legal_moves if m == with_style(saint, seed).choose(view))
        claimed = view.ruleset.claims.get(move.verb, ())
        assert not claimed or set(claimed) & set(view.hand)


def test_a_player_who_neither_doubts_nor_counts_never_challenges() -> None:
    trusting, doubting = style_with(**NO_DOUBTS), style_with(**dict.fromkeys(DOUBTS, 100))
    game = deal({"a": "", "b": "duke duke", "c": ""}, face_up=("duke",))
    game.push("tax")
    assert game.to_move == "b"
    assert with_style(trusting, 1).choose(game.view("b")) == "pass"
    assert with_style(doubting, 1).choose(game.view("b")) == "challenge"


# Families.


def test_families_are_drawn_by_number_and_choose_different_targets() -> None:
    training, held = ([drawn(name, n) for n in range(500)] for name in ("training", "held"))
    assert len(set(training)) > 490
    assert len(set(held)) > 300
    aim = NAMES.index("aim")
    assert {AIMS[each[aim]] for each in training} == set(AIMS[:7])
    assert {AIMS[each[aim]] for each in held} == {"random", "next", "weakest", "poorest"}
    assert not set(training) & {*held, *HELD_OUT.values()}
    assert all(0 <= number <= 100 for each in training + held for number in each)
    assert all(each[NAMES.index("mind")] == 0 for each in training)


# Names.


def test_what_people_type() -> None:
    assert style_of("honest_weakest") == HELD_OUT["honest_weakest"]
    assert style_of("aim=weakest+tax=0.25") == style_with(aim=AIMS.index("weakest"), tax=25)
    assert style_in("miser") == style_in("style:miser") == CHARACTERS["miser"]
    assert make("style:training=4", 1).numbers == drawn("training", 4)  # type: ignore[attr-defined]
    assert make("thief", 1).name == "thief"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("style:pirate", "there is no style 'pirate': it is one of honest_leader"),
        ("style:aim=nobody", "style: aim is one of leader, richest"),
        ("style:tax=2", "style: tax is a number from 0 to 1, not '2'"),
        ("style:training=x", "style: training is a number from 0 to 999999999, not 'x'"),
        ("style:tax=0.5+thief", "there is no style 'thief'"),
    ],
)
def test_invalid_styles_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        bot_class(text)


def test_at_a_table_it_plays_as_in_batches() -> None:
    """With its view it decides what the code in batches decides with the true state."""

    class Known(random.Random):
        def getrandbits(self, k: int) -> int:
            return x

    asked, styles = 0, some_styles()
    for position, seat, view in positions("classic", 4, 6):
        for number, numbers in enumerate(styles[asked % 8 :: 8]):
            x = 1000 * asked + number
            bot = Style(Known())
            bot.numbers = numbers
            move = moves_by_code(view.seats, is_action(view))[decided(position, seat, numbers, x)]
            assert bot.choose(view) == move
        asked += 1
    assert asked > 100


def test_the_docs_list_every_setting() -> None:
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    words = {"mind": "own", "aim": "leader"}
    for each in PARAMETERS:
        usual = words.get(each.name, f"{each.usual / 100:g}")
        assert f"| `{each.name}` | {usual} | {each.meaning} |" in page
