"""Coup in plain lines: prompts and typed moves, for pipes, screen readers and simple terminals."""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from rich.cells import cell_len

from coup.bots import stand_ins
from coup.called import as_typed, resume_command
from coup.choices import Choice, choices, role_name, why_only_one
from coup.explain import IllegalMove
from coup.hosting.evening import Evening, TakenBack
from coup.hosting.lesson import Lesson
from coup.languages import say
from coup.situation import situation
from coup.terminal import wording
from coup.terminal.advice import Wanted, advice_for, advisable, on_the_way, thinking
from coup.terminal.aloud import Aloud, ask_aloud
from coup.terminal.pace import Clock, Pace
from coup.terminal.rescue import tidied
from coup.terminal.saves import Save
from coup.terminal.typed import Unclear, caller_in, choice_in, reply_in
from coup.view import View

try:
    import termios
except ImportError:  # not on this system; then a second Enter is not dropped
    termios = None  # type: ignore[assignment]

WIPE = "\x1b[H\x1b[2J\x1b[3J"  # cursor home, clear the screen, clear the scroll-back
HELP = (
    "Type a move, its beginning (`st b` for `steal bob`) or its number; `p` passes, `c` "
    "challenges, `b` blocks. Also: `?` shows all actions, `table` the table, `story` the story "
    "so far, `pace` changes how fast the bots play, `undo` takes back the last answer if nobody "
    "has answered since, and `q` leaves the game."
)
QUIT = ("q", "quit", "leave")
PROGRESS = 3.0  # seconds between two lines about how far the adviser is


class Left(Exception):
    """A person wants to leave, or the input has ended."""


def goodbye() -> str:
    """The message to a person who leaves."""
    return say("The game is saved. To resume it: {command}", command=resume_command())


def yes_or_no(typed: str) -> bool | None:
    """Yes or no, in English or in the current language; None if it is neither."""
    if typed in ("y", "yes", say("yes"), say("yes")[0]):
        return True
    return False if typed in ("n", "no", say("no"), say("no")[0]) else None


class Lines:
    """Input and output in lines."""

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self.source = source or sys.stdin
        self.sink = sink or sys.stdout
        self.is_terminal = self.source.isatty() and self.sink.isatty()
        self.can_wipe = self.is_terminal and os.environ.get("TERM") != "dumb"
        self.unread = 0  # lines on the screen since somebody pressed Enter
        self.ahead: list[str] = []  # what was typed at "Enter for more"

    @property
    def may_be_seen(self) -> bool:
        """Whether the output stays on a screen that this program cannot clear."""
        return self.source.isatty() and not self.can_wipe

    def say(self, *lines: str) -> None:
        """Write some lines."""
        for line in lines:
            print(line, file=self.sink, flush=True)

    def tell(self, lines: Iterable[str]) -> None:
        """Write unasked lines, page by page on a terminal, so that none scrolls off unread."""
        for line in lines:
            height = self.height_of(line)
            if self.is_terminal and self.unread + height > shutil.get_terminal_size().lines - 1:
                self.turn_page()
            self.say(line)
            self.unread += height

    def height_of(self, line: str) -> int:
        """How many rows of the screen a line takes."""
        return max(1, -(-cell_len(line) // shutil.get_terminal_size().columns))

    def turn_page(self) -> None:
        """Wait for Enter. Anything else that is typed answers the next question."""
        typed = self.read(f"{say('(Enter for more)')} ")
        if typed.lower() in QUIT:
            if self.agree(say("Leave the game? It is saved.")):
                raise Left
        elif typed:
            self.ahead.append(typed)

    def ask(self, prompt: str) -> str:
        """The answer to a question."""
        if self.ahead:
            self.say(f"{prompt}{self.ahead[0]}")
            return self.ahead.pop(0)
        return self.read(prompt)

    def read(self, prompt: str) -> str:
        """The next line that is typed."""
        *above, last = self.wrap(prompt) if self.is_terminal and prompt.strip() else [prompt]
        self.say(*above)
        print(last.rstrip(), end=" " * prompt.endswith(" "), file=self.sink, flush=True)
        self.unread = 0
        line = self.source.readline()
        if not line:
            self.say("")
            raise Left
        if not self.source.isatty():
            self.say(line.strip())  # echo it, since it was not typed on this screen
        return line.strip()

    def agree(self, question: str) -> bool:
        """Ask for yes or no."""
        yes, no = say("yes"), say("no")
        while True:
            typed = self.read(f"{question} ({yes}/{no}) ").lower()
            if typed in QUIT:
                raise Left
            answer = yes_or_no(typed)
            if answer is not None:
                return answer
            self.say(say("Please answer yes or no."))

    def wipe(self) -> None:
        """Clear the screen and the scroll-back, as far as possible."""
        self.unread = 0
        if self.can_wipe:
            print(WIPE, end="", file=self.sink, flush=True)
        elif self.source.isatty():
            self.say("\n" * shutil.get_terminal_size().lines)
        else:
            self.say("-" * 40)

    def drop_typed(self) -> None:
        """Drop what was typed ahead: Enter pressed twice must not show the next hand."""
        self.ahead.clear()
        if self.source.isatty() and termios:
            termios.tcflush(self.source, termios.TCIFLUSH)

    def wrap(self, text: str, indent: int = 0) -> list[str]:
        """A sentence in lines that fit."""
        width = shutil.get_terminal_size().columns if self.is_terminal else 100
        return wording.wrapped(text, max(40, width - 1), indent)


class PlainEvening:
    """An evening in plain lines.

    private: whether every question is put to one person alone, even if it could be answered aloud.
    """

    def __init__(
        self,
        evening: Evening,
        save: Save,
        lines: Lines,
        pace: Pace,
        private: bool = False,
        clock: Clock | None = None,
    ) -> None:
        self.evening = evening
        self.save = save
        self.lines = lines
        self.pace = pace
        self.private = private
        self.clock = clock or Clock()
        self.shared = len(evening.people) > 1
        self.looking: str | None = None if self.shared else evening.people[0]
        self.seen: dict[str, int] = {}  # how many of its drawn cards each seat has seen
        self.watch: bool | None = None  # whether to watch the bots, when all people are out

    def run(self) -> None:
        """Play until nobody wants another round."""
        self.save.keep(self.evening)
        if self.shared and self.lines.may_be_seen:
            self.lines.say(say("This terminal cannot be cleared: please don't scroll back."))
        for note in stand_ins(self.evening.ruleset, self.evening.chairs.values()):
            self.lines.say(*self.lines.wrap(note))
        with tidied(self.end):
            try:
                self.play_rounds()
            except (Left, KeyboardInterrupt) as reason:
                self.part()
                if isinstance(reason, KeyboardInterrupt):
                    raise

    def end(self) -> None:
        """Say goodbye, and hide all cards, before a signal ends the program."""
        wipe = WIPE if self.shared and self.lines.can_wipe else ""
        farewell = goodbye() if self.save.lasts else ""
        os.write(self.lines.sink.fileno(), f"\n{wipe}{farewell}\n".encode(errors="replace"))

    def part(self) -> None:
        """Hide all cards, and say how to continue."""
        self.lines.say("")
        if self.shared:
            self.lines.wipe()
        if self.save.lasts:
            self.lines.say(goodbye())

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
        text = "Round {n}; {seat} starts it."
        self.lines.say(say(text, n=self.evening.number, seat=view.seats[0]))
        self.lines.say(*self.lines.wrap(say(HELP)))
        self.seen.clear()
        self.watch = None

    def play_round(self) -> None:
        while seat := self.evening.asked:
            try:
                self.ask_next(seat)
            except TakenBack:
                self.looking = None if self.shared else self.looking
            self.save.keep(self.evening)
            self.complain()
            if self.shared and self.looking and self.evening.asked != self.looking:
                self.looking = None
                self.lines.wipe()
        self.tell_news()

    def ask_next(self, seat: str) -> None:
        """Ask one person, all people who may answer together, or a bot."""
        aloud = self.evening.open_to if self.shared and not self.private else []
        if not self.evening.is_person(seat):
            self.ask_bot()
        elif aloud:
            self.ask_aloud(aloud)
        else:
            self.ask_person(seat)

    def ask_bot(self) -> None:
        """Let a bot answer, after a pause so that people can follow."""
        if not wording.is_passing(self.evening.view(None).events):
            self.tell_news()
        self.offer_to_skip()
        self.clock.sleep(0 if self.watch is False else self.pace.of_bot(self.evening))
        self.evening.let_bot_answer()

    def complain(self) -> None:
        """Report each failing bot once."""
        for seat, fault in self.evening.complaints():
            path = self.save.keep_fault(seat, fault)
            self.lines.tell(self.lines.wrap(wording.complaint(seat, fault, path)))

    def tell_news(self) -> None:
        """Tell the person at the screen what happened."""
        self.lines.tell(text for _, text in wording.sentences(self.evening.news(self.looking)))

    def offer_to_skip(self) -> None:
        """When all people are out, ask whether to watch the bots to the end."""
        if self.evening.watching and self.watch is None and self.lines.is_terminal:
            self.watch = self.lines.agree(say("Only bots are left. Watch them to the end?"))

    def end_round(self) -> None:
        path = self.save.keep_round(self.evening)
        self.lines.tell(wording.banner(self.evening))
        self.explain()
        title = say("The round with all cards open")
        self.lines.tell(["", f"{title}:", *wording.truth(self.evening.game)])
        again = say("To see it again: {command}", command=as_typed("replay", str(path)))
        self.lines.tell(["", *wording.score(self.evening), again])

    def another_round(self) -> bool:
        """Ask whether to play another round; before that, anybody can have advice."""
        people = advisable(self.evening)
        question = self.another_question(people)
        while True:
            typed = self.lines.ask(question).lower().split()
            match typed:
                case [word] if (answer := yes_or_no(word)) is not None:
                    return answer
                case ["q" | "quit"]:
                    raise Left
                case ["advice", *name] if people:
                    self.advise(" ".join(name), people)
                case _:
                    self.lines.say(say("Please answer yes or no."))

    def another_question(self, people: list[str]) -> str:
        """The question about another round, and about advice if there is any."""
        words = [say("yes"), say("no")]
        if not people:
            return f"{say('Another round?')} ({'/'.join(words)}) "
        wanted = [f"advice {seat}" for seat in people]
        text = "Another round? ({yes}/{no}, or {advice:or})"
        return f"{say(text, yes=words[0], no=words[1], advice=wanted)} "

    def advise(self, typed: str, people: list[str]) -> None:
        """Tell a person what shark would have done."""
        wanted = [seat for seat in people if seat.lower() == typed or len(people) == 1]
        if not wanted:
            ways = [f"advice {seat}" for seat in people]
            self.lines.say(say("For whom? Type {ways:or}.", ways=ways))
            return
        self.lines.say(thinking())
        for line in advice_for(self.evening, wanted[0], self.progress()):
            self.lines.tell(self.lines.wrap(line, 3) or [""])

    def progress(self) -> Wanted:
        """A callback that reports the adviser's progress every few seconds."""
        told = self.clock.now()

        def heard(done: int, games: int) -> bool:
            nonlocal told
            if self.clock.now() - told > PROGRESS:
                told = self.clock.now()
                self.lines.say(on_the_way(done, games))
            return True

        return heard

    # A question to one person.

    def ask_person(self, seat: str) -> None:
        self.hand_over(seat)
        view = self.evening.view(seat)
        self.tell_news()
        if view.question.kind == "action":
            self.lines.tell(["", *wording.actions(view.ruleset)])
        options = choices(view)
        self.explain()
        self.lines.tell(
            [
                "",
                *wording.table(view, self.evening.chairs),
                "",
                self.hand(view),
                *self.lines.wrap(f"{situation(view)} {why_only_one(view)}".rstrip()),
                *self.listed(options),
            ]
        )
        if self.lesson and self.lesson.suggestion:
            self.lines.tell([say("Try: {move}.", move=self.lesson.suggestion)])
        self.seen[seat] = wording.draws(view)
        self.evening.answer(self.choose(view, options), seat)

    @property
    def lesson(self) -> Lesson | None:
        """The evening, if it is a lesson."""
        return self.evening if isinstance(self.evening, Lesson) else None

    def explain(self) -> None:
        """In a lesson, show the current note."""
        note = self.lesson.note if self.lesson else ""
        if note:
            self.lines.tell(["", *self.lines.wrap(note)])

    def hand(self, view: View) -> str:
        """The cards and coins of the owner of a view, in words."""
        cards = ", ".join(map(role_name, view.hand))
        coins = view.coins[str(view.seat)]
        text = "{name}: you have {cards} and {n:coins}."
        return say(text, name=view.seat, cards=cards, n=coins)

    def hand_over(self, seat: str) -> None:
        """Hand the keyboard over: no cards are shown until only their owner is looking."""
        if self.looking == seat:
            return
        self.lines.wipe()
        self.tell_news()
        view = self.evening.view(None)
        self.lines.say("", *wording.table(view, self.evening.chairs), "")
        self.lines.drop_typed()
        only = say("{name}, press Enter when only you are looking.", name=seat)
        self.ask(f"{only} ", view)
        self.lines.wipe()
        self.looking = seat

    def listed(self, options: tuple[Choice, ...]) -> Iterator[str]:
        """The choices with their numbers, effects and risks."""
        width = min(24, max(len(choice.move) for choice in options))
        for number, choice in enumerate(options, 1):
            what = "; ".join(filter(None, (choice.effect, choice.claims)))
            about = wording.sentence(what, self.evening.chairs)
            parts = (f"{number:>3}  {choice.move:<{width}} ", about, choice.follows, choice.loses)
            yield from self.lines.wrap(" ".join(filter(None, parts)), width + 7)

    def choose(self, view: View, options: tuple[Choice, ...]) -> str:
        """Ask for a choice until the answer is valid; a wrong one is explained."""
        while True:
            typed = self.ask("> ", view)
            try:
                choice = choice_in(typed, options) or self.refused(typed, options)
            except (IllegalMove, Unclear) as why:
                self.lines.say(*self.lines.wrap(wording.reason(why, view.seats)))
                continue
            if choice.risk and not self.lines.agree(f"{choice.risk} {say('Do it?')}"):
                continue
            return choice.move

    def refused(self, typed: str, options: Sequence[Choice]) -> Choice:
        """Raise the reason why what was typed is not a choice."""
        if typed.isdecimal() or not typed:
            text = "Type a number from 1 to {n}, or a move: {moves:or}."
            moves = [choice.move for choice in options]
            raise IllegalMove(say(text, n=str(len(options)), moves=moves))
        self.evening.game.copy().push(typed.lower(), self.looking)  # raises, with the reason
        raise IllegalMove(say("{typed} is not a move.", typed=f"{typed!r:.60}"))

    def ask(self, prompt: str, view: View) -> str:
        """The answer to a question about the game; commands such as `table` are handled here."""
        while True:
            typed = self.lines.ask(prompt)
            match typed.lower():
                case "?" | "h" | "help":
                    self.lines.say(*self.lines.wrap(say(HELP)), *wording.actions(view.ruleset))
                case "table":
                    self.lines.say(*wording.table(view, self.evening.chairs))
                case "story":
                    self.lines.tell(text for _, text in wording.sentences(view.events))
                case "pace":
                    self.pace.change()
                    self.lines.say(wording.pace(self.pace.name))
                case "undo" | "u":
                    self.take_back()
                case "q" | "quit" | "leave":
                    if self.lines.agree(self.leaving()):
                        raise Left
                case _:
                    return typed

    def leaving(self) -> str:
        """The question whether to leave."""
        return say("Leave the game? It is saved.") if self.save.lasts else say("Leave the lesson?")

    def take_back(self) -> None:
        """Take back the last answer, if possible."""
        try:
            self.evening.take_back()
        except ValueError as why:
            self.lines.say(wording.reason(why, self.evening.chairs))
            return
        self.lines.say(say("Taken back."))
        raise TakenBack

    # A question to all people who may answer.

    def ask_aloud(self, seats: list[str]) -> None:
        """Ask all who may answer together; a person who has drawn a card sees it first."""
        for seat in seats:
            self.show_new_cards(seat)
        self.tell_news()
        view = self.evening.view(None)
        aloud = ask_aloud(self.evening, seats)
        self.lines.tell(["", *wording.table(view, self.evening.chairs), ""])
        self.lines.tell(self.lines.wrap(f"{aloud.deed} {aloud.asked} {self.invitation(seats)}"))
        while True:
            typed = self.ask(f"{say('Who?')} ", view)
            try:
                if self.hear(typed, aloud, seats, view):
                    return
            except (IllegalMove, Unclear) as why:
                self.lines.say(*self.lines.wrap(wording.reason(why, view.seats)))

    def invitation(self, seats: list[str]) -> str:
        """Instructions how to answer."""
        names = [say("{n} for {seat}", n=self.number_of(seat), seat=seat).strip() for seat in seats]
        text = (
            "Type {names:or}; press Enter if nobody does; `{look}` shows you your cards first."
            if len(seats) > 1
            else "Type {names:or}; press Enter if not; `{look}` shows you your cards first."
        )
        return say(text, names=names, look=f"look {self.number_of(seats[0])}")

    def number_of(self, seat: str) -> int:
        """The number of a person's chair, which never changes."""
        return self.evening.people.index(seat) + 1

    def hear(self, typed: str, aloud: Aloud, seats: list[str], view: View) -> bool:
        """Carry out what was called out; returns False if the person changed their mind."""
        if typed.lower() in ("", "p", "pass", "no", "nobody"):
            self.evening.pass_for(seats)
            return True
        word, _, rest = typed.partition(" ")
        numbers = {self.number_of(seat): seat for seat in seats}
        if word.lower() in ("l", "look"):
            self.ask_person(caller_in(rest, numbers)[0])
            return True
        seat, said = caller_in(typed, numbers)
        replies = aloud.replies[seat]
        if not said and len(replies) > 1:
            moves = [reply.move for reply in replies]
            said = self.ask(say("{seat}: {moves:or}?", seat=seat, moves=moves) + " ", view)
        reply = reply_in(said, replies)
        if reply.risk and not self.lines.agree(f"{reply.risk} {say('Do it?')}"):
            return False
        self.evening.answer(reply.move, seat)
        return True

    def show_new_cards(self, seat: str) -> None:
        """Show a person the cards that they were dealt or drew since their last look, before they
        answer aloud. That they drew is no secret."""
        drawn = wording.draws(self.evening.view(seat))
        if self.seen.get(seat) == drawn:
            return
        self.hand_over(seat)
        self.seen[seat] = drawn
        view = self.evening.view(seat)
        self.tell_news()
        self.lines.say("", self.hand(view))
        self.ask(f"{say('Remember your cards, and press Enter.')} ", view)
        self.looking = None
        self.lines.wipe()
