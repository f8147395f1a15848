"""Doublolo's pictures: the header, the board, and a caption.

They depend only on the view and the answers, and show no names.
"""

from games.core import Caption, Question
from games.doublolo.pictures.closeup import closeup
from games.doublolo.pictures.ending import ending
from games.doublolo.pictures.tiles import BAND, icon, palette, stone_of
from games.doublolo.pictures.whole import whole
from games.doublolo.rules.notation import Place
from games.doublolo.rules.parts import PARTS, Part, part_of
from games.doublolo.rules.position import COLOURS, RED, WHITE, CallOwed, Playing
from games.doublolo.rules.view import View
from games.doublolo.words.prompts import prompt
from games.kit.brush.header import Cell, Painted
from games.kit.brush.scene import Scene
from games.kit.questions import spelt

_STONE = 44


def draw(view: View, answers: tuple[str, ...] | None = ()) -> Scene:
    """The board, or the part that was picked with its choices or the stone that `answers` place, or the end.

    Equal views and answers make equal drawings.
    """
    if view.finished and not view.stopped:
        board, spots = ending(view)
        return Scene(board, palette(), BAND, _cells(view), None, spots, icon)
    placed = spelt(prompt, view, answers) if answers else None
    if answers and isinstance(placed, Place):
        near = closeup(view, part_of(placed.square), placed.square, _called(view, answers))
        return Scene(near, palette(), BAND, _cells(view), icons=icon)
    part = _picked(view, answers) if answers else None
    if part is None:
        calls = view.asked and isinstance(view.position, CallOwed)
        asked = Caption("Call the toss: heads or tails?", RED) if calls else None
        return Scene(whole(view, asks=answers is not None), palette(), BAND, _cells(view), asked, icons=icon)
    asked = Caption("Pick a square. The number is what it flips.", view.mover)
    return Scene(closeup(view, part), palette(), BAND, _cells(view), asked, icons=icon)


def _called(view: View, answers: tuple[str, ...]) -> str:
    """The label of the last choice that these answers made."""
    asked = prompt(view, answers[:-1])
    assert isinstance(asked, Question)
    return next(one.label for one in asked.choices if one.key == answers[-1])


def _picked(view: View, answers: tuple[str, ...]) -> Part | None:
    """The part of the board where the viewer picks a square next."""
    if not view.asked or not isinstance(view.position, Playing):
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
