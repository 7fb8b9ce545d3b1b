"""A trial: one check after the other, until everything is known or the time is up."""

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, chdir
from pathlib import Path
from types import MappingProxyType
from typing import Any, TextIO

from coup.hosting.backstage import check_limit, muted
from coup.hosting.entrants import Entrant, Source, enter, is_file, is_url
from coup.hosting.furnishing import furnished
from coup.hosting.homes import file_of
from coup.hosting.host import check_ruleset, usual_ruleset, with_turn_limit
from coup.hosting.isolation import LIMIT, Isolation
from coup.http.client import LIMIT as HTTP_LIMIT
from coup.http.client import tables_of
from coup.moves import Ply
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.seeds import check_seed, new_seed
from coup.rules.state import SEATS
from coup.trial.candidate import Notebook
from coup.trial.hearing import CAN_ISOLATE, Hearing
from coup.trial.questions import questions_for
from coup.trial.schedule import ATTEMPTS, FIRST, OPPONENTS, Lead, Schedule
from coup.trial.verdict import Check, Duels, Verdict
from coup.words import count

GAMES = 200
"""Games against each opponent."""
SECONDS = 55.0
"""For the whole trial."""
ROUNDS = 8
"""Games with each number of seats."""
MORE_ROUNDS = 10
"""The same for rulesets with up to ten seats, so that it sits in every seat."""
REPEATED = 2
"""How many of these games are repeated."""
ENOUGH = 0.4
"""The share of the time after which no games are added to a check."""
BREAKS = 3
"""How many games are broken off."""
BESIDE = 4
"""How many games are played in parallel."""
MOST = 200
"""How many faults end a trial: these must be fixed first."""
MOST_LATE = 8
"""The same for late or missing answers, each of which takes time."""
TIME_UP = "out of time; --seconds allows more"
HOPELESS = "skipped: too many faults already"

Progress = Callable[[str, int, int], None]
"""Called with the current check, its games so far, and their total."""


def no_progress(what: str, done: int, total: int) -> None:
    """Report nothing."""


def try_player(
    source: Source,
    ruleset: str | Ruleset | None = None,
    seed: int | None = None,
    *,
    house_rules: Mapping[str, Any] = MappingProxyType({}),
    games: int = GAMES,
    limit: float | None = None,
    seconds: float = SECONDS,
    progress: Progress = no_progress,
) -> Verdict:
    """Find out whether a player can enter a tournament, and how it would fare.

    source: a class, a function, `my.py:mine`, an address, or the name of a built-in bot.
    ruleset: by default `classic`, or the only ruleset that it knows; `house_rules` change it.
    seed: the same seed means the same games.
    games: against each of three opponents.
    limit: seconds for an answer; 1 by default, 2 over HTTP.
    seconds: for the whole trial; the games that count get what the checks leave.
    """
    with Trial(source, ruleset, house_rules, seed, limit, seconds, progress) as trial:
        return trial.verdict(games)


class Trial:
    """A running trial; `with` ends the candidate's processes.

    book: what was observed so far; `games` is how many were played.
    """

    def __init__(
        self,
        source: Source,
        ruleset: str | Ruleset | None = None,
        house_rules: Mapping[str, Any] = MappingProxyType({}),
        seed: int | None = None,
        limit: float | None = None,
        seconds: float = SECONDS,
        progress: Progress = no_progress,
    ) -> None:
        self.source = source
        self.seed = new_seed() if seed is None else seed
        check_seed(self.seed)
        usual = HTTP_LIMIT if is_url(source) else LIMIT
        self.limit = usual if limit is None else limit
        check_limit(self.limit)
        if not 0 < seconds < float("inf"):
            raise CoupError(f"--seconds: must be more than 0, not {seconds}")
        self.seconds = seconds
        self.progress = progress
        self.book = Notebook()
        self.games = 0
        self.moves: dict[int, list[Ply]] = {}  # of the games to repeat
        self.matches: dict[str, Isolation] = {}  # by opponent
        self.wanted_rules = ruleset, house_rules

    def __enter__(self) -> "Trial":
        self.deadline = time.monotonic() + self.seconds
        self.isolation = Isolation(self.limit) if self.is_isolated else None
        self.stack = ExitStack()
        with ExitStack() as stack:
            if self.isolation is not None:
                stack.enter_context(self.isolation)
            self.sit_down()
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    @property
    def is_isolated(self) -> bool:
        """Whether the candidate runs in a separate process: if it comes from a file."""
        return CAN_ISOLATE and is_file(self.source)

    def sit_down(self) -> None:
        """Load or reach the candidate, and find out what it will be asked."""
        self.entrant = self.entered()
        ruleset, house_rules = self.wanted_rules
        self.ruleset = find_ruleset(ruleset or usual_ruleset([self.entrant]), **house_rules)
        check_ruleset([self.entrant], self.ruleset)
        self.questions = questions_for(self.entrant, self.ruleset)
        self.plan = Schedule(with_turn_limit(self.ruleset), self.seed, self.questions)

    def entered(self) -> Entrant:
        """The candidate, if it can be loaded or reached."""
        if self.isolation is None:
            return enter([self.source])[0]
        return enter([self.source], self.isolation.examine)[0]

    def verdict(self, games: int = GAMES) -> Verdict:
        """Run the whole trial."""
        checks = tuple(self.checks())
        duels = () if self.is_hopeless else self.measure(games)
        return Verdict(
            source=self.source if isinstance(self.source, str) else self.entrant.name,
            kind=self.kind,
            ruleset=self.ruleset,
            seed=self.seed,
            checks=checks,
            met=self.book.met,
            faults=tuple(self.book.faults),
            seconds=tuple(self.book.seconds),
            limit=self.limit,
            duels=duels,
            games=self.games,
        )

    @property
    def kind(self) -> str:
        """The kind of candidate."""
        if self.entrant.is_http:
            return "a bot over HTTP"
        return "an agent of Coup 2022" if self.entrant.is_agent else "a bot"

    def checks(self) -> Iterator[Check]:
        """All checks that must pass."""
        yield self.try_seats()
        yield self.try_questions()
        yield self.try_again()
        yield self.try_restart()
        yield self.try_side_by_side()

    # The games.

    @property
    def is_hopeless(self) -> bool:
        """Whether there are enough faults: more would tell nothing."""
        late = sum(fault.kind in ("late", "no answer") for fault in self.book.faults)
        return len(self.book.faults) >= MOST or late >= MOST_LATE

    @property
    def is_time_up(self) -> bool:
        """Whether there is no time for another game."""
        return time.monotonic() >= self.deadline

    @property
    def spent(self) -> float:
        """The share of the time that has passed."""
        return 1 - (self.deadline - time.monotonic()) / self.seconds

    @property
    def excuse(self) -> str:
        """The reason that a check was not finished."""
        return HOPELESS if self.is_hopeless else TIME_UP

    def hearing(
        self,
        number: int,
        isolation: Isolation | None = None,
        own_line: bool = False,
        trace: TextIO | None = None,
    ) -> Hearing:
        """A hearing for a game."""
        self.games += 1
        setting = self.plan.game(number)
        return Hearing(
            self.entrant,
            setting,
            self.plan.ruleset,
            self.book,
            self.limit,
            self.deadline,
            isolation,
            own_line,
            trace,
        )

    def play(self, number: int, trace: TextIO | None = None) -> Hearing:
        """Play one game."""
        return self.hearing(number, self.home_for(number), trace=trace).play()

    def play_again(self, number: int, trace: TextIO) -> Hearing:
        """Repeat a game of a trial, after those that an agent may remember."""
        if self.entrant.is_agent:
            for earlier in self.plan.before(number):
                self.play(earlier)
        self.book.faults.clear()
        return self.play(number, trace)

    def home_for(self, number: int) -> Isolation | None:
        """Where the candidate runs. As in a tournament, an agent is one object in all games against
        an opponent."""
        setting = self.plan.game(number)
        if self.isolation is None or not self.entrant.is_agent or setting.check != "strength":
            return self.isolation
        opponent = setting.rivals[0]
        if opponent not in self.matches:
            self.matches[opponent] = self.stack.enter_context(Isolation(self.limit, None))
        return self.matches[opponent]

    def each(self, what: str, numbers: Iterable[int], total: int) -> Iterator[int]:
        """The numbers of games, until the time is up or the candidate is hopeless."""
        for done, number in enumerate(numbers):
            if self.is_time_up or self.is_hopeless:
                return
            self.progress(what, done, total)
            yield number

    # The checks.

    def try_seats(self) -> Check:
        """Play with every number of seats, in every seat."""
        sizes = self.plan.sizes
        total = (ROUNDS if sizes[-1] <= SEATS else MORE_ROUNDS) * len(sizes)
        name = f"{sizes[0]} to {sizes[-1]} seats"
        before = Stretch(self)
        tried = set()
        for number in self.each(name, range(total), total):
            if number >= len(sizes) and self.spent > ENOUGH:
                break
            hearing = self.play(number)
            if hearing.is_over:
                tried.add(len(hearing.seats))
                if number < REPEATED * len(sizes):
                    self.moves[number] = hearing.game.moves
        missing = [str(size) for size in sizes if size not in tried]
        if missing:
            return Check(name, False, f"{before}; not with {', '.join(missing)}: {self.excuse}")
        return before.check(name)

    def try_questions(self) -> Check:
        """Lead the candidate to the questions that it has not been asked."""
        before = Stretch(self)
        unmet = [lead for lead in self.questions if not self.book.met[lead.question]]
        for lead in unmet:
            self.look_for(lead)
        led = [lead.question for lead in unmet if self.book.met[lead.question]]
        missed = [lead.question for lead in unmet if not self.book.met[lead.question]]
        met = ", ".join(
            f"{lead.question} {self.book.met[lead.question]}" for lead in self.questions
        )
        told = met + (f"; forced to {', '.join(led)}" if led else "")
        if missed:
            return Check("every question", False, f"{told}; not met: {', '.join(missed)}")
        return Check("every question", before.faults == 0, told)

    def look_for(self, lead: Lead) -> None:
        """Play until a question comes up."""
        first = FIRST["questions"] + ATTEMPTS * self.questions.index(lead)
        for number in self.each(lead.question, range(first, first + ATTEMPTS), ATTEMPTS):
            self.play(number)
            if self.book.met[lead.question]:
                return

    def try_again(self) -> Check:
        """Repeat the first games in another order and in a new process."""
        self.end_process()
        before = Stretch(self)
        total = len(self.moves)
        other = []
        for number in self.each("the same seed", reversed(self.moves), total):
            if before.games and self.spent > ENOUGH:
                break
            hearing = self.play(number)
            if hearing.is_over and hearing.game.moves != self.moves[number]:
                other.append(number)
        same = "the same moves" if not other else f"other moves in {len(other)}: {self.luck}"
        return before.check("the same seed", f"; {same}")

    @property
    def luck(self) -> str:
        """Why the same seed may give a different game."""
        if self.entrant.is_http:
            return "its luck is its own, as over HTTP there is no seed"
        return "it takes its luck from elsewhere, or remembers games; reports cannot be repeated"

    def end_process(self) -> None:
        """End the candidate's process, if it has one; the next game starts a new one."""
        if self.isolation is not None:
            for cell in self.isolation.cells.values():
                cell.end("restarted")

    def try_restart(self) -> Check:
        """Break games off, and then play whole ones in the folder that was left."""
        before = Stretch(self)
        first = FIRST["restart"]
        with tempfile.TemporaryDirectory(prefix="coup-") as folder, ExitStack() as stack:
            kept = None
            if self.isolation is not None:
                kept = stack.enter_context(Isolation(self.limit, "keep", Path(folder)))
            for number in self.each("a restart", range(first, first + 2 * BREAKS), 2 * BREAKS):
                whole = (number - first) % 2 == 1
                if kept is not None and not whole:
                    kept.begin()
                hearing = self.hearing(number, kept)
                for done, _ in enumerate(hearing.questions()):
                    if not whole and done == number - first + 3:
                        hearing.leave()
                        break
        return before.check("a restart", f"; {BREAKS} of them interrupted", of=2 * BREAKS)

    def try_side_by_side(self) -> Check:
        """Play several games in parallel, in one process."""
        name = "side by side"
        before = Stretch(self)
        first = FIRST["side by side"]
        if self.is_time_up or self.is_hopeless:
            return Check(name, False, self.excuse)
        if any(fault.kind in ("late", "no answer") for fault in self.book.faults):
            return Check(name, False, "left out: it does not always answer")
        if not self.entrant.is_http:
            with self.visit() as folder, chdir(folder), muted():
                alternate([self.hearing(first + number) for number in range(BESIDE)])
            return before.check(name)
        beside = min(BESIDE, tables_of(str(self.source)))
        if beside < 2:
            return Check(name, None, "left out: it does not say, by /tables/, that it can")
        hearings = [self.hearing(first + number, own_line=True) for number in range(beside)]
        with ThreadPoolExecutor(beside) as pool:
            list(pool.map(Hearing.play, hearings))
        for hearing in hearings:
            hearing.leave()
        return before.check(name)

    def visit(self) -> AbstractContextManager[str | Path]:
        """A folder for games in this process, where a candidate from a file finds its own files."""
        if self.entrant.is_file:
            return furnished(file_of(self.entrant))
        return tempfile.TemporaryDirectory(prefix="coup-")

    # Strength.

    def measure(self, games: int) -> tuple[Duels, ...]:
        """Play against each opponent, each deal from both seats."""
        total = len(OPPONENTS) * (games + games % 2)
        won: dict[str, list[bool]] = {opponent: [] for opponent in OPPONENTS}
        first = FIRST["strength"]
        for number in self.each("games that count", range(first, first + total), total):
            hearing = self.play(number)
            if hearing.is_over:
                won[hearing.candidate.setting.rivals[0]].append(hearing.won)
        return tuple(Duels(opponent, by_deal(games)) for opponent, games in won.items())


class Stretch:
    """Counts the games and faults of a trial from now on."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.before = trial.games, len(trial.book.faults)

    @property
    def games(self) -> int:
        return self.trial.games - self.before[0]

    @property
    def faults(self) -> int:
        return len(self.trial.book.faults) - self.before[1]

    def __str__(self) -> str:
        faults = count(self.faults, "fault") if self.faults else "no fault"
        return f"{count(self.games, 'game')}, {faults}"

    def check(self, name: str, more: str = "", of: int = 1) -> Check:
        """The result of a check that needs `of` games."""
        if not self.games:
            return Check(name, False, self.trial.excuse)
        if self.games < of or self.trial.is_time_up:
            return Check(name, False, f"{self}; {self.trial.excuse}")
        return Check(name, self.faults == 0, f"{self}{more}")


def alternate(hearings: list[Hearing]) -> None:
    """Play games in parallel, one question of each in turn."""
    going = [hearing.questions() for hearing in hearings]
    while going:
        going = [each for each in going if next(each, True) is None]


def by_deal(won: list[bool]) -> tuple[float, ...]:
    """The share of games won in each deal that was played from both seats."""
    return tuple((one + two) / 2 for one, two in zip(won[::2], won[1::2], strict=False))
