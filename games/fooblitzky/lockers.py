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
        return _refused(board, seat, site, "take something out", "Your bag is full.")
    item = player.lockers[side]
    after = _knowing(player, side, item)
    if item is None:
        board = board.with_player(seat, after)
        return _refused(board, seat, site, "take something out", "Nothing was there.")
    after = _changed(after, side, None, added(player.bag, item))
    after = replace(after, guesses=_put_in(after.guesses, side, None))
    return _done(board.with_player(seat, after), seat, site, "takes something out")


def put(board: Board, seat: Seat, site: Site, item: Item | None) -> Step[Position]:
    """Put one thing in; what was there comes out."""
    side, player = locker(site.quadrant), board.players[seat]
    if item is None:
        if player.bag:
            raise IllegalMove("Say which of your items you put in (rule 25).")
        return _refused(board, seat, site, "put something in", "")
    if item not in player.bag:
        raise IllegalMove(f"You do not carry a {item.name}.")
    there = player.lockers[side]
    things = without(player.bag, item)
    after = _knowing(player, side, there)
    after = _changed(after, side, item, added(things, there) if there else things)
    after = replace(after, guesses=_put_in(after.guesses, side, item))
    return _done(board.with_player(seat, after), seat, site, "puts something in")


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


def _done(board: Board, seat: Seat, site: Site, what: str) -> Step[Position]:
    said = Event(f"Thumbs up: {mark(seat)} {what}.")
    return turns.end(board.thumbed(seat, site, True), seat, said, _carried(board, seat))


def _refused(board: Board, seat: Seat, site: Site, what: str, why: str) -> Step[Position]:
    """The locker shows the thumb alone; why it is down only he is told."""
    said = Event(f"Thumbs down: {mark(seat)} tries to {what}.")
    return turns.end(board.thumbed(seat, site, False), seat, said, _carried(board, seat, why))


def _carried(board: Board, seat: Seat, why: str = "") -> Event:
    """What he carries now, which he alone sees."""
    carried = f"You carry {listed(board.players[seat].bag)}."
    return Event("", {seat: f"{why} {carried}".strip()})
