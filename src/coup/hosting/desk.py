"""A Coup 2022 agent's place at the table: what it is told, what it is asked, what happens after a
bad answer.

The desk passes on what happened in the game to the agent, and turns the agent's words into moves of
the kernel. It trusts nothing that the agent does: it keeps the truth itself, counts what the agent
breaks, raises or answers wrongly, and plays for it.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from time import perf_counter as clock
from typing import Any

from coup.hosting.backstage import TimeUp, heed_interrupt, timed
from coup.hosting.seats import TRIES, Gone, Seat, absent, default, inside, shown
from coup.moves import move_table
from coup.rules import kernel as k
from coup.rules.state import Rules
from coup.rules.vocabulary import ROLES
from coup.seating import one_word
from coup.words import listed

Answers = Mapping[str, int]
"""The words that an agent may answer with, and the move that each of them stands for."""

CHALLENGED: Answers = {role: k.REVEAL + 4 * place for place, role in enumerate(ROLES)}
DISCARD: Answers = {role: k.DISCARD + 4 * place for place, role in enumerate(ROLES)}
PLACEBACK: Answers = {role: k.RETURN + 4 * place for place, role in enumerate(ROLES)}


@lru_cache(maxsize=1024)
def turn_answers(seats: tuple[str, ...]) -> Answers:
    """What can be answered to `turn`; game files have lower case only, and names of one word."""
    moves = move_table(tuple(map(one_word, seats)))
    return {text.lower(): move.code for text, move in moves.items() if move.code < k.PASS}


def cb_answers(rules: Rules, action: int) -> Answers:
    """What can be answered to `cb?`: `block` is whatever blocks this action."""
    answers = {"pass": k.PASS, "challenge": k.CHALLENGE}
    if rules.blocks[action]:
        answers["block"] = k.lowest(rules.blocks[action])
    return answers


class Desk(Seat):
    """The place of one agent.

    coins, cards: what it has, as it is to see it.
    """

    __slots__ = ("cards", "coins", "react", "receive")

    def __init__(self, name: str, agent: Any) -> None:
        super().__init__(name, agent)
        self.react: Callable[[str], Any] = agent.react
        self.receive: Callable[[str], Any] = agent.receive
        self.coins = 0
        self.cards: list[str] = []

    def set_limit(self, seconds: float) -> None:
        """Give it only so long for each call."""
        self.react = timed(self.react, seconds)
        self.receive = timed(self.receive, seconds)

    def dismiss(self, why: str) -> None:
        self.react, self.receive = absent(why), ignore

    def work_in(self, enter: Callable[[], None]) -> None:
        self.react, self.receive = inside(enter, self.react), inside(enter, self.receive)

    # What it is told.

    def begin(self, coins: int, cards: list[str]) -> None:
        """The game begins."""
        self.coins, self.cards = coins, cards
        self.put("log", "")
        self.put("coins", coins)
        self.put("cards", cards.copy())

    def mend(self) -> None:
        """Show it its coins and its cards again, which it may have damaged."""
        self.put("coins", self.coins)
        self.put_cards()

    def put(self, name: str, value: object) -> None:
        """Set an attribute of the agent."""
        try:
            setattr(self.player, name, value)
        except BaseException as error:
            self.raised(f"{name} = {value!r}", error)

    def put_cards(self) -> None:
        """Show it its cards."""
        try:
            renew_cards(self.player, self.cards)
        except BaseException as error:
            self.raised(f"cards = {self.cards!r}", error)

    def has(self, coins: int) -> None:
        """It has so many coins now."""
        self.coins = coins
        try:
            self.player.coins = coins
        except BaseException as error:
            self.raised(f"coins = {coins!r}", error)

    def gains(self, role: str) -> None:
        """It draws a card."""
        self.cards.append(role)
        self.put_cards()

    def loses(self, role: str) -> None:
        """A card leaves its hand."""
        self.cards.remove(role)
        self.put_cards()

    def hears(self, line: str) -> None:
        """A line of the game file is written."""
        try:
            self.receive(line)
        except BaseException as error:
            self.raised(f"receive({line!r})", error)

    # What it is asked.

    def ask(self, hint: str, answers: Answers, legal: int) -> int:
        """The move with which the agent answers, one of the mask `legal`."""
        self.decisions += 1
        begin = clock()
        try:
            answer = self.react(hint)
        except BaseException as error:
            self.seconds += clock() - begin
            self.raised(f"react({hint!r})", error)
            if isinstance(error, TimeUp | Gone):
                return self.played(answers, legal)
        else:
            self.seconds += clock() - begin
            move = answers.get(answer) if type(answer) is str else None
            if move is None:
                move = meant(answer, answers)
            if move is not None and legal >> move & 1:
                return move
            self.fault(f"react({hint!r})", shown(answer), wanted(answers, legal))
        return self.ask_again(hint, answers, legal)

    def ask_again(self, hint: str, answers: Answers, legal: int) -> int:
        """The move with which it answers after a wrong answer, or what is played for it."""
        for _ in range(TRIES - 1):
            heed_interrupt()
            self.mend()
            begin = clock()
            try:
                move = meant(self.react(hint), answers)
            except BaseException as error:
                if isinstance(error, TimeUp | Gone):
                    break
            else:
                if move is not None and legal >> move & 1:
                    return move
            finally:
                self.seconds += clock() - begin
        heed_interrupt()
        self.mend()
        return self.played(answers, legal)

    def played(self, answers: Answers, legal: int) -> int:
        """What is played for it."""
        self.played_for += 1
        return default(legal, answers.get(self.cards[0]))


def ignore(line: str) -> None:
    """Stands in for an agent that is told nothing more."""


def renew_cards(agent: Any, cards: list[str]) -> None:
    """Change the agent's list in place rather than replace it: the agent may hold other references
    to it."""
    held = getattr(agent, "cards", None)
    if type(held) is list:
        held[:] = cards
    else:
        agent.cards = cards.copy()


def meant(answer: object, answers: Answers) -> int | None:
    """The move that an answer stands for, if it is a text; case and blanks do not matter."""
    if not isinstance(answer, str):
        return None
    answer = str.__str__(answer)  # of a kind of str, only what it says
    move = answers.get(answer)
    if move is None:
        move = answers.get(" ".join(answer.split()))
    return answers.get(" ".join(answer.lower().split())) if move is None else move


def wanted(answers: Answers, legal: int) -> str:
    """What would have been right."""
    words = [word for word, move in answers.items() if legal >> move & 1]
    return f"legal now: {listed(words)}"
