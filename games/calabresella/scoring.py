"""What a deal brings, and when the match is won (rules 14 to 17)."""

from games.calabresella.position import ALL_POINTS, MADE, SEATS, BySeat, Match, Score, Trick, by_seat
from games.calabresella.tricks import points_by_seat, taker, worth
from games.core import Outcome, Seat


def score(soloist: Seat, tricks: tuple[Trick, ...], out: int) -> Score:
    """The score of twelve tricks, with the cards `out` of play going to whoever took the last (rule 14)."""
    won = points_by_seat(tricks)
    last = taker(tricks[-1])
    took = by_seat(won[seat] + (worth(out) if seat == last else 0) for seat in SEATS)
    return Score(won, took, scored(soloist, took), out)


def scored(soloist: Seat, took: BySeat) -> BySeat:
    """What each writes down for what he took, 35 in all.

    A soloist with 18 or more adds his excess; of one with less, both opponents add what he lacks (rule 15).
    Whoever took all 35 writes 70 in their place (rule 16).
    """
    excess = took[soloist] - MADE
    added = {seat: max(0, excess if seat == soloist else -excess) for seat in SEATS}
    return by_seat(2 * ALL_POINTS if took[seat] == ALL_POINTS else took[seat] + added[seat] for seat in SEATS)


def added(totals: BySeat, more: BySeat) -> BySeat:
    """The match points after a deal."""
    return by_seat(had + won for had, won in zip(totals, more, strict=True))


def winner(match: Match) -> Seat | None:
    """Who has reached the game point and alone has most (rule 17)."""
    most = max(match.totals)
    if most < match.options.game_point or match.totals.count(most) > 1:
        return None
    return Seat(match.totals.index(most))


def outcome(match: Match) -> Outcome:
    """The places of a match that is won."""
    places = tuple(1 + sum(other > mine for other in match.totals) for mine in match.totals)
    reason = f"{max(match.totals)} points reach the game point of {match.options.game_point}"
    return Outcome(places, match.totals, reason)
