"""What players are told about each move of FourSide, in words: notation is for players who type."""

from games.core import Event, Highlight, Seat, Viewer, mark
from games.fourside.rules.fitting import Score
from games.fourside.rules.notation import Lay
from games.fourside.rules.position import Place, Placed, Tile
from games.kit.grid import Square
from games.kit.prose import counted

ARROWS = "↑→↓←"
"""The arrow before the value of each side."""

_PLACED = (
    "{player} places tile {number} on {square} for {score}.",
    "{player} turns tile {number} right and places it on {square} for {score}.",
    "{player} turns tile {number} around and places it on {square} for {score}.",
    "{player} turns tile {number} left and places it on {square} for {score}.",
)
_HINTED = (
    "place tile {number} on {square} as it is, for {score}",
    "turn tile {number} right and place it on {square} for {score}",
    "turn tile {number} around and place it on {square} for {score}",
    "turn tile {number} left and place it on {square} for {score}",
)
"""Both by number of quarter turns to the right."""


def laid(lay: Lay, centre: Square) -> Event:
    """The primer, and who moves first."""
    told = f"The first tile, {sides(lay.primer)}, is on {centre}. {mark(lay.first)} moves first."
    return Event(told, by=None, short=f"{mark(lay.first)} moves first, next to the tile on {centre}")


MANY = 25
"""So many points at once stay in the picture, as does every BONUS or MINUS square."""


def placed(move: Place, tile: Tile, scored: Score, last: Placed) -> Event:
    """A tile, turned as it lies, and what it scores; a player can't drop below 0 (rule 14)."""
    total = f": {scored}" if scored.is_sum else ""
    told = _PLACED[move.quarters].format(
        player=mark(last.seat), number=move.number, square=move.square, score=points(scored.points) + total
    )
    if last.gained != scored.points:
        told = f"{told} Their score {'drops to' if last.gained else 'stays at'} 0."
    short = f"{mark(last.seat)} {_gained(last)} on {last.square}{total.replace(' ', '').replace(':', ': ')}"
    return Event(told, last.seat, short=short, highlights=_kept(tile, scored, last))


def _kept(tile: Tile, scored: Score, last: Placed) -> dict[Viewer, Highlight]:
    """A tile with many points, or one on a BONUS or MINUS square."""
    if not scored.extra and scored.points < MANY:
        return {}
    if scored.extra:
        where = "a BONUS square" if scored.extra > 0 else "a MINUS square"
    else:
        where = f"touching {counted(len(scored.values), 'side')}"
    icon = " ".join(map(str, (last.seat, *tile)))
    return {None: Highlight(points(scored.points), f"{mark(last.seat)} on {last.square}, {where}", icon)}


def hinted(mover: Seat, hint: Place, scored: Score, left: int) -> Event:
    """Everybody learns that a player asked; only that player learns what the hint is (rule 16)."""
    hints = counted(left, "hint") if left else "no hints"
    alone = f"Only you can see this hint: {suggested(hint, scored)}. You have {hints} left."
    told = f"{mark(mover)} asks for a hint and has {hints} left."
    short = suggested(hint, scored)
    return Event(told, mover, {mover: alone}, secret_short={mover: short[0].upper() + short[1:]})


def lost_turn(seat: Seat) -> Event:
    """A player has no tile that fits (rule 15)."""
    return Event(f"{mark(seat)} has no tile that fits and loses a turn.", seat)


def _gained(last: Placed) -> str:
    """What the last tile did to its player's score, which can't drop below 0."""
    if last.gained != last.points:
        return "drops to 0" if last.gained else "stays at 0"
    return f"loses {-last.points}" if last.points < 0 else f"scores {last.points}"


def suggested(hint: Place, scored: Score) -> str:
    """`turn tile 3 right and place it on D4 for 24 points`: what a hint says to do."""
    return _HINTED[hint.quarters].format(number=hint.number, square=hint.square, score=points(scored.points))


def sides(tile: Tile) -> str:
    """`↑3 →5 ↓1 ←2`: the tile as it lies, in sentences, on buttons and in pictures."""
    return " ".join(f"{arrow}{value}" for arrow, value in zip(ARROWS, tile, strict=True))


def points(number: int) -> str:
    """`1 point`, `36 points`, `−19 points`."""
    return counted(number, "point").replace("-", "−")


def signed(number: int) -> str:
    """`36`, or `−19` with a true minus sign."""
    return str(number).replace("-", "−")
