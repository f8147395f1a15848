"""Positions as JSON text and back, by their types: many phases have the same fields, so JSON alone won't do.

It handles what frozen positions are made of: dataclasses and named tuples, pydantic models, tuples, frozen
sets, mappings, unions of those, strings, integers, booleans, None and literals. A class includes its
subclasses. Reading only ever gives you values of the type you ask for, even from a hostile text. Positions of
one game share most of their parts, so each part is written once, and is one object again when it's read.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

Json: TypeAlias = Any
"""What `json` reads and writes."""

Down: TypeAlias = Callable[["_Writer", Any], Json]
Up: TypeAlias = Callable[["_Reader", Json], Any]


class Unwritable(TypeError):
    """This type or this value can't be written."""


class Unreadable(ValueError):
    """The text isn't a value of this type."""


def write(kind: Any, value: object) -> str:
    """The text that `read` understands with the same type. Raises Unwritable."""
    writer = _Writer()
    root = _shape(kind).down(writer, value)
    return json.dumps([writer.nodes, root], ensure_ascii=False, separators=(",", ":"))


def read(kind: Any, text: str) -> Any:
    """The value of this type that the text spells. Raises Unreadable, and Unwritable as `write` does."""
    shape = _shape(kind)
    try:
        match json.loads(text):
            case [[*nodes], root]:
                return shape.up(_Reader(nodes), root)
    except (ValueError, TypeError, RecursionError) as error:  # from JSON, or a class that refuses its parts
        raise Unreadable(str(kind)) from error
    raise Unreadable(str(kind))


@dataclass(frozen=True, slots=True, eq=False)
class _Shape:
    """How values of one type are written and read. `fits` checks quickly whether a value is of that type."""

    down: Down
    up: Up
    fits: Callable[[Any], bool]


class _Writer:
    """Writes each part once: `nodes` are made of plain values and the numbers of earlier nodes."""

    def __init__(self) -> None:
        self.nodes: list[Json] = []
        self._by_value: dict[tuple[object, tuple[Json, ...]], int] = {}
        self._by_id: dict[tuple[object, int], int] = {}

    def known(self, shape: object, value: object) -> int | None:
        """The number of this very object, if it has been written."""
        return self._by_id.get((shape, id(value)))

    def put(self, shape: object, value: object, parts: list[Json]) -> int:
        """The number of the node with these parts."""
        number = self._by_value.setdefault((shape, tuple(parts)), len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(parts)
        self._by_id[shape, id(value)] = number
        return number


class _Reader:
    """Reads each node once per type; a node can only refer to earlier ones."""

    def __init__(self, nodes: Sequence[Json]) -> None:
        self._nodes = nodes
        self._read: dict[tuple[object, int], Any] = {}
        self._before = len(nodes)

    def get(self, shape: object, number: Json, made: Callable[["_Reader", list[Json]], Any]) -> Any:
        """The value of this node. Raises Unreadable."""
        if type(number) is not int or not 0 <= number < self._before:
            raise Unreadable("There's no such node.")
        found = self._read.get((shape, number), self)
        if found is not self:
            return found
        parts = self._nodes[number]
        if not isinstance(parts, list):
            raise Unreadable("A node is a list.")
        before, self._before = self._before, number
        value = self._read[shape, number] = made(self, parts)
        self._before = before
        return value


@cache
def _shape(kind: Any) -> _Shape:
    if isinstance(kind, NewType):
        return _shape(kind.__supertype__)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        others = [_shape(one) for one in arguments if one is not NoneType]
        one = others[0] if len(others) == 1 else _union(others)
        return one if len(others) == len(arguments) else _optional(one)
    if origin is Literal:
        allowed = {(type(one), one) for one in arguments}
        return _plain(lambda value: (type(value), value) in allowed)
    if kind in (int, str, bool, NoneType):
        return _plain(lambda value: type(value) is kind)
    if origin is tuple:
        return _tuple(arguments)
    if origin is frozenset:
        return _frozenset(_shape(arguments[0]))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(_shape(arguments[0]), _shape(arguments[1]))
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _model(kind)
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        family = [kind, *_subclasses(kind)]
        return _class(kind) if len(family) == 1 else _union([*map(_class, family)])
    raise Unwritable(f"Values of the type {kind} can't be written.")


def _plain(fits: Callable[[Any], bool]) -> _Shape:
    def same(_: object, value: Any) -> Any:
        if not fits(value):
            raise Unreadable("A value has the wrong type.")
        return value

    def down(_: _Writer, value: Any) -> Json:
        if not fits(value):
            raise Unwritable(f"A {type(value).__name__} isn't what its type says.")
        return value

    return _Shape(down, same, fits)


def _node(
    parts_of: Callable[[_Writer, Any], list[Json]],
    made: Callable[[_Reader, list[Json]], Any],
    fits: Callable[[Any], bool],
) -> _Shape:
    """A shape whose values are nodes."""
    key = object()

    def down(writer: _Writer, value: Any) -> Json:
        if (known := writer.known(key, value)) is not None:
            return known
        if not fits(value):
            raise Unwritable(f"A {type(value).__name__} isn't what its type says.")
        return writer.put(key, value, parts_of(writer, value))

    return _Shape(down, lambda reader, number: reader.get(key, number, made), fits)


def _tuple(arguments: tuple[Any, ...]) -> _Shape:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        one = _shape(arguments[0])
        return _node(
            lambda writer, value: [one.down(writer, part) for part in value],
            lambda reader, parts: tuple([one.up(reader, part) for part in parts]),
            lambda value: type(value) is tuple,
        )
    each = [_shape(argument) for argument in arguments]
    return _node(
        lambda writer, value: _each_down(writer, each, value),
        lambda reader, parts: tuple(_each_up(reader, each, parts)),
        lambda value: type(value) is tuple and len(value) == len(each),
    )


def _frozenset(one: _Shape) -> _Shape:
    return _node(
        lambda writer, value: [one.down(writer, part) for part in sorted(value)],
        lambda reader, parts: frozenset([one.up(reader, part) for part in parts]),
        lambda value: type(value) is frozenset,
    )


def _mapping(key: _Shape, value: _Shape) -> _Shape:
    def parts_of(writer: _Writer, pairs: Mapping[Any, Any]) -> list[Json]:
        return [part for one in pairs for part in (key.down(writer, one), value.down(writer, pairs[one]))]

    def made(reader: _Reader, parts: list[Json]) -> dict[Any, Any]:
        pairs = zip(parts[::2], parts[1::2], strict=True)
        return {key.up(reader, one): value.up(reader, other) for one, other in pairs}

    return _node(parts_of, made, lambda pairs: isinstance(pairs, Mapping))


def _model(model: type[BaseModel]) -> _Shape:
    return _node(
        lambda _, value: [value.model_dump_json()],
        lambda _, parts: model.model_validate_json(*parts),
        lambda value: type(value) is model,
    )


def _class(made_of: Any) -> _Shape:
    """A named tuple, or a dataclass with the fields of its constructor."""
    hints = get_type_hints(made_of)
    is_named_tuple = issubclass(made_of, tuple)
    names = made_of._fields if is_named_tuple else [one.name for one in fields(made_of) if one.init]
    each = [_shape(hints[name]) for name in names]
    return _node(
        lambda writer, value: _each_down(writer, each, [getattr(value, name) for name in names]),
        lambda reader, parts: made_of(*_each_up(reader, each, parts)),
        lambda value: type(value) is made_of,
    )


def _subclasses(kind: Any) -> list[Any]:
    """The dataclasses that are subclasses of this one, sorted by name."""
    found = [one for below in kind.__subclasses__() for one in (below, *_subclasses(below))]
    by_name: dict[tuple[str, str], Any] = {}
    for one in found:
        # Python makes a dataclass with slots twice; ignore the one without them.
        name = one.__module__, one.__name__
        if name not in by_name or "__slots__" in vars(one):
            by_name[name] = one
    return [by_name[name] for name in sorted(by_name)]


def _each_down(writer: _Writer, shapes: Sequence[_Shape], values: Sequence[Any]) -> list[Json]:
    return [shape.down(writer, value) for shape, value in zip(shapes, values, strict=True)]


def _each_up(reader: _Reader, shapes: Sequence[_Shape], parts: Sequence[Json]) -> list[Any]:
    return [shape.up(reader, part) for shape, part in zip(shapes, parts, strict=True)]


def _optional(one: _Shape) -> _Shape:
    """None as null, which no other value is written as."""
    return _Shape(
        lambda writer, value: None if value is None else one.down(writer, value),
        lambda reader, part: None if part is None else one.up(reader, part),
        lambda value: value is None or one.fits(value),
    )


def _union(shapes: Sequence[_Shape]) -> _Shape:
    """The number of the first type that fits the value, and the value."""

    def parts_of(writer: _Writer, value: Any) -> list[Json]:
        number, shape = next((at, one) for at, one in enumerate(shapes) if one.fits(value))
        return [number, shape.down(writer, value)]

    def made(reader: _Reader, parts: list[Json]) -> Any:
        number, part = parts
        if type(number) is not int or not 0 <= number < len(shapes):
            raise Unreadable("There's no such type.")
        return shapes[number].up(reader, part)

    return _node(parts_of, made, lambda value: any(shape.fits(value) for shape in shapes))
