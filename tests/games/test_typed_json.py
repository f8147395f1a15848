"""Values are read back as they were written, and any other text is refused."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, NewType

import pytest
from pydantic import BaseModel, ConfigDict

from games.engine.typed_json import Unreadable, Unwritable, read, write

Place = NewType("Place", int)


class Pair(NamedTuple):
    """A named tuple."""

    left: int
    right: "str | None" = None


@dataclass(frozen=True, slots=True)
class One:
    """Made of the same as Other."""

    pair: Pair


@dataclass(frozen=True, slots=True)
class Other:
    """Made of the same as One."""

    pair: Pair


@dataclass(frozen=True, slots=True)
class Part:
    """A class with a subclass."""

    pair: Pair


@dataclass(frozen=True, slots=True)
class Whole(Part):
    """A kind of Part, with a field that follows from the others."""

    double: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "double", 2 * self.pair.left)


class Options(BaseModel):
    """A model."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    days: int = 5


VALUES: list[tuple[Any, Any]] = [
    (int, 1 << 400),
    (Place, -1),
    (str, "6♣\n"),
    (bool, True),
    (Literal["", "open", 1], "open"),
    (int | None, None),
    (int | str | None, "7"),
    (int | str | None, 7),
    (bool | int, 1),
    (bool | int, True),
    (tuple[int, ...], ()),
    (tuple[tuple[int, ...], tuple[bool, bool]], ((1, 0), (True, False))),
    (frozenset[Place], frozenset({Place(3), Place(1)})),
    (Mapping[Place, str], {Place(1): "a", Place(0): ""}),
    (Pair, Pair(1, "x")),
    (One | Other, One(Pair(1))),
    (One | Other, Other(Pair(1))),
    (Part, Whole(Pair(4))),
    (tuple[Part | Other | None, ...], (Other(Pair(1)), None, Whole(Pair(2)), Part(Pair(1)))),
    (Options, Options(days=7)),
]


@pytest.mark.parametrize(("kind", "value"), VALUES, ids=[repr(value)[:30] for _, value in VALUES])
def test_a_value_is_read_as_it_was_written(kind: Any, value: object) -> None:
    found = read(kind, write(kind, value))
    assert found == value
    assert repr(found) == repr(value)


def test_what_occurs_twice_is_written_once_and_is_one_object_again() -> None:
    kind = tuple[One | Other, ...]
    text = write(kind, (One(Pair(7, "seven")), Other(Pair(7, "seven")), One(Pair(7, "seven"))))
    assert text.count("seven") == 1
    one, other, again = read(kind, text)
    assert one is again
    assert one.pair is other.pair


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (int, True),
        (int, "1"),
        (tuple[int, int], (1, 2, 3)),
        (One, Other(Pair(1))),
        (One | Other, Pair(1)),
        (Pair, (1, None)),
        (Literal[1], True),
        (float, 1.5),
        (object, 1),
        (list[int], [1]),
    ],
)
def test_a_value_of_another_type_is_not_written(kind: Any, value: object) -> None:
    with pytest.raises(Unwritable):
        write(kind, value)


GOOD = write(One | Other, One(Pair(1)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        GOOD[:-1],
        "{}",
        "[[],0]",
        "[[[1,null]],true]",
        "[[[1,null]],-1]",
        "[[7],0]",
        GOOD.replace("1,null", "true,null"),
        GOOD.replace("1,null", "1,7"),
        GOOD.replace("1,null", "1"),
        GOOD.replace("1,null", "1,null,null"),
        GOOD.replace("[0,1]", "[9,1]"),
        GOOD.replace("[0,1]", "[0,2]"),  # itself
        "[" * 100_000,
        "[[" + "9" * 5_000 + "],0]",
    ],
)
def test_a_text_that_spells_no_such_value_is_refused(text: str) -> None:
    assert json.loads(GOOD) == [[[1, None], [0], [0, 1]], 2]
    with pytest.raises(Unreadable):
        read(One | Other, text)


def test_a_model_refuses_what_it_always_refuses() -> None:
    text = write(Options, Options(days=7))
    assert read(Options, text).days == 7
    with pytest.raises(Unreadable):
        read(Options, text.replace("days", "nights"))
