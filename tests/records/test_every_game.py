"""Every possible game is a valid file, and every impossible one is not.

The oracle, which searches all games of the kernel, decides the second half.
"""

import random
from collections.abc import Iterator

import pytest

import coup
from coup.bots import BOTS, make
from coup.hosting.player import play
from coup.records import check, game_file
from coup.records.cards import first_impossible, sights
from coup.records.checking import follow
from coup.rules.vocabulary import ACTIONS, ROLES
from tests.helpers import TIMES
from tests.records.oracle import Oracle

LIMIT = 100
GAMES = 400  # for each of five numbers of seats
NAMES = "abcdef"


def random_game(ruleset: coup.Ruleset, seats: int, seed: int) -> str:
    game = coup.Game(list(NAMES[:seats]), ruleset, seed)
    choice = random.Random(seed)
    while not game.over:
        game.push(choice.choice(game.legal_moves))
    return str(game_file(game))


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_random_game_is_a_valid_file(seats: int) -> None:
    ruleset = coup.ruleset("coup2022", turn_limit=LIMIT)
    for seed in range(GAMES):
        text = random_game(ruleset, seats, seed)
        for count_cards in (False, True):
            assert check(text, count_cards=count_cards, turn_limit=LIMIT) is None, text


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_game_between_bots_is_a_valid_file(seats: int) -> None:
    ruleset = coup.ruleset("coup2022", turn_limit=LIMIT)
    for seed in range(12):
        choice = random.Random(seed)
        game = coup.Game(list(NAMES[:seats]), ruleset, seed)
        play(game, {name: make(choice.choice(list(BOTS)), seed) for name in game.seats})
        assert check(str(game_file(game)), count_cards=True, turn_limit=LIMIT) is None


VERBS = [*ACTIONS[:7], "challenge", "discard"]
BLOCKS = [f"block_{action}" for action in ("foreign_aid", "steal", "assassinate")]


def changed(line: str, players: str, choice: random.Random) -> str:
    """Another line in place of this one: with another player, target or role, or any line."""
    if line.startswith("winner:"):
        return f"winner: {choice.choice([*players, 'none'])}"
    player, verb, *argument = line.split()
    what = choice.random()
    if what < 0.3:
        player = choice.choice(players)
    elif what < 0.6 and argument:
        argument = [choice.choice(ROLES[:5] if verb == "discard" else players)]
    else:
        verb = choice.choice(VERBS + BLOCKS)
        argument = [choice.choice(players)] if verb in ("steal", "assassinate", "coup") else []
        if verb == "discard":
            argument = [choice.choice(ROLES[:5])]
    return " ".join([player, verb, *argument])


def mutants(
    lines: list[str], players: str, choice: random.Random
) -> Iterator[tuple[int, list[str]]]:
    """Files that differ from this one in one place, and start there: each line is deleted, doubled,
    swapped with the next, and changed."""
    for place, line in enumerate(lines):
        after = lines[place + 1 :]
        yield place, after
        yield place, [line, line, *after]
        yield place, [*after[:1], line, *after[1:]]
        yield place, [changed(line, players, choice), *after]
        yield place, [changed(line, players, choice), line, *after]


def first_fault(text: str, copies: int | None, limit: int) -> int | None:
    """The line of the first fault with this many cards of each role; None stands for any number."""
    course = follow(text, limit)
    if copies:
        sight = first_impossible(course.players, sights(course.turns), copies)
        if sight:
            return sight.line
    return course.fault.line if course.fault else None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "copies", "games", "share"),
    [
        (2, 2, 3, 0.4),  # a small deck, so that many games are impossible
        (2, 3, 2, 0.4),
        (3, 2, 1, 0.2),
        (4, 2, 1, 0.1),
        (2, None, 2, 0.4),
    ],
)
def test_a_changed_file_is_refused_if_and_only_if_no_game_writes_it(
    seats: int, copies: int | None, games: int, share: float
) -> None:
    """Plain checks are compared with nine cards of each role: more than two players can use."""
    players, limit = NAMES[:seats], 30
    ruleset = coup.ruleset("coup2022", copies=copies or 9, turn_limit=limit)
    oracle = Oracle(tuple(players), ruleset)
    noticed = 0
    for seed in range(games * TIMES):
        choice = random.Random(seed)
        written = random_game(ruleset, seats, seed).splitlines()
        first, *lines = [line for line in written if not line.startswith("#")]
        states = [oracle.start()]
        for line in lines:
            states.append(oracle.after(states[-1], line))
        assert all(states)
        for place, rest in mutants(lines, players, choice):
            if choice.random() < share:
                text = "\n".join([first, *lines[:place], *rest, ""])
                expected = oracle.first_fault(states[place], rest, place + 2)
                assert first_fault(text, copies, limit) == expected, text
                noticed += expected is not None
    assert noticed > 10 * games
