"""The pawn shops (rule 23): they sell at three quarters of the price and buy at half."""

from games.core import Event, IllegalMove, Seat, Step, mark
from games.fooblitzky.city.board import Board, pawn_shop
from games.fooblitzky.city.items import MOST_CARRIED, Bag, Item, added, listed, without
from games.fooblitzky.city.map import Site
from games.fooblitzky.knowledge import memory
from games.fooblitzky.phases import Pawning, Position
from games.fooblitzky.rules import turns


def costs(item: Item) -> int:
    """What the shop asks."""
    return item.price * 3 // 4


def pays(item: Item) -> int:
    """What the shop gives."""
    return item.price // 2


def buyable(things: Bag, foobles: int, carried: int) -> Bag:
    """Each kind of what lies in the shop that can be paid for and carried; none of it need not be taken."""
    if carried >= MOST_CARRIED:
        return ()
    return tuple(item for item in dict.fromkeys(things) if costs(item) <= foobles)


def enter(board: Board, seat: Seat, site: Site) -> Step[Position]:
    """What lies there is seen by all, in a quiet city by the player alone, and by them what they carry."""
    shop = pawn_shop(site.quadrant)
    entered = f"{mark(seat)} enters the {site.name}."
    shown = f"{entered} It has {listed(board.pawns[shop])}."
    quiet = board.options.quiet_city
    told = Event(entered, {seat: shown}) if quiet else Event(shown)
    seen = board.pawn_seen(shop, by=seat if quiet else None)
    laid_out, own = memory.shown_to(seen, seat)
    return Step(Position(laid_out, Pawning(seat, site)), (told, *own))


def buy(board: Board, seat: Seat, site: Site, item: Item | None) -> Step[Position]:
    """Buy what there is; with nothing that can be bought it is thumbs down."""
    shop, player = pawn_shop(site.quadrant), board.players[seat]
    can_be = buyable(board.pawns[shop], player.foobles, len(player.bag))
    if item is None:
        if can_be:
            raise IllegalMove("Whoever chooses to buy must buy if he can (rule 23).")
        return _ended(board, seat, site, f"Thumbs down: {mark(seat)} buys nothing.", None)
    if item not in can_be:
        raise IllegalMove(f"You cannot buy a {item.name} here now (rule 23).")
    after = board.paid(seat, -costs(item)).given(seat, item)
    after = after.with_pawn(shop, without(board.pawns[shop], item)).pawn_dealt(shop, None, item)
    said = f"Thumbs up: {mark(seat)} buys the {item.name} for {costs(item)} foobles."
    return _ended(after, seat, site, said, item)


def sell(board: Board, seat: Seat, site: Site, item: Item | None) -> Step[Position]:
    """Sell something; with nothing to sell it is thumbs down."""
    shop, things = pawn_shop(site.quadrant), board.players[seat].bag
    if item is None:
        if things:
            raise IllegalMove("Whoever chooses to sell must sell something (rule 23).")
        return _ended(board, seat, site, f"Thumbs down: {mark(seat)} has nothing to sell.", None)
    if item not in things:
        raise IllegalMove(f"You do not carry a {item.name}.")
    after = board.paid(seat, pays(item)).taken(seat, item)
    after = after.with_pawn(shop, added(board.pawns[shop], item)).pawn_dealt(shop, item, None)
    said = f"Thumbs up: {mark(seat)} sells the {item.name} for {pays(item)} foobles."
    return _ended(after, seat, site, said, item)


def _ended(board: Board, seat: Seat, site: Site, said: str, dealt: Item | None) -> Step[Position]:
    return turns.end(board.thumbed(seat, site, dealt is not None, dealt), seat, Event(said))
