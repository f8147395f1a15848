"""How a game begins: secret choices, the correct items, stock, lockers, crosswalks (rules 1 to 6)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from games.core import Event, IllegalMove, Seat, Step, mark
from games.fooblitzky.rules.city import board as boards
from games.fooblitzky.rules.city.board import Board, Guess, Lockers, Player, Unknown, World, shelf
from games.fooblitzky.rules.city.clock import time
from games.fooblitzky.rules.city.items import ITEMS, Item, bag
from games.fooblitzky.rules.city.map import CROSSWALKS, LOCKER_QUADRANTS, QUADRANTS, Quadrant, crosswalks_in
from games.fooblitzky.rules.moves import Lock, Missing, Paint, TakeOut
from games.fooblitzky.rules.phases import (
    Choosing,
    CrosswalksOwed,
    LockersOwed,
    MissingOwed,
    Position,
    StockOwed,
    WheelOwed,
)
from games.kit.lots import below
from games.kit.tuples import replaced

CORRECT = 4
HIGH = 128


def choose(board: Board, seat: Seat, item: Item) -> Step[Position]:
    """A seat's secret pick, which it can change until the last one is in (rule 1)."""
    said = "" if board.chosen[seat] else f"{mark(seat)} has chosen."
    own = f"You pick the {item.name}."
    told = Event(said, seat, {seat: own}, secret_short={seat: f"You picked the {item.name}."})
    chosen = replaced(board.chosen, seat, item)
    after = replace(board, chosen=chosen)
    if None in chosen:
        return Step(Position(after, Choosing()), (told,))
    complete = _chosen(after)
    return Step(complete.state, (told, *complete.events))


def draw_missing(board: Board, rng: Random) -> Missing:
    """An even draw for every correct item that no player picked."""
    return Missing(tuple(ITEMS[below(rng, len(ITEMS))] for _ in range(CORRECT - len(board.seats))))


def choose_missing(board: Board, missing: Missing) -> Step[Position]:
    """With fewer than four players, chance draws the rest, with repeats (rule 2)."""
    if len(missing.items) != CORRECT - len(board.seats):
        raise IllegalMove("There are four correct items in total (rule 2).")
    return _with_correct(board, missing.items)


def draw_stock(board: Board, rng: Random) -> TakeOut:
    """For each correct item, draw one of the copies left in the stores."""
    quadrants: list[Quadrant] = []
    for at, item in enumerate(board.correct):
        taken = Counter(quadrants[board.correct.index(item) : at])
        copies = [
            quadrant for quadrant in QUADRANTS for _ in range(_copies(board.correct, item) - taken[quadrant])
        ]
        quadrants.append(copies[below(rng, len(copies))])
    return TakeOut(tuple(quadrants))


def take_out(board: Board, move: TakeOut) -> Step[Position]:
    """For each time an item is correct, one copy leaves a random store (rule 4)."""
    if len(move.quadrants) != CORRECT:
        raise IllegalMove("One copy of each correct item is taken out of the stores (rule 4).")
    stock = board.stock
    for item, quadrant in zip(board.correct, move.quadrants, strict=True):
        stock = boards.changed(stock, shelf(item, quadrant), -1)
    after = replace(board, stock=stock)
    if board.options.first_locker == "random":
        return Step(Position(after, LockersOwed()))
    return lock(after, Lock((LOCKER_QUADRANTS[0],) * len(board.seats)))


def draw_lockers(board: Board, rng: Random) -> Lock:
    """Draw a locker for each seat."""
    return Lock(tuple(LOCKER_QUADRANTS[below(rng, 2)] for _ in board.seats))


def lock(board: Board, move: Lock) -> Step[Position]:
    """Each seat's first item is in one of its two lockers, and the seat isn't told which (rule 5)."""
    right = len(move.quadrants) == len(board.seats) and set(move.quadrants) <= set(LOCKER_QUADRANTS)
    if not right:
        raise IllegalMove("Each player's item goes into one of their lockers, UL or LR (rule 5).")
    players = tuple(
        _locked(board, seat, quadrant) for seat, quadrant in zip(board.seats, move.quadrants, strict=True)
    )
    return Step(Position(replace(board, players=players), CrosswalksOwed()))


def draw_crosswalks(rng: Random) -> Paint:
    """Each crosswalk has an X or not, with even chances."""
    return Paint(tuple(one.number for one in CROSSWALKS if rng.random() < 0.5))


def paint(board: Board, move: Paint) -> Step[Position]:
    """Place the first X's; then the first seat starts (rule 6)."""
    after = replace(board, xs=sum(1 << number for number in move.crosswalks))
    names = ", ".join(str(one.number) for one in crosswalks_in(after.xs)) or "none"
    told = Event(f"It's {time(0)} and {mark(Seat(0))} starts. Crosswalks with an X: {names}.", by=None)
    return Step(Position(after, WheelOwed(Seat(0))), (told,))


def _chosen(board: Board) -> Step[Position]:
    """Go on after everyone has picked."""
    told: tuple[Event, ...] = ()
    if board.options.open_choice:
        names = ", ".join(
            f"{mark(seat)} the {item.name}"
            for seat, item in zip(board.seats, board.chosen, strict=True)
            if item
        )
        told = (Event(f"Everyone's picks: {names}.", by=None),)
    if len(board.seats) < CORRECT:
        return Step(Position(board, MissingOwed()), told)
    known = _with_correct(board, ())
    return Step(known.state, (*told, *known.events))


def _with_correct(board: Board, missing: tuple[Item, ...]) -> Step[Position]:
    """Everyone hears the prices, cheapest first, and gets their first foobles (rule 3)."""
    correct = bag([*(item for item in board.chosen if item), *missing])
    stock = tuple(_copies(correct, item) for item in ITEMS for _ in QUADRANTS)
    prices = sorted(item.price for item in correct)
    foobles = {"low": sum(prices), "standard": 2 * sum(prices), "high": HIGH}[board.options.start_foobles]
    players = tuple(replace(player, foobles=foobles) for player in board.players)
    costs = ", ".join(map(str, prices[:-1])) + f" and {prices[-1]}"
    told = Event(f"The four correct items cost {costs} foobles. Everyone starts with {foobles}.", by=None)
    after = replace(board, correct=correct, stock=stock, players=players)
    return Step(Position(after, StockOwed()), (told,))


def _copies(correct: Sequence[Item], item: Item) -> int:
    """How many copies each of the item's four stores has before any are taken out."""
    return max(1, correct.count(item))


def _locked(board: Board, seat: Seat, quadrant: Quadrant) -> Player:
    owner = Seat((seat - 1) % len(board.seats)) if board.options.for_another else seat
    item = board.chosen[owner]
    assert item is not None
    lockers: Lockers = (item, None) if quadrant == LOCKER_QUADRANTS[0] else (None, item)
    hidden = board.options.for_another and not board.options.open_choice
    thing = Unknown() if hidden else item
    guesses: tuple[Guess, ...] = ((thing, None), (None, thing))
    if board.options.first_locker == "upper-left":
        guesses = guesses[:1]
    worlds = tuple(map(World, guesses))
    known = len(guesses) == 1
    return replace(board.players[seat], lockers=lockers, worlds=worlds, opened=(known, known))
