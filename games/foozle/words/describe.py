"""The table in words, for players who can't see the picture."""

from collections.abc import Iterator
from itertools import chain

from games.core import Seat, Stopped, mark
from games.foozle.rules.cards import COLOURS, Cards, code, each, title
from games.foozle.rules.laying import spelt
from games.foozle.rules.melds import named
from games.foozle.rules.position import DrawOwed, Finished, Laying, Taking
from games.foozle.rules.view import Phase, View
from games.kit.prose import counted, fitting

_RECENT = 30


def describe(view: View) -> str:
    """Whose turn it is, the viewer's hand, tokens, groups and tableau.

    At most 1,000 characters: it only names the newest cards of a long tableau, and leaves out sentences that
    don't fit.
    """
    told = (_hand(view), _seats(view), _groups(view), _tableau(view), _open_hands(view))
    return fitting([_phase(view), *chain.from_iterable(told)])


_TURNS: dict[Phase, str] = {
    Taking: "{mover} has to take a card.",
    DrawOwed: "{mover} draws a card.",
    Laying: "{mover} can lay cards, then discards.",
}


def _phase(view: View) -> str:
    if view.phase is Stopped:
        return "The game ended early."
    if view.phase is Finished:
        winner = view.table.winner
        return "The game is over." if winner is None else f"The game is over. {mark(winner)} won."
    if view.mover is None:
        return "The cards are being dealt."
    told = _TURNS[view.phase].format(mover=mark(view.mover))
    return f"{told} {view.turns_left}".rstrip()


def _hand(view: View) -> Iterator[str]:
    if view.hand:
        yield f"Your hand: {' '.join(map(code, view.in_order(each(view.hand))))}."
        if view.melds:
            yield f"Your best groups: {'; '.join(map(spelt, view.melds))}."


def _open_hands(view: View) -> Iterator[str]:
    """In a replay, every hand."""
    for seat, hand in enumerate(view.table.hands):
        if hand and view.viewer is None:
            yield f"{mark(Seat(seat))} holds {' '.join(map(code, each(hand)))}."


def _seats(view: View) -> Iterator[str]:
    for seat, held in enumerate(view.held):
        colours = [name for number, name in enumerate(COLOURS) if view.table.colours[seat] >> number & 1]
        whites = view.table.whites[seat]
        tokens = [*colours, f"{whites} white"] if whites else colours
        has = f"these tokens: {', '.join(tokens)}" if tokens else "no tokens"
        yield f"{mark(Seat(seat))} has {counted(held, 'card')} and {has}."


def _groups(view: View) -> Iterator[str]:
    layers = view.table.layers
    for number, group in enumerate(view.table.groups, 1):
        by = f" by {mark(layers[number - 1])}" if number <= len(layers) else ""
        yield f"Group {number}{by}, {named(group)}: {_some(group)}."


def _some(group: Cards) -> str:
    words = spelt(group).split()
    return " ".join(words) if len(words) <= 15 else f"{len(words)} cards"


def _tableau(view: View) -> Iterator[str]:
    tableau = view.table.tableau
    if tableau:
        older = len(tableau) - _RECENT
        before = f", then {older} older" if older > 0 else ""
        newest = " ".join(code(card) for card in reversed(tableau[-_RECENT:]))
        yield f"The last card of the tableau is {title(tableau[-1])}. Newest first: {newest}{before}."
    yield f"The draw pile has {counted(view.pile, 'card')}, and the dump has {view.dump}."
