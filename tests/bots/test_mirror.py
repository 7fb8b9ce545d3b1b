"""The mirror: a state rebuilt from a view is the true one, but for what is hidden."""

import random

import pytest

from coup.bots.minds.bluffer import bluffer
from coup.bots.minds.counter import counter
from coup.bots.minds.honest import honest
from coup.bots.minds.pragmatist import pragmatist
from coup.bots.minds.style import style
from coup.bots.minds.trait import trait
from coup.bots.styles import drawn
from coup.research.knowledge import Position
from coup.rules.kernel import NOBODY, NONE, answerers
from coup.rules.playout import total
from coup.rules.state import SEATS, State
from coup.vectors.mirror import mirror
from coup.vectors.story import STYLE, Story
from tests.bots.test_online_bots import positions
from tests.helpers import RULESETS

BOTS = (honest, bluffer, counter, pragmatist, trait, style)
UNKNOWN = (
    *("hands", "deck", "top", "tops", "fate", "draws", "drawer"),
    *("pending", "block", "blockers", "challengers"),
)
"""What a view does not tell, or no bot asks for."""
every_table = pytest.mark.parametrize(
    ("ruleset", "seats"), [(ruleset, seats) for ruleset in RULESETS for seats in (2, 3, 6)]
)


def known(s: State) -> dict[str, object]:
    """What a mirror shows of a state."""
    return {name: getattr(s, name) for name in State.__slots__ if name not in UNKNOWN}


def compare(position: Position, seat: int, s: State, t: Story) -> None:
    """A mirror has everything that is known, and hidden cards are as many as there are."""
    true, story = position.state, position.story
    rules = position.ruleset.rules
    assert known(s) == known(true)
    assert answerers(s, rules) == answerers(true, rules)
    assert s.block == (NONE if true.blocker == NOBODY else true.block)
    assert s.hands[seat] == true.hands[seat]
    assert list(map(total, s.hands)) == list(map(total, true.hands))
    assert total(s.deck) == total(true.deck)
    for name in ("deeds", "claims", "caught", "grudges", "struck"):
        assert getattr(t, name) == getattr(story, name), name
    own = slice(6 * seat, 6 * (seat + 1))
    assert t.returned[own] == story.returned[own]
    own = slice(6 * SEATS * seat, 6 * SEATS * (seat + 1))
    assert t.shown[own] == story.shown[own]


@pytest.mark.slow
@every_table
def test_bots_decide_by_a_mirror_as_by_the_true_state(ruleset: str, seats: int) -> None:
    chance, asked = random.Random(1), 0
    for position, seat, view in positions(ruleset, seats, 10):
        s, t, number = mirror(view)
        assert number == seat
        compare(position, seat, s, t)
        for bot in BOTS:
            x = chance.getrandbits(62)
            for story in (t, position.story):
                story.coins[seat] = 0
                story.styles[STYLE * seat : STYLE * (seat + 1)] = drawn("training", x % 1000)
            true = bot(position.state, position.story, view.ruleset.rules, seat, x)
            assert bot(s, t, view.ruleset.rules, seat, x) == true
        asked += 1
    assert asked > 100
