"""Resigning: a player gives up all their seats at once."""

from games.core import Outcome, Seat
from games.engine.seating import Holders
from games.kit.prose import together


def is_left_to_one(holders: Holders, resigned: tuple[Seat, ...]) -> bool:
    """Whether at most one player has not resigned."""
    return len({held for seat, held in enumerate(holders) if seat not in resigned}) <= 1


def with_resigned(
    finished: Outcome | None, resigned: tuple[Seat, ...], holders: Holders, scores: tuple[int, ...]
) -> Outcome:
    """Players who stayed keep their order; players who resigned come behind them, the first to resign last.

    If nobody has won, those who stayed haven't either.

    `resigned` is in the order they resigned, with the seats of one player next to each other: they share a
    place.
    """
    order = finished.places if finished else (1,) * len(scores)
    staying = [place for seat, place in enumerate(order) if seat not in resigned]
    best = 2 if finished and finished.is_defeat else 1
    places = [best + sum(other < place for other in staying) for place in order]
    for gone, seat in enumerate(resigned, 1):
        for own in resigned:
            if holders[own] == holders[seat]:
                places[own] = len(scores) + 1 - gone
    return Outcome(tuple(places), finished.scores if finished else scores, _reason(finished, resigned))


def _reason(finished: Outcome | None, resigned: tuple[Seat, ...]) -> str:
    """The game's reason, unless it's about a player who resigned: then that's why others are first."""
    if finished is None:
        return f"{together(resigned)} resigned"
    best = min(finished.places)
    if all(seat in resigned for seat, place in enumerate(finished.places) if place == best):
        return f"{together(resigned)} resigned before the end"
    return finished.reason
