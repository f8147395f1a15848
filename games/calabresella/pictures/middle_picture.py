"""The middle of the table: the trick, the widow, or the cards being called and given."""

from collections.abc import Sequence, Set

from games.calabresella.pictures.sprites import CARD, FELT, SOFT, line, place
from games.calabresella.pictures.table import OWNER, UPPER, Board, Names
from games.calabresella.rules.position import (
    DECK,
    SEATS,
    WIDOW,
    Calling,
    DealerOwed,
    DealOwed,
    Playing,
    Returning,
    Taking,
)
from games.calabresella.rules.tricks import taker
from games.calabresella.rules.view import View
from games.calabresella.words.captions import AFTER_PLAY, BEFORE_PLAY
from games.core import Seat
from games.kit.brush.cards import Look, outline
from games.kit.brush.marks import ACCENT, WIDTH
from games.kit.cards import SUITS, UNSEEN, Card

OWNERS = UPPER + CARD.high + 48
"""The y of the middle of the faces below the cards."""
_MIDDLE = WIDTH // 2
_BELOW = OWNERS - 14
"""The y of the middle of the words below the cards."""
_PLACES = tuple(_MIDDLE + (number - 1) * (CARD.wide + 12) for number in range(3))
"""The x of the middle of each card of a trick, in the order of play."""
_ASKEW = (2.0, -1.5, 2.0)
"""How far each of them is turned, in degrees."""
_CLOSE = 108
"""The step between open cards when four don't fit side by side."""
_COVERED = 92


def middle(board: Board, view: View, names: Names, chosen: Set[Card]) -> None:
    """Draw the middle; `names` are the cards that can be chosen, `chosen` those that have been."""
    if view.phase in (DealerOwed, DealOwed):
        for height in range(0, 20, 4):
            board.lay("", CARD, (_MIDDLE - CARD.wide // 2 - height, UPPER + 30 - height))
    elif view.phase is Playing:
        _trick(board, view)
    elif view.phase is Returning:
        _exchange(board, view)
    elif view.phase is Calling and names:
        _threes(board, [Card(card) for card in names if card in DECK.bits], chosen)
    elif view.phase in BEFORE_PLAY:
        _widow(board, view, chosen)
    elif view.phase in AFTER_PLAY:
        board.put("All passed twice:", (_MIDDLE, UPPER + 86), ACCENT, align="centre", high=46)
        board.put("nobody scores", (_MIDDLE, UPPER + 156), ACCENT, align="centre", high=46)


def _trick(board: Board, view: View) -> None:
    """The trick in the order of play with the players below, or the last trick until the next is led."""
    trick = view.trick or view.last
    full = len(trick) == len(SEATS)
    lit = taker(trick) if full else trick[-1].seat if trick else None
    for number, (seat, card) in enumerate(trick):
        look: Look = "lit" if seat == lit else "dim" if full else "plain"
        board.throw(card, (_PLACES[number], UPPER + CARD.high // 2), look, _ASKEW[number])
        won = full and seat == lit
        _owner(board, seat, _PLACES[number], "won" if won else "led" if not full and number == 0 else "")
    if not full and view.mover is not None:
        _place(board, view.mover, _PLACES[len(trick)])


def _owner(board: Board, seat: Seat, x: int, words: str = "") -> None:
    """Who played the card above, and what that did."""
    left = x - (line(words, SOFT, FELT).width + 22) // 2 if words else x
    board.face(seat, (left, OWNERS), OWNER)
    board.put(words, (left + OWNER // 2 + 22, OWNERS), ACCENT if words == "won" else SOFT)


def _place(board: Board, seat: Seat, x: int) -> None:
    """The place of the card that comes next."""
    board.sheet.paste(place(), (x - CARD.wide // 2, UPPER), outline(CARD))
    _owner(board, seat, x)


def _exchange(board: Board, view: View) -> None:
    """The three that was called, and the place of the card in return."""
    if view.called is None or view.giver is None or view.soloist is None:
        return
    board.throw(view.called, (_PLACES[0], UPPER + CARD.high // 2), "lit", _ASKEW[0])
    _owner(board, view.giver, _PLACES[0], "gave")
    if not view.stopped:
        _place(board, view.soloist, _PLACES[1])


def _threes(board: Board, threes: Sequence[Card], chosen: Set[Card]) -> None:
    """Places with the threes that can be called; one that was chosen is a card."""
    step = CARD.wide + 12 if len(threes) < len(SUITS) else _CLOSE
    left = _MIDDLE - (step * (len(threes) - 1) + CARD.wide) // 2
    for number, three in enumerate(threes):
        at = left + number * step, UPPER
        if three in chosen:
            board.lay(three, CARD, at, "lit")
        else:
            board.sheet.paste(place(three), at, outline(CARD))


def _widow(board: Board, view: View, chosen: Set[Card]) -> None:
    """The four cards of the widow, with a gold line above when they can be taken."""
    step = _COVERED if UNSEEN in view.widow else _CLOSE
    left = _MIDDLE - (step * (WIDOW - 1) + CARD.wide) // 2
    asked = view.phase is Taking and view.viewer in view.owes
    for number, card in enumerate(view.widow):
        x = left + number * step
        board.lay(card, CARD, (x, UPPER), "lit" if card in chosen else "plain")
    if asked:
        board.block(ACCENT, (left, UPPER - 14, left + step * (WIDOW - 1) + CARD.wide, UPPER - 6))
    elif view.widow:
        board.put("widow", (_MIDDLE, _BELOW), SOFT, align="centre")
