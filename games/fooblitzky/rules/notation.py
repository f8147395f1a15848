"""How moves are written and read; the README says it for players, BUILDING.md the moves of chance.

choose pig · walk B7 · enter UL drug · bump c · cross · stay · leave · buy hot-dog · buy nothing
walk B3 by r1 d1 r3 · enter UL drug by r2 · bump c by u4 · kerb H18 by d3 l2, in old records kerb H18 5
sell saw · call LR toys · put pig · take · give · keep · pick saw
* missing saw fish · stock UL LR UR UR · lockers UL LR · crosswalks 1 4 · flip none · roll 17 · safe · hit
* shops UR LL · nobody · man again · man gives 6 · man offers pig saw fish · man takes 4 · man steals pig LL
* man piano
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from games.core import BadNotation, letter
from games.fooblitzky.rules import moves
from games.fooblitzky.rules.city.items import Item, bag
from games.fooblitzky.rules.city.map import SQUARES, STORE_SITES
from games.fooblitzky.rules.city.names import (
    read_crosswalks,
    read_item,
    read_items,
    read_number,
    read_quadrants,
    read_seat,
    read_site,
    read_square,
    read_way,
    write_way,
)
from games.fooblitzky.rules.moves import Move
from games.fooblitzky.rules.turns import WHEEL

T = TypeVar("T")

NOTHING = "nothing"
NONE = "none"
MOST_FOOBLES = 10


def write(move: Move) -> str:
    """The one way to write this move."""
    match move:
        case moves.WalkTo(square, way):
            return f"walk {SQUARES[square].name}{_by(way)}"
        case moves.Enter(site, way):
            return f"enter {site.code}{_by(way)}"
        case moves.Bump(seat, way):
            return f"bump {letter(seat)}{_by(way)}"
        case moves.Approach(kerb, way, steps):
            return f"kerb {SQUARES[kerb].name}{f' {steps}' if steps else _by(way)}"
        case moves.Call(site):
            return f"call {site.code}"
        case moves.Choose(item) | moves.PickUp(item) | moves.Buy(item) | moves.Sell(item) | moves.Put(item):
            return f"{_VERBS[type(move)]} {item.code if item else NOTHING}"
    return _WORDS.get(move) or _write_chance(move)


def _by(way: moves.Way) -> str:
    return f" by {write_way(way)}" if way else ""


def _write_chance(move: Move) -> str:
    match move:
        case moves.Missing(items):
            return " ".join(["missing", *(item.code for item in items)])
        case moves.TakeOut(quadrants):
            return " ".join(["stock", *quadrants])
        case moves.Lock(quadrants):
            return " ".join(["lockers", *quadrants])
        case moves.Ship(quadrants):
            return " ".join(["shops", *(quadrants or (NONE,))])
        case moves.Paint(numbers):
            return " ".join(["crosswalks", *(map(str, numbers) if numbers else (NONE,))])
        case moves.Flip(numbers):
            return " ".join(["flip", *(map(str, numbers) if numbers else (NONE,))])
        case moves.Roll(number):
            return f"roll {number}"
    return _write_man(move)


def _write_man(move: Move) -> str:
    match move:
        case moves.Gift(foobles):
            return f"man gives {foobles}"
        case moves.Robbery(foobles):
            return f"man takes {foobles}"
        case moves.Offer(items):
            return " ".join(["man offers", *(item.code for item in items)])
        case moves.Theft(item, quadrant):
            return f"man steals {item.code} {quadrant}"
    raise AssertionError(f"There is no notation for {move}.")


def read(text: str) -> Move:
    """The move a text spells: capitals or not, `hot dog` for `hot-dog`. Raises BadNotation."""
    words = text.lower().split()
    verb, rest = (words[0], words[1:]) if words else ("", [])
    if move := _SAID.get(" ".join(words)):
        return move
    if reader := _READERS.get(verb):
        return reader(rest)
    raise BadNotation("Start with a word such as walk, enter, bump, buy, sell, call, put, take or stay.")


def _walked(words: Sequence[str]) -> tuple[Sequence[str], moves.Way]:
    """Where a walk leads, and the steps after `by`."""
    if "by" not in words:
        return words, ""
    at = words.index("by")
    return words[:at], read_way(words[at + 1 :], WHEEL)


def _going(
    words: Sequence[str], reader: Callable[[Sequence[str]], T], move: Callable[[T, moves.Way], Move]
) -> Move:
    there, way = _walked(words)
    return move(reader(there), way)


def _kerb(words: Sequence[str]) -> Move:
    there, way = _walked(words)
    if not way and len(there) > 1:
        return moves.Approach(read_square(there[:-1]), steps=read_number(there[-1:], 0, WHEEL))
    return moves.Approach(read_square(there), way)


def _item_or_nothing(words: Sequence[str]) -> Item | None:
    return None if list(words) in ([], [NOTHING]) else read_item(words)


def _none_or(words: Sequence[str], reader: Callable[[Sequence[str]], tuple[T, ...]]) -> tuple[T, ...]:
    return () if list(words) == [NONE] else reader(words)


def _man(words: Sequence[str]) -> Move:
    match list(words):
        case ["gives", *rest]:
            return moves.Gift(read_number(rest, 1, MOST_FOOBLES))
        case ["takes", *rest]:
            return moves.Robbery(read_number(rest, 1, MOST_FOOBLES))
        case ["offers", *rest]:
            return moves.Offer(bag(read_items(rest)))
        case ["steals", item, quadrant]:
            return moves.Theft(read_item([item]), read_quadrants([quadrant])[0])
    raise BadNotation("The Chance Man gives, takes, offers, steals or drops a piano.")


_VERBS: dict[type, str] = {
    moves.Choose: "choose",
    moves.PickUp: "pick",
    moves.Buy: "buy",
    moves.Sell: "sell",
    moves.Put: "put",
}

_WORDS: dict[Move, str] = {
    moves.Cross(): "cross",
    moves.Stay(): "stay",
    moves.Leave(): "leave",
    moves.Take(): "take",
    moves.Give(): "give",
    moves.Keep(): "keep",
    moves.Traffic(hit=False): "safe",
    moves.Traffic(hit=True): "hit",
    moves.Nobody(): "nobody",
    moves.FreeTurn(): "man again",
    moves.Piano(): "man piano",
}
_SAID = {text: move for move, text in _WORDS.items()}

_READERS: dict[str, Callable[[Sequence[str]], Move]] = {
    "choose": lambda words: moves.Choose(read_item(words)),
    "walk": lambda words: _going(words, read_square, moves.WalkTo),
    "enter": lambda words: _going(words, read_site, moves.Enter),
    "bump": lambda words: _going(words, read_seat, moves.Bump),
    "kerb": _kerb,
    "buy": lambda words: moves.Buy(_item_or_nothing(words)),
    "sell": lambda words: moves.Sell(_item_or_nothing(words)),
    "call": lambda words: moves.Call(read_site(words, STORE_SITES)),
    "phone": lambda words: moves.Call(read_site(words, STORE_SITES)),
    "put": lambda words: moves.Put(_item_or_nothing(words)),
    "pick": lambda words: moves.PickUp(read_item(words)),
    "missing": lambda words: moves.Missing(read_items(words)),
    "stock": lambda words: moves.TakeOut(read_quadrants(words)),
    "lockers": lambda words: moves.Lock(read_quadrants(words)),
    "shops": lambda words: moves.Ship(_none_or(words, read_quadrants)),
    "crosswalks": lambda words: moves.Paint(_none_or(words, read_crosswalks)),
    "flip": lambda words: moves.Flip(_none_or(words, read_crosswalks)),
    "roll": lambda words: moves.Roll(read_number(words, 1, WHEEL)),
    "man": _man,
}
