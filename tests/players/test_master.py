"""What an agent of Coup 2022 is told and asked, and when."""

import random
from typing import Any

import pytest

import coup
from coup.players.desk import Desk
from coup.players.master import play_on_kernel, play_through_game

ROLES = ["duke", "assassin", "captain", "ambassador", "contessa"]


class Erratic:
    """Answers anything, rarely nonsense, and writes down what it sees at every call."""

    def __init__(self, name: str, others: list[str], calls: list[Any], seed: int) -> None:
        self.name = name
        self.others = others
        self.calls = calls
        self.dice = random.Random(f"{name} {seed}")
        self.coins = 0
        self.cards: list[str] = []

    def note(self, what: str) -> None:
        self.calls.append((self.name, what, self.coins, tuple(self.cards)))

    def receive(self, line: str) -> None:
        self.note(line)

    def react(self, hint: str) -> str:
        self.note(f"{hint}?")
        pick = self.dice.choice
        if self.dice.random() < 0.02:
            return "nonsense"
        match hint:
            case "turn":
                verb = pick(["foreign_aid", "tax", "exchange", "steal", "assassinate", "coup"])
                target = pick(self.others) if verb in ("steal", "assassinate", "coup") else ""
                return f"{verb} {target}"
            case "cb?":
                return pick(["pass", "pass", "pass", "challenge", "block"])
        return pick(self.cards)


def erratic_desks(seats: int, seed: int) -> tuple[list[Desk], list[Any]]:
    names = list("abcdef")[:seats]
    calls: list[Any] = []
    others = {name: [each for each in names if each != name] for name in names}
    return [Desk(name, Erratic(name, others[name], calls, seed)) for name in names], calls


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("house_rules", [{}, {"coins_stay": False, "fee_returned": True}])
def test_both_ways_to_run_a_game_make_the_same_calls_and_show_the_same(
    seats: int, house_rules: dict[str, bool]
) -> None:
    ruleset = coup.ruleset("coup2022", turn_limit=40, **house_rules)
    for seed in range(150):
        desks, calls = erratic_desks(seats, seed)
        fast = play_on_kernel(desks, ruleset, seed)
        desks, same_calls = erratic_desks(seats, seed)
        slow = play_through_game(desks, ruleset, seed)
        for name in "abcdef"[:seats]:
            assert [call for call in calls if call[0] == name] == [
                call for call in same_calls if call[0] == name
            ]
        questions = [call for call in calls if call[1].endswith("?")]
        assert questions == [call for call in same_calls if call[1].endswith("?")]
        assert fast == slow
