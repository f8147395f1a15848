"""A player's own hand: a fan of large cards on a rail, with its groups bracketed."""

from collections.abc import Sequence
from typing import NamedTuple

from games.foozle.pictures.artwork import LARGE, rect
from games.foozle.pictures.asked import Named
from games.foozle.pictures.canvas import Canvas, wide
from games.foozle.pictures.court import GOLD, HOLLOW, PARCHMENT, PLUM, RAIL, SOFT, VELLUM, code, document
from games.foozle.pictures.tiles import corners, held, held_outline
from games.foozle.rules.cards import Card, Cards, each, key
from games.foozle.rules.laying import laid_out
from games.foozle.rules.melds import colour, kind
from games.foozle.rules.view import View
from games.foozle.words.wording import meld, wins
from games.kit.brush.marks import WIDTH
from games.kit.prose import counted

_RAISED = 46
_RIBBON, _BRACE, _GAP = 64, 34, 8
_LOW = 22
"""How much lower the ends of a full fan are than its middle, in px."""
_TURN = 0.76
"""The angle between neighbouring cards, in degrees."""
_MOST = 206
"""The step from card to card, in px, side by side; a fan puts them closer."""


class _Span(NamedTuple):
    """A group in the fan: its cards, the left edge of the first and the right edge of the last."""

    cards: Cards
    left: int
    right: int


class Hand:
    """The hand of a view on its rail; `high` px."""

    def __init__(self, view: View, asked: Named) -> None:
        self._view, self._asked = view, asked
        picks = asked.chosen or (asked.open and not asked.in_tableau)
        self._melds = [] if picks else list(view.melds)
        self._cards = self._in_order()
        count = len(self._cards)
        self._step = min(_MOST, (WIDTH - 48 - LARGE[0]) // max(count - 1, 1))
        self._left = (WIDTH - LARGE[0] - self._step * max(count - 1, 0)) // 2

    @property
    def high(self) -> int:
        """The height in px, the same for all questions about the same cards."""
        return self._base + LARGE[1] + _LOW + 8

    @property
    def _base(self) -> int:
        """How far below the rail's edge the middle card begins, unless it's raised."""
        above = _RIBBON + _BRACE + 20 if self._view.melds else _RIBBON
        return above + _RAISED

    def _in_order(self) -> Sequence[Card]:
        """The groups of the hand, and then the other cards as the player sorts them."""
        grouped = [card for group in self._view.melds for card in laid_out(group)]
        rest = each(Cards(self._view.hand & ~sum(self._view.melds)))
        return [*grouped, *self._view.in_order(rest)]

    def draw(self, canvas: Canvas, top: int) -> None:
        """Draw the hand on a canvas."""
        canvas.block(RAIL, (0, top, WIDTH, top + self.high))
        canvas.block(GOLD, (0, top, WIDTH, top + 5))
        if not self._cards:
            self._none(canvas, top)
        base = top + self._base
        for number, card in enumerate(self._cards):
            self._card(canvas, number, card, base)
        if self._melds:
            self._brackets(canvas, top)
        else:
            canvas.words(self._title(), (30, top + 44), SOFT, RAIL)

    def _title(self) -> str:
        chosen = len(self._asked.chosen & {key(card) for card in self._cards})
        if chosen:
            return f"{chosen} of {counted(len(self._cards), 'card')} chosen"
        return f"Your hand: {counted(len(self._cards), 'card')}"

    def _none(self, canvas: Canvas, top: int) -> None:
        """Empty places."""
        ghost = rect(
            3, 3, 190, 300, 18, "none", f'stroke="{code(HOLLOW)}" stroke-width="4" stroke-dasharray="14 12"'
        )
        for number in range(5):
            canvas.stamp(document(LARGE, ghost), LARGE, (86 + number * 204, top + 120), RAIL)

    def _card(self, canvas: Canvas, number: int, card: Card, base: int) -> None:
        middle = (len(self._cards) - 1) / 2
        away = number - middle
        degrees = round(away * _TURN, 2)
        look = self._asked.look(card, of_tableau=False)
        is_new = card == self._drawn and not self._asked.chosen
        tile = held(canvas.palette, card, degrees, gilt=look == "lit" or is_new)
        is_raised = look == "lit" or any(group >> card & 1 for group in self._melds)
        lift = _RAISED if is_raised else _RAISED // 2 if is_new else 0
        left, high, _, _ = corners(degrees)
        x = self._left + number * self._step + left
        y = base + round((away / 5.5) ** 2 * _LOW) + high - lift
        canvas.paste(canvas.shade(tile) if look == "dim" else tile, (x, y), held_outline(degrees))

    @property
    def _drawn(self) -> Card | None:
        """The newest card, while its player may still lay it."""
        turns = self._view.table.turns
        if not turns or turns[-1].seat != self._view.viewer or self._view.mover != self._view.viewer:
            return None
        return turns[-1].got

    def _spans(self) -> list[_Span]:
        spans, first = list[_Span](), 0
        for group in self._melds:
            last = first + group.bit_count() - 1
            shown = LARGE[0] if last == len(self._cards) - 1 else min(self._step, LARGE[0])
            spans.append(
                _Span(group, self._left + first * self._step, self._left + last * self._step + shown)
            )
            first = last + 1
        return spans

    def _brackets(self, canvas: Canvas, top: int) -> None:
        """A brace over each group, and above it a ribbon that says what it is and which token it wins."""
        spans = self._spans()
        for span in spans:
            _brace(canvas, span.left + 8, span.right - 8, top + 16 + _RIBBON)
        names, lefts = self._ribbons(spans)
        for span, name, left in zip(spans, names, lefts, strict=True):
            _ribbon(canvas, name, self._gem(span.cards), (left, top + 16))
        loose = len(self._cards) - sum(group.bit_count() for group in self._melds)
        words = f"{loose} left over"
        free = lefts[-1] + _ribbon_width(names[-1], self._gem(spans[-1].cards)) + 40
        if loose and WIDTH - 30 - wide(words) > free:
            canvas.words(words, (WIDTH - 30, top + 48), SOFT, RAIL, "right")

    def _gem(self, cards: Cards) -> int | None:
        """The token that a group wins."""
        return colour(cards) if wins(self._view, cards) else None

    def _ribbons(self, spans: list[_Span]) -> tuple[list[str], list[int]]:
        """The words of the ribbons and their left edges; the longest get shorter until all fit in a row."""
        gems = [self._gem(span.cards) for span in spans]
        words = [meld(span.cards) for span in spans]
        while True:
            widths = [_ribbon_width(word, gem) for word, gem in zip(words, gems, strict=True)]
            shorter = [kind(span.cards) or "" for span in spans]
            if sum(widths) + _GAP * len(widths) <= WIDTH or words == shorter:
                return words, _apart(spans, widths)
            longest = max(range(len(spans)), key=lambda at: (words[at] != shorter[at], widths[at]))
            words[longest] = shorter[longest]


def _apart(spans: list[_Span], widths: list[int]) -> list[int]:
    """Left edges of ribbons centred over their groups, moved apart where they would touch."""
    lefts, free = list[int](), _GAP // 2
    for span, broad in zip(spans, widths, strict=True):
        lefts.append(max(free, (span.left + span.right - broad) // 2))
        free = lefts[-1] + broad + _GAP
    limit = WIDTH - _GAP // 2
    for number in reversed(range(len(lefts))):
        lefts[number] = min(lefts[number], limit - widths[number])
        limit = lefts[number] - _GAP
    return lefts


def _ribbon_width(words: str, gem: int | None) -> int:
    return wide(words) + 96 + (52 if gem is not None else 0)


def _ribbon(canvas: Canvas, words: str, gem: int | None, at: tuple[int, int]) -> None:
    """A parchment ribbon with swallowtails, and the token the group wins."""
    broad, (left, top) = _ribbon_width(words, gem), at
    tails = f"M0 12H44V70H0L16 41ZM{broad} 12H{broad - 44}V70H{broad}L{broad - 16} 41Z"
    shapes = f'<path d="{tails}" fill="{code(PARCHMENT)}"/>', rect(22, 0, broad - 44, 60, 4, code(VELLUM))
    canvas.stamp(document((broad, 72), *shapes), (broad, 72), at, RAIL)
    after = left + 46 + canvas.words(words, (left + 46, top + 30), PLUM, VELLUM)
    if gem is not None:
        canvas.gem(gem, 46, (after + 30, top + 30), VELLUM)


def _brace(canvas: Canvas, left: int, right: int, top: int) -> None:
    """A golden brace over some cards, pointing up."""
    broad = right - left
    middle = broad / 2
    path = (
        f"M4 34Q4 16 26 16H{middle - 16}Q{middle} 16 {middle} 4Q{middle} 16 {middle + 16} 16"
        f"H{broad - 26}Q{broad - 4} 16 {broad - 4} 34"
    )
    stroke = f'stroke="{code(GOLD)}" stroke-width="8" stroke-linecap="round"'
    canvas.stamp(
        document((broad, 40), f'<path d="{path}" fill="none" {stroke}/>'), (broad, 40), (left, top), RAIL
    )
