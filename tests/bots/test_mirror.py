"""The mirror: a state rebuilt from a view equals the true one, except for what is hidden."""

import random

import pytest

import coup
from coup.bots import bot_class
from coup.bots.adapter import Adapter
from coup.bots.minds.bluffer import bluffer
from coup.bots.minds.counter import counter
from coup.bots.minds.honest import honest
from coup.bots.minds.pragmatist import BLUFFS, pragmatist
from coup.bots.minds.style import style
from coup.bots.minds.trait import character, trait
from coup.bots.notes import Notes, Opponent
from coup.bots.styles import Numbers, drawn
from coup.events import Passed
from coup.moves import moves_by_code
from coup.research.knowledge import KernelPosition
from coup.rules.digits import total
from coup.rules.kernel import NOBODY, NONE, answerers
from coup.rules.state import State
from coup.vectors.mirror import HEARD, Mirror, dummies
from coup.vectors.story import NOTED, SETTINGS, STYLE, Story
from tests.bots.asking import is_action, positions
from tests.helpers import RULESETS

MINDS = (honest, bluffer, counter, pragmatist, trait, style)
UNKNOWN = (
    *("hands", "deck", "top", "tops", "fate", "draws", "drawer"),
    *("pending", "block", "blockers", "challengers"),
)
"""What a view does not tell, or no bot needs."""
every_table = pytest.mark.parametrize(
    ("ruleset", "seats"),
    [
        *((ruleset, seats) for ruleset in RULESETS for seats in (2, 3, 6)),
        ("reformation", 4),
        ("reformation", 10),
    ],
)


def known(s: State) -> dict[str, object]:
    """What a mirror shows of a state."""
    return {name: getattr(s, name) for name in State.__slots__ if name not in UNKNOWN}


def compare(position: KernelPosition, seat: int, s: State, t: Story) -> None:
    """Check that a mirror has all that is known, and the right number of hidden cards."""
    true, story = position.state, position.story
    rules = position.ruleset.rules
    assert known(s) == known(true)
    assert answerers(s, rules) == answerers(true, rules)
    assert s.block == (NONE if true.blocker == NOBODY else true.block)
    assert s.hands[seat] == true.hands[seat]
    assert list(map(total, s.hands)) == list(map(total, true.hands))
    assert total(s.deck) == total(true.deck)
    for name in ("deeds", "claims", "caught", "grudges", "struck", "reforms"):
        assert getattr(t, name) == getattr(story, name), name
    own = slice(6 * seat, 6 * (seat + 1))
    assert t.returned[own] == story.returned[own]
    room = position.encoding.room
    own = slice(6 * room * seat, 6 * room * (seat + 1))
    assert t.shown[own] == story.shown[own]


def asked_alike(
    position: KernelPosition, seat: int, s: State, t: Story, x: int, numbers: Numbers
) -> None:
    """Check that every mind decides by a mirror as by the true state, for any character and random
    numbers."""
    for story in (t, position.story):
        story.styles[STYLE * seat : STYLE * (seat + 1)] = numbers
        story.settings[SETTINGS * seat : SETTINGS * (seat + 1)] = character(x % 11 / 10, 0.6, 1.0)
        notes = NOTED * len(story.claims)
        story.notes[notes * seat : notes * (seat + 1)] = range(x % 7, x % 7 + notes)
    for mind in MINDS:
        t.coins[seat] = position.story.coins[seat] = 0
        true = mind(position.state, position.story, position.ruleset.rules, seat, x)
        assert mind(s, t, position.ruleset.rules, seat, x) == true


@pytest.mark.slow
@every_table
def test_minds_decide_by_a_mirror_as_by_the_true_state(ruleset: str, seats: int) -> None:
    """Each seat follows its games with one mirror."""
    chance, asked = random.Random(1), 0
    mirrors = [Mirror() for _ in range(seats)]
    for position, seat, view in positions(ruleset, seats, 10):
        s, t, number = mirrors[seat].reflect(view)
        assert number == seat
        compare(position, seat, s, t)
        x = chance.getrandbits(62)
        asked_alike(position, seat, s, t, x, drawn("training", x % 1000))
        asked += 1
    assert asked > 100


@every_table
def test_a_mirror_that_follows_equals_a_new_one(ruleset: str, seats: int) -> None:
    """It reads only new events; moves that are taken back and new games do not confuse it."""
    chance = random.Random(2)
    followed = {seat: Mirror() for seat in "abcdefghij"}
    rules = coup.ruleset(ruleset, turn_limit=30)
    taken_back = 0
    for seed in range(6):
        game, made = coup.Game(list("abcdefghij")[:seats], rules, seed), 0
        while not game.over:
            view = game.view(chance.choice(game.seats))
            assert shown(followed[str(view.seat)], view) == shown(Mirror(), view)
            if made and chance.random() < 0.2:
                game.pop()
                made, taken_back = made - 1, taken_back + 1
            else:
                game.push(chance.choice(game.legal_moves))
                made += 1
    assert taken_back > 3


def shown(mirror: Mirror, view: coup.View) -> tuple[object, ...]:
    """Everything that a mirror shows of a view."""
    s, t, seat = mirror.reflect(view)
    return mirror.bluffs, seat, known(s), [getattr(t, name) for name in Story.__slots__]


def test_a_mirror_reads_each_event_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game, followed, heard = coup.Game(["a", "b"], seed=1), Mirror(), 0

    def count(mirror: Mirror, event: Passed) -> None:
        nonlocal heard
        heard += 1

    monkeypatch.setitem(HEARD, Passed, count)
    for move in ("tax", "pass", "tax", "pass"):
        game.push(move)
        followed.reflect(game.view("a"))
        followed.reflect(game.view("a"))
    assert heard == 2


@every_table
def test_a_coin_is_flipped_again_after_each_bluff_both_at_a_table_and_in_batches(
    ruleset: str, seats: int
) -> None:
    """In a batch a coin keeps its side until its seat bluffs; at a table bluffs are counted."""
    told: dict[int, int] = {}
    last = flipped = kept = 0
    for position, seat, view in positions(ruleset, seats, 8):
        if len(position.made) < last:
            told = {}  # another game has begun
        last = len(position.made)
        followed = Mirror()
        followed.reflect(view)
        before, now = told.get(seat), followed.bluffs
        if before is not None:
            assert position.story.coins[seat] == (BLUFFS if before == now else 0)
            kept += before == now
            flipped += before != now
        told[seat] = now
        position.story.coins[seat] = BLUFFS
    assert kept > 50
    assert flipped > 10


@pytest.mark.parametrize("name", ["bluffer", "counter", "pragmatist", "trait"])
def test_a_named_bot_decides_like_its_mind(name: str) -> None:
    """Throughout a game, with settings and notes, it does what its mind does with the true
    state."""
    notes = Notes("it", {"a": Opponent(proved=3, caught=20, heard=9, challenged=5)})
    asked = 0
    for position, seat, view in positions("classic", 3, 6):
        bot = bot_class(f"{name}:honesty=0.2" if name == "trait" else name)(Known(), notes)
        assert isinstance(bot, Adapter)
        t = position.story
        bot.mirror.reflect(view)
        bot.add(t, seat, view)
        mind = type(bot).mind
        move = mind(position.state, t, view.ruleset.rules, seat, bot.random.getrandbits(62))
        assert bot.choose(view) == moves_by_code(view.seats, is_action(view))[move]
        asked += 1
    assert asked > 50


class Known(random.Random):
    """A generator that always returns the same bits."""

    def getrandbits(self, k: int) -> int:
        return 0x1234567 % (1 << k)


def test_the_number_of_hidden_cards_is_right() -> None:
    assert [total(dummies(cards)) for cards in (0, 2, 15, 19, 40)] == [0, 2, 15, 19, 40]
