"""Bots for trials: a correct one, and one for each kind of fault."""

import os
import random
import time
from pathlib import Path

from coup.view import View


class Right:
    """Never bluffs or challenges; draws from `random`."""

    def choose(self, view: View) -> object:
        for verb in ("coup", "pass", "keep"):
            for move in view.legal_moves:
                if move.verb == verb:
                    return move
        if view.question.kind == "action":
            return self.act(view)
        return random.choice(view.legal_moves)

    def act(self, view: View) -> object:
        return random.choice(["income", "foreign_aid"])


def right(view: View) -> object:
    return Right().choose(view)


class Illegal(Right):
    def act(self, view: View) -> object:
        return "steal nobody"


class Numbers(Right):
    def act(self, view: View) -> object:
        return 3


class Raises(Right):
    def act(self, view: View) -> object:
        raise RuntimeError("I have no idea")


class Sleeps(Right):
    def act(self, view: View) -> object:
        time.sleep(60)
        return "income"


class Dies(Right):
    def act(self, view: View) -> object:
        os._exit(3)


class Avoids(Right):
    """Never exchanges, and cannot answer the question that follows."""

    def choose(self, view: View) -> object:
        assert view.question.kind != "return", "I do not exchange"
        return super().choose(view)


class OwnLuck(Right):
    """Draws from another random source."""

    luck = random.SystemRandom()

    def choose(self, view: View) -> object:
        return self.luck.choice(view.legal_moves)


class Locks(Right):
    """Leaves a file behind if its game is abandoned."""

    begun = False

    def watch(self, view: View) -> None:
        assert self.begun or not Path("lock").exists(), "somebody else is at work"
        self.begun = True
        Path("lock").touch()
        if view.over:
            Path("lock").unlink()


class Mixes(Right):
    """All its instances share one hand."""

    hand: tuple[str, ...] = ()

    def choose(self, view: View) -> object:
        if not self.hand or view.question.kind == "action":
            Mixes.hand = view.hand
        if view.question.kind == "discard":
            return f"discard {self.hand[0]}"
        return super().choose(view)

    def watch(self, view: View) -> None:
        if view.cards[str(view.seat)] and len(self.hand) != len(view.hand):
            Mixes.hand = view.hand
