"""How moves are written and read; the README's table says it for players.

choose pig · walk B7 · enter UL drug · bump c · cross · stay · leave · buy hot-dog · buy nothing
sell saw · call LR toys · put pig · take · give · keep · pick saw
* missing saw fish · stock UL LR UR UR · lockers UL LR · crosswalks 1 4 · flip none · roll 17 · safe · hit
* shops UR LL · nobody · man again · man gives 6 · man offers pig saw fish · man takes 4 · man steals pig LL
* man piano
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from games.core import BadNotation, letter
from games.fooblitzky.city import SQUARES, STORE_SITES
from games.fooblitzky.items import Item, bag
from games.fooblitzky.moves import (
    Bump,
    Buy,
    Call,
    Choose,
    Cross,
    Enter,
    Flip,
    FreeTurn,
    Gift,
    Give,
    Keep,
    Leave,
    Lock,
    Missing,
    Move,
    Nobody,
    Offer,
    Paint,
    Piano,
    Pick,
    Put,
    Robbery,
    Roll,
    Sell,
    Ship,
    Stay,
    Take,
    TakeOut,
    Theft,
    Traffic,
    WalkTo,
)
from games.fooblitzky.names import (
    read_crosswalks,
    read_item,
    read_items,
    read_number,
    read_quadrants,
    read_seat,
    read_site,
    read_square,
)

T = TypeVar("T")

NOTHING = "nothing"
NONE = "none"
MOST_FOOBLES = 10
WHEEL = 24


def write(move: Move) -> str:
    """The one way in which this move is written."""
    match move:
        case WalkTo(square):
            return f"walk {SQUARES[square].name}"
        case Enter(site) | Call(site):
            return f"{'enter' if isinstance(move, Enter) else 'call'} {site.code}"
        case Bump(seat):
            return f"bump {letter(seat)}"
        case Choose(item) | Pick(item) | Buy(item) | Sell(item) | Put(item):
            return f"{_VERBS[type(move)]} {item.code if item else NOTHING}"
    return _WORDS.get(move) or _write_chance(move)


def _write_chance(move: Move) -> str:
    match move:
        case Missing(items):
            return " ".join(["missing", *(item.code for item in items)])
        case TakeOut(quadrants):
            return " ".join(["stock", *quadrants])
        case Lock(quadrants):
            return " ".join(["lockers", *quadrants])
        case Ship(quadrants):
            return " ".join(["shops", *(quadrants or (NONE,))])
        case Paint(numbers):
            return " ".join(["crosswalks", *(map(str, numbers) if numbers else (NONE,))])
        case Flip(numbers):
            return " ".join(["flip", *(map(str, numbers) if numbers else (NONE,))])
        case Roll(number):
            return f"roll {number}"
    return _write_man(move)


def _write_man(move: Move) -> str:
    match move:
        case Gift(foobles):
            return f"man gives {foobles}"
        case Robbery(foobles):
            return f"man takes {foobles}"
        case Offer(items):
            return " ".join(["man offers", *(item.code for item in items)])
        case Theft(item, quadrant):
            return f"man steals {item.code} {quadrant}"
    raise AssertionError(f"There is no notation for {move}.")


def read(text: str) -> Move:
    """The move a text spells: letters of any size, `hot dog` for `hot-dog`. Raises BadNotation."""
    words = text.lower().split()
    verb, rest = (words[0], words[1:]) if words else ("", [])
    if move := _SAID.get(" ".join(words)):
        return move
    if reader := _READERS.get(verb):
        return reader(rest)
    raise BadNotation(
        "A move begins with a word such as walk, enter, bump, buy, sell, call, put, take or stay."
    )


def _item_or_nothing(words: Sequence[str]) -> Item | None:
    return None if list(words) in ([], [NOTHING]) else read_item(words)


def _none_or(words: Sequence[str], reader: Callable[[Sequence[str]], tuple[T, ...]]) -> tuple[T, ...]:
    return () if list(words) == [NONE] else reader(words)


def _man(words: Sequence[str]) -> Move:
    match list(words):
        case ["gives", *rest]:
            return Gift(read_number(rest, 1, MOST_FOOBLES))
        case ["takes", *rest]:
            return Robbery(read_number(rest, 1, MOST_FOOBLES))
        case ["offers", *rest]:
            return Offer(bag(read_items(rest)))
        case ["steals", item, quadrant]:
            return Theft(read_item([item]), read_quadrants([quadrant])[0])
    raise BadNotation("The Chance Man gives, takes, offers or steals, or drops a piano.")


_VERBS: dict[type, str] = {Choose: "choose", Pick: "pick", Buy: "buy", Sell: "sell", Put: "put"}

_WORDS: dict[Move, str] = {
    Cross(): "cross",
    Stay(): "stay",
    Leave(): "leave",
    Take(): "take",
    Give(): "give",
    Keep(): "keep",
    Traffic(hit=False): "safe",
    Traffic(hit=True): "hit",
    Nobody(): "nobody",
    FreeTurn(): "man again",
    Piano(): "man piano",
}
_SAID = {text: move for move, text in _WORDS.items()}

_READERS: dict[str, Callable[[Sequence[str]], Move]] = {
    "choose": lambda words: Choose(read_item(words)),
    "walk": lambda words: WalkTo(read_square(words)),
    "enter": lambda words: Enter(read_site(words)),
    "bump": lambda words: Bump(read_seat(words)),
    "buy": lambda words: Buy(_item_or_nothing(words)),
    "sell": lambda words: Sell(_item_or_nothing(words)),
    "call": lambda words: Call(read_site(words, STORE_SITES)),
    "phone": lambda words: Call(read_site(words, STORE_SITES)),
    "put": lambda words: Put(_item_or_nothing(words)),
    "pick": lambda words: Pick(read_item(words)),
    "missing": lambda words: Missing(read_items(words)),
    "stock": lambda words: TakeOut(read_quadrants(words)),
    "lockers": lambda words: Lock(read_quadrants(words)),
    "shops": lambda words: Ship(_none_or(words, read_quadrants)),
    "crosswalks": lambda words: Paint(_none_or(words, read_crosswalks)),
    "flip": lambda words: Flip(_none_or(words, read_crosswalks)),
    "roll": lambda words: Roll(read_number(words, 1, WHEEL)),
    "man": _man,
}
