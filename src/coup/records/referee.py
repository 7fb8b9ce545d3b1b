"""The public course of a game of `coup2022`, followed line by line.

The referee tracks what everybody at the table sees: coins, how many cards are left, whose turn it
is, what may come next. It accepts a line if any hidden cards and secret answers explain it, as if
the court deck had any number of cards of each role; `cards` checks the actual numbers. It is
written from the text of the rules, not from the kernel.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, NoReturn

from coup.records.gamefile import NONE, BadLine, winner_line
from coup.rules.rulesets import COUP2022
from coup.words import count, noun

CLAIMS = COUP2022.claims
COSTS = {"coup": COUP2022.coup_cost, "assassinate": COUP2022.assassinate_cost}
GAINS = {"income": 1, "foreign_aid": 2, "tax": 3}
STOLEN = 2  # at most
BLOCKS = {action: f"block_{action}" for action in ("foreign_aid", "steal", "assassinate")}
REACTIONS = ("challenge", *BLOCKS.values())

Fate = Literal["succeeded", "blocked", "disproved"]


class Discard(NamedTuple):
    """A card that was lost."""

    player: str
    role: str
    line: int


@dataclass(slots=True)
class Turn:
    """What everybody saw of one turn.

    line: the number of the action's line; likewise `challenge_line`.
    proved: whether the challenged claim was proved; None without a challenge.
    discards: the challenge's loser first, then the action's victim.
    fate: how the action ended; None if the game was decided before.
    gain: the coins that the action brought.
    coins: everybody's coins after the turn.
    """

    line: int
    actor: str
    action: str
    target: str | None
    blocker: str | None = None
    challenger: str | None = None
    challenge_line: int = 0
    proved: bool | None = None
    discards: list[Discard] = field(default_factory=list)
    fate: Fate | None = None
    gain: int = 0
    coins: dict[str, int] = field(default_factory=dict)

    @property
    def claimant(self) -> str:
        """Who made the last claim."""
        return self.blocker or self.actor

    @property
    def claimed(self) -> tuple[str, ...]:
        """The roles that would prove the last claim; none if nothing was claimed."""
        return CLAIMS.get(BLOCKS[self.action] if self.blocker else self.action, ())


class Referee:
    """Takes a game's lines one by one, and refuses the first impossible one, with the reason.

    >>> referee = Referee(("ann", "bob"))
    >>> referee.move(2, "ann", "coup", "bob")
    Traceback (most recent call last):
        ...
    coup.records.gamefile.BadLine: ann has 2 coins, coup costs 7

    turn_limit: the number of turns after which the game must end with `winner: none`. If it is
        None, the game may end that way after any whole turn, since a file does not say its limit.
    original: accept the turn order of the original game master: when a player is eliminated in its
        own turn, the next one loses a turn.
    """

    def __init__(
        self, players: tuple[str, ...], turn_limit: int | None = None, original: bool = False
    ) -> None:
        self.players = players
        self.turn_limit = turn_limit
        self.original = original
        self.coins = dict.fromkeys(players, COUP2022.coins)
        self.cards = dict.fromkeys(players, COUP2022.cards)
        self.out: dict[str, int] = {}  # the line in which a player was eliminated
        self.turns: list[Turn] = []
        self.winner: str | None = None
        self._line = 0
        self._actor = players[0]
        self._eliminated: str | None = None  # who has just gone out in its own turn
        self._next: Callable[[str, str, str | None], None] = self._action

    def move(self, line: int, player: str, verb: str, argument: str | None) -> None:
        """Take a player's move, in line number `line`."""
        self._line = line
        self._next(player, verb, argument)

    def end(self, winner: str | None) -> None:
        """Take the line with the winner, or with none."""
        self._settle()
        if self.winner is None:
            if winner is not None:
                refuse(f"{winner} has not won yet: {listed_all(self._alive())} are still in")
            self._check_limit()
        elif winner != self.winner:
            refuse(f"the winner is {self.winner}, the last one left, not {winner or NONE}")

    def stop(self) -> NoReturn:
        """Refuse a file that ends without a winner's line."""
        self._settle()
        why = "" if self.winner else "nobody has won, and "
        refuse(f"{why}the last line is missing: {winner_line(self.winner)}")

    # What may come next. One of these takes the next line.

    def _action(self, player: str, verb: str, argument: str | None) -> None:
        """A turn begins: its player names an action."""
        if self.original and player == self._after_the_next():
            self._actor = player
        if player != self._actor or verb in REACTIONS or verb == "discard":
            refuse(self._out_of_turn(player, verb))
        if self.turn_limit and len(self.turns) >= self.turn_limit:
            refuse(f"the game ends after {count(self.turn_limit, 'turn')} without a winner")
        coins = self.coins[player]
        cost = COSTS.get(verb, 0)
        if coins >= COUP2022.forced_coup and verb != "coup":
            refuse(f"{player} has {count(coins, 'coin')} and must coup")
        if coins < cost:
            refuse(f"{player} has {count(coins, 'coin')}, {verb} costs {cost}")
        if argument == player:
            refuse(f"{player} cannot {verb} {player}: a target is another player")
        if argument in self.out:
            refuse(f"{argument} cannot be a target: eliminated in line {self.out[argument]}")
        self.coins[player] = coins - cost
        self.turns.append(Turn(self._line, player, verb, argument))
        self._next = self._answer

    def _answer(self, player: str, verb: str, argument: str | None) -> None:
        """An action was named: it is challenged or blocked, or it goes through."""
        if verb == "challenge":
            self._challenge(player)
        elif verb in REACTIONS:
            self._block(player, verb)
        else:
            self._succeed()
            self._next(player, verb, argument)

    def _doubt(self, player: str, verb: str, argument: str | None) -> None:
        """A block was named: it is challenged, or it stands."""
        if verb == "challenge":
            self._challenge(player)
        elif verb in REACTIONS:
            refuse(f"{player} cannot block a block: it can only be challenged")
        else:
            self._stand()
            self._next(player, verb, argument)

    def _verdict(self, player: str, verb: str, argument: str | None) -> None:
        """Somebody challenged: the player who discards has lost the challenge."""
        turn = self.turns[-1]
        if verb != "discard" or argument is None:
            refuse(
                f"the discard after the challenge of line {turn.challenge_line} is missing: "
                f"{turn.claimant} or {turn.challenger} loses a card"
            )
        if player == turn.challenger:
            turn.proved = True
            if self._lose(player, argument):
                return
            if turn.blocker:
                self._stand()
            else:
                self._succeed()
        elif player == turn.claimant:
            self._disprove(turn, argument)
        else:
            refuse(
                f"{player} discards, but the challenge of line {turn.challenge_line} "
                f"is between {turn.claimant} and {turn.challenger}"
            )

    def _disprove(self, turn: Turn, role: str) -> None:
        """The claimant lost a card for its claim."""
        if role in turn.claimed:
            refuse(f"{turn.claimant} did not lose the challenge: the {role} proves the claim")
        turn.proved = False
        if not turn.blocker:
            turn.fate = "disproved"
            self.coins[turn.actor] += COSTS.get(turn.action, 0)
        if self._lose(turn.claimant, role):
            return
        if turn.blocker:
            self._succeed()
        else:
            self._end_turn()

    def _loss(self, player: str, verb: str, argument: str | None) -> None:
        """A coup or an assassination went through: its target discards."""
        turn = self.turns[-1]
        deed = f"{noun(turn.action)} of line {turn.line}"
        if verb != "discard" or argument is None:
            refuse(f"{turn.target}'s discard after {deed} is missing")
        if player != turn.target:
            refuse(f"{player} discards, but {turn.target} loses a card to {deed}")
        if not self._lose(player, argument):
            self._end_turn()

    def _over(self, player: str, verb: str, argument: str | None) -> None:
        """Somebody has won."""
        refuse(f"the game is over, {self.winner} has won: only the winner's line may follow")

    # Consequences of lines.

    def _challenge(self, player: str) -> None:
        turn = self.turns[-1]
        self._check_in(player, "challenges")
        if not turn.claimed:
            refuse(f"{player} cannot challenge: {noun(turn.action)} claims no role")
        if player == turn.claimant:
            refuse(f"{player} cannot challenge {player}'s own claim")
        turn.challenger = player
        turn.challenge_line = self._line
        self._next = self._verdict

    def _block(self, player: str, verb: str) -> None:
        turn = self.turns[-1]
        self._check_in(player, "blocks")
        if turn.action not in BLOCKS:
            refuse(f"{player} cannot block: {noun(turn.action)} cannot be blocked")
        if verb != BLOCKS[turn.action]:
            refuse(f"{player} cannot {verb}: the action is {turn.action}")
        if player == turn.actor:
            refuse(f"{player} cannot block {player}'s own action")
        if turn.target not in (None, player):
            deed = noun(turn.action)
            refuse(f"{player} cannot block: only {turn.target}, the target, may block {deed}")
        turn.blocker = player
        self._next = self._doubt

    def _succeed(self) -> None:
        """The action goes through."""
        turn = self.turns[-1]
        turn.fate = "succeeded"
        if turn.action in COSTS and turn.target not in self.out:
            self._next = self._loss
            return
        turn.gain = GAINS.get(turn.action, 0)
        if turn.action == "steal" and turn.target:
            turn.gain = min(STOLEN, self.coins[turn.target])
            self.coins[turn.target] -= turn.gain
        self.coins[turn.actor] += turn.gain
        self._end_turn()

    def _stand(self) -> None:
        """The block stands; the cost of the action stays spent."""
        self.turns[-1].fate = "blocked"
        self._end_turn()

    def _lose(self, player: str, role: str) -> bool:
        """A card is lost; True if that ends the game."""
        self.turns[-1].discards.append(Discard(player, role, self._line))
        self.cards[player] -= 1
        if self.cards[player]:
            return False
        self.out[player] = self._line
        alive = self._alive()
        if len(alive) > 1:
            return False
        self.winner = alive[0]
        self.turns[-1].coins = self.coins.copy()
        self._next = self._over
        return True

    def _end_turn(self) -> None:
        """The turn passes to the next player who is still in."""
        self.turns[-1].coins = self.coins.copy()
        self._eliminated = self._actor if self._actor in self.out else None
        self._actor = self._following(self._actor)
        self._next = self._action

    def _following(self, player: str) -> str:
        """The next player clockwise who is still in."""
        seat = self.players.index(player)
        order = self.players[seat + 1 :] + self.players[: seat + 1]
        return next(player for player in order if player not in self.out)

    def _after_the_next(self) -> str | None:
        """Who acts now in the original's turn order, if that differs."""
        return self._following(self._actor) if self._eliminated else None

    def _settle(self) -> None:
        """Close the last turn: an open action succeeds, a block stands; no discard may be due."""
        if self._next == self._answer:
            self._succeed()
        elif self._next == self._doubt:
            self._stand()
        if self._next in (self._verdict, self._loss):
            self._next("", "", None)

    # Reasons.

    def _alive(self) -> list[str]:
        return [player for player in self.players if player not in self.out]

    def _check_in(self, player: str, does: str) -> None:
        if player in self.out:
            refuse(f"{player} {does}, but was eliminated in line {self.out[player]}")

    def _out_of_turn(self, player: str, verb: str) -> str:
        """Why a line is not allowed where the next player's action is due."""
        what = verb.partition("_")[0]
        answering = what in ("challenge", "block", "discard")
        self._check_in(player, f"{what}s" if answering else "acts")
        if what == "discard":
            return f"{player} discards, but has lost no card here"
        if answering:
            return f"{player} cannot {what}: there is nothing to {what}"
        if not self.turns:
            return f"{player} acts, but the first of the players is {self._actor}"
        wrong = f"{player} acts, but it is {self._actor}'s turn"
        if player != self._after_the_next():
            return wrong
        return (
            f"{wrong}. The original game master skips a player when somebody is eliminated in "
            f"its own turn, as {self._eliminated} was here; --original-turn-order accepts that"
        )

    def _check_limit(self) -> None:
        """Refuse an end without a winner before the turn limit."""
        turns = len(self.turns)
        if self.turn_limit and turns < self.turn_limit:
            refuse(
                f"nobody has won, but the game is not over: it ends after "
                f"{count(self.turn_limit, 'turn')}, not after {turns}"
            )
        if not turns:
            refuse("the game has not begun: there is no turn in it")


def refuse(why: str) -> NoReturn:
    raise BadLine(why)


def listed_all(names: list[str]) -> str:
    """Several names, joined by "and".

    >>> listed_all(["ann", "bob", "carl"])
    'ann, bob and carl'
    """
    return f"{', '.join(names[:-1])} and {names[-1]}"
