"""Coup on a full screen: the table, the story, the actions, and one question at a time."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, get_args

from rich.console import RenderableType
from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from coup.bots import stand_ins
from coup.called import as_typed, resume_command
from coup.choices import Choice, choices, grouped, spared, why_only_one
from coup.events import Eliminated
from coup.hosting.evening import Evening, TakenBack
from coup.hosting.lesson import Lesson
from coup.languages import say
from coup.situation import situation
from coup.terminal import paint, wording
from coup.terminal.advice import advice_for, advisable
from coup.terminal.aloud import Aloud, Reply, ask_aloud
from coup.terminal.guide import guide, signs_and_keys
from coup.terminal.option import (
    OPTION_KEYS,
    Option,
    OptionLine,
    Shape,
    as_option,
    as_target,
    back,
    call_of,
    kind_of,
)
from coup.terminal.pace import LONG_MOMENT, MOMENT, Clock, Lull, Pace
from coup.terminal.saves import Save
from coup.terminal.screens import Confirm, Help, RoundEnd
from coup.view import View

STOPPED = 130  # the exit code after Ctrl-C
MINIMUM = (80, 24)  # columns and lines
DETAIL = 2  # the least number of lines for what an option's line leaves out
KEYS = "1-9 ↑↓ Enter  PgUp PgDn: story  ?: rules  b: bots {pace}  q: leave"
KEYS_WITH_UNDO = "1-9 ↑↓ Enter  PgUp PgDn: story  ?: rules  b: bots {pace}  u: undo  q: leave"
TITLE = "Coup · round {round} · turn {turn} · court deck {deck} · {ruleset}"
TITLE_WITH_RESERVE = (
    "Coup · round {round} · turn {turn} · court deck {deck} · reserve {reserve} · {ruleset}"
)


def shape_for(lines: Sequence[OptionLine], width: int, room: int) -> Shape:
    """The most detailed shape in which all options fit."""
    if sum(line.height_at(width) for line in lines) <= room:
        return "full"
    return "brief" if len(lines) <= room - DETAIL else "half"


class FullEvening(App[int]):
    """An evening on a full screen.

    private: whether every question is put to one person alone, even if it could be answered aloud.
    """

    CSS = """
    #title { height: 1; background: $primary; color: $text; padding: 0 1; }
    #title { text-wrap: nowrap; text-overflow: ellipsis; }
    #upper { height: auto; max-height: 16; background: $surface; }
    #seats { width: 1fr; padding: 0 0 0 1; }
    #summary { width: auto; padding: 0 0 0 1; border-left: solid $primary; }
    #lower { height: 1fr; }
    #ask { width: 51; padding: 0 1; }
    #small { display: none; height: 1fr; content-align: center middle; }
    .small #small { display: block; }
    .small #upper, .small #lower, .small #detail { display: none; }
    #story { width: 1fr; border-left: solid $primary; padding: 0 0 0 1; }
    #hand, #question { height: auto; }
    #question { text-style: bold; }
    #options { height: 1fr; min-height: 1; }
    #detail { height: 2; padding: 0 1; color: $text-muted; display: none; }
    .brief #detail, .half #detail { display: block; }
    .half #options { layout: grid; grid-size: 2; grid-gutter: 0 1; grid-rows: 1; }
    #keys { height: 1; background: $panel; padding: 0 1; }
    OptionLine { height: auto; }
    OptionLine:hover { background: $boost; }
    OptionLine:focus { background: $primary; color: $text; text-style: bold; }
    .wide #ask { width: 80; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", "Leave"),
        Binding("question_mark", "help", "Rules"),
        Binding("b", "change_pace", "How fast bots play"),
        Binding("u", "take_back", "Take the last answer back"),
        Binding("ctrl+c,ctrl+q", "stop", "Stop", priority=True),
        Binding("up", "step(-1, 0)", show=False),
        Binding("down", "step(1, 0)", show=False),
        Binding("left", "step(0, -1)", show=False),
        Binding("right", "step(0, 1)", show=False),
        Binding("pageup", "scroll_story(-5)", show=False),
        Binding("pagedown", "scroll_story(5)", show=False),
        Binding("escape", "pick_nothing", show=False),
    ]

    def __init__(
        self,
        evening: Evening,
        save: Save,
        pace: Pace,
        private: bool = False,
        clock: Clock | None = None,
    ) -> None:
        super().__init__()
        self.evening = evening
        self.save = save
        self.pace = pace
        self.private = private
        self.clock = clock or Clock()
        self.lull = Lull(self.clock)
        self.shared = len(evening.people) > 1
        self.looking: str | None = None if self.shared else evening.people[0]
        self.new = 0  # sentences that the person at the screen has not read
        self.failure: Exception | None = None
        self.leaving = False  # whether the screen is being closed
        self.answer: asyncio.Future[int | None] | None = None
        self.lit = 0  # the option that Enter would choose
        self.columns = 1  # of options
        self.begin_round()

    def begin_round(self) -> None:
        """Start a round, of which nobody has seen anything."""
        self.new = 0
        self.shown = len(self.evening.view(None).events)  # events that were on the screen
        self.seen: dict[str, int] = {}  # how many of its drawn cards each seat has seen
        self.hurry = False  # whether all people are out and want to skip to the end

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        small = say("This window is too small: 80 columns and 24 lines are needed.")
        yield Static(small, id="small")
        with Horizontal(id="upper"):
            yield Static(id="seats")
            yield Static(id="summary")
        with Horizontal(id="lower"):
            with Vertical(id="ask"):
                yield Static(id="hand")
                yield Static(id="question")
                yield VerticalScroll(id="options", can_focus=False)
            with VerticalScroll(id="story", can_focus=False):
                yield Static(id="told")
        yield Static(id="detail")
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.title = "Coup"
        self.shape = self.size
        self.play_evening()

    # The course of an evening.

    @work
    async def play_evening(self) -> None:
        """Play until nobody wants another round. Failures are reported when the screen is
        closed."""
        try:
            while await self.play_one_round():
                self.evening.next_round()
                self.begin_round()
                self.save.keep(self.evening)
            self.save.forget()
        except Exception as error:
            self.failure = None if self.leaving else error
        self.exit(0)

    async def play_one_round(self) -> bool:
        """Play a round and show how it ended; returns whether to play another."""
        evening = self.evening
        if not evening.game.over:
            await self.play_round()
            await self.show_winner()
            await self.explain()
        path = self.save.keep_round(evening)
        await self.uncovered()
        again = say("To see it again: {command}", command=as_typed("replay", str(path)))
        score = [*wording.score(evening), again]
        advice = {seat: partial(advice_for, evening, seat) for seat in advisable(evening)}
        story = wording.truth(evening.game)
        end = RoundEnd(evening.view(None), score, story, advice, self.lull)
        return await self.push_screen_wait(end)

    async def uncovered(self) -> None:
        """Wait while another screen covers the table."""
        while isinstance(self.screen, ModalScreen):
            await asyncio.sleep(0.05)

    async def play_round(self) -> None:
        """Ask people and bots in turn."""
        await self.introduce()
        while self.evening.asked:
            await self.uncovered()
            try:
                await self.ask_next(self.evening.asked)
            except TakenBack:
                self.shown = min(self.shown, len(self.evening.view(None).events))
                self.look(None if self.shared else self.looking)
            self.save.keep(self.evening)
            if self.shared and self.evening.asked != self.looking:
                self.look(None)
            await self.complain()
            await self.show_moment()

    async def introduce(self) -> None:
        """Before the first move of an evening, say which bots play as another one does."""
        notes = stand_ins(self.evening.ruleset, self.evening.chairs.values())
        if notes and not self.evening.rounds and self.evening.game.turn <= 1:
            self.show_table(" ".join(notes))
            await self.choose([Option(say("Go on"))])

    async def ask_next(self, seat: str) -> None:
        """Ask one person, all people who may answer together, or a bot."""
        aloud = self.evening.open_to if self.shared and not self.private else []
        if not self.evening.is_person(seat):
            await self.ask_bot(seat)
        elif aloud:
            await self.ask_aloud(aloud)
        else:
            await self.ask_person(seat)

    async def ask_bot(self, seat: str) -> None:
        """Let a bot answer, after a pause so that people can follow."""
        self.show_table(say("{seat} is thinking…", seat=seat))
        if not self.hurry:
            skip = Option(say("Skip to the end"), detail=say("Only bots are left."))
            options = [skip] if self.evening.watching else []
            number = await self.choose(options, self.pace.of_bot(self.evening))
            self.hurry = number is not None
        self.evening.let_bot_answer()

    async def complain(self) -> None:
        """Report each failing bot once."""
        for seat, fault in self.evening.complaints():
            path = self.save.keep_fault(seat, fault)
            self.show_table(wording.complaint(seat, fault, path))
            await self.choose([Option(say("Go on"))])

    def look(self, seat: str | None) -> None:
        """From now on show what this seat may see, or for None what everybody may see."""
        self.looking = seat
        self.new = 0
        self.show_table("")

    # What everybody sees.

    async def show_moment(self) -> None:
        """A revealed card stays on screen for a moment; a person who goes out is told so."""
        story = self.evening.view(None).events
        new, self.shown = story[self.shown :], len(story)
        told = wording.grave(new)
        out = [event.seat for event in new if isinstance(event, Eliminated)]
        people = [seat for seat in out if self.evening.is_person(seat)]
        if self.hurry or self.evening.game.over or not told:
            return
        self.show_table(" ".join(told))
        if people:
            await self.choose([Option(say("Go on"), detail=say("The others play on."))])
        elif self.pace.of_reveal:
            await self.choose([Option(say("Go on"))], self.pace.of_reveal)

    async def show_winner(self) -> None:
        """Show how the round ended and who has won, until somebody presses a key."""
        if self.shared:
            self.look(None)
        view = self.evening.view(None)
        self.show_table(paint.banner(view.winner, self.evening.number, wording.finale(view)))
        await self.uncovered()
        await self.choose([Option(say("The score, and all cards"))], moment=LONG_MOMENT)

    # What people are asked.

    async def hand_over(self, seat: str) -> None:
        """Hand the keyboard over: from now on only this person looks at the screen."""
        if self.looking == seat:
            return
        self.show_table(say("{name}, press Enter when only you are looking.", name=seat))
        show = Option(say("Show my cards"), detail=say("Everybody else looks away."))
        await self.choose([show], moment=LONG_MOMENT)
        self.look(seat)

    async def ask_person(self, seat: str) -> None:
        """Hand over the keyboard if necessary, and ask."""
        await self.hand_over(seat)
        await self.explain()
        while True:
            view = self.evening.view(seat)
            self.seen[seat] = wording.draws(view)
            self.show_table(f"{situation(view)} {why_only_one(view)}".rstrip())
            choice = await self.choose_move(view)
            if choice and await self.is_sure(choice.risk):
                self.evening.answer(choice.move, seat)
                self.new = 0
                return

    async def explain(self) -> None:
        """In a lesson, show the note before a question; one can leave the lesson there."""
        note = self.lesson.note if self.lesson else ""
        if not note:
            return
        self.show_table(note)
        if await self.choose([Option(say("Go on")), Option(say("Leave the lesson"))]) == 1:
            self.leave(0)
            await asyncio.Event().wait()  # until the screen is closed

    @property
    def lesson(self) -> Lesson | None:
        """The evening, if it is a lesson."""
        return self.evening if isinstance(self.evening, Lesson) else None

    def marked(self, option: Option, moves: Sequence[Choice]) -> Option:
        """An option, marked if a lesson suggests one of its moves."""
        wanted = self.lesson.suggestion if self.lesson else None
        suggested = wanted is not None and any(each.move == wanted for each in moves)
        star = f"★ {say('try this')}"
        if not suggested:
            return option
        return replace(option, tag=star, small_tag=star, is_suggested=True)

    async def choose_move(self, view: View) -> Choice | None:
        """Ask for one of the moves; with several targets, first for the action, then for the
        target."""
        options = choices(view)
        kinds = list(dict.fromkeys(map(kind_of, options)))
        targeted = len(kinds) < len(options) and any(choice.move.target for choice in options)
        if not targeted:
            lines = [self.marked(as_option(choice, view.seats), [choice]) for choice in options]
            number = await self.choose(lines)
            return None if number is None else options[number]
        groups = [[each for each in options if kind_of(each) == kind] for kind in kinds]
        whole = [as_option(grouped(view, group), view.seats) for group in groups]
        number = await self.choose(list(map(self.marked, whole, groups)))
        if number is None:
            return None
        group = groups[number]
        if len(group) == 1:
            return group[0]
        own_side = spared(view, group[0].move.verb)
        if own_side:
            self.part("#question").update(Text(own_side))
        targets = [self.marked(as_target(choice, view.seats), [choice]) for choice in group]
        number = await self.choose([*targets, back()])
        return None if number is None or number == len(group) else group[number]

    async def is_sure(self, risk: str) -> bool:
        """Ask for confirmation of a risk, so that nobody loses two cards by a slip of the
        finger."""
        question = f"{risk} {say('Do it?')}"
        return not risk or await self.push_screen_wait(Confirm(question, self.lull))

    async def ask_aloud(self, seats: list[str]) -> None:
        """Ask all who may answer together; a person who has drawn a card sees it first."""
        for seat in seats:
            await self.show_new_cards(seat)
        aloud = ask_aloud(self.evening, seats)
        if len(seats) > 1:
            how = say("Press your number, Enter if nobody does.")
        else:
            how = say("Press your number, Enter if not.")
        self.show_table(f"{aloud.deed} {aloud.asked} {how}")
        number = await self.choose(self.callers(aloud))
        if number is None:
            return
        if number == 0:
            self.evening.pass_for(seats)
        elif number <= len(seats):
            await self.hear(aloud.replies[seats[number - 1]])
        else:
            await self.ask_in_private(seats)

    def callers(self, aloud: Aloud) -> list[Option]:
        """The options: nobody, each person by the number of the chair, and a look at one's
        cards."""
        people = self.evening.people
        calls = [
            Option(call_of(replies), key=OPTION_KEYS[people.index(seat)])
            for seat, replies in aloud.replies.items()
        ]
        look = Option(say("First look at my cards"), key="0")
        return [Option(say("Nobody"), key="⏎"), *calls, look]

    async def hear(self, replies: tuple[Reply, ...]) -> None:
        """Find out what exactly a person called, and answer it."""
        number: int | None = 0
        if len(replies) > 1:
            self.part("#question").update(Text(f"{replies[0].seat}:"))
            number = await self.choose([Option(reply.name) for reply in replies] + [back()])
        if number is None or number == len(replies):
            return
        reply = replies[number]
        if await self.is_sure(reply.risk):
            self.evening.answer(reply.move, reply.seat)

    async def ask_in_private(self, seats: list[str]) -> None:
        """Ask a person who wants to look at their cards first."""
        number: int | None = 0
        if len(seats) > 1:
            self.part("#question").update(Text(say("Who wants to look?")))
            number = await self.choose([*map(Option, seats), back()])
        if number is not None and number < len(seats):
            await self.ask_person(seats[number])

    async def show_new_cards(self, seat: str) -> None:
        """Show a person the cards that they were dealt or drew since their last look, before they
        answer aloud. That they drew is no secret."""
        drawn = wording.draws(self.evening.view(seat))
        if self.seen.get(seat) == drawn:
            return
        await self.hand_over(seat)
        self.seen[seat] = drawn
        self.show_table(say("These are your cards. Remember them."))
        await self.choose([Option(say("I have seen them"))])
        self.look(None)

    async def choose(
        self, options: Sequence[Option], seconds: float | None = None, moment: float = MOMENT
    ) -> int | None:
        """The number of the chosen option; None for Escape, or when the time is up."""
        lines = self.part("#options")
        await lines.remove_children()
        await lines.mount(*(OptionLine(number, option) for number, option in enumerate(options)))
        self.lit = next((n for n, each in enumerate(options) if each.is_suggested), 0)
        if options:
            lines.children[self.lit].focus()
            await self.painted()
            self.fit()
        self.show_keys()
        self.lull.begin(moment)
        try:
            return await self.answered(seconds)
        finally:
            self.answer = None
            await lines.remove_children()
            self.part("#detail").update("")

    async def painted(self) -> None:
        """Wait until everything is laid out on the screen."""
        done = asyncio.Event()
        self.call_after_refresh(done.set)
        await done.wait()

    async def answered(self, seconds: float | None) -> int | None:
        """The answer; None when the time is up."""
        self.answer = asyncio.get_running_loop().create_future()
        waiting: list[asyncio.Future[Any]] = [self.answer]
        if seconds is not None:
            waiting.append(asyncio.ensure_future(self.clock.rest(seconds)))
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waiting[1:]:
                each.cancel()
        return self.answer.result() if self.answer.done() else None

    # What is shown.

    def part(self, name: str) -> Any:
        """A part of the table, even if another screen covers it."""
        return self.screen_stack[0].query_one(name)

    def show_table(self, question: str | RenderableType) -> None:
        """Show what the person at the screen may see of the game."""
        view = self.evening.view(self.looking)
        self.new += len(self.evening.news(self.looking))
        self.paint(view)
        self.part("#question").update(Text(question) if isinstance(question, str) else question)
        self.part("#story").scroll_end(animate=False)

    def paint(self, view: View) -> None:
        """Paint everything that does not depend on the question."""
        width = paint.width_of(self.shape.width)
        table = self.screen_stack[0]
        table.set_class(width == "wide", "wide")
        table.set_class(self.is_small, "small")
        text = TITLE_WITH_RESERVE if view.ruleset.rules.reforms else TITLE
        title = say(
            text,
            round=self.evening.number,
            turn=view.turn,
            deck=view.deck_size,
            reserve=view.reserve,
            ruleset=wording.rules_of(view.ruleset),
        )
        self.part("#title").update(Text(title))
        chairs = self.evening.chairs
        self.part("#seats").update(paint.seats(view, chairs, width))
        crowded = paint.is_crowded(view, width)
        self.part("#summary").update(paint.actions(view.ruleset, width, crowded))
        self.part("#hand").update(paint.hand(view))
        self.part("#told").update(paint.story(view, self.new))
        self.show_keys()

    def show_keys(self) -> None:
        """Show the keys that work now."""
        keys = KEYS_WITH_UNDO if self.evening.can_take_back else KEYS
        self.part("#keys").update(Text(say(keys, pace=say(self.pace.name))))

    def fit(self) -> None:
        """Show the options in full if there is room; else in brief, with the rest below; and in two
        columns if there are too many for that."""
        options, detail = self.part("#options"), self.part("#detail")
        lines = list(options.query(OptionLine))
        width, room = options.size.width, options.size.height + detail.size.height
        shape = shape_for(lines, width, room)
        self.columns = 2 if shape == "half" else 1
        rows = (len(lines) + 1) // 2
        detail.styles.height = max(DETAIL, room - rows) if shape == "half" else DETAIL
        for each in get_args(Shape):
            self.screen_stack[0].set_class(shape == each, each)
        for line in lines:
            line.take(shape, width // self.columns)

    @property
    def is_small(self) -> bool:
        """Whether the window is too small for the table."""
        return self.shape.width < MINIMUM[0] or self.shape.height < MINIMUM[1]

    def on_resize(self, event: events.Resize) -> None:
        self.shape = event.size
        if self.screen_stack[0].query("#title"):  # not before the table exists
            self.paint(self.evening.view(self.looking))
            self.call_after_refresh(self.light)

    def light(self) -> None:
        """Focus the option that Enter would choose: a hidden line loses its focus."""
        lines = list(self.screen_stack[0].query(OptionLine))
        if lines and not isinstance(self.screen, ModalScreen) and not self.is_small:
            lines[min(self.lit, len(lines) - 1)].focus()
            self.call_after_refresh(self.fit)

    # What is typed and clicked.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Ignore keys while the window is too small for the table."""
        covered = isinstance(self.screen, ModalScreen)
        return action == "stop" or covered or not (self.is_running and self.hidden)

    @property
    def hidden(self) -> bool:
        """Whether there is a table that does not fit on the screen."""
        return hasattr(self, "shape") and self.is_small

    def on_option_line_looked(self, message: OptionLine.Looked) -> None:
        if message.line.has_focus:
            self.lit = message.line.number
        self.part("#detail").update(Text(self.detail_of(message.line.option)))

    def detail_of(self, option: Option) -> str:
        """What an option's line leaves out."""
        detail = self.part("#detail")
        whole = wording.wrapped(option.detail, max(10, detail.size.width))
        return (
            option.detail if self.columns > 1 and len(whole) <= detail.size.height else option.rest
        )

    def on_option_line_picked(self, message: OptionLine.Picked) -> None:
        self.pick(message.number)

    def on_key(self, event: events.Key) -> None:
        for line in self.screen_stack[0].query(OptionLine):
            if event.character and event.character == line.key:
                self.pick(line.number)

    def pick(self, number: int | None) -> None:
        """Answer the question on the screen, unless it is hidden or too new."""
        covered = isinstance(self.screen, ModalScreen) or self.is_small
        if covered or self.answer is None or self.answer.done() or not self.lull.is_over():
            return
        self.answer.set_result(number)

    def action_pick_nothing(self) -> None:
        self.pick(None)

    def action_step(self, down: int, right: int) -> None:
        """Move to another option or button."""
        lines = list(self.screen.query(OptionLine))
        if lines:
            step = down * self.columns + right
            lines[(self.lit + step) % len(lines)].focus()
        elif down + right > 0:
            self.action_focus_next()
        else:
            self.action_focus_previous()

    def action_scroll_story(self, lines: int) -> None:
        self.part("#story").scroll_relative(y=lines, animate=False)

    def action_change_pace(self) -> None:
        self.pace.change()
        self.show_keys()

    def action_take_back(self) -> None:
        asked = self.answer is not None and not self.answer.done()
        covered = isinstance(self.screen, ModalScreen)
        if self.answer and asked and self.evening.can_take_back and not covered:
            self.evening.take_back()
            self.answer.set_exception(TakenBack())

    def action_help(self) -> None:
        if not isinstance(self.screen, ModalScreen):
            self.push_screen(Help(f"{guide(self.evening.ruleset)}\n\n{signs_and_keys()}"))

    @work
    async def action_leave(self) -> None:
        text = "Leave the game? It is saved, and `{command}` resumes it."
        question = say(text, command=resume_command())
        if not self.save.lasts:
            question = say("Leave the lesson?")
        if isinstance(self.screen, Confirm):
            return
        if await self.push_screen_wait(Confirm(question, self.lull)):
            self.leave(0)

    def action_stop(self) -> None:
        self.leave(STOPPED)

    def leave(self, code: int) -> None:
        """Close the screen; first hide all cards, since some terminals keep what it showed."""
        self.leaving = True
        if self.shared:
            self.look(None)
        self.call_after_refresh(self.exit, code)
