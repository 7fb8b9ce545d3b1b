"""A Coup 2022 agent as a player that gets views.

The events of its seat's view provide what the agent is told: the lines of the game file, and the
cards that enter and leave its hand. If all seats are agents, `coup.hosting.host` tells them the
same, faster.
"""

from coup.events import (
    Declared,
    Discarded,
    Drew,
    Ended,
    Event,
    Failed,
    Returned,
    Revealed,
    TurnBegan,
)
from coup.hosting.desk import (
    CHALLENGED,
    DISCARD,
    PLACEBACK,
    Answers,
    Desk,
    cb_answers,
    turn_answers,
)
from coup.moves import moves_by_code
from coup.records.gamefile import line_of, players_line
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.rules.state import SEATS
from coup.rules.vocabulary import ACTIONS
from coup.view import View


def refuse_ruleset(ruleset: Ruleset) -> None:
    """Say so if agents of Coup 2022 cannot play a ruleset."""
    if (
        ruleset.windows != "joint"
        or ruleset.answers != "secret"
        or ruleset.block_steal_names_role
        or ruleset.investigate
        or ruleset.block_after_challenge
        or ruleset.most_seats > SEATS
    ):
        raise CoupError(
            f"agents play the ruleset coup2022 and house rules on it, not {ruleset}: "
            "they know its questions only"
        )


class AgentPlayer:
    """An agent that plays by what its seat's views show."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.told = 0  # events
        self.fee = 0  # paid, but not yet for the agent to see
        self.proving = False  # a claim was proved; its challenger has yet to discard

    def watch(self, view: View) -> None:
        """Tell the agent what has happened."""
        if self.told == 0:
            self.begin(view)
        for event in view.events[self.told :]:
            self.tell(event, view)
        self.told = len(view.events)
        self.show_coins(view)

    def choose(self, view: View) -> str:
        """Ask the agent."""
        self.watch(view)
        hint, answers = question(view)
        legal = sum(1 << move.code for move in view.legal_moves)
        moves = moves_by_code(view.seats, view.question.kind == "action")
        return moves[self.desk.ask(hint, answers, legal)]

    def begin(self, view: View) -> None:
        """The cards are dealt, the first line is written."""
        refuse_ruleset(view.ruleset)
        rules = view.ruleset.rules
        dealt = [event.role for event in view.events if isinstance(event, Drew)][: rules.cards]
        self.told = len(dealt)
        self.desk.begin(rules.coins[view.seats.index(str(view.seat))], dealt)
        self.desk.hears(players_line(view.seats))

    def tell(self, event: Event, view: View) -> None:
        """Tell the agent of one event: a discarded card is gone before its line comes, whereas an
        action's coins move after its line."""
        own = getattr(event, "seat", None) == view.seat
        match event:
            case Declared() if own:
                self.fee = event.cost
            case Revealed():
                self.proving = event.proves
                if own and event.proves:
                    self.desk.loses(event.role)
            case Discarded():
                self.proving = False
                if own:
                    self.desk.loses(event.role)
            case Returned():
                self.desk.loses(event.role)
            case Drew():
                self.desk.gains(event.role)
            case Failed() | TurnBegan():
                self.fee = 0
            case Ended():
                self.fee = self.fee if event.winner else 0
                self.show_coins(view)
        line = line_of(event)
        if line:
            self.desk.hears(line)

    def show_coins(self, view: View) -> None:
        """Show the agent its coins: a fee leaves them when the action resolves, or its block
        stands."""
        if view.question.kind == "discard" and not self.proving:
            self.fee = 0
        coins = view.coins[self.desk.name] + self.fee
        if coins != self.desk.coins:
            self.desk.has(coins)


HINTS: dict[str, tuple[str, Answers]] = {
    "reveal": ("challenged", CHALLENGED),
    "discard": ("discard", DISCARD),
    "return": ("placeback", PLACEBACK),
}


def question(view: View) -> tuple[str, Answers]:
    """What an agent is asked when a view asks its seat something, and what it can answer."""
    if view.question.kind == "action":
        return "turn", turn_answers(view.seats)
    if view.question.kind in HINTS:
        return HINTS[view.question.kind]
    return "cb?", cb_answers(view.ruleset.rules, ACTIONS.index(str(view.question.action)))
