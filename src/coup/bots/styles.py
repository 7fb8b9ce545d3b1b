"""Styles: players with a character, as numbers that say how they play.

A style is a number for each of `PARAMETERS`. There are named styles, and two families from which
any number of styles can be drawn: `training`, which networks may learn from, and `held`, which they
may not. `coup.bots.minds.style` plays a style in batches, `coup.bots.adapter` at a table.
"""

import random
from functools import cache
from typing import NamedTuple

from coup.rules.errors import CoupError
from coup.vectors.story import STYLE

Numbers = tuple[int, ...]

MINDS = ("own", "honest", "counter")
"""What decides a style's moves: its numbers, or a bot. It always chooses its targets itself."""
OWN_MIND, HONEST_MIND, COUNTER_MIND = range(3)
AIMS = (
    *("leader", "richest", "avenger", "liar", "opposite", "quiet", "rotation"),
    *("random", "next", "weakest", "poorest"),
)
"""The preferred target: the one with most cards, then coins; with most coins; who struck last; who
was caught most often; across the table; who has claimed least; each in turn, round by round;
random; the next alive; the one with fewest cards, then coins; with fewest coins."""
AT_LEADER, AT_RICHEST, AT_AVENGED, AT_LIAR, AT_OPPOSITE, AT_QUIET, AT_ROTATION = range(7)
AT_RANDOM, AT_NEXT, AT_WEAKEST, AT_POOREST = range(7, 11)


class Parameter(NamedTuple):
    """A number of a style, from 0 to 100 unless its meaning says otherwise.

    usual: the default.
    """

    name: str
    usual: int
    meaning: str


ROLES = ("duke", "assassin", "captain", "ambassador", "contessa", "inquisitor")
PARAMETERS = (
    Parameter("mind", OWN_MIND, f"who decides all but the target: {', '.join(MINDS)}"),
    Parameter("aim", AT_LEADER, f"whom it attacks: {', '.join(AIMS)}"),
    Parameter("fickle", 0, "how often it attacks anybody instead"),
    Parameter("income", 10, "its preference for income"),
    Parameter("foreign_aid", 20, "its preference for foreign aid"),
    Parameter("tax", 60, "its preference for tax"),
    Parameter("exchange", 20, "its preference for exchanges and investigations"),
    Parameter("steal", 60, "its preference for stealing"),
    Parameter("assassinate", 100, "its preference for assassinations"),
    Parameter("patience", 0, "how often it waits with a coup that it need not make"),
    Parameter("thrift", 0, "how often it saves for a coup instead of paying an assassin"),
    *(
        Parameter(f"bluff_{action}", 15, "how much of that preference remains without the card")
        for action in ("tax", "exchange", "steal", "assassinate")
    ),
    Parameter("block", 100, "how often it blocks when it has the card"),
    Parameter("block_foreign_aid", 10, "how often it blocks foreign aid without the card"),
    Parameter("block_assassinate", 40, "how often it blocks an assassination without the card"),
    Parameter("block_steal", 15, "how often it blocks a steal without the card"),
    *(
        Parameter(f"doubt_{role}", 10, f"how often it challenges a claim of the {role}")
        for role in ROLES
    ),
    Parameter("meddling", 50, "how much of that is left if the claim is not against it"),
    Parameter("memory", 50, "how often it recalls who claimed or blocked the same before"),
    Parameter("counting", 100, "how often it sees that all copies of a role are accounted for"),
    Parameter(
        "cornered", 50, "how it bluffs and doubts on its last card: 0.5: as usual, 1: twice as much"
    ),
    Parameter(
        "poor", 50, "how it bluffs with fewer than three coins: 0.5: as usual, 1: twice as much"
    ),
    Parameter("careless", 0, "how often it gives away any card, not the one missed least"),
)
NAMES = tuple(each.name for each in PARAMETERS)
if len(NAMES) != STYLE:
    raise AssertionError(f"a style has {len(NAMES)} numbers, and a story room for {STYLE}")

MIND_AT, AIM_AT, FICKLE_AT = map(NAMES.index, ("mind", "aim", "fickle"))
TASTE_AT, PATIENCE_AT, THRIFT_AT = map(NAMES.index, ("income", "patience", "thrift"))
BLUFF_AT, BLOCK_AT = map(NAMES.index, ("bluff_tax", "block"))
FALSE_BLOCK_AT, DOUBT_AT = map(NAMES.index, ("block_foreign_aid", "doubt_duke"))
MEDDLING_AT, MEMORY_AT, COUNTING_AT = map(NAMES.index, ("meddling", "memory", "counting"))
CORNERED_AT, POOR_AT, CARELESS_AT = map(NAMES.index, ("cornered", "poor", "careless"))

TASTES = NAMES[TASTE_AT:PATIENCE_AT]
BLUFFS = NAMES[BLUFF_AT:BLOCK_AT]
FALSE_BLOCKS = NAMES[FALSE_BLOCK_AT:DOUBT_AT]
DOUBTS = NAMES[DOUBT_AT:MEDDLING_AT]
USUAL = {each.name: each.usual for each in PARAMETERS}
ALL_BLUFFS = dict.fromkeys(BLUFFS + FALSE_BLOCKS, 100)
NO_BLUFFS = dict.fromkeys(BLUFFS + FALSE_BLOCKS, 0)
NO_DOUBTS = dict.fromkeys((*DOUBTS, "counting"), 0)
NO_TASTES = dict.fromkeys(TASTES, 0)


def style(**chosen: int) -> Numbers:
    """A style with some chosen numbers, and the defaults."""
    return tuple((USUAL | chosen).values())


# Named styles.

RELENTLESS = NO_BLUFFS | NO_DOUBTS | NO_TASTES | {"block": 0}
"""Never bluffs, challenges or blocks, and strikes as soon as it can."""
HELD_OUT = {
    "honest_leader": style(mind=HONEST_MIND, aim=AT_LEADER),
    "honest_random": style(mind=HONEST_MIND, aim=AT_RANDOM),
    "honest_next": style(mind=HONEST_MIND, aim=AT_NEXT),
    "honest_weakest": style(mind=HONEST_MIND, aim=AT_WEAKEST),
    "everything": style(**ALL_BLUFFS | NO_DOUBTS | NO_TASTES | {"steal": 100, "assassinate": 100}),
    "counter_poorest": style(mind=COUNTER_MIND, aim=AT_POOREST),
    "saver": style(**RELENTLESS | {"aim": AT_NEXT, "income": 100}),
    "swapper": style(
        **RELENTLESS | {"aim": AT_POOREST, "income": 50, "exchange": 50, "bluff_exchange": 100}
    ),
}
"""Opponents that no network may learn from: a network was once weak against them. `everything`
steals, assassinates and blocks whatever it holds; `saver` takes income and then coups; `swapper`
takes income or exchanges, with or without the card, and then coups."""
CHARACTERS = {
    "gambler": style(
        **dict.fromkeys(BLUFFS, 70) | dict.fromkeys(FALSE_BLOCKS, 60) | dict.fromkeys(DOUBTS, 40),
        cornered=80,
        fickle=40,
    ),
    "miser": style(**NO_BLUFFS, income=60, foreign_aid=40, steal=20, patience=80, thrift=90),
    "avenger": style(aim=AT_AVENGED, assassinate=100, steal=80, meddling=10, cornered=90),
    "thief": style(aim=AT_RICHEST, steal=100, tax=20, assassinate=30, bluff_steal=80),
    "sceptic": style(**NO_BLUFFS | dict.fromkeys(DOUBTS, 45), aim=AT_LIAR, meddling=80),
    "parrot": style(**dict.fromkeys(TASTES, 50), memory=0, careless=60, fickle=60, counting=30),
}
"""Named characters for tables."""
NAMED = HELD_OUT | CHARACTERS


# Families.

TRAINING_AIMS, HELD_AIMS = range(AT_RANDOM), range(AT_RANDOM, len(AIMS))
"""Neither family uses the targets of the other. In training most ignore who is ahead: a network
that meets only players who strike the leader learns to hide."""


def about(chance: random.Random, size: int) -> int:
    """A random number around this size."""
    return min(100, round(size * chance.uniform(0.3, 1.5)))


def of_training(chance: random.Random) -> Numbers:
    """A random style for training: all shades of lying, doubting and taste."""
    lies, denies = (chance.choice((0, 0, 0, 10, 25, 50, 100)) for _ in range(2))
    doubts = chance.choice((0, 0, 0, 5, 10, 20, 40, 80))
    found = {name: about(chance, lies) for name in BLUFFS}
    found |= {name: about(chance, denies) for name in FALSE_BLOCKS}
    found |= {name: about(chance, doubts) for name in DOUBTS}
    found |= {name: chance.choice((0, 10, 30, 60, 100)) for name in TASTES}
    return style(
        **found,
        aim=chance.choice(TRAINING_AIMS),
        fickle=chance.choice((0, 0, 10, 30, 50)),
        patience=chance.choice((0, 0, 0, 30, 70)),
        thrift=chance.choice((0, 0, 30, 80)),
        block=chance.choice((100, 100, 100, 70, 30)),
        meddling=chance.choice((0, 20, 50, 100)),
        memory=chance.choice((0, 50, 90)),
        counting=chance.choice((0, 100, 100)),
        cornered=chance.choice((20, 50, 50, 100)),
        poor=chance.choice((20, 50, 50, 100)),
        careless=chance.choice((0, 0, 20, 60)),
    )


def of_held(chance: random.Random) -> Numbers:
    """A random style for measuring: it picks targets as none in training does, and either a bot
    decides for it, or it does each thing always or never."""
    aim, mind = chance.choice(HELD_AIMS), chance.choice((OWN_MIND, OWN_MIND, *range(1, len(MINDS))))
    found = {name: 100 * chance.randrange(2) for name in (*BLUFFS, *FALSE_BLOCKS, "block")}
    found |= dict.fromkeys(DOUBTS, 0) | {chance.choice(DOUBTS): 100 * chance.randrange(2)}
    found |= NO_TASTES | dict.fromkeys(chance.sample(TASTES, 2), 100)
    return style(**found, mind=mind, aim=aim, memory=100, meddling=100)


FAMILIES = {"training": of_training, "held": of_held}


@cache
def drawn(family: str, number: int) -> Numbers:
    """The style with this number in a family.

    >>> drawn("training", 7) == drawn("training", 7) != drawn("training", 8)
    True
    """
    return FAMILIES[family](random.Random(f"{family} {number}"))


# Parsing.


@cache
def style_of(text: str) -> Numbers:
    """A style as people type it: a name or the number of one in a family, then changes to it.

    >>> style_of("thief") == CHARACTERS["thief"], style_of("held=3") == drawn("held", 3)
    (True, True)
    >>> dict(zip(NAMES, style_of("thief+aim=next+tax=0.5")))["tax"]
    50
    """
    chosen: dict[str, int] = {}
    for part in text.split("+"):
        name, _, value = (each.strip() for each in part.partition("="))
        if not chosen and part.strip() in NAMED:
            chosen |= zip(NAMES, NAMED[name], strict=True)
        elif not chosen and name in FAMILIES:
            chosen |= zip(NAMES, drawn(name, whole(name, value)), strict=True)
        elif name in NAMES:
            chosen[name] = number_in(name, value)
        else:
            raise CoupError(
                f"there is no style {part!r:.60}: it is one of {', '.join(NAMED)}, or "
                f"{' or '.join(f'{family}=1' for family in FAMILIES)} and so on, or set by "
                f"{', '.join(NAMES)}, as in style:thief+aim=next+tax=0.5"
            )
    return style(**chosen)


def whole(name: str, text: str) -> int:
    """The number of a style in its family."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise CoupError(f"style: {name} is a number from 0 to 999999999, not {text!r:.60}")
    return int(text)


def number_in(name: str, text: str) -> int:
    """A number of a style: a word for `mind` and `aim`, otherwise a share."""
    words = {"mind": MINDS, "aim": AIMS}.get(name)
    if words:
        if text not in words:
            raise CoupError(f"style: {name} is one of {', '.join(words)}, not {text!r:.60}")
        return words.index(text)
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise CoupError(f"style: {name} is a number from 0 to 1, not {text!r:.60}")
    return round(100 * share)
