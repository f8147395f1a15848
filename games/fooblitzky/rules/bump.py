"""Bumping (rule 13): both drop everything and take turns picking up, the bumper first."""

from dataclasses import replace

from games.core import Event, IllegalMove, Seat, Step, mark
from games.fooblitzky.rules import turns
from games.fooblitzky.rules.city import highlights
from games.fooblitzky.rules.city.board import Board, Last
from games.fooblitzky.rules.city.items import Bag, Item, added, bag, listed, without
from games.fooblitzky.rules.knowledge import memory
from games.fooblitzky.rules.phases import Bumping, Position


def begin(board: Board, bumper: Seat, bumped: Seat) -> Step[Position]:
    """Both seats drop everything, and everyone sees it."""
    bags = board.players[bumper].bag, board.players[bumped].bag
    told = Event(
        f"{mark(bumper)} bumps {mark(bumped)}! {mark(bumper)} drops {listed(bags[0])}, "
        f"{mark(bumped)} drops {listed(bags[1])}.",
        bumper,
        highlights=highlights.bumped(bumper, bumped),
    )
    after = board
    for seat in (bumper, bumped):
        after = after.with_player(seat, memory.looked(after.players[seat])).carrying(seat, (), ())
    picking = Bumping((bumper, bumped), bag(bags[0] + bags[1]), ((), ()), (len(bags[0]), len(bags[1])))
    return _go_on(after, picking, told)


def pick(board: Board, bumping: Bumping, item: Item) -> Step[Position]:
    """Pick one item up from the ground."""
    if item not in bumping.pile:
        raise IllegalMove(f"There's no {item.name} on the ground. Pick up something that's there (rule 13).")
    seat = bumping.seats[bumping.turn]
    told = Event(f"{mark(seat)} picks up the {item.name}.", seat)
    after = _picked(bumping, item)
    other = 1 - after.turn
    return _go_on(board, replace(after, turn=other) if after.owed[other] else after, told)


def _picked(bumping: Bumping, item: Item) -> Bumping:
    turn = bumping.turn
    picked, owed = list(bumping.picked), list(bumping.owed)
    picked[turn] = added(picked[turn], item)
    owed[turn] -= 1
    return replace(
        bumping,
        pile=without(bumping.pile, item),
        picked=(picked[0], picked[1]),
        owed=(owed[0], owed[1]),
    )


def _go_on(board: Board, bumping: Bumping, told: Event) -> Step[Position]:
    """Go on picking; once there's nothing left to choose, each seat gets its share."""
    if len(set(bumping.pile)) > 1 and all(bumping.owed):
        return Step(Position(board, bumping), (told,))
    for turn in (0, 1):
        bumping = replace(bumping, turn=turn)
        for item in bumping.pile[: bumping.owed[turn]]:
            bumping = _picked(bumping, item)
    return _ended(board, bumping, told)


def _ended(board: Board, bumping: Bumping, told: Event) -> Step[Position]:
    """Everyone sees what both carry now, and the turn is over."""
    for seat, things in zip(bumping.seats, bumping.picked, strict=True):
        board = board.carrying(seat, things, things)
    names = "; ".join(
        _carries(seat, things) for seat, things in zip(bumping.seats, bumping.picked, strict=True)
    )
    bumper, bumped = bumping.seats
    met = replace(board, last=Last(bumper, bumped=bumped))
    kept = highlights.picked_up(bumper, bumped, bumping.picked)
    return turns.end(met, bumper, told, Event(f"{names}.", bumper, highlights=kept))


def _carries(seat: Seat, things: Bag) -> str:
    return f"{mark(seat)} now carries {listed(things)}"
