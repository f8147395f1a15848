"""Turns and rounds: the wheel, whose turn is next, the clock, the end (rules 7, 14, 15, 33, 34)."""

from dataclasses import replace
from random import Random

from games.core import Event, IllegalMove, Seat, Step, mark
from games.fooblitzky.rules.city import clock, highlights
from games.fooblitzky.rules.city.board import Board
from games.fooblitzky.rules.city.items import in_common, listed
from games.fooblitzky.rules.city.map import CROSSWALKS
from games.fooblitzky.rules.city.trails import since_turn_of
from games.fooblitzky.rules.city.walking import Walk
from games.fooblitzky.rules.moves import Flip, Roll
from games.fooblitzky.rules.phases import Finished, FlipsOwed, ManOwed, Position, Walking, WheelOwed
from games.kit.lots import below
from games.kit.prose import counted

_LAST_CALL = 4
"""How many rounds before it closes the city says so."""

WHEEL = 24


def draw_roll(rng: Random) -> Roll:
    """An even draw from 1 to 24."""
    return Roll(1 + below(rng, WHEEL))


def walking(board: Board, seat: Seat, roll: int) -> Position:
    """The seat can walk its whole roll, from its square or the door of the place it's in."""
    out = board.at(seat, board.players[seat].square)
    return Position(out, Walking(seat, Walk(out.players[seat].square, roll)))


def on_sidewalk(board: Board, seat: Seat, *told: Event) -> Step[Position]:
    """The roll ends on the sidewalk, so the Chance Man may come (rule 30)."""
    return Step(Position(board, ManOwed(seat)), told)


def end(board: Board, seat: Seat, *told: Event) -> Step[Position]:
    """The turn is over without the Chance Man: the next seat plays, or the round ends."""
    after = Seat(seat + 1)
    if after < len(board.players):
        return Step(_spinning(board, after), told)
    return Step(Position(board, FlipsOwed()), told)


def _spinning(board: Board, seat: Seat) -> Position:
    """This seat's turn begins."""
    return Position(replace(board, walks=since_turn_of(board.walks, seat)), WheelOwed(seat))


def draw_flips(board: Board, rng: Random) -> Flip:
    """Each crosswalk that's due changes or stays, with even chances."""
    return Flip(tuple(number for number in _due(board.round + 1) if rng.random() < 0.5))


def flip(board: Board, move: Flip) -> Step[Position]:
    """A round is over: a quarter of an hour later some crosswalks have changed (rules 14 and 15)."""
    if not set(move.crosswalks) <= set(_due(board.round + 1)):
        raise IllegalMove("A crosswalk can only change when its time has come (rule 15).")
    xs = board.xs ^ sum(1 << number for number in move.crosswalks)
    after = replace(board, xs=xs, round=board.round + 1)
    told = Event(f"{_hour(after.round)}{_changes(xs, move.crosswalks)}", by=None, is_minor=True)
    left = clock.closes(board.options.days, half_day=board.options.half_day) - after.round
    if left <= 0:
        return _closed(after, told)
    if left == _LAST_CALL:
        said = f"{told.text} The city closes in an hour."
        told = Event(said, by=None, is_minor=True, highlights=highlights.closing())
    return Step(_spinning(after, Seat(0)), (told,))


def won(board: Board, winner: Seat, told: Event) -> Step[Position]:
    """A seat has brought enough correct items: it wins, and its partner with it (rules 26 and 33).

    The reason doesn't name the winner: that player may have resigned, and then the others share first place.
    """
    winners = {winner, *_partners(board, winner)}
    places = tuple(1 if seat in winners else 2 for seat in board.seats)
    if len(winners) > 1:
        places = tuple(1 if place == 1 else 3 for place in places)
    brought = "three" if board.options.three_of_four else "the four"
    reason = f"{brought} correct items were brought to a Check Point"
    said = Event(f"The correct items were {listed(board.correct)}.", by=None, is_minor=True)
    return Step(Position(board, Finished(places, reason)), (told, said))


def _due(number: int) -> tuple[int, ...]:
    return tuple(one.number for one in CROSSWALKS if number % one.period == 0)


def _hour(number: int) -> str:
    new_day = number % clock.ROUNDS_A_DAY == 0
    return f"Day {clock.day(number)}, {clock.time(number)}." if new_day else f"{clock.time(number)}."


def _changes(xs: int, changed: tuple[int, ...]) -> str:
    clear = ", ".join(str(number) for number in changed if not xs >> number & 1)
    danger = ", ".join(str(number) for number in changed if xs >> number & 1)
    return (f" Crosswalks now clear: {clear}." if clear else "") + (
        f" Now with an X: {danger}." if danger else ""
    )


def _closed(board: Board, told: Event) -> Step[Position]:
    """The city closes: the player with the most correct items comes first, or the team with the best bag."""
    correct = [in_common(player.bag, board.correct) for player in board.players]
    best = [max(correct[one] for one in (seat, *_partners(board, seat))) for seat in board.seats]
    places = tuple(1 + sum(other > mine for other in best) for mine in best)
    counts = ", ".join(f"{mark(seat)} {correct[seat]}" for seat in board.seats)
    said = Event(
        f"The city closes. The correct items were {listed(board.correct)}. Correct items carried: {counts}.",
        by=None,
    )
    carried = "the same number of correct items" if len(set(best)) == 1 else "the most correct items"
    after = "half a day" if board.options.half_day else counted(board.options.days, "day")
    if board.options.half_day and board.options.days > 1:
        after = f"{counted(board.options.days - 1, 'day')} and a half"
    reason = f"{carried} when the city closed after {after}"
    return Step(Position(board, Finished(places, reason)), (told, said))


def _partners(board: Board, seat: Seat) -> tuple[Seat, ...]:
    """The seat that shares this one's place: in teams, and when one person has two tokens."""
    paired = (board.options.teams or board.options.two_tokens) and len(board.players) == 4
    return (Seat((seat + 2) % 4),) if paired else ()
