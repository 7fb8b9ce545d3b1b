"""Seats the bots that are written for batches at a table, by means of a mirror."""

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
"""What a seat does, given a state, a story and the seed of its random numbers."""


class Adapter(Bot):
    """A bot that decides by a mind, exactly as in batches.

    mind: the function that decides.
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
        """Add the bot's own data to the story."""


class Bluffer(Adapter):
    """Bluffs often: with a probability of two thirds it acts, and blocks, as if it had any card."""

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
    """Plays what it holds, bluffs when its coin says so, and looks ahead when two players are left.

    coins: the results of its coin, as bits. It is flipped again after each bluff.
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
    """Lies as often as its honesty allows, doubts by counting cards, and bears grudges."""

    name = "trait"
    mind = trait.trait
    settings = ("honesty", "skepticism", "vengefulness")
    honesty = trait.HONESTY
    skepticism = trait.SKEPTICISM
    vengefulness = trait.VENGEFULNESS

    @classmethod
    def character(cls) -> tuple[float, ...]:
        """Its settings as a story holds them."""
        return trait.character(cls.honesty, cls.skepticism, cls.vengefulness)

    def add(self, t: Story, seat: int, view: View) -> None:
        t.settings[SETTINGS * seat : SETTINGS * (seat + 1)] = self.character()


class Style(Adapter):
    """Plays by the numbers of its style.

    numbers: as in `coup.bots.styles`.
    """

    name = "style"
    mind = minds.style
    numbers: Numbers = style()

    def add(self, t: Story, seat: int, view: View) -> None:
        t.styles[STYLE * seat : STYLE * (seat + 1)] = self.numbers


def styled(text: str) -> type[Style]:
    """The class of a style, from the text after `style:`."""
    return character(Style.name, style_of(text))


def character(name: str, numbers: Numbers) -> type[Style]:
    """A class of bots with one style."""
    attributes: dict[str, Any] = {"name": name, "numbers": numbers}
    return type(name.title(), (Style,), attributes)


COMPANY = tuple(character(name, numbers) for name, numbers in CHARACTERS.items())
"""The named characters as classes of bots."""
