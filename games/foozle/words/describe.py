"""The table in words, for players who can't see the picture."""

from collections.abc import Iterator
from itertools import chain

from games.core import Seat, Stopped, mark
from games.foozle.rules.cards import COLOURS, each, names, title
from games.foozle.rules.laying import in_words
from games.foozle.rules.melds import named
from games.foozle.rules.position import DrawOwed, Finished, Laying, Taking
from games.foozle.rules.view import Phase, View
from games.kit.prose import counted, fitting

_RECENT = 20
"""How many cards of the tableau are named."""
_MOST = 12
"""The most cards of a group that are named."""


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
        yield f"Your hand: {names(view.in_order(each(view.hand)))}."
        if view.melds:
            yield f"Your best groups: {'; '.join(map(in_words, view.melds))}."


def _open_hands(view: View) -> Iterator[str]:
    """In a replay, every hand."""
    for seat, hand in enumerate(view.table.hands):
        if hand and view.viewer is None:
            yield f"{mark(Seat(seat))} holds {names(each(hand))}."


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
        count = group.bit_count()
        what = in_words(group) if count <= _MOST else f"{named(group)} ({count} cards)"
        yield f"Group {number}{by}: {what}."


def _tableau(view: View) -> Iterator[str]:
    tableau = view.table.tableau
    if tableau:
        older = len(tableau) - _RECENT
        before = f", then {older} older" if older > 0 else ""
        newest = names(reversed(tableau[-_RECENT:]))
        yield f"The last card of the tableau is {title(tableau[-1])}. Newest first: {newest}{before}."
    yield f"The draw pile has {counted(view.pile, 'card')}, and the dump has {view.dump}."
