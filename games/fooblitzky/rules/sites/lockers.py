"""The lockers (rule 25): others see the thumb and that something goes in or out, but not what."""

from games.core import Event, IllegalMove, Seat, Step, mark
from games.fooblitzky.rules import turns
from games.fooblitzky.rules.city.board import Board, Player, locker
from games.fooblitzky.rules.city.items import MOST_CARRIED, Item, without
from games.fooblitzky.rules.city.map import Site
from games.fooblitzky.rules.knowledge import memory
from games.fooblitzky.rules.phases import AtLocker, Position
from games.fooblitzky.words.belongings import carried

_OUT = "{player} takes something out of their locker."
_IN = "{player} puts something into their locker."
_NOT_OUT = "{player} gets nothing out of their locker."
_NOT_IN = "{player} has nothing to put into their locker."


def enter(board: Board, seat: Seat, site: Site) -> Step[Position]:
    """The seat opens its own locker in this quadrant and sees everything it carries."""
    board, seen = memory.shown_to(board, seat)
    told = Event(f"{mark(seat)} goes to the {site.name}.", seat)
    return Step(Position(board, AtLocker(seat, site)), (told, *seen))


def take(board: Board, seat: Seat, site: Site) -> Step[Position]:
    """Take out what's there, unseen, unless the locker is empty or the bag is full."""
    side, player = locker(site.quadrant), board.players[seat]
    if len(player.bag) >= MOST_CARRIED:
        return _refused(board, seat, site, _NOT_OUT, "Your bag is full.")
    if player.lockers[side] is None:
        board = board.with_player(seat, memory.found_empty(player, side))
        return _refused(board, seat, site, _NOT_OUT, "The locker was empty.")
    return _done(board, seat, site, memory.opened(player, side, None, player.bag), _OUT)


def put(board: Board, seat: Seat, site: Site, item: Item | None) -> Step[Position]:
    """Put one item in; what was there comes out unseen, and the seat isn't told whether anything did."""
    side, player = locker(site.quadrant), board.players[seat]
    if item is None:
        if player.bag:
            raise IllegalMove("You're carrying something, so pick an item to put in (rule 25).")
        return _refused(board, seat, site, _NOT_IN, "")
    if item not in player.bag:
        raise IllegalMove(f"You aren't carrying the {item.name}. Put in something you carry (rule 25).")
    after = memory.opened(player, side, item, without(player.bag, item))
    return _done(board, seat, site, after, _IN)


def _done(board: Board, seat: Seat, site: Site, after: Player, said: str) -> Step[Position]:
    board = board.with_player(seat, memory.looked(after) if board.options.lockers_tell else after)
    return turns.end(board.thumbed(seat, site, True), seat, _told("up", seat, said), _carried(board, seat))


def _refused(board: Board, seat: Seat, site: Site, said: str, why: str) -> Step[Position]:
    """Everyone sees the thumb; only the owner hears why it's down."""
    told = _told("down", seat, said)
    return turns.end(board.thumbed(seat, site, False), seat, told, _carried(board, seat, why))


def _told(thumb: str, seat: Seat, said: str) -> Event:
    told = said.format(player=mark(seat))
    return Event(f"Thumbs {thumb}: {told}", seat, short=told)


def _carried(board: Board, seat: Seat, why: str = "") -> Event:
    """What the seat now knows it carries; only the seat hears it."""
    player = board.players[seat]
    told = f"{why} You carry {carried(player.seen, player.worlds)}.".strip()
    return Event("", seat, {seat: told}, is_minor=True)
