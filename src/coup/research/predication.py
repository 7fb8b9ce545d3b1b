"""Runs portable source on values that are not known yet, such as those that JAX traces.

A compiler for vectors cannot branch by a value that differs from game to game. So both branches
run, and every assignment keeps the old value where its condition does not hold. What is known, as
the ruleset is, is decided at once, and the other branch is left out. The source is the kernel's
own; nothing of the rules is written here.
"""

import ast
import operator
from collections.abc import Callable
from functools import reduce
from typing import Any

from coup.rules.loader import TARGET, is_portable, tree_of

BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class NotPortable(Exception):
    """An expression that portable source must not have; a change of the kernel brought it in."""


class Backend:
    """What is done with values that are not known yet; `coup.research.jax_env` has one for JAX.

    where: one of two values, by a condition.
    popcount: how many bits are set.
    as_array: a list of known numbers, so that an unknown index can be looked up.
    copy_numbers: as in `coup.rules.target`.
    """

    where: Callable[[Any, Any, Any], Any]
    popcount: Callable[[Any], Any]
    as_array: Callable[[Any], Any]
    copy_numbers: Callable[[Any, Any, Any, Any, Any], None]


def known(value: Any) -> bool:
    """Whether a value is a plain number."""
    return isinstance(value, (bool, int))


def truth(value: Any) -> Any:
    """A value as a condition."""
    return bool(value) if known(value) else value != 0


def both(one: Any, two: Any) -> Any:
    """Whether two conditions hold."""
    if known(one):
        return two if one else False
    if known(two):
        return one if two else False
    return one & two


def either(one: Any, two: Any) -> Any:
    """Whether one of two conditions holds."""
    if known(one):
        return True if one else two
    if known(two):
        return True if two else one
    return one | two


def opposite(condition: Any) -> Any:
    """Whether a condition does not hold."""
    return not condition if known(condition) else ~condition


class Call:
    """A call of a function as it runs: its names, where it has returned, and what."""

    def __init__(self, names: dict[str, Any], active: Any) -> None:
        self.names, self.active = names, active
        self.returned: Any = False
        self.value: Any = None

    @property
    def running(self) -> Any:
        """Where the next statement counts."""
        return both(self.active, opposite(self.returned))


class Predicated:
    """Portable modules, run on values that are not known yet."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.modules: dict[str, dict[str, Any]] = {}

    def function(self, module: str, name: str) -> Callable[..., Any]:
        """A function of a portable module, which changes its arguments in place as always."""
        definition = self._names(module)[name]

        def call(*arguments: Any) -> Any:
            return self._call(module, definition, arguments, True)

        return call

    def _names(self, module: str) -> dict[str, Any]:
        """The names of a module: its functions as source, all else as it is."""
        if module not in self.modules:
            names = dict(vars(__import__(module, fromlist=["*"])))
            for node in tree_of(module).body:
                if isinstance(node, ast.FunctionDef) and node.decorator_list:
                    names[node.name] = (module, node)
                elif isinstance(node, ast.ImportFrom) and is_portable(str(node.module)):
                    if node.module == TARGET:
                        continue
                    given = self._names(str(node.module))
                    names |= {each.asname or each.name: given[each.name] for each in node.names}
            self.modules[module] = names
        return self.modules[module]

    def _call(self, module: str, function: Any, arguments: Any, active: Any) -> Any:
        where, definition = function
        names = [each.arg for each in definition.args.args]
        call = Call(dict(zip(names, arguments, strict=True)), active)
        self._run(where, definition.body, call)
        return call.value

    def _run(self, module: str, body: list[ast.stmt], call: Call) -> None:
        for statement in body:
            if call.running is False:
                return
            getattr(self, f"_{type(statement).__name__.lower()}")(module, statement, call)

    # Statements.

    def _expr(self, module: str, node: ast.Expr, call: Call) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self._value(module, node.value, call)

    def _return(self, module: str, node: ast.Return, call: Call) -> None:
        value = None if node.value is None else self._value(module, node.value, call)
        running = call.running
        call.value = value if call.value is None else self._pick(running, value, call.value)
        call.returned = either(call.returned, running)

    def _assign(self, module: str, node: ast.Assign, call: Call) -> None:
        (target,) = node.targets
        self._put(module, target, self._value(module, node.value, call), call)

    def _augassign(self, module: str, node: ast.AugAssign, call: Call) -> None:
        load = ast.parse(ast.unparse(node.target), mode="eval").body
        old = self._value(module, load, call)
        value = BINARY[type(node.op)](old, self._value(module, node.value, call))
        self._put(module, node.target, value, call)

    def _put(self, module: str, target: ast.expr, value: Any, call: Call) -> None:
        """Keep a value where the statement counts."""
        running = call.running
        if isinstance(target, ast.Name):
            old = call.names.get(target.id)
            call.names[target.id] = value if old is None else self._pick(running, value, old)
        elif isinstance(target, ast.Attribute):
            thing = self._value(module, target.value, call)
            old = getattr(thing, target.attr)
            setattr(thing, target.attr, self._pick(running, value, old))
        else:
            assert isinstance(target, ast.Subscript)
            array = self._value(module, target.value, call)
            place = self._value(module, target.slice, call)
            array[place] = self._pick(running, value, array[place])

    def _if(self, module: str, node: ast.If, call: Call) -> None:
        condition = truth(self._value(module, node.test, call))
        if known(condition):
            self._run(module, node.body if condition else node.orelse, call)
            return
        before = call.active
        call.active = both(before, condition)
        self._run(module, node.body, call)
        call.active = both(before, opposite(condition))
        self._run(module, node.orelse, call)
        call.active = before

    def _for(self, module: str, node: ast.For, call: Call) -> None:
        assert isinstance(node.target, ast.Name)
        for number in self._value(module, node.iter, call):
            call.names[node.target.id] = number
            self._run(module, node.body, call)

    # Values.

    def _pick(self, condition: Any, value: Any, other: Any) -> Any:
        if condition is True or value is other:
            return value
        if condition is False or (known(value) and known(other) and value == other):
            return other
        return self.backend.where(condition, value, other)

    def _value(self, module: str, node: ast.expr, call: Call) -> Any:
        match node:
            case ast.Constant():
                return node.value
            case ast.Name():
                if node.id in call.names:
                    return call.names[node.id]
                return self._names(module)[node.id]
            case ast.Attribute():
                return getattr(self._value(module, node.value, call), node.attr)
            case ast.Subscript():
                array = self._value(module, node.value, call)
                place = self._value(module, node.slice, call)
                if isinstance(array, list) and not known(place):
                    array = self.backend.as_array(array)
                return array[place]
            case ast.Tuple():
                return tuple(self._value(module, each, call) for each in node.elts)
            case ast.BinOp():
                left, right = (self._value(module, each, call) for each in (node.left, node.right))
                return BINARY[type(node.op)](left, right)
            case ast.UnaryOp():
                return self._unary(node.op, self._value(module, node.operand, call))
            case ast.BoolOp():
                return self._together(module, node, call)
            case ast.Compare():
                (compare,), (right,) = node.ops, node.comparators
                left, other = (self._value(module, each, call) for each in (node.left, right))
                if isinstance(compare, ast.In):
                    return reduce(either, (left == each for each in other))
                return COMPARE[type(compare)](left, other)
            case ast.IfExp():
                condition = truth(self._value(module, node.test, call))
                if known(condition):
                    return self._value(module, node.body if condition else node.orelse, call)
                one, two = (self._value(module, each, call) for each in (node.body, node.orelse))
                return self._pick(condition, one, two)
            case ast.Call():
                return self._called(module, node, call)
        raise NotPortable(f"{module}: no target understands {ast.unparse(node)!r}")

    def _unary(self, kind: ast.unaryop, value: Any) -> Any:
        if isinstance(kind, ast.Not):
            return opposite(truth(value))
        return -value if isinstance(kind, ast.USub) else ~value

    def _together(self, module: str, node: ast.BoolOp, call: Call) -> Any:
        """Conditions joined by `and` or `or`; what follows a known answer is not looked at."""
        joins, last = (both, False) if isinstance(node.op, ast.And) else (either, True)
        found: Any = not last
        for each in node.values:
            found = joins(found, truth(self._value(module, each, call)))
            if found is last:
                break
        return found

    def _called(self, module: str, node: ast.Call, call: Call) -> Any:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        arguments = [self._value(module, each, call) for each in node.args]
        if name == "popcount":
            bits = arguments[0]
            return bits.bit_count() if known(bits) else self.backend.popcount(bits)
        if name == "min":
            one, two = arguments
            return min(one, two) if known(one) and known(two) else self._pick(one < two, one, two)
        if name == "copy_numbers":
            return self.backend.copy_numbers(*arguments)
        if name == "len":
            return len(arguments[0])
        if name == "range":
            return range(*arguments)
        return self._call(module, self._names(module)[name], arguments, call.running)
