"""The stores (rule 17)."""

from dataclasses import replace
from typing import cast

from games.core import Event, IllegalMove, Seat, Step, mark
from games.fooblitzky.rules import turns
from games.fooblitzky.rules.city import board as boards
from games.fooblitzky.rules.city.board import FULL, Board, in_stock, shelf
from games.fooblitzky.rules.city.items import Item, Store, listed, sold_by
from games.fooblitzky.rules.city.map import Site
from games.fooblitzky.rules.knowledge import memory
from games.fooblitzky.rules.phases import Position, Shopping


def enter(board: Board, seat: Seat, site: Site) -> Step[Position]:
    """Everyone sees what's in stock and what isn't."""
    seen = board.stock_seen(sold_by(_store(site)), site.quadrant, by=None)
    told = Event(f"{mark(seat)} enters the {site.name}. {stocked(board, site)}", seat)
    return Step(Position(seen, Shopping(seat, site)), (told,))


def stocked(board: Board, site: Site) -> str:
    """`In stock: fish and pig. Out of stock: snake.`"""
    here, gone = in_stock(board, _store(site), site.quadrant)
    return f"In stock: {listed(here)}." + (f" Out of stock: {listed(gone)}." if gone else "")


def buy(board: Board, seat: Seat, site: Site, item: Item | None) -> Step[Position]:
    """Try for one of the three items; it may be out of stock, too expensive, or one too many to carry."""
    if item is None:
        raise IllegalMove("Try for one of the three items here (rule 17).")
    if item not in sold_by(_store(site)):
        raise IllegalMove(
            f"The {site.name} doesn't sell {item.name}. Try for one of its three items (rule 17)."
        )
    place = shelf(item, site.quadrant)
    player = board.players[seat]
    obstacle = player.obstacle(item.price) if board.stock[place] else "out of stock"
    if obstacle in ("", FULL):
        board = board.with_player(seat, memory.tried_to_buy(player, obstacle == FULL))
    if obstacle:
        failed = f"{mark(seat)} doesn't get the {item.name} ({obstacle})"
        told = Event(f"Thumbs down: {failed}.", seat, short=f"{failed}.")
        return turns.end(board.thumbed(seat, site, False), seat, told)
    after = replace(
        board.paid(seat, -item.price).given(seat, item),
        stock=boards.changed(board.stock, place, -1),
        sold=boards.changed(board.sold, place, 1),
    )
    said = f"Thumbs up: {mark(seat)} buys the {item.name} for {item.price} foobles."
    told = Event(said, seat, short=f"{mark(seat)} buys the {item.name}.")
    return turns.end(after.thumbed(seat, site, True, item), seat, told)


def _store(site: Site) -> Store:
    return cast("Store", site.kind)
