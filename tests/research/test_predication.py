"""The kernel run on values that cannot be branched on: it runs both branches, with equal
results."""

import ast
from typing import Any

import pytest

import coup
from coup.research.predication import Call, NotPortable, Predicated, both, either, opposite
from coup.rules import kernel as k
from coup.rules import playout
from coup.rules.state import State
from coup.vectors.encoding import encoding_of
from coup.vectors.story import Story, witness
from tests.helpers import RULESETS


class Unknown:
    """A number, or a condition, that cannot be branched on, as while JAX traces."""

    def __init__(self, number: Any) -> None:
        self.number = number if isinstance(number, bool) else int(number)

    def __bool__(self) -> bool:
        raise AssertionError("nobody knows this number yet")

    def __invert__(self) -> "Unknown":
        return Unknown(not self.number if isinstance(self.number, bool) else ~self.number)

    def __neg__(self) -> "Unknown":
        return Unknown(-self.number)

    __hash__ = None  # type: ignore[assignment]


def number_in(value: Any) -> int:
    return value.number if isinstance(value, Unknown) else value


def operation(name: str) -> Any:
    def work(self: Unknown, other: Any) -> Unknown:
        other = number_in(other)
        if "shift" in name:
            other = max(other, 0)  # in a branch that does not count
        return Unknown(getattr(self.number, name)(other))

    return work


for _name in (
    "add",
    "radd",
    "sub",
    "rsub",
    "mul",
    "rmul",
    "mod",
    "and",
    "rand",
    "or",
    "ror",
    "xor",
    "rxor",
):
    setattr(Unknown, f"__{_name}__", operation(f"__{_name}__"))
for _name in ("eq", "ne", "lt", "le", "gt", "ge", "lshift", "rshift"):
    setattr(Unknown, f"__{_name}__", operation(f"__{_name}__"))
Unknown.__rlshift__ = lambda self, other: Unknown(other << max(self.number, 0))  # type: ignore[attr-defined]
Unknown.__rrshift__ = lambda self, other: Unknown(other >> max(self.number, 0))  # type: ignore[attr-defined]


class Row:
    """A list that takes unknown places; those out of range do not matter."""

    def __init__(self, values: list[Any]) -> None:
        self.values = [Unknown(number_in(each)) for each in values]

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, place: Any) -> Any:
        return self.values[number_in(place) % len(self.values)]

    def __setitem__(self, place: Any, value: Any) -> None:
        self.values[number_in(place) % len(self.values)] = Unknown(number_in(value))


class Backend:
    """A backend that can look at conditions, which the source cannot."""

    @staticmethod
    def where(condition: Unknown, value: Any, other: Any) -> Unknown:
        return Unknown(number_in(value if condition.number else other))

    @staticmethod
    def popcount(bits: Unknown) -> Unknown:
        return Unknown((bits.number & (1 << 64) - 1).bit_count())

    as_array = staticmethod(Row)

    @staticmethod
    def copy_numbers(out: Any, place: int, source: Row, first: Any, count: int) -> None:
        for step in range(count):
            out[place + step] = source[number_in(first) + step]


def hidden(state: State) -> State:
    """A state whose numbers are unknown, except the number of seats."""
    twin = State()
    for name in State.__slots__:
        value = getattr(state, name)
        setattr(twin, name, Row(value) if isinstance(value, list) else Unknown(value))
    twin.seats = state.seats
    return twin


def untold(story: Story) -> Story:
    """A story whose numbers are unknown; its settings are not integers."""
    twin = Story()
    for name in Story.__slots__:
        if name != "settings":
            setattr(twin, name, Row(getattr(story, name)))
    return twin


def shown(value: Any) -> Any:
    return [each.number for each in value.values] if isinstance(value, Row) else number_in(value)


@pytest.mark.parametrize("name", RULESETS)
def test_states_and_legal_moves_are_the_kernels_own(name: str) -> None:
    rules = coup.ruleset(name).rules
    source = Predicated(Backend())  # type: ignore[arg-type]
    apply = source.function("coup.rules.kernel", "apply")
    legal = source.function("coup.rules.kernel", "legal")
    for game in range(3):
        state, x = State(), playout.start(5, game)
        k.reset(state, rules, 2 + game)
        for _ in range(24):
            if state.mover == k.TERMINAL:
                break
            x = playout.advance(x)
            seat, twin = state.mover, hidden(state)
            if seat == k.CHANCE:
                move = playout.sample_chance(state, x)
            else:
                moves = k.legal(state, rules, seat)
                assert number_in(legal(twin, rules, Unknown(seat))) == moves
                move = playout.pick_bit(moves, playout.below(x, moves.bit_count()))
            apply(twin, rules, Unknown(seat), Unknown(move))
            k.apply(state, rules, seat, move)
            for field in State.__slots__:
                assert shown(getattr(twin, field)) == getattr(state, field), field


@pytest.mark.parametrize("name", [*RULESETS, "reformation"])
def test_stories_and_observations_are_those_that_the_source_writes(name: str) -> None:
    """In both layouts, for every seat."""
    ruleset = coup.ruleset(name)
    rules, encoding = ruleset.rules, encoding_of(ruleset)
    source = Predicated(Backend())  # type: ignore[arg-type]
    tell = source.function("coup.vectors.story", "witness")
    write = source.function(encoding.observe.__module__, encoding.observe.__name__)
    state, story, x = State(encoding.room), Story(encoding.room), playout.start(5, 1)
    k.reset(state, rules, 3)
    for _ in range(30):
        if state.mover == k.TERMINAL:
            break
        x = playout.advance(x)
        seat, twin, told = state.mover, hidden(state), untold(story)
        if seat == k.CHANCE:
            move = playout.sample_chance(state, x)
        else:
            moves = k.legal(state, rules, seat)
            move = playout.pick_bit(moves, playout.below(x, moves.bit_count()))
        tell(told, twin, rules, Unknown(seat), Unknown(move))
        witness(story, state, rules, seat, move)
        for field in ("deeds", "returned", "shown", "claims", "caught", "grudges", "reforms"):
            assert shown(getattr(told, field)) == getattr(story, field), field
        k.apply(state, rules, seat, move)
        expected, out = [0] * encoding.size, Row([0] * encoding.size)
        encoding.observe(state, rules, story, 1, expected)
        write(hidden(state), rules, untold(story), Unknown(1), out)
        assert shown(out) == expected


def test_known_conditions_are_decided_immediately() -> None:
    unknown = Unknown(1)
    assert both(False, unknown) is False
    assert both(True, unknown) is unknown
    assert either(True, unknown) is True
    assert either(unknown, False) is unknown
    assert opposite(True) is False


def test_unsupported_source_is_refused() -> None:
    source = ast.parse("[each for each in rules]", mode="eval").body
    with pytest.raises(NotPortable, match="each for each in rules"):
        Predicated(Backend())._value("here", source, Call({}, True))  # type: ignore[arg-type]
