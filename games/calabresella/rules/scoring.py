"""The score of a deal and the end of the match (rules 14 to 17)."""

from games.calabresella.rules.options import ONE_DEAL
from games.calabresella.rules.position import ALL_POINTS, MADE, SEATS, BySeat, Match, Score, Trick, by_seat
from games.calabresella.rules.tricks import points_by_seat, taker, worth
from games.core import Outcome, Seat
from games.kit.prose import counted


def score(soloist: Seat, tricks: tuple[Trick, ...], out: int) -> Score:
    """The score of twelve tricks; the winner of the last one also gets the cards `out` of play (rule 14)."""
    won = points_by_seat(tricks)
    last = taker(tricks[-1])
    took = by_seat(won[seat] + (worth(out) if seat == last else 0) for seat in SEATS)
    return Score(won, took, scored(soloist, took), out)


def scored(soloist: Seat, took: BySeat) -> BySeat:
    """What each seat scores for the points it `took`, 35 in all.

    A soloist with 18 or more adds the excess; with less, both opponents add what's missing (rule 15).
    All 35 points score 70 (rule 16).
    """
    excess = took[soloist] - MADE
    added = {seat: max(0, excess if seat == soloist else -excess) for seat in SEATS}
    return by_seat(2 * ALL_POINTS if took[seat] == ALL_POINTS else took[seat] + added[seat] for seat in SEATS)


def added(totals: BySeat, more: BySeat) -> BySeat:
    """The match points after a deal."""
    return by_seat(had + won for had, won in zip(totals, more, strict=True))


def winner(match: Match) -> Seat | None:
    """The seat that has the game point and more than both others (rule 17)."""
    most = max(match.totals)
    if most < match.options.game_point or match.totals.count(most) > 1:
        return None
    return Seat(match.totals.index(most))


def outcome(match: Match) -> Outcome:
    """The result by match points."""
    places = tuple(1 + sum(other > mine for other in match.totals) for mine in match.totals)
    point = match.options.game_point
    solos = match.options.solos
    kind = f"match of {solos} solos" if solos else "quick match" if point == ONE_DEAL else f"match to {point}"
    return Outcome(places, match.totals, f"{counted(max(match.totals), 'point')} in a {kind}")
