"""What the caption says: what just happened, and what the viewer is to do."""

from games.core import Seat, Stopped, mark
from games.foozle.cards import COLOURS, each, title
from games.foozle.melds import colour, kind, named
from games.foozle.pictures.asked import Named
from games.foozle.position import DrawOwed, Finished, Laid, Laying, Played, Taking
from games.foozle.view import View
from games.kit.brush.scene import Caption

_LONGEST = 46
"""Letters of a question that fit in the caption."""


def caption(view: View, asked: Named) -> Caption:
    """One sentence: the latest news, or the question where the viewer is asked."""
    if view.phase is Stopped:
        return Caption("The game was stopped.")
    if view.phase is Finished:
        return _won(view)
    if view.asked:
        return _ask(view, asked)
    return _news(view)


def _won(view: View) -> Caption:
    """Who has won, and why (rule 14)."""
    winner = view.table.winner
    assert winner is not None
    tokens = view.table.tokens[winner]
    collected = view.table.colours[winner].bit_count()
    if collected < view.table.needed:
        return Caption(f"{mark(winner)} wins: {tokens} tokens, the most.", winner)
    names = {5: "all five", 4: "four", 3: "three"}
    return Caption(f"{mark(winner)} wins: {names[view.table.needed]} colours, most tokens.", winner)


def _ask(view: View, asked: Named) -> Caption:
    if asked.text:
        return Caption(asked.text if len(asked.text) <= _LONGEST else _shorter(asked), asks=True)
    if view.phase is Taking:
        if not view.news:
            return Caption("You start: take a card.", asks=True)
        told = _news(view)
        return Caption(f"Your turn. {told.text}", told.by, asks=True)
    turn = view.table.turns[-1] if view.table.turns else None
    if turn is None or turn.seat != view.viewer:
        return Caption("Your turn: lay cards or discard.", asks=True)
    if turn.laid:
        return Caption(f"You {_laid(turn.laid[-1])}. Lay more or discard.", asks=True)
    if turn.taken is not None:
        return Caption(f"You took {title(turn.taken)}. Lay or discard.", asks=True)
    assert turn.drawn is not None
    return Caption(f"You drew {title(turn.drawn)}. Lay or discard.", asks=True)


def _shorter(asked: Named) -> str:
    if asked.open:
        return "Pick the cards to lay with it."
    if asked.groups:
        return "Which group do they join?"
    return "Lay these cards down?" if asked.chosen else "Which group do you lay?"


def _news(view: View) -> Caption:
    """What the seat that moved last has done."""
    turn = view.news[-1] if view.news else None
    if turn is None or (view.mover is None and not turn.out):
        return _dealt(view)
    if turn.out:
        return _ended(view, turn)
    if turn.laid:
        return Caption(f"{mark(turn.seat)} {_laid(turn.laid[-1])}.", turn.seat)
    if turn.discarded is not None:
        return Caption(f"{mark(turn.seat)} discarded {title(turn.discarded)}.", turn.seat)
    if turn.taken is not None:
        return Caption(f"{mark(turn.seat)} took {title(turn.taken)}.", turn.seat)
    what = "drew a card from a new pile" if turn.reshuffled else "drew a card"
    return Caption(f"{mark(turn.seat)} {what}.", turn.seat)


def _dealt(view: View) -> Caption:
    if view.mover is None or view.table.dealer is None:
        return Caption("The cards are being dealt.", view.table.dealer)
    if view.phase in (DrawOwed, Laying):
        return Caption(f"{mark(view.mover)} can lay cards.", view.mover)
    return Caption(f"{mark(view.table.dealer)} dealt, and {mark(view.mover)} starts.", view.table.dealer)


def _ended(view: View, turn: Played) -> Caption:
    """How the last hand ended: a tie is played on (rule 14)."""
    tied = _tied(view)
    if len(tied) == 2:
        first, second = map(mark, tied)
        return Caption(f"{first} and {second} tie: play goes on.", turn.seat)
    if tied:
        return Caption("A tie for the most tokens: play goes on.", turn.seat)
    if turn.laid and kind(turn.laid[-1].cards) == "Big Foozle":
        return Caption(f"{mark(turn.seat)} laid a Big Foozle. New hand!", turn.seat)
    return Caption(f"{mark(turn.seat)} went out: a white token.", turn.seat)


def _tied(view: View) -> list[Seat]:
    """The seats that have the most tokens, once one has all colours and nobody has won."""
    tokens = view.table.tokens
    if not any(mask.bit_count() >= view.table.needed for mask in view.table.colours):
        return []
    return [Seat(seat) for seat, count in enumerate(tokens) if count == max(tokens)]


def _laid(laid: Laid) -> str:
    """`laid a blue run`, `won the blue token`, `laid off 8 of Zurfs`."""
    if laid.cards.bit_count() == 1:
        return f"laid off {title(next(each(laid.cards)))} on {laid.group + 1}"
    hue = colour(laid.cards)
    if laid.token is not None:
        return f"won the {COLOURS[laid.token]} token"
    found = kind(laid.cards)
    if found == "run" and hue is not None:
        return f"laid a {COLOURS[hue]} run"
    return f"laid a {named(laid.cards)}"
