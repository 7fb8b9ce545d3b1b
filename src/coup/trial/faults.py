"""A candidate's faults: their kinds, and what would have been right."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from coup.hosting.seats import Fault

FaultKind = Literal["illegal", "late", "wrong type", "exception", "no answer"]
LATE = ("no answer within", "it does not listen")
LOST = ("its process", "it could not be constructed")
ODD = ("it is not JSON", "a JSON object is right", "is true or false", "compressed")
"""Phrases that mark a fault of this kind."""


@dataclass(frozen=True)
class TrialFault:
    """A fault, with all that its author needs.

    question: the question or news; `key` is its kind.
    answer: what came back, if anything.
    right: what would have been right.
    why: the traceback, or what was wrong.
    game: the number of the game in this trial.
    """

    kind: FaultKind
    key: str
    question: str
    answer: str | None
    right: str
    why: str
    game: int

    def like(self) -> tuple[str, ...]:
        """A key that is equal for faults with the same apparent cause."""
        return self.kind, self.key, self.why.rstrip().rpartition("\n")[2] if self.raised else ""

    @property
    def raised(self) -> bool:
        """Whether the candidate raised an exception."""
        return self.why.startswith("Traceback")

    def as_dict(self) -> dict[str, Any]:
        """All of it, as JSON."""
        return asdict(self)


def kind_of(fault: Fault) -> FaultKind:
    """The kind of a fault."""
    if fault.answer is None:
        if fault.why.startswith(LATE):
            return "late"
        over_http = fault.asked.startswith(("GET ", "POST "))
        return "no answer" if over_http or fault.why.startswith(LOST) else "exception"
    if any(words in fault.why for words in ODD):
        return "wrong type"
    if fault.answer.startswith("status "):
        return "exception"
    is_text_or_object = fault.answer.startswith(("'", '"', "{"))
    return "illegal" if is_text_or_object else "wrong type"


def grouped(faults: Iterable[TrialFault]) -> list[tuple[TrialFault, int]]:
    """The first of each group of similar faults, and the size of the group."""
    groups: dict[tuple[str, ...], list[TrialFault]] = {}
    for fault in faults:
        groups.setdefault(fault.like(), []).append(fault)
    return [(group[0], len(group)) for group in groups.values()]
