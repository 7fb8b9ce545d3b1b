"""What may be added to a table's log: each request asks for a draft of an entry.

It is refused with a sentence if it cannot be. Nothing changes before the entry stands in the log.
What a client asks for is written even if it changes nothing: a copy of the request may still be on
its way, and only an id that stands in the log is not carried out again.
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
    """An answer to a question that has been decided meanwhile."""


# The table.


def open_table(settings: Settings, creator: str) -> Draft:
    """Open a table.

    creator: tells addresses apart that open many.
    """
    body = {
        "settings": settings.model_dump(mode="json"),
        "creator": creator,
        "secret": fairness.new_secret(),
    }
    return Draft("opened", None, body)


def seal(table: Table) -> Draft | None:
    """Draw the secret of the next game's luck, at a table that has none."""
    return None if table.sealed else Draft("sealed", None, {"secret": fairness.new_secret()})


def change(table: Table, by: str | None, settings: Settings) -> Draft:
    """Set other rules or clocks, between games."""
    check_host(table, by)
    if table.playing:
        raise Refused("this can be changed when the game is over")
    settings.rules()
    if len(table.chairs) > settings.seats:
        raise Refused(f"{len(table.chairs)} sit here already")
    return Draft("changed", by, {"settings": settings.model_dump(mode="json")})


def set_pace(table: Table, by: str | None, pace: Pace) -> Draft:
    """Let bots think longer or shorter, also in the middle of a game."""
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
    """Have another name, between games: in a game all have to know who is who."""
    if seat is None:
        raise Refused("you do not sit here")
    if table.playing:
        raise Refused("this can be changed when the game is over")
    others = tuple(each for each in table.chairs if each != seat)
    return Draft("renamed", seat, {"name": checked_name(name, others)})


def add_device(table: Table, chair: Chair, owner: str) -> Draft | None:
    """Give a person's seat to one more token."""
    if owner in chair.owners:
        return None
    if table.seat_of(owner):
        raise Refused(f"you sit here already, as {table.seat_of(owner)}")
    if len(chair.owners) >= DEVICES:
        raise Refused(f"this seat has {DEVICES} devices already: send one of them away")
    return Draft("device", chair.name, {"owner": owner})


def revoke(table: Table, seat: str | None, device: str) -> Draft:
    """Take a seat away from one of its devices, which is known by the beginning of its hash."""
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
    """Let somebody go: oneself, or, if one is the host, anybody. In the middle of a game a bot
    plays on."""
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
    """A person is not connected to a worker any more."""
    return Draft("gone", seat, {"worker": worker})


def stand_in(table: Table, seat: str) -> Draft | None:
    """A bot plays for a person who is away."""
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
    names = list(table.chairs)
    if len(names) < 2:
        raise Refused("it takes at least two: add a bot or send somebody the link")
    if table.sealed is None:
        raise Refused("the cards are being shuffled: try again in a moment")
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
    """Be ready for the next game, or not any more. It begins when everybody who is here is."""
    if seat not in table.chairs:
        raise Refused("only who sits here can do that")
    if table.status != "over":
        raise Refused("you can be ready when a game is over")
    return Draft("ready", seat, {"ready": on})


def start_if_ready(table: Table) -> Draft | None:
    """Begin the next game once everybody who is here is ready."""
    if not table.all_ready:
        return None
    try:
        return start(table, table.host)
    except Refused:  # too few sit here, say: then the host has something to do first
        return None


def start_or_wait(table: Table, by: str | None) -> Draft:
    """Begin a game. After one, only the host need not wait for the others: anybody else who wants
    to begin is ready."""
    if table.status == "over" and by in table.chairs and by != table.host:
        return ready(table, by)
    return start(table, by)


def hurry(table: Table, seat: str | None) -> Draft:
    """Let bots play to the end at once."""
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
    """Why an answer comes too late."""
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
    """End a game that no person plays any more."""
    return Draft("ended", None, {}) if table.playing and not table.people else None


# What people say.


def say(table: Table, seat: str | None, text: str) -> Draft:
    """Chat."""
    if seat not in table.chairs:
        raise Refused("only who sits here can chat")
    return Draft("said", seat, {"text": checked_text(text, CHAT_LENGTH)})


def react(table: Table, seat: str | None, emoji: str) -> Draft:
    """Show a feeling."""
    if seat not in table.chairs:
        raise Refused("only who sits here can do that")
    if emoji not in EMOJIS:
        raise Refused(f"a reaction is one of {' '.join(EMOJIS)}")
    return Draft("reacted", seat, {"emoji": emoji})


# What must be so.


def is_free(table: Table, name: str) -> bool:
    """Whether nobody at the table has a name that looks like this one."""
    try:
        checked_name(name, tuple(table.chairs))
    except Refused:
        return False
    return True


def check_room(table: Table) -> None:
    """Refuse one more than there is room for."""
    if table.playing:
        raise Refused("a game is going on: you can watch, and sit down when it is over")
    if len(table.chairs) >= table.settings.seats:
        raise Refused("all seats are taken")


def check_host(table: Table, by: str | None) -> None:
    """Refuse what only the host may do."""
    if by is None or by != table.host:
        raise Refused(f"only {table.host or 'the host'} can do that")


# Moves.


def let_chance_move(game: Game, luck: fairness.Luck | None) -> None:
    """Draw what is to be drawn."""
    if luck is not None:
        fairness.let_chance_move(game, luck)
    while game.to_move == CHANCE:  # a game that began before luck could be checked
        outcomes = game.outcomes
        game.push(DICE.choices(list(outcomes), list(outcomes.values()))[0])


def plies_of(game: Game, done: int) -> list[list[str]]:
    """The moves of a game after the first ones."""
    return [[seat, str(move)] for seat, move in game.moves[done:]]


def proves(view: View, move: Move) -> bool:
    """Whether a move shows a card that proves the claim in question."""
    return move.verb == "reveal" and move.role in view.question.roles


def fixed_move(view: View) -> Move:
    """What is played for somebody whose clock has run out. It never bluffs: pass, income, a coup
    if it is forced, the first card; of cards to show, those that prove what was said."""
    proving = [m for m in view.legal_moves if m.verb == "prove" or proves(view, m)]
    return proving[0] if proving else default_move(view.legal_moves)
