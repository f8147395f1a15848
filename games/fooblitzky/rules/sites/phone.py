"""The phone booths (rule 20)."""

from typing import cast

from games.core import Event, IllegalMove, Seat, Step, mark
from games.fooblitzky.rules import turns
from games.fooblitzky.rules.city.board import Board
from games.fooblitzky.rules.city.items import Store, sold_by
from games.fooblitzky.rules.city.map import STORE_SITES, Site
from games.fooblitzky.rules.phases import Phoning, Position
from games.fooblitzky.rules.sites.stores import stocked


def enter(board: Board, seat: Seat, site: Site) -> Step[Position]:
    """The seat gets one free call."""
    told = Event(f"{mark(seat)} enters the {site.name}.", seat)
    return Step(Position(board, Phoning(seat, site)), (told,))


def call(board: Board, seat: Seat, booth: Site, store: Site) -> Step[Position]:
    """The store tells everyone (in a quiet city only the caller) what it has in stock."""
    if store not in STORE_SITES:
        raise IllegalMove("You can only phone a store, such as “call LR toys” (rule 20).")
    called = f"{mark(seat)} calls the {store.name}."
    answer = f"{called} {stocked(board, store)}"
    quiet = board.options.quiet_city
    items = sold_by(cast("Store", store.kind))
    seen = board.stock_seen(items, store.quadrant, by=seat if quiet else None)
    return turns.end(seen, seat, Event(called, seat, {seat: answer}) if quiet else Event(answer, seat))
