"""The built-in bots: what each promises, and what none of them may do."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import coup
from coup.bots import BOTS, Bot, make
from coup.bots.adapter import COMPANY, Style
from coup.bots.shark import Shark
from coup.events import Blocked, Challenged, Declared, Discarded
from coup.hosting.player import ask, play
from tests.bots.asking import chance_of, suspicion
from tests.helpers import RULESETS, block, challenge, deal, every_ruleset, pass_all
from tests.helpers import play as script

ALIKE = (
    "beginner",
    "medium",
    "hard",
    "expert",
    *(bot.name for bot in COMPANY if bot.name != "gambler"),
)
"""These differ from `easy`, `shark` and `gambler` only in numbers."""
SANE = [name for name in BOTS if name not in ("random", "style", *ALIKE)]
"""`random` makes any legal move, so these promises do not hold for it."""
WRITTEN = [name for name in SANE if not issubclass(BOTS[name], Shark | Style)]
"""Nor do these for bots that are trained, or can be set to like bluffs or challenges."""


def games(bots: list[str], ruleset: str, number: int) -> Iterator[tuple[coup.Game, dict[str, Bot]]]:
    for seed in range(number):
        seats = list("abcdef")[: len(bots)]
        players = {seat: make(bot, seed) for seat, bot in zip(seats, bots, strict=True)}
        yield coup.Game(seats, coup.ruleset(ruleset, turn_limit=1000), seed), players


@pytest.mark.parametrize("seats", range(2, 7))
@every_ruleset
def test_bots_play_every_ruleset_at_every_table_to_the_end(ruleset: str, seats: int) -> None:
    bots = (list(BOTS) * 2)[:seats]
    for game, players in games(bots, ruleset, 12):
        play(game, players)
        assert game.over


@pytest.mark.slow
@every_ruleset
@pytest.mark.parametrize("bot", SANE)
def test_no_bot_claims_a_role_whose_copies_all_lie_face_up(bot: str, ruleset: str) -> None:
    claims = 0
    for game, players in games([bot] * 5, ruleset, 25):
        play(game, players)
        face_up: Counter[str] = Counter()
        for event in game.events:
            if isinstance(event, Discarded):
                face_up[event.role] += 1
            elif isinstance(event, Declared | Blocked) and event.roles:
                claims += 1
                assert any(face_up[role] < 3 for role in event.roles)
    assert claims > 100


@pytest.mark.parametrize("bot", [name for name in WRITTEN if name != "pragmatist"])
@pytest.mark.parametrize("hand", ["captain contessa", "assassin assassin", "duke contessa"])
def test_no_bot_challenges_a_first_turn_duke_for_no_reason(bot: str, hand: str) -> None:
    for seed in range(200):
        game = deal({"ann": "", "bob": hand, "carl": ""})
        script(game, "ann tax")
        assert make(bot, seed).choose(game.view("bob")) == "pass"


@pytest.mark.slow
def test_honest_never_bluffs_and_challenges_only_what_it_can_disprove() -> None:
    for ruleset in RULESETS:
        for game, players in games(["honest"] * 4, ruleset, 40):
            while not game.over:
                told = len(game.events)
                views = {seat: game.view(seat) for seat in game.seats}
                ask(game, players)
                for event in game.events[told:]:
                    if isinstance(event, Declared | Blocked) and event.roles:
                        assert set(event.roles) & set(game.hand(event.seat))
                    if isinstance(event, Challenged):
                        view = views[event.seat]
                        seen = [*view.hand, *(c for d in view.discarded.values() for c in d)]
                        assert all(seen.count(role) == 3 for role in event.roles)


def test_honest_challenges_what_it_can_disprove() -> None:
    seen = deal({"ann": "", "bob": "duke duke", "carl": "duke captain"}, first_coins=10)
    script(seen, "ann coup carl", "carl discard duke", "bob income", "carl tax", "ann pass")
    assert make("honest", 1).choose(seen.view("bob")) == "challenge"


def test_a_challenged_bot_proves_what_it_can() -> None:
    for bot in WRITTEN:
        game = challenge(script(deal({"ann": "captain duke", "bob": ""}), "ann tax"), "bob")
        assert make(bot, 1).choose(game.view("ann")) == "reveal duke"


def test_one_of_a_pair_is_lost_before_a_single_card() -> None:
    game = script(deal({"ann": "", "bob": "duke duke"}, coins=7), "ann coup bob")
    assert make("counter", 1).choose(game.view("bob")) == "discard duke"
    game = script(deal({"ann": "", "bob": "duke ambassador"}, coins=7), "ann coup bob")
    assert make("counter", 1).choose(game.view("bob")) == "discard ambassador"


def test_with_its_last_card_counter_stops_an_assassination_one_way_or_the_other() -> None:
    hands = {"ann": "assassin duke", "bob": "duke captain"}
    game = deal(hands, first_coins=9, coins=0)
    script(game, "ann coup bob", "bob discard duke", "bob income", "ann income", "bob income")
    script(game, "ann assassinate bob")
    answers = set()
    for seed in range(20):
        twin = game.copy()
        bob = make("counter", seed)
        while twin.to_move == "bob" and not twin.over:
            answers.add(bob.choose(twin.view("bob")))
            twin.push(bob.choose(twin.view("bob")))
    assert answers - {"pass"} <= {"challenge", "block_assassinate", "discard captain"}
    assert {"challenge", "block_assassinate"} & answers


def test_the_same_view_and_the_same_chance_give_the_same_answer() -> None:
    for bot in BOTS:
        game = script(coup.Game(list("abc"), seed=3), "a steal b")
        other = game.copy()
        other._state.hands[2], other._state.deck = 0x11, other._state.deck  # c's cards are hidden
        for seed in range(10):
            answers = {make(bot, seed).choose(each.view("b")) for each in (game, other)}
            assert len(answers) == 1


class Watcher:
    """Sees everything, and chooses the first legal move."""

    def __init__(self) -> None:
        self.views: list[coup.View] = []

    def watch(self, view: coup.View) -> None:
        self.views.append(view)

    def choose(self, view: coup.View) -> str:
        assert view == self.views[-1]
        return view.legal_moves[0]


@every_ruleset
def test_a_bot_that_watches_sees_the_beginning_and_every_move_to_the_end(ruleset: str) -> None:
    game = coup.Game(list("abc"), coup.ruleset(ruleset, turn_limit=30), seed=2)
    watcher = Watcher()
    play(game, {"a": watcher, "b": make("honest", 1), "c": make("bluffer", 1)})
    chosen = [ply for ply in game.moves if ply.seat != "chance"]
    assert len(watcher.views) == 1 + len(chosen)
    assert all(view.seat == "a" for view in watcher.views)
    assert watcher.views[-1].over


def wins(one: str, other: str, number: int) -> float:
    won = 0
    for seed in range(number):
        seats = [one, other] if seed % 2 else [other, one]
        game = coup.Game(seats, coup.ruleset("classic", turn_limit=1000), seed)
        play(game, {name: make(name, seed * 2 + (name == one)) for name in seats})
        won += game.winner == one
    return won / number


@pytest.mark.slow
@pytest.mark.parametrize(
    ("other", "least"), [("random", 0.92), ("honest", 0.58), ("bluffer", 0.65)]
)
def test_counter_is_the_strongest(other: str, least: float) -> None:
    """The figures of docs/bots.md, minus the error of 600 games."""
    assert wins("counter", other, 600) > least


def test_an_unknown_bot_is_refused_with_a_sentence() -> None:
    with pytest.raises(
        ValueError, match="there is no bot 'deep'; choose from random, honest, bluffer"
    ):
        make("deep", 1)


# What `counter` believes.


def test_cards_in_view_are_counted() -> None:
    view = deal({"ann": "duke duke", "bob": "", "carl": ""}).view("ann")
    # One Duke among 13 hidden cards, two of them bob's.
    assert chance_of(view, "bob", "duke") == pytest.approx(2 / 13)
    assert chance_of(view, "bob", "captain") == pytest.approx(1 - (10 * 9) / (13 * 12))


def test_a_role_that_cannot_be_left_is_never_believed() -> None:
    hands = {"ann": "duke duke", "bob": "captain captain", "carl": "duke contessa"}
    game = deal(hands, coins=7)
    script(game, "ann coup carl", "carl discard duke", "bob tax")
    assert chance_of(game.view("ann"), "bob", "duke") == 0.0


def test_a_claim_is_evidence_until_the_cards_change() -> None:
    game = deal({"ann": "contessa contessa", "bob": "captain assassin", "carl": "duke duke"})
    script(game, "ann income")
    before = chance_of(game.view("ann"), "bob", "duke")
    script(game, "bob tax")
    claimed = chance_of(game.view("ann"), "bob", "duke")
    assert claimed > before + 0.2
    challenge(game, "ann")
    script(game, "bob reveal captain")
    assert chance_of(game.view("ann"), "bob", "duke") < before


def test_a_player_who_challenges_often_is_known_for_it() -> None:
    game = coup.Game(list("abc"), seed=1)
    pass_all(script(game, "a tax"))
    view = game.view("a")
    assert suspicion(view, "b") == suspicion(view, "c") < 0.5
    challenge(script(game, "b tax"), "c")
    view = game.view("b")
    assert suspicion(view, "c") > suspicion(view, "a")


def test_random_is_random() -> None:
    game = coup.Game(list("ab"), seed=1)
    chosen = {make("random", seed).choose(game.view("a")) for seed in range(100)}
    assert chosen == set(game.legal_moves)
    assert isinstance(make("random", 1).random, random.Random)


def test_every_written_bot_blocks_an_assassination_with_a_contessa() -> None:
    game = deal({"ann": "", "bob": "contessa duke"}, coins=3)
    script(game, "ann assassinate bob", "bob pass")
    for bot in WRITTEN:
        assert make(bot, 1).choose(game.view("bob")) == "block_assassinate"
    assert block(game, "bob").question.blocker == "bob"
