"""The table in words, for those who do not see the picture."""

from collections.abc import Iterator

from games.core import Seat, mark
from games.foozle.cards import COLOURS, Cards, code, each, title
from games.foozle.laying import spelt
from games.foozle.melds import named
from games.foozle.view import View
from games.foozle.wording import counted
from games.kit.prose import fitting

_RECENT = 30


def describe(view: View) -> str:
    """Whose turn it is, tokens and cards, one's own hand, the groups, the tableau; at most 1,000 characters.

    Of a long tableau only the newest cards are named, and sentences that do not fit any more are left out.
    """
    return fitting([_phase(view), *_hand(view), *_seats(view), *_groups(view), *_tableau(view)])


def _phase(view: View) -> str:
    match view.phase:
        case "dealing":
            return "The cards are being dealt."
        case "won":
            assert view.table.winner is not None
            return f"The game is over: {mark(view.table.winner)} has won."
        case "stopped":
            return "The game was broken off."
    assert view.mover is not None
    does = {"taking": "must take a card", "drawing": "draws a card", "laying": "may lay and must discard"}
    return f"{mark(view.mover)} {does[view.phase]}."


def _hand(view: View) -> Iterator[str]:
    if view.hand:
        yield f"You hold {' '.join(map(code, view.in_order(each(view.hand))))}."
        if view.melds:
            yield f"In groups at best: {'; '.join(map(spelt, view.melds))}."


def _seats(view: View) -> Iterator[str]:
    for seat, held in enumerate(view.held):
        colours = [name for number, name in enumerate(COLOURS) if view.table.colours[seat] >> number & 1]
        whites = view.table.whites[seat]
        tokens = [*colours, f"{whites} white"] if whites else colours
        has = ", ".join(tokens) if tokens else "none"
        yield f"{mark(Seat(seat))} has {counted(held, 'card')}, tokens: {has}."


def _groups(view: View) -> Iterator[str]:
    for number, group in enumerate(view.table.groups, 1):
        yield f"Group {number}, {named(group)}: {_some(group)}."


def _some(group: Cards) -> str:
    words = spelt(group).split()
    return " ".join(words) if len(words) <= 15 else f"{len(words)} cards"


def _tableau(view: View) -> Iterator[str]:
    tableau = view.table.tableau
    if tableau:
        older = len(tableau) - _RECENT
        before = f", and {older} older" if older > 0 else ""
        newest = " ".join(code(card) for card in reversed(tableau[-_RECENT:]))
        yield f"The last of the tableau is {title(tableau[-1])}; from it backwards {newest}{before}."
    yield f"{counted(view.pile, 'card')} in the draw pile, {view.dump} in the dump."
