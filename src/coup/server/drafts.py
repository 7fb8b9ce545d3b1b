"""What may be added to a table's log: each function checks a request and makes a draft of an entry.

A request that is not allowed is refused with a sentence. Nothing changes before the entry is in the
log. A request that changes nothing is written as well: a copy of it may still be on its way, and
only an id in the log prevents that it is carried out again.
"""

import secrets

from coup.bots.company import newcomer
from coup.explain import IllegalMove
from coup.game import Game
from coup.hosting.seats import default_move
from coup.moves import CHANCE, Move
from coup.records import fairness
from coup.server.entry import Draft
from coup.server.naming import Refused, checked_name, checked_text
from coup.server.settings import Pace, Settings
from coup.server.table import PERSON, STAND_IN, Chair, Table
from coup.view import View

CHAT_LENGTH = 300
DEVICES = 8
MORE_TIMES = 5  # how often a question's clock can be restarted
EMOJIS = ("👍", "👏", "😂", "😮", "😢", "😈", "🤔", "🎉")
DICE = secrets.SystemRandom()


class TooLate(Refused):
    """An answer to a question that has been decided in the meantime."""


# The table.


def open_table(settings: Settings, creator: str) -> Draft:
    """Open a table.

    creator: a hash of the address, which limits how many tables it opens.
    """
    body = {
        "settings": settings.model_dump(mode="json"),
        "creator": creator,
        "secret": fairness.new_secret(),
    }
    return Draft("opened", None, body)


def seal(table: Table) -> Draft | None:
    """Draw the secret for the next game's luck, if there is none yet."""
    return None if table.sealed else Draft("sealed", None, {"secret": fairness.new_secret()})


def change(table: Table, by: str | None, settings: Settings) -> Draft:
    """Change the settings, between games."""
    check_host(table, by)
    if table.playing:
        raise Refused("this can be changed when the game is over")
    settings.rules()
    if len(table.chairs) > settings.seats:
        raise Refused(f"{len(table.chairs)} sit here already")
    return Draft("changed", by, {"settings": settings.model_dump(mode="json")})


def set_pace(table: Table, by: str | None, pace: Pace) -> Draft:
    """Change how long bots think, even during a game."""
    check_host(table, by)
    settings = table.settings.model_copy(update={"pace": pace})
    return Draft("changed", by, {"settings": settings.model_dump(mode="json")})


def close(table: Table, why: str) -> Draft | None:
    """Close the table for good."""
    return None if table.closed else Draft("closed", None, {"why": why})


# Who sits there.


def sit(table: Table, name: str, owner: str) -> Draft:
    """Take a seat."""
    if table.seat_of(owner):
        raise Refused(f"you sit here already, as {table.seat_of(owner)}")
    check_room(table)
    if table.is_barred(owner):
        raise Refused("you were sent away: sit down again after the next game")
    return Draft("sat", checked_name(name, tuple(table.chairs)), {"owner": owner})


def rename(table: Table, seat: str | None, name: str) -> Draft:
    """Change a seat's name, between games: during a game names must not change."""
    if seat is None:
        raise Refused("you do not sit here")
    if table.playing:
        raise Refused("this can be changed when the game is over")
    others = tuple(each for each in table.chairs if each != seat)
    return Draft("renamed", seat, {"name": checked_name(name, others)})


def add_device(table: Table, chair: Chair, owner: str) -> Draft | None:
    """Let one more device (token) play a person's seat."""
    if owner in chair.owners:
        return None
    if table.seat_of(owner):
        raise Refused(f"you sit here already, as {table.seat_of(owner)}")
    if len(chair.owners) >= DEVICES:
        raise Refused(f"this seat has {DEVICES} devices already: send one of them away")
    return Draft("device", chair.name, {"owner": owner})


def revoke(table: Table, seat: str | None, device: str) -> Draft:
    """Take a seat away from one of its devices, identified by a prefix of its hash."""
    owners = table.chairs[seat].owners if seat in table.chairs else {}
    owner = next((each for each in owners if each.startswith(device) and device), None)
    if owner is None:
        raise Refused("your seat has no such device")
    if len(owners) == 1:
        raise Refused("this is the only device of your seat: leave the table instead")
    return Draft("revoked", seat, {"owner": owner})


def add_bot(table: Table, by: str | None, kind: str) -> Draft:
    """Let a bot take a seat."""
    check_host(table, by)
    check_room(table)
    name, character = newcomer(kind, lambda name: is_free(table, name))
    return Draft("bot", name, {"kind": character})


def remove(table: Table, by: str | None, seat: str) -> Draft:
    """Remove somebody: yourself, or, as the host, anybody. During a game a bot takes over the
    seat."""
    if seat not in table.chairs:
        raise Refused(f"nobody called {seat} sits here")
    if by != seat:
        check_host(table, by)
        if table.playing and not table.chairs[seat].is_person:
            raise Refused("a bot stays until the game is over")
    return Draft("left", seat, {"by": by})


def appoint(seat: str) -> Draft:
    """Make another person the host."""
    return Draft("hosted", seat, {})


def arrive(seat: str, worker: str) -> Draft:
    """A person is connected."""
    return Draft("here", seat, {"worker": worker})


def depart(seat: str, worker: str) -> Draft:
    """A person is no longer connected to a worker."""
    return Draft("gone", seat, {"worker": worker})


def stand_in(table: Table, seat: str) -> Draft | None:
    """Let a bot play for a person who is away."""
    chair = table.chairs.get(seat)
    if chair is None or not chair.is_person or chair.workers or chair.stand_in:
        return None
    return Draft("stood_in", seat, {"kind": STAND_IN})


# The game.


def start(table: Table, by: str | None) -> Draft:
    """Begin a game; the winner of the last one starts it."""
    if table.playing:
        raise Refused("the game has begun already")
    if by not in table.chairs or (table.game is None and by != table.host):
        raise Refused(f"{table.host or 'the host'} starts the game")
    check_company(table)
    if table.sealed is None:
        raise Refused("the cards are being shuffled: try again in a moment")
    names = list(table.chairs)
    luck = fairness.Luck(table.sealed, names)
    won = table.champion
    first = won if won in names else luck.first()
    place = names.index(first)
    rules = table.settings.rules(len(names))
    game = Game(names[place:] + names[:place], rules, 0, drive_chance=True)
    fairness.let_chance_move(game, luck)
    body = {
        "seats": list(game.seats),
        "plies": plies_of(game, 0),
        "first": fairness.WINNER if won in names else fairness.DRAWN,
        "next": fairness.new_secret(),
    }
    return Draft("started", by, body)


def ready(table: Table, seat: str | None, on: bool = True) -> Draft:
    """Say that you are ready for the next game, or no longer are. It starts when everybody present
    is."""
    if seat not in table.chairs:
        raise Refused("only who sits here can do that")
    if table.status != "over":
        raise Refused("you can be ready when a game is over")
    if on:
        check_company(table)
    return Draft("ready", seat, {"ready": on})


def start_if_ready(table: Table) -> Draft | None:
    """Start the next game once everybody present is ready."""
    if not table.all_ready:
        return None
    try:
        return start(table, table.host)
    except Refused:  # for example too few players: then the host must act first
        return None


def start_or_wait(table: Table, by: str | None) -> Draft:
    """Start a game. After a game only the host can start the next one without waiting; for anybody
    else this means to be ready."""
    if table.status == "over" and by in table.chairs and by != table.host:
        return ready(table, by)
    return start(table, by)


def hurry(table: Table, seat: str | None) -> Draft:
    """Let the bots finish the game without pauses."""
    if seat not in table.chairs:
        raise Refused("only who sits here can do that")
    if not table.only_bots_play:
        raise Refused("only bots can be hurried, when no person plays any more")
    return Draft("hurried", seat, {})


def answer(table: Table, seat: str | None, question: int, move: str, by: str = PERSON) -> Draft:
    """Make a move in answer to a question."""
    if table.game is None or seat not in table.game.seats:
        raise Refused("you are not in this game")
    if not table.playing or question != table.question:
        raise TooLate(news(table.game))
    twin = table.game.copy()
    done = len(twin.moves)
    try:
        twin.push(move, seat)
    except IllegalMove as error:
        if seat in table.game.pending:
            raise Refused(str(error)) from None
        raise TooLate(news(table.game)) from None
    let_chance_move(twin, table.luck)
    return Draft("moved", seat, {"question": question, "plies": plies_of(twin, done), "by": by})


def news(game: Game) -> str:
    """Why an answer is too late."""
    if game.over:
        return "Too late: the game is over."
    asked = ", ".join(game.pending)
    return f"That is decided already: somebody was faster. Now it is for {asked} to answer."


def more_time(table: Table, seat: str | None, question: int) -> Draft:
    """Restart the clock of a question."""
    if not table.playing or table.deadline is None or question != table.question:
        raise Refused("no clock is running for that")
    if seat not in table.chairs or table.game is None or seat not in table.game.pending:
        raise Refused("only who is asked can take more time")
    if table.mores >= MORE_TIMES:
        raise Refused("there is no more time for this question")
    return Draft("more", seat, {"question": question})


def end(table: Table) -> Draft | None:
    """End a game that no person is left to play."""
    return Draft("ended", None, {}) if table.playing and not table.people else None


def clear(table: Table) -> Draft | None:
    """Free the seat of somebody who left during the game, now that no bot has to play on there."""
    if table.playing:
        return None
    done = (chair.name for chair in table.chairs.values() if chair.plays_on)
    return next((Draft("left", name, {}) for name in done), None)


# What people say.


def say(table: Table, seat: str | None, text: str) -> Draft:
    """Write a line of chat."""
    if seat not in table.chairs:
        raise Refused("only who sits here can chat")
    return Draft("said", seat, {"text": checked_text(text, CHAT_LENGTH)})


def react(table: Table, seat: str | None, emoji: str) -> Draft:
    """Show an emoji."""
    if seat not in table.chairs:
        raise Refused("only who sits here can do that")
    if emoji not in EMOJIS:
        raise Refused(f"a reaction is one of {' '.join(EMOJIS)}")
    return Draft("reacted", seat, {"emoji": emoji})


# Checks.


def is_free(table: Table, name: str) -> bool:
    """Whether nobody at the table has a name that looks like this one."""
    try:
        checked_name(name, tuple(table.chairs))
    except Refused:
        return False
    return True


def check_room(table: Table) -> None:
    """Refuse a new player if a game is being played or all seats are taken."""
    if table.playing:
        raise Refused("a game is going on: you can watch, and sit down when it is over")
    if len(table.chairs) >= table.settings.seats:
        raise Refused("all seats are taken")


def check_company(table: Table) -> None:
    """Refuse a game for one."""
    if len(table.chairs) < 2:
        raise Refused("it takes at least two: add a bot or send somebody the link")


def check_host(table: Table, by: str | None) -> None:
    """Refuse what only the host may do."""
    if by is None or by != table.host:
        raise Refused(f"only {table.host or 'the host'} can do that")


# Moves.


def let_chance_move(game: Game, luck: fairness.Luck | None) -> None:
    """Draw the cards that are due."""
    if luck is not None:
        fairness.let_chance_move(game, luck)
    while game.to_move == CHANCE:  # a game that began before luck could be checked
        outcomes = game.outcomes
        game.push(DICE.choices(list(outcomes), list(outcomes.values()))[0])


def plies_of(game: Game, done: int) -> list[list[str]]:
    """The moves of a game after the first `done`."""
    return [[seat, str(move)] for seat, move in game.moves[done:]]


def proves(view: View, move: Move) -> bool:
    """Whether a move shows a card that proves the claim in question."""
    return move.verb == "reveal" and move.role in view.question.roles


def fixed_move(view: View) -> Move:
    """The move for somebody whose clock has run out. It never bluffs: pass, income, a forced coup,
    the first card; among cards to show, those that prove the claim."""
    proving = [m for m in view.legal_moves if m.verb == "prove" or proves(view, m)]
    return proving[0] if proving else default_move(view.legal_moves)
