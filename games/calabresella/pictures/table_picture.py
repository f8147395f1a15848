"""The table: two players at its sides, the trick between them, and the last trick and unused cards below."""

from collections.abc import Sequence, Set

from games.calabresella.pictures.middle_picture import OWNERS, middle
from games.calabresella.pictures.sprites import BAND, FELT, INLAY, SLIP, SOFT, TAN, line, star
from games.calabresella.pictures.table import FELT_ENDS, LEFT, OWNER, RAIL, RIGHT, UPPER, Board, Names, pegs
from games.calabresella.rules.options import ONE_DEAL
from games.calabresella.rules.position import (
    SEATS,
    WIDOW,
    Bidding,
    Calling,
    Playing,
    Returning,
    Taking,
    Trick,
    right_of,
)
from games.calabresella.rules.tricks import taker
from games.calabresella.rules.view import View
from games.calabresella.words.captions import AFTER_PLAY, gain, said
from games.core import Seat
from games.kit.brush.marks import ACCENT, CREAM
from games.kit.brush.palette import Colour, Picture
from games.kit.cards import UNSEEN, Card
from games.kit.prose import counted

LOWER = 402
"""The top of the row with the last trick and the unused cards."""
SEAT_BAND = 132
"""The height of the band where the channel sees the player at the foot of the table, in px."""
_NOTES = LOWER + SLIP.high // 2
"""The middle of that row."""
_FACE, _AFTER = 82, 14
_PANEL = 286
"""The width of a player's area at a side, in px."""
GAIN = 48
"""The height of the figures that say what a player just took, in px."""
_LINE = 48
"""The distance from one line of words to the next, in px."""
_GAP, _BESIDE = 8, 12
"""The space between cards, and between a card and a face, in px."""
_COVERED = 34
"""The distance from one hidden card to the next, in px."""


def bottom(view: View) -> Seat:
    """The seat at the foot of the table: the viewer's, or the first."""
    return SEATS[0] if view.viewer is None else view.viewer


def table(board: Board, view: View, names: Names, chosen: Set[Card]) -> None:
    """Draw everything on the felt and the plank.

    `names` are the cards that can be chosen, `chosen` those that have been.
    """
    board.block(INLAY, (LEFT, LOWER - 22, RIGHT, LOWER - 19))
    _at_side(board, view, right_of(bottom(view), 2), LEFT)
    _at_side(board, view, right_of(bottom(view)), RIGHT - _PANEL)
    middle(board, view, names, chosen)
    _before(board, view)
    _at_the_side(board, view)
    pegs(board, view, FELT_ENDS)


def _at_side(board: Board, view: View, seat: Seat, x: int) -> None:
    """A player at a side: face, what they did or have, their role, their cards, and what they just took."""
    board.face(seat, (x + _FACE // 2, UPPER + _FACE // 2), _FACE)
    _words(board, view, seat, (x + _FACE + _AFTER, UPPER + _FACE // 2), FELT)
    board.put(gain(view, seat), (x + _FACE // 2, OWNERS), ACCENT, align="centre", high=GAIN)
    cards, y = view.hands[seat], UPPER + _FACE + 26
    if not any(cards):
        board.backs(len(cards), (x, y))
        return
    row = max(6, (len(cards) + 1) // 2)
    step = min(SLIP.wide + 2, (_PANEL - SLIP.wide) // (row - 1))
    for number, card in enumerate(cards):
        board.lay(card, SLIP, (x + number % row * step, y + number // row * (SLIP.high + 4)))


def _words(board: Board, view: View, seat: Seat, at: tuple[int, int], ground: Colour) -> None:
    """What the seat did or has, and its role, next to its face."""
    tiles = [line(said(view, seat), CREAM, ground)] if said(view, seat) else []
    tiles += role_of(view, seat, ground)
    y = at[1] - _LINE * (len(tiles) - 1) // 2
    for tile in tiles:
        board.sheet.paste(tile, (at[0], y - tile.height // 2))
        y += _LINE


def role_of(view: View, seat: Seat, ground: Colour) -> list[Picture]:
    """`solo` after a star, or `dealer` while there's no soloist."""
    if seat == view.soloist:
        return [star(ground, words="solo")]
    if view.soloist is None and seat == view.dealer:
        return [line("dealer", SOFT if ground == FELT else TAN, ground)]
    return []


def _before(board: Board, view: View) -> None:
    """What came before, on the left: the last trick, or before that how the soloist got their hand."""
    if view.phase is Bidding:
        second = view.passes >= len(SEATS)
        words = "second round: the soloist can call a three" if second else "first round"
        board.put(words, (LEFT, _NOTES), SOFT)
    elif view.phase is Playing and view.tricks:
        # The last trick still lies in the middle until the next is led.
        if view.trick:
            x = board.put("last trick", (LEFT, _NOTES), SOFT) + 24
            trick(board, view.last, (x, LOWER))
    elif view.soloist is not None and (view.taken or (view.called and view.phase is not Returning)):
        board.face(view.soloist, (LEFT + OWNER // 2, _NOTES), OWNER)
        _exchanged(board, view, LEFT + OWNER + 24)


def _exchanged(board: Board, view: View, x: int) -> None:
    """What the soloist took from the widow, or the three they called for."""
    x = board.put("took" if view.taken else "called", (x, _NOTES), SOFT) + 16
    for card in view.taken or (view.called or UNSEEN,):
        board.lay(card, SLIP, (x, LOWER))
        x += SLIP.wide + _GAP
    if not view.taken and view.giver is None:
        board.put("nobody has it", (x + _GAP, _NOTES), SOFT)


def trick(board: Board, laid: Trick, at: tuple[int, int]) -> int:
    """A small trick, each card after its player's face, the winning one lit; returns where it ends."""
    x, y = at
    won = taker(laid)
    for seat, card in laid:
        board.face(seat, (x + OWNER // 2, y + SLIP.high // 2), OWNER)
        x += OWNER + _BESIDE
        board.lay(card, SLIP, (x, y), "lit" if seat == won else "plain")
        x += SLIP.wide + _BESIDE
    return x


def _at_the_side(board: Board, view: View) -> None:
    """The four cards out of play, face down until the scoring; before play the rejects, or the widow."""
    if view.phase is Playing:
        _row(board, "out of play", out_of_play(view), is_tight=bool(view.tricks and view.trick))
    elif view.phase is Taking:
        _row(board, "rejected", view.rejected or (UNSEEN,) * view.rejects)
    elif view.phase in (Calling, Returning):
        _row(board, "widow", view.widow)


def _row(board: Board, label: str, cards: Sequence[Card], *, is_tight: bool = False) -> None:
    """Small cards on the right, with a label before them; open ones overlap if it `is_tight`."""
    step = _COVERED if UNSEEN in cards else SLIP.wide - 14 if is_tight else SLIP.wide + _GAP
    x = RIGHT - SLIP.wide - step * (len(cards) - 1)
    board.put(label, (x - 24, _NOTES), SOFT, align="right")
    for card in cards:
        board.lay(card, SLIP, (x, LOWER))
        x += step


def out_of_play(view: View) -> tuple[Card, ...]:
    """The four cards out of play, face down until the scoring; none before play."""
    if view.phase is not Playing and view.phase not in AFTER_PLAY:
        return ()
    if UNSEEN in view.widow:
        return (UNSEEN,) * WIDOW
    return tuple(card for card in view.widow if card not in view.taken) + view.rejected


def below(board: Board, view: View) -> None:
    """The player at the foot of the table, as the channel sees them."""
    seat, y = bottom(view), FELT_ENDS + RAIL + SEAT_BAND // 2
    board.face(seat, (LEFT + _FACE // 2, y), _FACE, BAND)
    _words(board, view, seat, (LEFT + _FACE + _AFTER, y), BAND)
    cards, x = view.hands[seat], LEFT + _PANEL + 60
    board.put(gain(view, seat), (x - 20, y), ACCENT, BAND, align="right")
    if not any(cards):
        board.backs(len(cards), (x, y - 38), 24, BAND)
        goal(board, view, y)
    for number, card in enumerate(cards):
        if card:
            board.lay(card, SLIP, (x + number * (SLIP.wide + 2), y - SLIP.high // 2), ground=BAND)


def goal(board: Board, view: View, y: int) -> None:
    """The game point on the right of the band."""
    point = view.options.game_point
    solos = view.options.solos
    words = counted(solos, "solo") if solos else "one deal" if point == ONE_DEAL else f"match to {point}"
    board.put(words, (RIGHT + 24, y), TAN, BAND, align="right")
