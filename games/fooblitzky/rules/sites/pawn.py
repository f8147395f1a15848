"""The pawn shops (rule 23): they sell at three quarters of the price and buy at half."""

from games.core import Event, IllegalMove, Seat, Step, mark
from games.fooblitzky.rules import turns
from games.fooblitzky.rules.city.board import Board, pawn_shop
from games.fooblitzky.rules.city.items import MOST_CARRIED, Bag, Item, added, listed, without
from games.fooblitzky.rules.city.map import Site
from games.fooblitzky.rules.knowledge import memory
from games.fooblitzky.rules.phases import Pawning, Position


def costs(item: Item) -> int:
    """What the shop asks for an item."""
    return item.price * 3 // 4


def pays(item: Item) -> int:
    """What the shop pays for an item."""
    return item.price // 2


def buyable(things: Bag, foobles: int, carried: int) -> Bag:
    """Each kind of item in the shop that the player can pay for and carry."""
    if carried >= MOST_CARRIED:
        return ()
    return tuple(item for item in dict.fromkeys(things) if costs(item) <= foobles)


def enter(board: Board, seat: Seat, site: Site) -> Step[Position]:
    """Everyone (in a quiet city only the player) sees what's for sale; the player also sees their own bag."""
    shop = pawn_shop(site.quadrant)
    entered = f"{mark(seat)} enters the {site.name}."
    shown = f"{entered} For sale: {listed(board.pawns[shop])}."
    quiet = board.options.quiet_city
    told = Event(entered, seat, {seat: shown}) if quiet else Event(shown, seat)
    seen = board.pawn_seen(shop, by=seat if quiet else None)
    laid_out, own = memory.shown_to(seen, seat)
    return Step(Position(laid_out, Pawning(seat, site)), (told, *own))


def buy(board: Board, seat: Seat, site: Site, item: Item | None) -> Step[Position]:
    """Buy one of the items here; thumbs down if the player can't buy any of them."""
    shop, player = pawn_shop(site.quadrant), board.players[seat]
    can_be = buyable(board.pawns[shop], player.foobles, len(player.bag))
    if item is None:
        if can_be:
            raise IllegalMove("You can buy something here, so pick an item to buy (rule 23).")
        return turns.end(
            board.thumbed(seat, site, False), seat, Event(f"Thumbs down: {mark(seat)} buys nothing.", seat)
        )
    if item not in can_be:
        raise IllegalMove(
            f"You can't buy the {item.name} here right now. Pick one of the items offered (rule 23)."
        )
    after = board.paid(seat, -costs(item)).given(seat, item)
    after = after.with_pawn(shop, without(board.pawns[shop], item)).pawn_dealt(shop, None, item)
    said = f"Thumbs up: {mark(seat)} buys the {item.name} for {costs(item)} foobles."
    told = Event(said, seat, short=f"{mark(seat)} buys the {item.name}.")
    return turns.end(after.thumbed(seat, site, True, item), seat, told)


def sell(board: Board, seat: Seat, site: Site, item: Item | None) -> Step[Position]:
    """Sell something; thumbs down with an empty bag."""
    shop, things = pawn_shop(site.quadrant), board.players[seat].bag
    if item is None:
        if things:
            raise IllegalMove("You're carrying something, so pick an item to sell (rule 23).")
        return turns.end(
            board.thumbed(seat, site, False),
            seat,
            Event(f"Thumbs down: {mark(seat)} has nothing to sell.", seat),
        )
    if item not in things:
        raise IllegalMove(f"You aren't carrying the {item.name}. Sell something you carry (rule 23).")
    after = board.paid(seat, pays(item)).taken(seat, item)
    after = after.with_pawn(shop, added(board.pawns[shop], item)).pawn_dealt(shop, item, None)
    said = f"Thumbs up: {mark(seat)} sells the {item.name} for {pays(item)} foobles."
    told = Event(said, seat, short=f"{mark(seat)} sells the {item.name}.")
    return turns.end(after.thumbed(seat, site, True, item), seat, told)
