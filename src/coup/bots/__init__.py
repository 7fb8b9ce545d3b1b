"""Every bot: how it decides, and the adapters that seat it at a table.

A bot sees views, never the game. This room knows nothing of screens, files or matches.

>>> import coup
>>> from coup.bots import BOTS, make
>>> game = coup.Game(["ann", "bob"], seed=7)
>>> make("counter", seed=7).choose(game.view("ann"))
income
>>> "shark" in BOTS, make("trait:honesty=0.2").name
(True, 'trait')
"""

import random
from collections.abc import Iterable
from functools import lru_cache

from coup.bots.adapter import COMPANY, Bluffer, CounterBot, Pragmatist, Style, Trait, styled
from coup.bots.bot import Bot, Honest, RandomBot
from coup.bots.shark import GRADES, SCHOOL, Shark, knows, tempered
from coup.languages import say
from coup.rules.errors import CoupError, hint
from coup.rules.rulesets import Ruleset

__all__ = [
    "BOTS",
    "LEVELS",
    "USUAL",
    "Bot",
    "bot_class",
    "is_built_in",
    "make",
    "stand_ins",
]

LEVELS = tuple(GRADES)
"""The levels of opponents, from the weakest to the strongest."""
USUAL = "medium"
"""The default opponent."""
KINDS = (RandomBot, Honest, Bluffer, Trait, Pragmatist, CounterBot, Shark)
EVERYBODY: tuple[type[Bot], ...] = (*KINDS, *SCHOOL, Style, *COMPANY)
BOTS = {bot.name: bot for bot in EVERYBODY}
"""The built-in bots by name: from the weakest to the strongest, then the levels, then those with a
character."""


def make(name: str, seed: int | None = None) -> Bot:
    """A built-in bot, with or without settings; the same seed gives the same random numbers."""
    return bot_class(name)(random.Random(seed))


def is_built_in(source: object) -> bool:
    """Whether this names a built-in bot, with or without settings."""
    return isinstance(source, str) and source.partition(":")[0] in BOTS


def stand_ins(ruleset: Ruleset, names: Iterable[object]) -> list[str]:
    """If no network knows the rules, a sentence saying that `shark` and the levels among these bots
    play as another bot does.

    >>> from coup import ruleset
    >>> stand_ins(ruleset("reformation"), ["medium", "person"])[0].partition(":")[0]
    'No network knows these rules yet'
    >>> stand_ins(ruleset("classic"), ["medium"])
    []
    """
    built_in = [str(name) for name in names if is_built_in(name)]
    if knows(ruleset) or not any(issubclass(bot_class(name), Shark) for name in built_in):
        return []
    text = (
        "No network knows these rules yet: shark and the levels play as counter does, each with "
        "its slips."
    )
    return [say(text)]


@lru_cache(maxsize=1024)
def bot_class(name: str) -> type[Bot]:
    """The class of a built-in bot, with settings after a colon as people type them.

    >>> bold = bot_class("trait:honesty=0.2+skepticism=0.8")
    >>> bold.name, vars(bold)["honesty"], vars(bold)["skepticism"]
    ('trait', 0.2, 0.8)
    """
    kind, colon, text = name.partition(":")
    if kind not in BOTS:
        raise CoupError(f"there is no bot {name!r:.60}; {hint(kind, BOTS)}")
    bot = BOTS[kind]
    if not colon:
        return bot
    if bot is Style:
        return styled(text)
    if issubclass(bot, Shark):
        return tempered(bot, text)
    if not bot.settings:
        raise CoupError(f"{kind} has nothing to set, so write {kind}, not {name!r:.60}")
    values: dict[str, float] = {}
    for setting in text.split("+"):
        attribute, _, value = (part.strip() for part in setting.partition("="))
        if attribute not in bot.settings or attribute in values:
            raise CoupError(
                f"{kind} is set by {', '.join(bot.settings)}, each once, as in "
                f"{kind}:{bot.settings[0]}=0.2+{bot.settings[1]}=0.8, not {name!r:.60}"
            )
        values[attribute] = share_in(value, f"{kind}: {attribute}")
    return type(bot.__name__, (bot,), values)


def share_in(text: str, what: str) -> float:
    """A number from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise CoupError(f"{what} is a number from 0 to 1, not {text!r:.60}")
    return value
