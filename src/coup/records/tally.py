"""Totals over many game files: for each player, wins, claims and challenges, and how these
ended."""

from dataclasses import dataclass, field

from coup.records.checking import CheckedFile
from coup.records.referee import CLAIMS, Turn


@dataclass
class FileStatistics:
    """Totals of one player.

    claims: actions and blocks for which it claimed a role. A file does not show how many were
        bluffs, only the results of those that were challenged: `proved` and `caught`.
    challenges: those that it made; `right` if the claim was lost, `wrong` if it was proved.
    """

    games: int = 0
    wins: int = 0
    claims: int = 0
    proved: int = 0
    caught: int = 0
    challenges: int = 0
    right: int = 0
    wrong: int = 0


@dataclass
class Tallies:
    """Totals of all players.

    unfinished: the number of games without a winner.
    """

    games: int = 0
    unfinished: int = 0
    players: dict[str, FileStatistics] = field(default_factory=dict)

    def add(self, course: CheckedFile) -> None:
        """Count a valid game."""
        self.games += 1
        self.unfinished += course.winner is None
        for player in course.players:
            tally = self.players.setdefault(player, FileStatistics())
            tally.games += 1
            tally.wins += player == course.winner
        for turn in course.turns:
            self._add_turn(turn)

    def _add_turn(self, turn: Turn) -> None:
        self.players[turn.actor].claims += turn.action in CLAIMS
        if turn.blocker:
            self.players[turn.blocker].claims += 1
        if turn.challenger:
            claimant, challenger = self.players[turn.claimant], self.players[turn.challenger]
            claimant.proved += turn.proved is True
            claimant.caught += turn.proved is False
            challenger.challenges += 1
            challenger.right += turn.proved is False
            challenger.wrong += turn.proved is True

    def as_dict(self) -> dict[str, object]:
        """The totals as a dictionary for JSON."""
        return {
            "games": self.games,
            "unfinished": self.unfinished,
            "players": {name: vars(tally) for name, tally in self.ranked()},
        }

    def ranked(self) -> list[tuple[str, FileStatistics]]:
        """The players, those with the highest win rate first."""
        return sorted(
            self.players.items(), key=lambda item: (-item[1].wins / item[1].games, item[0])
        )
