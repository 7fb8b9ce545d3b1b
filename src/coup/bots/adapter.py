"""The bots whose minds are written for batches, at a table: what they see of it is a mirror."""

import random
from collections.abc import Callable
from typing import Any, ClassVar

from coup.bots.bot import Bot
from coup.bots.minds import bluffer, counter, pragmatist, trait
from coup.bots.minds import style as minds
from coup.bots.notes import Notes
from coup.bots.styles import CHARACTERS, Numbers, style, style_of
from coup.moves import moves_by_code
from coup.rules.state import Rules, State
from coup.rules.vocabulary import is_action
from coup.vectors.mirror import Mirror
from coup.vectors.story import NOTED, SETTINGS, STYLE, Story, pair
from coup.view import View

Mind = Callable[[State, Story, Rules, int, int], int]
"""What a seat does, by a state, a story and a number out of which its luck comes."""


class Adapter(Bot):
    """A bot that decides by a mind, as it does in batches.

    mind: how it decides.
    """

    mind: ClassVar[Mind]

    def __init__(self, chance: random.Random, notes: Notes | None = None) -> None:
        super().__init__(chance, notes)
        self.mirror = Mirror()

    def choose(self, view: View) -> str:
        s, t, seat = self.mirror.reflect(view)
        self.add(t, seat, view)
        move = type(self).mind(s, t, view.ruleset.rules, seat, self.random.getrandbits(62))
        return moves_by_code(view.seats, is_action(s.phase))[move]

    def add(self, t: Story, seat: int, view: View) -> None:
        """Add to the story what the bot has by itself."""


class Bluffer(Adapter):
    """Bluffs often: two times in three it acts, and blocks, as if it had any card."""

    name = "bluffer"
    mind = bluffer.bluffer


class CounterBot(Adapter):
    """Counts cards and claims; bluffs, blocks and challenges by expected value."""

    name = "counter"
    mind = counter.counter

    def add(self, t: Story, seat: int, view: View) -> None:
        if self.notes is not None:
            for place, name in enumerate(view.seats):
                start = NOTED * pair(t, seat, place)
                t.notes[start : start + NOTED] = self.notes.told(name)


class Pragmatist(Adapter):
    """Plays what it holds, bluffs when its coin says so, and looks ahead when two are left.

    coins: how its coin falls, a bit for each time. It is flipped again after each bluff.
        It needs no memory: its view tells how often it has bluffed.
    """

    name = "pragmatist"
    mind = pragmatist.pragmatist

    def __init__(self, chance: random.Random, notes: Notes | None = None) -> None:
        super().__init__(chance, notes)
        self.coins = chance.getrandbits(COINS)

    def add(self, t: Story, seat: int, view: View) -> None:
        bluffs = self.coins >> self.mirror.bluffs % COINS & 1
        t.coins[seat] = pragmatist.BLUFFS if bluffs else pragmatist.REFRAINS


COINS = 64


class Trait(Adapter):
    """Lies as often as its honesty lets it, doubts by counting cards, and bears grudges."""

    name = "trait"
    mind = trait.trait
    settings = ("honesty", "skepticism", "vengefulness")
    honesty = trait.HONESTY
    skepticism = trait.SKEPTICISM
    vengefulness = trait.VENGEFULNESS

    @classmethod
    def character(cls) -> tuple[float, ...]:
        """Its settings as a story has them."""
        return trait.character(cls.honesty, cls.skepticism, cls.vengefulness)

    def add(self, t: Story, seat: int, view: View) -> None:
        t.settings[SETTINGS * seat : SETTINGS * (seat + 1)] = self.character()


class Style(Adapter):
    """Plays as the numbers of its style say.

    numbers: as in `coup.bots.styles`.
    """

    name = "style"
    mind = minds.style
    numbers: Numbers = style()

    def add(self, t: Story, seat: int, view: View) -> None:
        t.styles[STYLE * seat : STYLE * (seat + 1)] = self.numbers


def styled(text: str) -> type[Style]:
    """The class of a style that somebody typed after `style:`."""
    return character(Style.name, style_of(text))


def character(name: str, numbers: Numbers) -> type[Style]:
    """A class of players of one style."""
    attributes: dict[str, Any] = {"name": name, "numbers": numbers}
    return type(name.title(), (Style,), attributes)


COMPANY = tuple(character(name, numbers) for name, numbers in CHARACTERS.items())
"""The characters that people may meet."""
