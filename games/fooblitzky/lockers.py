"""The lockers (rule 25): others see that something is put in or taken out, and the thumb, and no more."""

from dataclasses import replace

from games.core import Event, IllegalMove, Seat, Step, mark
from games.fooblitzky import turns
from games.fooblitzky.board import Board, Guess, Lockers, Player, Unknown, locker
from games.fooblitzky.city import Site
from games.fooblitzky.items import MOST_CARRIED, Bag, Item, added, listed, without
from games.fooblitzky.phases import AtLocker, Position


def enter(board: Board, seat: Seat, site: Site) -> Step[Position]:
    """His own locker in this quadrant."""
    return Step(Position(board, AtLocker(seat, site)), (Event(f"{mark(seat)} goes to the {site.name}."),))


def take(board: Board, seat: Seat, site: Site) -> Step[Position]:
    """Take out what is there, unless it is nothing or the bag is full."""
    side, player = locker(site.quadrant), board.players[seat]
    if len(player.bag) >= MOST_CARRIED:
        return _ended(board, seat, site, "takes something out", False)
    item = player.lockers[side]
    after = _knowing(player, side, item)
    if item:
        after = _changed(after, side, None, added(player.bag, item))
    after = replace(after, guesses=_put_in(after.guesses, side, None))
    return _ended(board.with_player(seat, after), seat, site, "takes something out", item is not None)


def put(board: Board, seat: Seat, site: Site, item: Item | None) -> Step[Position]:
    """Put one thing in; what was there comes out."""
    side, player = locker(site.quadrant), board.players[seat]
    if item is None:
        if player.bag:
            raise IllegalMove("Say which of your items you put in (rule 25).")
        return _ended(board, seat, site, "puts something in", False)
    if item not in player.bag:
        raise IllegalMove(f"You do not carry a {item.name}.")
    there = player.lockers[side]
    things = without(player.bag, item)
    after = _knowing(player, side, there)
    after = _changed(after, side, item, added(things, there) if there else things)
    after = replace(after, guesses=_put_in(after.guesses, side, item))
    return _ended(board.with_player(seat, after), seat, site, "puts something in", True)


def _changed(player: Player, side: int, inside: Item | None, things: Bag) -> Player:
    one, other = player.lockers
    lockers: Lockers = (inside, other) if side == 0 else (one, inside)
    return replace(player, lockers=lockers, bag=things, shown=None)


def _knowing(player: Player, side: int, there: Item | None) -> Player:
    """The owner sees by his bag what was in this locker: other guesses fall away.

    What he did not choose himself lay there from the start, so it is correct.
    """
    fits = [guess for guess in player.guesses if _is(guess[side], there)]
    strange = there is not None and any(isinstance(guess[side], Unknown) for guess in fits)
    return replace(player, guesses=tuple(fits), found=there if strange else player.found)


def _is(guess: Item | Unknown | None, there: Item | None) -> bool:
    return there is not None if isinstance(guess, Unknown) else guess == there


def _put_in(guesses: tuple[Guess, ...], side: int, item: Item | None) -> tuple[Guess, ...]:
    after: list[Guess] = [(item, other) if side == 0 else (one, item) for one, other in guesses]
    return tuple(dict.fromkeys(after))


def _ended(board: Board, seat: Seat, site: Site, what: str, thumb: bool) -> Step[Position]:
    """The locker shows the thumb alone; what he carries he sees in his own bag."""
    said = Event(f"Thumbs {'up' if thumb else 'down'}: {mark(seat)} {what}.")
    carried = Event("", {seat: f"You carry {listed(board.players[seat].bag)}."})
    return turns.end(board.thumbed(seat, site, thumb), seat, said, carried)
