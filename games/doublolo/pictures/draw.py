"""Doublolo's pictures: the header, the board, and a caption.

They depend only on the view and the answers, and show no names.
"""

from games.core import Question
from games.doublolo.pictures.closeup import closeup
from games.doublolo.pictures.coin import band_icon
from games.doublolo.pictures.ending import ending
from games.doublolo.pictures.tiles import BAND, palette, stone_of
from games.doublolo.pictures.whole import whole
from games.doublolo.pictures.window import window
from games.doublolo.rules.notation import Place
from games.doublolo.rules.parts import PARTS, Part, is_narrow, part_of
from games.doublolo.rules.position import COLOURS, RED, WHITE, Playing
from games.doublolo.rules.view import View
from games.doublolo.words.prompts import WHOLE, labels, prompt
from games.kit.brush.header import Cell, Painted
from games.kit.brush.scene import Scene
from games.kit.questions import spelt

_STONE = 44


def draw(view: View, answers: tuple[str, ...] | None = ()) -> Scene:
    """What matters of the board, all of it, the part that was picked, or the stone that `answers` place.

    Equal views and answers make equal drawings.
    """
    if view.finished and not view.stopped:
        board, spots = ending(view)
        return Scene(board, palette(), BAND, _cells(view), None, spots, band_icon)
    placed = spelt(prompt, view, answers) if answers else None
    if answers and isinstance(placed, Place):
        near = closeup(view, part_of(placed.square), placed.square, _called(view, answers))
        return Scene(near, palette(), BAND, _cells(view), icons=band_icon)
    part = _picked(view, answers[1:] if answers[:1] == (WHOLE,) else answers) if answers else None
    if part is not None:
        board = closeup(view, part)
    elif answers == () and labels(view) and not is_narrow(view.board.grid):
        board = window(view)
    else:
        board = whole(view, asks=answers is not None)
    return Scene(board, palette(), BAND, _cells(view), icons=band_icon)


def _called(view: View, answers: tuple[str, ...]) -> str:
    """The label of the last choice that these answers made."""
    asked = prompt(view, answers[:-1])
    assert isinstance(asked, Question)
    return next((one.label for one in asked.choices if one.key == answers[-1]), answers[-1])


def _picked(view: View, answers: tuple[str, ...]) -> Part | None:
    """The part of the board where the viewer picks a square next."""
    if not answers or not view.asked or not isinstance(view.position, Playing):
        return None
    return next((part for part in PARTS if part.key == answers[0]), None)


def _cells(view: View) -> list[Cell]:
    """What each player has; at the end the board shows the scores, next to the faces."""
    ended = view.finished and not view.stopped
    return [
        Cell(
            seat,
            "" if ended else str(view.board.scores[seat]),
            (Painted(stone_of, (seat, _STONE)), COLOURS[seat]),
            moves=seat == view.mover,
        )
        for seat in (RED, WHITE)
    ]
