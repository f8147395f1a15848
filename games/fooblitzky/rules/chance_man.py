"""The Chance Man (rules 30 to 32): three good turns and three bad ones."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from games.core import Event, IllegalMove, Seat, Step, mark
from games.fooblitzky.rules import turns
from games.fooblitzky.rules.city import highlights
from games.fooblitzky.rules.city.board import FULL, Board, pawn_shop
from games.fooblitzky.rules.city.items import ITEMS, Bag, Item, added, bag, listed, without
from games.fooblitzky.rules.city.map import PAWN_QUADRANTS
from games.fooblitzky.rules.knowledge import memory
from games.fooblitzky.rules.moves import FreeTurn, Gift, Nobody, Offer, Piano, Robbery, Theft, Visit
from games.fooblitzky.rules.phases import Offered, Position, WheelOwed
from games.fooblitzky.rules.sites import hospital
from games.kit.lots import below, shuffle

FREQUENCY = {"low": 0.1, "standard": 0.2, "high": 0.4}
FRIENDLY = {"unfriendly": 0.25, "standard": 0.5, "friendly": 0.75}
PURSES = (2, 4, 6, 8, 10)
OFFERED = 3


def draw(board: Board, seat: Seat, rng: Random) -> Visit:
    """Draw whether the Chance Man appears, in what mood, and what happens then."""
    if rng.random() >= FREQUENCY[board.options.man_frequency]:
        return Nobody()
    friendly = rng.random() < FRIENDLY[board.options.man_mood]
    deeds = _good(board, rng) if friendly else _bad(board, seat, rng)
    return deeds[below(rng, len(deeds))]()


def visit(board: Board, seat: Seat, deed: Visit) -> Step[Position]:
    """The position after the Chance Man's visit. Raises IllegalMove for something that can't happen now."""
    match deed:
        case Nobody():
            return turns.end(board, seat)
        case FreeTurn():
            again = Position(board, WheelOwed(seat))
            told = f"The Chance Man gives {mark(seat)} another turn."
            kept = highlights.another_turn(seat)
            return Step(again, (Event(told, by=None, highlights=kept),))
        case Gift(foobles):
            return _give(board, seat, foobles)
        case Offer(items):
            return _offer(board, seat, items)
        case Robbery(foobles):
            return _rob(board, seat, foobles)
        case Theft():
            return _steal(board, seat, deed)
        case Piano():
            told = f"The Chance Man drops a piano on {mark(seat)}."
            return hospital.send(board, seat, Event(told, by=None, highlights=highlights.piano(seat)))


def costs(item: Item) -> int:
    """What the Chance Man asks for an item."""
    return item.price // 2


def buy(board: Board, offered: Offered, item: Item | None) -> Step[Position]:
    """Try for one of the three, at half price; the stores' stock stays the same (rule 31)."""
    seat, player = offered.seat, board.players[offered.seat]
    if item not in offered.items or item is None:
        raise IllegalMove(f"You have to try for one of these: {listed(offered.items)} (rule 31).")
    obstacle = player.obstacle(costs(item))
    if obstacle in ("", FULL):
        board = board.with_player(seat, memory.tried_to_buy(player, obstacle == FULL))
    if obstacle:
        failed = f"{mark(seat)} doesn't get the {item.name} ({obstacle})"
        return turns.end(board, seat, Event(f"Thumbs down: {failed}.", seat, short=f"{failed}."))
    after = board.paid(seat, -costs(item)).given(seat, item)
    said = f"Thumbs up: {mark(seat)} buys the {item.name} for {costs(item)} foobles."
    return turns.end(after, seat, Event(said, seat, short=f"{mark(seat)} buys the {item.name}."))


def _good(board: Board, rng: Random) -> list[Callable[[], Visit]]:
    return [
        FreeTurn,
        lambda: Gift(PURSES[below(rng, len(PURSES))]),
        lambda: Offer(_wares(board, rng)),
    ]


def _bad(board: Board, seat: Seat, rng: Random) -> list[Callable[[], Visit]]:
    player = board.players[seat]
    deeds: list[Callable[[], Visit]] = [Piano]
    if player.foobles > 0:
        deeds.append(lambda: Robbery(min(player.foobles, PURSES[below(rng, len(PURSES))])))
    if player.bag:
        deeds.append(lambda: _theft(board, player.bag, rng))
    return deeds


def _wares(board: Board, rng: Random) -> Bag:
    """One correct item and two that aren't."""
    right = list(dict.fromkeys(board.correct))
    wrong = shuffle(rng, (item for item in ITEMS if item not in board.correct))
    return bag([right[below(rng, len(right))], *wrong[: OFFERED - 1]])


def _theft(board: Board, things: Bag, rng: Random) -> Theft:
    shops = PAWN_QUADRANTS if board.options.pawn_shop == "random" else PAWN_QUADRANTS[:1]
    return Theft(things[below(rng, len(things))], shops[below(rng, len(shops))])


def _give(board: Board, seat: Seat, foobles: int) -> Step[Position]:
    if foobles not in PURSES:
        raise IllegalMove("The Chance Man gives 2, 4, 6, 8 or 10 foobles (rule 31).")
    told = f"The Chance Man gives {mark(seat)} {foobles} foobles."
    kept = highlights.gift(seat, foobles)
    return turns.end(board.paid(seat, foobles), seat, Event(told, by=None, highlights=kept))


def _offer(board: Board, seat: Seat, items: Bag) -> Step[Position]:
    correct = sum(item in board.correct for item in items)
    if len(set(items)) != OFFERED or len(items) != OFFERED or correct != 1:
        raise IllegalMove("The Chance Man offers three items, exactly one of them correct (rule 31).")
    told = Event(
        f"The Chance Man offers {mark(seat)} {listed(items)} at half price. Exactly one of them is correct.",
        by=None,
    )
    after = board.offered(items)
    return Step(Position(after, Offered(seat, items)), (told,))


def _rob(board: Board, seat: Seat, foobles: int) -> Step[Position]:
    had = board.players[seat].foobles
    if foobles > had or not (foobles in PURSES or 0 < foobles == had):
        raise IllegalMove("The Chance Man steals 2, 4, 6, 8 or 10 foobles, or all the player has (rule 32).")
    told = f"The Chance Man steals {foobles} foobles from {mark(seat)}."
    kept = highlights.robbery(seat, foobles)
    return turns.end(board.paid(seat, -foobles), seat, Event(told, by=None, highlights=kept))


def _steal(board: Board, seat: Seat, theft: Theft) -> Step[Position]:
    """Only the victim hears what it was, if they had seen it; nobody hears where it goes."""
    player = board.players[seat]
    upper_right_only = board.options.pawn_shop == "upper-right"
    shops = PAWN_QUADRANTS[:1] if upper_right_only else PAWN_QUADRANTS
    if theft.item not in player.bag or theft.quadrant not in shops:
        raise IllegalMove("The Chance Man steals an item from the bag and takes it to a pawn shop (rule 32).")
    shop = pawn_shop(theft.quadrant)
    is_unseen = theft.item not in player.seen
    left = memory.robbed_of_unseen(player) if is_unseen else player
    after = board.with_player(seat, replace(left, bag=without(player.bag, theft.item), shown=None))
    after = after.with_pawn(shop, added(board.pawns[shop], theft.item))
    said = f"The Chance Man steals an item from {mark(seat)}."
    what = "the thing you haven't seen" if is_unseen else f"your {theft.item.name}"
    own = {seat: f"{said} He takes {what} to a pawn shop."}
    kept = highlights.theft(seat, None if is_unseen else theft.item)
    return turns.end(after, seat, Event(said, None, own, highlights=kept))
