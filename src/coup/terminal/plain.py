"""Coup in plain lines: prompts and typed moves, for pipes, screen readers and simple terminals."""

import os
import shutil
import signal
import sys
import textwrap
import time
from collections.abc import Iterable, Iterator
from typing import TextIO

from coup.choices import Choice, choices, situation
from coup.explain import IllegalMove
from coup.hosting.evening import Evening
from coup.terminal import wording
from coup.terminal.advice import THINKING, advice_for, advisable
from coup.terminal.saves import Save
from coup.view import View
from coup.words import count, listed

try:
    import termios
except ImportError:  # not on this system: then Enter pressed twice is not caught
    termios = None  # type: ignore[assignment]

PAUSE = 0.8  # seconds that a bot takes to act
QUICK = 0.3  # how much of that it takes to challenge, to block or to pass
WIPE = "\x1b[H\x1b[2J\x1b[3J"  # go home, clear the screen, clear the scroll-back
HELP = (
    "Type a move or its number. Besides: `?` shows all actions, `table` the table, "
    "`story` the story so far, `q` leaves the game."
)
RESUME = "The game is saved. To take it up again: coup play --resume"


class Leave(Exception):
    """Somebody wants to leave, or the input has ended."""


def patience(evening: Evening, pause: float) -> float:
    """How long the bot that is asked takes to answer."""
    kind = evening.game.question.kind
    return pause * QUICK if "challenge" in kind or "block" in kind else pause


class Lines:
    """Lines in, lines out."""

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self.source = source or sys.stdin
        self.sink = sink or sys.stdout
        self.is_terminal = self.source.isatty() and self.sink.isatty()
        self.can_wipe = self.is_terminal and os.environ.get("TERM") != "dumb"
        self.unread = 0

    @property
    def is_tall(self) -> bool:
        """Whether a whole turn fits on the screen, with the table of actions."""
        return not self.is_terminal or shutil.get_terminal_size().lines >= 40

    @property
    def may_be_seen(self) -> bool:
        """Whether what is written stays on a screen, though this program cannot clear it."""
        return self.source.isatty() and not self.can_wipe

    def say(self, *lines: str) -> None:
        """Write some lines."""
        for line in lines:
            print(line, file=self.sink, flush=True)

    def tell(self, lines: Iterable[str]) -> None:
        """Write lines that come by themselves; none scrolls off a terminal before it was read."""
        for line in lines:
            if self.is_terminal and self.unread >= shutil.get_terminal_size().lines - 2:
                more = self.ask("(Enter for more, q to leave) ")
                if more.lower() in ("q", "quit"):
                    raise Leave
            self.say(line)
            self.unread += 1

    def ask(self, prompt: str) -> str:
        """An answer to a question."""
        print(prompt, end="", file=self.sink, flush=True)
        self.unread = 0
        line = self.source.readline()
        if not line:
            self.say("")
            raise Leave
        if not self.source.isatty():
            self.say(line.strip())  # nobody typed it on this screen
        return line.strip()

    def agree(self, question: str) -> bool:
        """Yes or no?"""
        while True:
            match self.ask(f"{question} (yes/no) ").lower():
                case "y" | "yes":
                    return True
                case "n" | "no":
                    return False
                case "q" | "quit":
                    raise Leave
            self.say("Please answer yes or no.")

    def wipe(self) -> None:
        """Take everything off the screen and out of the scroll-back, as far as that can be done."""
        self.unread = 0
        if self.can_wipe:
            print(WIPE, end="", file=self.sink, flush=True)
        elif self.source.isatty():
            self.say("\n" * shutil.get_terminal_size().lines)
        else:
            self.say("-" * 40)

    def drop_typed(self) -> None:
        """Forget what was typed ahead: Enter pressed twice must not show the next hand."""
        if self.source.isatty() and termios:
            termios.tcflush(self.source, termios.TCIFLUSH)

    def wrap(self, text: str, indent: int = 0) -> list[str]:
        """A sentence in lines that fit."""
        width = shutil.get_terminal_size().columns if self.is_terminal else 100
        return textwrap.wrap(text, max(40, width - 1), subsequent_indent=" " * indent)


class PlainEvening:
    """An evening in plain lines."""

    def __init__(self, evening: Evening, save: Save, lines: Lines, pause: float) -> None:
        self.evening = evening
        self.save = save
        self.lines = lines
        self.pause = pause
        self.shared = len(evening.people) > 1
        self.looking: str | None = None if self.shared else evening.people[0]
        self.briefed: set[str] = set()  # who has seen the table of actions in this round
        self.watch: bool | None = None  # the bots to the end, when all people are out

    def run(self) -> None:
        """Play until nobody wants another round."""
        self.save.keep(self.evening)
        if self.shared and self.lines.may_be_seen:
            self.lines.say("This terminal cannot be cleared: please don't scroll back.")
        signal.signal(signal.SIGTERM, self.end)
        try:
            self.play_rounds()
        except (Leave, KeyboardInterrupt) as reason:
            self.part()
            if isinstance(reason, KeyboardInterrupt):
                raise

    def end(self, *_: object) -> None:
        """Somebody wants this program to end, even if a bot would not hear of it."""
        self.part()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTERM)

    def part(self) -> None:
        """Leave nobody's cards on the screen, and say how to go on."""
        self.lines.say("")
        if self.shared:
            self.lines.wipe()
        self.lines.say(RESUME)

    def play_rounds(self) -> None:
        evening = self.evening
        while True:
            if not evening.game.over:
                self.begin_round()
                self.play_round()
            self.end_round()
            if not self.another_round():
                break
            evening.next_round()
            self.save.keep(evening)
        self.save.forget()

    def begin_round(self) -> None:
        view = self.evening.view(None)
        self.lines.say(f"Round {self.evening.number}; {view.seats[0]} starts it.")
        self.lines.say(*self.lines.wrap(HELP))
        self.briefed.clear()
        self.watch = None

    def play_round(self) -> None:
        while seat := self.evening.asked:
            if self.evening.is_person(seat):
                self.ask_person(seat)
            else:
                self.tell_news()
                self.offer_to_skip()
                time.sleep(0 if self.watch is False else patience(self.evening, self.pause))
                self.evening.let_bot_answer()
            self.save.keep(self.evening)
            if self.shared and self.looking and self.evening.asked != self.looking:
                self.looking = None
                self.lines.wipe()
        self.tell_news()

    def tell_news(self) -> None:
        """Tell what happened to whoever is looking."""
        self.lines.tell(text for _, text in wording.sentences(self.evening.news(self.looking)))

    def offer_to_skip(self) -> None:
        """All people are out: nobody has to watch the bots to the end."""
        if self.evening.watching and self.watch is None and self.lines.is_terminal:
            self.watch = self.lines.agree("Only bots are left. Watch them to the end?")

    def end_round(self) -> None:
        path = self.save.keep_round(self.evening)
        self.lines.tell(["", "The round with all cards open:", *wording.truth(self.evening.game)])
        self.lines.tell(["", *wording.score(self.evening), f"To see it again: coup replay {path}"])

    def another_round(self) -> bool:
        """Whether to play on; whoever wants to know what went wrong is told it first."""
        people = advisable(self.evening)
        words = f"yes/no, or {listed([f'advice {seat}' for seat in people])}" if people else ""
        while True:
            typed = self.lines.ask(f"Another round? ({words or 'yes/no'}) ").lower().split()
            match typed:
                case ["y" | "yes"]:
                    return True
                case ["n" | "no"]:
                    return False
                case ["q" | "quit"]:
                    raise Leave
                case ["advice", *name] if people:
                    self.advise(" ".join(name), people)
                case _:
                    self.lines.say("Please answer yes or no.")

    def advise(self, typed: str, people: list[str]) -> None:
        """Tell somebody what shark would have done."""
        wanted = [seat for seat in people if seat.lower() == typed or len(people) == 1]
        if not wanted:
            self.lines.say(f"For whom? Type {listed([f'advice {seat}' for seat in people])}.")
            return
        self.lines.say(THINKING)
        for line in advice_for(self.evening, wanted[0]):
            self.lines.tell(self.lines.wrap(line, 3) or [""])

    # One question.

    def ask_person(self, seat: str) -> None:
        self.hand_over(seat)
        view = self.evening.view(seat)
        self.tell_news()
        if view.question.kind == "action" and (self.lines.is_tall or seat not in self.briefed):
            self.briefed.add(seat)
            self.lines.tell(["", *wording.actions(view.ruleset)])
        cards = ", ".join(map(str.capitalize, view.hand))
        options = choices(view)
        self.lines.tell(
            [
                "",
                *wording.table(view, self.evening.chairs),
                "",
                f"{seat}: you have {cards} and {count(view.coins[seat], 'coin')}.",
                *self.lines.wrap(situation(view)),
                *self.listed(options),
            ]
        )
        self.evening.answer(self.choose(view, options))

    def hand_over(self, seat: str) -> None:
        """Nobody's cards are shown before only their owner is looking."""
        if self.looking == seat:
            return
        self.lines.wipe()
        self.tell_news()
        view = self.evening.view(None)
        self.lines.say("", *wording.table(view, self.evening.chairs), "")
        self.lines.drop_typed()
        self.ask(f"{seat}, press Enter when only you are looking. ", view)
        self.lines.wipe()
        self.looking = seat

    def listed(self, options: tuple[Choice, ...]) -> Iterator[str]:
        """The choices with their numbers, and what they do."""
        width = min(24, max(len(choice.move) for choice in options))
        for number, choice in enumerate(options, 1):
            about = "; ".join(filter(None, (choice.effect, choice.claims)))
            text = f"{number:>3}  {choice.move:<{width}}  {about}. {choice.follows}"
            yield from self.lines.wrap(text, width + 7)

    def choose(self, view: View, options: tuple[Choice, ...]) -> str:
        """The choice of the person at the keyboard; a wrong one is explained and asked again."""
        while True:
            typed = self.ask("> ", view)
            try:
                choice = chosen(typed, options) or self.refused(typed)
            except IllegalMove as why:
                self.lines.say(str(why) if str(why).endswith("?") else f"{why}.")
                continue
            if choice.risk and not self.lines.agree(f"{choice.risk} Do it?"):
                continue
            return choice.move

    def refused(self, typed: str) -> Choice:
        """Why what was typed is not a choice."""
        if typed.isdecimal() or not typed:
            legal = self.evening.game.legal_moves
            raise IllegalMove(f"type a number from 1 to {len(legal)}, or a move: {listed(legal)}")
        self.evening.game.copy().push(typed.lower())  # raises, with the reason
        raise IllegalMove(f"{typed!r:.60} is not a move")

    def ask(self, prompt: str, view: View) -> str:
        """An answer to a question about the game; words that only look at it are served here."""
        while True:
            typed = self.lines.ask(prompt)
            match typed.lower():
                case "?" | "h" | "help":
                    self.lines.say(HELP, *wording.actions(view.ruleset))
                case "table":
                    self.lines.say(*wording.table(view, self.evening.chairs))
                case "story":
                    self.lines.tell(text for _, text in wording.sentences(view.events))
                case "q" | "quit" | "leave":
                    if self.lines.agree("Leave the game? It is saved."):
                        raise Leave
                case _:
                    return typed


def chosen(typed: str, options: tuple[Choice, ...]) -> Choice | None:
    """The choice that was typed, by its number or as a move, however it is spelled."""
    if typed.isdecimal() and len(typed) < 4 and 1 <= int(typed) <= len(options):
        return options[int(typed) - 1]
    plain = " ".join(typed.lower().replace("_", " ").split())
    for choice in options:
        if plain == choice.move.lower().replace("_", " "):
            return choice
    return None
