"""What just happened, in one short sentence for captions and descriptions."""

from typing import NamedTuple

from games.core import Seat, mark
from games.foozle.rules.cards import COLOURS, Card, each, title
from games.foozle.rules.melds import colour, kind, named
from games.foozle.rules.position import DrawOwed, Finished, Laid, Laying, Played
from games.foozle.rules.view import View

DREW, NEW_PILE = "drew a card", "drew a card from a new pile"
OUT = "went out: a white token"


class News(NamedTuple):
    """A sentence with seats as marks, who did it, and the events that it tells in other words, in short."""

    text: str
    by: Seat | None = None
    tells: tuple[str, ...] = ()


def latest(view: View) -> News:
    """What the last seat to move did, or how the last hand ended."""
    turn = view.news[-1] if view.news else None
    if turn is None or (view.mover is None and not turn.out and view.phase is not Finished):
        return _dealt(view)
    if turn.out:
        return _ended(view, turn)
    if turn.laid:
        return News(did(turn.seat, laid_words(turn.laid[-1])), turn.seat)
    if turn.discarded is not None:
        return News(did(turn.seat, discarded_words(turn.discarded)), turn.seat)
    if turn.taken is not None:
        return News(did(turn.seat, taken_words(turn.taken)), turn.seat)
    told = did(turn.seat, DREW)
    return News(did(turn.seat, NEW_PILE) if turn.reshuffled else told, turn.seat, (told,))


def _dealt(view: View) -> News:
    if view.mover is None or view.table.dealer is None:
        return News("The cards are being dealt.", view.table.dealer)
    if view.phase in (DrawOwed, Laying):
        return News(f"{mark(view.mover)} can lay cards.", view.mover)
    told = dealt_words(view.table.dealer)
    return News(f"{told}, and {mark(view.mover)} starts.", view.table.dealer, (told,))


def _ended(view: View, turn: Played) -> News:
    """How the last hand ended, or that play goes on after a tie (rule 14)."""
    tied = _tied(view)
    if len(tied) == 2:
        first, second = map(mark, tied)
        return News(f"{first} and {second} tie: play goes on.", turn.seat)
    if tied:
        return News("A tie for the most tokens: play goes on.", turn.seat)
    if turn.laid and kind(turn.laid[-1].cards) == "Big Foozle":
        if view.phase is Finished:
            return News(f"{mark(turn.seat)} went out with a Big Foozle.", turn.seat)
        return News(f"{mark(turn.seat)} laid a Big Foozle. New hand!", turn.seat)
    return News(did(turn.seat, OUT), turn.seat)


def _tied(view: View) -> list[Seat]:
    """The seats that share the most tokens, if a player has all colours but nobody has won."""
    tokens = view.table.tokens
    is_whole = any(mask.bit_count() >= view.table.needed for mask in view.table.colours)
    if view.phase is Finished or view.table.left is not None or not is_whole:
        return []
    return [Seat(seat) for seat, count in enumerate(tokens) if count == max(tokens)]


def did(seat: Seat, words: str) -> str:
    """What a seat did, as the others hear it."""
    return f"{mark(seat)} {words}."


def you_did(words: str) -> str:
    """What a player did, as they hear it themselves."""
    return f"You {words}."


def dealt_words(dealer: Seat) -> str:
    return f"{mark(dealer)} dealt"


def discarded_words(card: Card) -> str:
    return f"discarded {title(card)}"


def taken_words(card: Card) -> str:
    return f"took {title(card)}"


def drawn_words(card: Card) -> str:
    return f"drew {title(card)}"


def token_words(hue: int) -> str:
    return f"won the {COLOURS[hue]} token"


def laid_words(laid: Laid) -> str:
    """`laid a blue run`, `won the blue token`, `laid off 8 of Zurfs`."""
    if laid.cards.bit_count() == 1:
        return f"laid off {title(next(each(laid.cards)))}"
    hue = colour(laid.cards)
    if laid.token is not None:
        return token_words(laid.token)
    found = kind(laid.cards)
    if found == "run" and hue is not None:
        return f"laid a {COLOURS[hue]} run"
    return f"laid a {named(laid.cards)}"
