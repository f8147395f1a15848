"""The pictures of Calabresella: the table, a hand below it, and how a deal or the match ended."""

from games.calabresella.pictures.cells import cells
from games.calabresella.pictures.end_picture import end
from games.calabresella.pictures.hand_picture import HIGH, hand
from games.calabresella.pictures.sprites import BAND, palette, small_cards
from games.calabresella.pictures.table import FELT_ENDS, RAIL, Board, ground
from games.calabresella.pictures.table_picture import SEAT_BAND, below, table
from games.calabresella.rules.view import View
from games.calabresella.words.captions import AFTER_PLAY, asked
from games.calabresella.words.prompts import prompt
from games.core import Question
from games.kit.brush.scene import Scene
from games.kit.brush.sheet import Sheet
from games.kit.cards import Card


def draw(view: View, answers: tuple[str, ...] | None = ()) -> Scene:
    """What the viewer knows: the table, with their hand below it while they have cards.

    Cards that can be chosen are higher under a gold line, and those that `answers` chose are lit.
    """
    board = end(view) if view.score else _table(view, answers)
    return Scene(board.sheet, palette(), BAND, cells(view), asked(view), board.spots, small_cards)


def _table(view: View, answers: tuple[str, ...] | None) -> Board:
    names = {} if answers is None else _names(view)
    chosen = frozenset(Card(key) for answer in answers or () for key in answer.split("+"))
    holds = any(view.hand) and view.phase not in AFTER_PLAY and not view.stopped
    high = HIGH if holds else FELT_ENDS + RAIL + SEAT_BAND
    board = Board(Sheet.on(palette(), ground(high, FELT_ENDS)))
    table(board, view, names, chosen)
    if holds:
        hand(board, view, names, chosen)
    else:
        below(board, view)
    return board


def _names(view: View) -> dict[Card, str]:
    """The cards that the question offers, each with its label."""
    question = prompt(view, ())
    if not isinstance(question, Question):
        return {}
    return {Card(choice.key): choice.label for choice in question.choices}
