"""Foozle's pictures as scenes, drawn only from the view and the answers, without names.

The channel sees the table. A player also sees their own hand below it. At the end there's a podium.
"""

from games.core import Stopped
from games.foozle.pictures import highlights
from games.foozle.pictures.asked import Named, named
from games.foozle.pictures.board import SCALES, Board
from games.foozle.pictures.canvas import Canvas
from games.foozle.pictures.captions import caption
from games.foozle.pictures.court import GOLD, RAIL
from games.foozle.pictures.end import STAGE, Rows, podium
from games.foozle.pictures.groups import Groups
from games.foozle.pictures.hand import Hand
from games.foozle.pictures.seats import TRAY, WITH_TRAY, cells, tokens
from games.foozle.pictures.tableau import Tableau
from games.foozle.rules.position import Finished
from games.foozle.rules.view import View
from games.kit.brush import header
from games.kit.brush.marks import WIDTH
from games.kit.brush.scene import CAPTION, Scene

TALLEST = WIDTH * 13 // 10
"""Taller pictures wouldn't fit in a window, so the cards on the table shrink instead."""


def draw(view: View, answers: tuple[str, ...] | None = ()) -> Scene:
    """What the viewer knows; cards that can't be chosen after `answers` are darker."""
    asked = Named() if answers is None else named(view, answers)
    board = _end(view) if view.phase is Finished else _table(view, asked)
    return Scene(
        board.canvas.sheet,
        board.canvas.palette,
        RAIL,
        cells(view),
        caption(view, asked),
        board.spots,
        highlights.icon,
    )


def _end(view: View) -> Board:
    """The podium, and the cards left in hands."""
    rows = Rows(view, first=3)
    board = Board(Canvas(view.table.seats, STAGE + rows.high))
    podium(board, view)
    rows.draw(board, STAGE)
    return board


def _table(view: View, asked: Named) -> Board:
    """The table, with the viewer's hand or, in a stopped game or a replay, all hands below it."""
    seats = view.table.seats
    tray = TRAY if seats in WITH_TRAY else 0
    hand = Hand(view, asked) if view.viewer is not None and view.phase is not Stopped else None
    is_open = view.phase is Stopped or (view.viewer is None and any(view.table.hands))
    rows = Rows(view, first=seats) if is_open else None
    below = (hand.high if hand else 0) + (rows.high if rows else 0)
    room = TALLEST - header.height(seats) - CAPTION - tray - below
    groups, tableau = _fitting(view, asked, room)
    board = Board(Canvas(seats, tray + groups.high + tableau.high + below))
    _top(board.canvas, view, tray)
    beside = tableau.takes_piles
    behind = not beside and groups.takes_piles
    groups.draw(board, tray, with_piles=behind)
    in_words = not beside and not behind
    tableau.draw(board.canvas, tray + groups.high, with_piles=beside, in_words=in_words)
    if hand:
        hand.draw(board.canvas, tray + groups.high + tableau.high)
    if rows:
        rows.draw(board, tray + groups.high + tableau.high)
    return board


def _fitting(view: View, asked: Named, room: int) -> tuple[Groups, Tableau]:
    """Groups and tableau with the largest cards that fit, or as many as fit with the smallest."""
    for scale in SCALES:
        groups, tableau = Groups(view, asked, scale), Tableau(view, asked, scale)
        if groups.high + tableau.high <= room:
            return groups, tableau
    smallest = SCALES[-1]
    groups, tableau = Groups(view, asked, smallest), Tableau(view, asked, smallest)
    while groups.high + tableau.high > room and tableau.rows > 1:
        tableau = Tableau(view, asked, smallest, tableau.rows - 1)
    while groups.high + tableau.high > room and groups.rows > 1:
        groups = Groups(view, asked, smallest, groups.rows - 1)
    return groups, tableau


def _top(canvas: Canvas, view: View, tray: int) -> None:
    """A golden line below the header, and four players' tokens below their cells."""
    seats = view.table.seats
    if tray:
        canvas.block(RAIL, (0, 0, WIDTH, tray))
        for seat in range(seats):
            left, right = WIDTH * seat // seats, WIDTH * (seat + 1) // seats
            row = tokens(view, seat, RAIL, 46 if seats == min(WITH_TRAY) else 40)
            canvas.paste(row, ((left + right - row.width) // 2, (tray - row.height) // 2))
    canvas.block(GOLD, (0, tray, WIDTH, tray + 5))
