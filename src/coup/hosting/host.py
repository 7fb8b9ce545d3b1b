"""The master of a game between players of any kind: agents, built-in bots, bots of your own.

It asks the players, writes the lines of the game file, makes sure that nobody can spoil the game
for the others, and returns the result. If all seats are agents it works on the kernel alone,
several times as fast as through `Game`; both ways tell an agent the same.
"""

import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TextIO

from coup.bots.bot import Bot
from coup.bots.notes import read_notes, write_notes
from coup.game import Game
from coup.hosting.agents import AgentPlayer, refuse_ruleset
from coup.hosting.backstage import Backstage, TimeUp, muted, stage, timed
from coup.hosting.desk import Desk
from coup.hosting.entrants import Entrant, over_http
from coup.hosting.homes import Homes, needs_home
from coup.hosting.isolation import Isolation, Remote
from coup.hosting.kernel_game import Course, can_play_on_kernel, play_on_kernel
from coup.hosting.match import Match
from coup.hosting.player import play
from coup.hosting.seats import BotSeat, Conduct, Gone, Seat
from coup.hosting.trace import Prints, Trace
from coup.moves import CHANCE, Ply, moves_by_code
from coup.records.gamefile import heading, line_of
from coup.rules import kernel as k
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.seeds import check_seed, new_seed
from coup.seating import checked_seats
from coup.view import View

TURN_LIMITS = {"coup2022": 100}
TURN_LIMIT = 1000
"""After how many turns a game ends without a winner, where the ruleset does not say."""


@dataclass(frozen=True)
class Played:
    """A game that was played to its end.

    seats: the players' names, the first one began.
    winner: None if the turn limit was reached.
    lines: the game file; empty if game files have no words for the ruleset.
    plies: every move, including chance's, as one number each; `moves` spells them out.
    made: the game itself, if it was played as one; then there are no `plies`.
    conduct: how each player behaved, in the order of the seats.
    """

    ruleset: Ruleset
    seed: int
    seats: tuple[str, ...]
    winner: str | None
    turns: int
    lines: list[str]
    plies: list[int]
    made: Game | None
    conduct: tuple[Conduct, ...]

    @property
    def moves(self) -> list[Ply]:
        """Every move, including chance's."""
        if self.made is not None:
            return list(self.made.moves)
        meaning = meanings(self.seats)
        return [meaning[ply] for ply in self.plies]

    def game(self) -> Game:
        """The game as a `Game`."""
        plies = (((ply & 7) + k.CHANCE, ply >> 3) for ply in self.plies)
        return self.made or Game.retrace(self.seats, plies, self.ruleset, self.seed)


class Meanings(dict[int, Ply]):
    """What the numbers in `Played.plies` mean at a table of agents, as far as somebody asked. Their
    rules have no sides, so no two moves share a number."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.who = (CHANCE, "", *seats)
        self.moves = {**moves_by_code(seats, action=True), **moves_by_code(seats, action=False)}

    def __missing__(self, ply: int) -> Ply:
        meaning = self[ply] = Ply(self.who[ply & 7], self.moves[ply >> 3])
        return meaning


meanings = lru_cache(maxsize=1024)(Meanings)


def with_turn_limit(ruleset: str | Ruleset) -> Ruleset:
    """A ruleset under which every game ends."""
    if isinstance(ruleset, Ruleset) and ruleset.turn_limit is not None:
        return ruleset
    return limited(ruleset)


@lru_cache(maxsize=64)
def limited(ruleset: str | Ruleset) -> Ruleset:
    """A ruleset that had no turn limit, with one."""
    found = find_ruleset(ruleset)
    if found.turn_limit is None:
        return find_ruleset(found, turn_limit=TURN_LIMITS.get(found.name, TURN_LIMIT))
    return found


def usual_ruleset(entrants: Iterable[Entrant]) -> str:
    """The rules to play by if nobody says so: `classic`, unless somebody knows other rules only."""
    entrants = list(entrants)
    if any(entrant.is_http for entrant in entrants):
        return "inquisitor"
    return "coup2022" if any(entrant.is_agent for entrant in entrants) else "classic"


def check_ruleset(entrants: Iterable[Entrant], ruleset: Ruleset) -> None:
    """Refuse rules that somebody does not know."""
    entrants = list(entrants)
    if any(entrant.is_agent for entrant in entrants):
        refuse_ruleset(ruleset)
    if any(entrant.is_http for entrant in entrants):
        over_http("terms").refuse_ruleset(ruleset)


class Absent:
    """Sits in for a player that could not be constructed."""

    def receive(self, line: str) -> None:
        """Not listening."""

    def react(self, hint: str) -> str:
        raise Gone("it could not be constructed")

    def choose(self, view: View) -> str:
        raise Gone("it could not be constructed")


def seat_for(
    entrant: Entrant,
    seed: int,
    isolation: Isolation | None,
    limit: float | None = None,
    forfeit: int | None = None,
    match: Match | None = None,
) -> Desk | BotSeat:
    """A place for an entrant, with its player: a new one, or the one that stays for a match."""
    if entrant.is_http:
        place_over_http: Callable[..., BotSeat] = over_http("seat").HttpSeat
        allowed = () if forfeit is None else (forfeit,)
        return place_over_http(entrant.name, entrant.make(seed), *allowed)
    place: Callable[[str, Any], Desk | BotSeat] = Desk if entrant.is_agent else BotSeat
    try:
        if isolation is None or not entrant.is_file:
            return seat_here(entrant, seed, place, limit, match)
        player = isolation.make(entrant, seed)
        seat = place(entrant.name, player)
        player.cell.report = lambda asked, why: seat.fault(asked, None, why)
        return seat
    except BaseException as error:
        seat = place(entrant.name, Absent())
        seat.raised("the constructor", error)
        return seat


def seat_here(
    entrant: Entrant,
    seed: int,
    place: Callable[[str, Any], Desk | BotSeat],
    limit: float | None,
    match: Match | None,
) -> Desk | BotSeat:
    """A place for a player in this process."""
    if match is None:
        make = entrant.make if limit is None else timed(entrant.make, limit)
        return place(entrant.name, make(seed))
    seat = place(entrant.name, match.player(entrant, seed, limit))
    room = match.room_of(entrant)
    if room is not None:
        seat.work_in(room.enter)
    return seat


class Host:
    """Seats the same players, in the same order, at any number of games; what `play_game` says.

    names: the players' names, in the order of the seats.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        ruleset: str | Ruleset | None = None,
        *,
        limit: float | None = None,
        forfeit: int | None = None,
        isolation: Isolation | None = None,
        match: Match | None = None,
        notes: Path | None = None,
    ) -> None:
        self.entrants = entrants
        self.ruleset = with_turn_limit(ruleset or usual_ruleset(entrants))
        self.names = checked_seats([entrant.name for entrant in entrants])
        self.ruleset.check_seats(len(self.names))
        check_ruleset(entrants, self.ruleset)
        self.limit = limit
        self.forfeit = forfeit
        self.isolation = isolation
        self.match = match
        self.notes = notes

    def play(self, seed: int, trace: TextIO | None = None) -> Played:
        """Play a game."""
        check_seed(seed)
        with stage(seed, Prints(trace) if trace else None), self.match or nullcontext():
            seats = [self.seat(entrant, seed) for entrant in self.entrants]
            if self.notes is not None:
                hand_out_notes(seats, self.notes)
            if trace is not None:
                Trace(trace, seats)
            if can_play_on_kernel(seats):
                course = play_on_kernel(seats, self.ruleset, seed)
            else:
                course = play_through_game(seats, self.ruleset, seed)
            if self.isolation is not None:
                finish(seats)
        conduct = tuple([seat.conduct() for seat in seats])
        played = Played(self.ruleset, seed, self.names, *course, conduct)
        if self.notes is not None:
            collect_notes(played, seats, self.notes)
        return played

    def seat(self, entrant: Entrant, seed: int) -> Desk | BotSeat:
        """The place of a player in a game."""
        seat = seat_for(entrant, seed, self.isolation, self.limit, self.forfeit, self.match)
        if self.limit is not None and (self.isolation is None or entrant.is_http):
            seat.set_limit(self.limit)
        return seat


def play_game(
    entrants: Sequence[Entrant],
    ruleset: str | Ruleset | None = None,
    seed: int | None = None,
    *,
    limit: float | None = None,
    forfeit: int | None = None,
    isolation: Isolation | None = None,
    match: Match | None = None,
    notes: Path | None = None,
    trace: TextIO | None = None,
) -> Played:
    """Play one game; the first entrant begins.

    The same seed gives the same game, if players take their luck from the module `random` or from
    the seed they are constructed with.

    ruleset: `usual_ruleset` if not given.
    limit: seconds for an answer, for players in this process, none by default, and for bots over
        HTTP, 2 by default.
    forfeit: faults after which a bot over HTTP is no longer called in this game; 5 by default.
    isolation: where players from files run, if not in this process.
    match: who stays the same object from game to game, and where; without it everybody is new.
    notes: a folder with a file `NAME.player` for each of our own bots, in which it keeps notes on
        its opponents.
    trace: gets everything that is asked, answered, told, raised and printed.
    """
    host = Host(
        entrants,
        ruleset,
        limit=limit,
        forfeit=forfeit,
        isolation=isolation,
        match=match,
        notes=notes,
    )
    return host.play(new_seed() if seed is None else seed, trace)


def hand_out_notes(seats: Iterable[Seat], folder: Path) -> None:
    """Give our own bots the notes that they made in earlier games."""
    for seat in seats:
        if isinstance(seat.player, Bot):
            seat.player.notes = read_notes(folder / f"{seat.name}.player", seat.name)


def collect_notes(played: Played, seats: Iterable[Seat], folder: Path) -> None:
    """Let our own bots write down what they have seen of the others."""
    game = played.game()
    for seat in seats:
        if isinstance(seat.player, Bot) and seat.player.notes is not None:
            seat.player.notes.learn(game.view(seat.name))
            write_notes(seat.player.notes, folder / f"{seat.name}.player")


def finish(seats: Iterable[Seat]) -> None:
    """Let players in other processes hear the game to its end, all at the same time."""
    apart = [seat for seat in seats if isinstance(seat.player, Remote)]
    for step in (Remote.finish, Remote.wait):
        for seat in apart:
            try:
                step(seat.player)
            except (TimeUp, Gone) as error:
                seat.raised("the end of the game", error)


def play_through_game(seats: Sequence[Desk | BotSeat], ruleset: Ruleset, seed: int) -> Course:
    """A game between players of any kind, of any ruleset that they can play."""
    game = Game([seat.name for seat in seats], ruleset, seed)
    play(game, {s.name: AgentPlayer(s) if isinstance(s, Desk) else s for s in seats})
    lines: list[str] = []
    if not (ruleset.investigate or ruleset.rules.reforms):  # game files have no words for these
        told = [line_of(event) for event in game.view(None).events]
        lines = [*heading(game.seats, ruleset).splitlines(), *filter(None, told)]
    return Course(game.winner, game.turn, lines, [], game)


class Guest:
    """An entrant as a player at any table, under the name of its seat; whatever it does, its move
    is legal."""

    def __init__(self, entrant: Entrant, name: str, seed: int) -> None:
        self.backstage = Backstage(seed, resume=True)
        self.match = Match(homes=self.own_homes() if needs_home(entrant) else None)
        with muted(), self.backstage, self.match:
            self.seat = seat_for(replace(entrant, name=name), seed, None, match=self.match)
        self.player = AgentPlayer(self.seat) if isinstance(self.seat, Desk) else self.seat

    def own_homes(self) -> Homes:
        """A folder that is there as long as the guest is."""
        folder = Path(tempfile.mkdtemp(prefix="coup-"))
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        return Homes(folder, lasting=False)

    def choose(self, view: View) -> str:
        """Its move, or what is played for it."""
        with muted(), self.backstage, self.match:
            return self.player.choose(view)

    def watch(self, view: View) -> None:
        """Let it see what has happened."""
        watch = self.player.watch
        if watch is not None:
            with muted(), self.backstage, self.match:
                watch(view)
