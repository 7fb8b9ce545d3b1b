"""The master: both its ways to run a game, what a game comes to, and what can be seen of it."""

import io
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import coup
from coup.bots import make
from coup.hosting import graph
from coup.hosting.desk import Desk
from coup.hosting.entrants import Entrant, enter
from coup.hosting.host import Played, play_game, play_through_game, usual_ruleset, with_turn_limit
from coup.hosting.kernel_game import can_play_on_kernel, play_on_kernel
from coup.hosting.seats import BotSeat
from coup.records.gamefile import game_file, line_of, players_line
from coup.view import View

BEEF = Path(__file__).parent.parent / "agents" / "beef" / "Beef.py"


class Erratic:
    """Answers anything, rarely nonsense, and writes down what it sees at every call."""

    def __init__(self, name: str, others: Sequence[str], calls: list[Any], seed: int) -> None:
        self.name = name
        self.others = others
        self.calls = calls
        self.dice = random.Random(f"{name} {seed}")
        self.coins = 0
        self.cards: list[str] = []

    def receive(self, line: str) -> None:
        self.calls.append((self.name, line, self.coins, tuple(self.cards)))

    def react(self, hint: str) -> str:
        self.calls.append((self.name, f"{hint}?", self.coins, tuple(self.cards)))
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


def check_both_ways(ruleset: coup.Ruleset, seats: int, seed: int) -> None:
    """Play a game on the kernel and through `Game`; everybody must see and do the same."""
    desks, calls = erratic_desks(seats, seed)
    fast = play_on_kernel(desks, ruleset, seed)
    desks, same_calls = erratic_desks(seats, seed)
    slow = play_through_game(desks, ruleset, seed)
    assert fast[:3] == slow[:3]
    names = tuple(desk.name for desk in desks)
    one, other = (Played(ruleset, seed, names, *each, ()) for each in (fast, slow))
    assert one.moves == other.moves
    for name in names:
        own = [call for call in calls if call[0] == name]
        assert own == [call for call in same_calls if call[0] == name]
    questions = [call for call in calls if call[1].endswith("?")]
    assert questions == [call for call in same_calls if call[1].endswith("?")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "games"), [(2, 800), (3, 300), (4, 120), (5, 80), (6, 60)], ids=str
)
@pytest.mark.parametrize("house_rules", [{}, {"coins_stay": False, "fee_returned": True}])
def test_both_ways_to_run_a_game_make_the_same_calls_and_show_the_same(
    seats: int, games: int, house_rules: dict[str, bool]
) -> None:
    ruleset = coup.ruleset("coup2022", turn_limit=40, **house_rules)
    for seed in range(games):
        check_both_ways(ruleset, seats, seed)


@pytest.mark.parametrize(
    "house_rules",
    [
        {"cards": 1},
        {"turn_limit": 1},
        {"turn_limit": 2},
        {"deck": "top"},
        {"deck": "top", "exchange_draws": 1},
        {"copies": 2, "face_up": ("duke", "captain", "contessa")},
    ],
    ids=str,
)
def test_along_the_graph_everybody_sees_and_does_the_same(house_rules: dict[str, Any]) -> None:
    """What costs nothing leaves few situations, so most of them return."""
    free = {"coins": 0, "tax": None, "assassinate_cost": 0, "coup_cost": 0}
    ruleset = coup.ruleset("coup2022", **{"turn_limit": 30, **free, **house_rules})
    for seed in range(60):
        check_both_ways(ruleset, 2, seed)


def test_a_graph_that_forgets_makes_the_same_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "MOST", 3)
    ruleset = coup.ruleset("coup2022", turn_limit=31)
    for seed in range(20):
        check_both_ways(ruleset, 2, seed)
    assert len(graph.graph_of(ruleset).nodes) <= 3


def mixed_seats(seed: int) -> tuple[list[Desk | BotSeat], list[Any]]:
    """An agent and bots of all kinds, and what the agent and somebody's own bot see."""
    names = list("abcde")
    seen: list[Any] = []

    def own(view: View) -> str:
        seen.append(view)
        return view.legal_moves[seed % len(view.legal_moves)]

    bots = [make(kind, seed) for kind in ("random", "honest", "counter")]
    seats = [BotSeat(name, bot) for name, bot in zip("bcd", bots, strict=True)]
    agent = Desk("a", Erratic("a", names[1:], seen, seed))
    return [agent, *seats, BotSeat("e", own)], seen


def test_bots_that_do_not_watch_play_the_same_games_on_the_kernel() -> None:
    ruleset = coup.ruleset("coup2022", turn_limit=40)
    for seed in range(12):
        seats, seen = mixed_seats(seed)
        assert can_play_on_kernel(seats)
        fast = play_on_kernel(seats, ruleset, seed)
        seats, same = mixed_seats(seed)
        slow = play_through_game(seats, ruleset, seed)
        assert fast[:3] == slow[:3]
        assert seen == same


class Watcher:
    def choose(self, view: View) -> str:
        return view.legal_moves[0]

    def watch(self, view: View) -> None:
        pass


def test_who_watches_gets_every_view() -> None:
    agent = Desk("a", Erratic("a", ["b"], [], 1))
    assert can_play_on_kernel([agent, BotSeat("b", make("honest", 1))])
    assert not can_play_on_kernel([agent, BotSeat("b", Watcher())])
    assert not can_play_on_kernel([BotSeat(name, make("honest", 1)) for name in "ab"])


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_lines_are_those_of_the_public_events(seats: int) -> None:
    ruleset = coup.ruleset("coup2022", turn_limit=40)
    for seed in range(20):
        desks, _ = erratic_desks(seats, seed)
        names = tuple(desk.name for desk in desks)
        course = play_on_kernel(desks, ruleset, seed)
        game = Played(ruleset, seed, names, *course, ()).game()
        told = [line_of(event) for event in game.view(None).events]
        assert course.lines == [players_line(names), *filter(None, told)]
        assert (course.winner, course.turns) == (game.winner, game.turn)


# What a game comes to.


class Modest:
    def __init__(self, name: str) -> None:
        self.name = name

    def receive(self, line: str) -> None:
        pass

    def react(self, hint: str) -> str:
        return "exchange" if hint == "turn" else "pass" if hint == "cb?" else self.cards[0]

    cards: list[str]


MODEST = [Entrant("a", Modest, True), Entrant("b", Modest, True)]


def test_a_game_of_coup2022_ends_after_100_turns_without_a_winner() -> None:
    played = play_game(MODEST, seed=1)
    assert (played.turns, played.winner, played.lines[-1]) == (100, None, "winner: none")
    assert len(played.lines) == 102


def test_other_rulesets_end_after_1000_turns_and_both_can_be_set() -> None:
    assert with_turn_limit("classic").turn_limit == with_turn_limit("inquisitor").turn_limit == 1000
    assert with_turn_limit(coup.ruleset("classic", turn_limit=7)).turn_limit == 7
    assert play_game(MODEST, coup.ruleset("coup2022", turn_limit=7), seed=1).turns == 7


def test_a_file_names_house_rules_and_no_agent_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(Modest, "receive", lambda self, line: told.append(line))
    ruleset = coup.ruleset("coup2022", coins=3, turn_limit=7)
    played = play_game(MODEST, ruleset, seed=1)
    assert played.lines[:2] == ["# ruleset: coup2022 with coins=3", "players: [a, b]"]
    assert told[:2] == ["players: [a, b]"] * 2
    assert str(game_file(played.game())) == "\n".join([*played.lines, ""])


def test_a_game_tells_everything_of_itself() -> None:
    played = play_game(enter([str(BEEF), "honest"]), seed=4)
    assert played.seats == ("beef", "honest")
    assert played.lines[0] == "players: [beef, honest]"
    assert played.moves[0].seat == "chance"
    game = played.game()
    assert game.over
    assert (game.winner, game.turn, game.moves) == (played.winner, played.turns, played.moves)
    for conduct in played.conduct:
        assert conduct.decisions > 0
        assert 0 < conduct.seconds < 1
        assert conduct[2:5] == (0, 0, None)


def test_a_seed_makes_the_game_also_for_agents_that_use_random() -> None:
    class Gambler(Modest):
        def react(self, hint: str) -> str:
            return random.choice(["tax", "income"]) if hint == "turn" else super().react(hint)

    entrants = [Entrant("a", Gambler, True), *enter(["random"])]
    games = [play_game(entrants, seed=seed) for seed in (1, 1, 2)]
    assert games[0].lines == games[1].lines != games[2].lines
    assert games[0].plies == games[1].plies


def test_bad_tables_are_refused() -> None:
    with pytest.raises(ValueError, match="Coup is for 2 to 6 seats, not 1"):
        play_game(MODEST[:1])
    with pytest.raises(ValueError, match="two players are called 'a'"):
        play_game([MODEST[0], MODEST[0]])


# What can be seen of it.


def test_a_trace_shows_lines_questions_answers_and_prints() -> None:
    class Talks(Modest):
        def react(self, hint: str) -> str:
            print("Let me", end=" ")
            print("see.")
            return "dance" if hint == "turn" else super().react(hint)

    out = io.StringIO()
    entrants = [Entrant("a", Talks, True), *enter(["honest"])]
    played = play_game(entrants, coup.ruleset("coup2022", turn_limit=3), seed=3, trace=out)
    text = out.getvalue()
    assert [line for line in text.splitlines() if line[0] != " "] == played.lines
    cards = ", ".join(move.role or "" for seat, move in played.moves[:2])
    assert text.startswith(
        "players: [a, honest]\n"
        "    | Let me see.\n"
        f"  a: react('turn') with 2 coins, {cards} -> 'dance'\n"
    )
    assert "  honest: choose: honest: which action? -> " in text


def test_a_trace_shows_tracebacks() -> None:
    class Stumbles(Modest):
        def react(self, hint: str) -> str:
            raise RuntimeError("over a stone")

        def receive(self, line: str) -> None:
            raise RuntimeError("over my ears")

    out = io.StringIO()
    play_game([Entrant("a", Stumbles, True), MODEST[1]], seed=1, trace=out)
    assert "  a: react('turn') with 2 coins, " in out.getvalue()
    assert "      RuntimeError: over a stone\n" in out.getvalue()
    assert "      RuntimeError: over my ears\n" in out.getvalue()


def test_a_trace_of_bots_alone_has_lines_too() -> None:
    out = io.StringIO()
    played = play_game(enter(["honest", "counter"]), seed=1, trace=out)
    assert [line for line in out.getvalue().splitlines() if line[0] != " "] == played.lines


def test_the_usual_rules_are_classic_unless_somebody_knows_others_only() -> None:
    over_http = Entrant("b", "http://127.0.0.1:8001", False)
    assert usual_ruleset(enter(["honest", lambda view: "pass"])) == "classic"
    assert usual_ruleset([MODEST[0], *enter(["honest"])]) == "coup2022"
    assert usual_ruleset([over_http, *enter(["honest"])]) == "inquisitor"
    assert play_game(enter(["honest", "random"]), seed=1).ruleset.name == "classic"
