"""What the moves of FourSide tell the players."""

from games.core import Event, Seat, mark
from games.fourside.fitting import Score
from games.fourside.notation import Lay, spelled, write
from games.fourside.position import CENTRE, Place, Placed
from games.kit.prose import counted


def laid(lay: Lay) -> Event:
    """The primer, and who moves first."""
    return Event(f"The primer {spelled(lay.primer)} is on {CENTRE}. {mark(lay.first)} moves first.")


def placed(move: Place, scored: Score, last: Placed) -> Event:
    """A tile and what it scores; a player can't drop below 0 (rule 14)."""
    is_sum = len(scored.values) > 1 or scored.extra
    score = f"{scored} = {signed(scored.points)}" if is_sum else points(scored.points)
    if last.gained != scored.points:
        return Event(f"{mark(last.seat)} plays {write(move)} for {score} and drops to 0.")
    return Event(f"{mark(last.seat)} plays {write(move)} for {score}.")


def hinted(mover: Seat, hint: Place, scored: Score, left: int) -> Event:
    """Everybody learns that a player asked; only that player learns what the hint is (rule 16)."""
    hints = counted(left, "hint") if left else "no hints"
    alone = (
        f"Only you can see this hint: {write(hint)} scores {points(scored.points)}. You have {hints} left."
    )
    return Event(f"{mark(mover)} asks for a hint and has {hints} left.", {mover: alone})


def lost_turn(seat: Seat) -> Event:
    """A player has no tile that fits (rule 15)."""
    return Event(f"{mark(seat)} has no tile that fits and loses a turn.")


def points(number: int) -> str:
    """`1 point`, `36 points`, `−19 points`."""
    return counted(number, "point").replace("-", "−")


def signed(number: int) -> str:
    """`36`, or `−19` with a true minus sign."""
    return str(number).replace("-", "−")
