"""Cards by their numbers, 1 to 9 and then A to C, as the picture of a hand shows them (rule 20)."""

from games.calabresella.position import WIDOW
from games.calabresella.view import View
from games.core import BadNotation
from games.kit.cards import Card

NUMBERS = "123456789ABC"

_VERBS = {"play": "play", "return": "give", "reject": "reject", "take": "take"}
"""By phase, what is done with a card then."""


def numbered(view: View) -> tuple[Card, ...]:
    """The at most 12 cards that have a number now, in its order.

    They are the widow for whoever takes from it, and else the hand: without the three that was called for,
    where a card is given for it.
    """
    if view.phase == "take" and view.viewer in view.owes:
        return view.widow
    if view.phase == "return":
        return tuple(card for card in view.hand if card != view.called)
    return view.hand


def numbers_of(view: View) -> dict[Card, str]:
    """By card the number that it has now."""
    return dict(zip(numbered(view), NUMBERS, strict=False))


def longhand(view: View, text: str) -> str:
    """`text` with cards in the place of their numbers: `3` for the third card, `reject 1 A`, `take 2 4`.

    Where one card is meant, a rank and a suit apart stay a card, `6 c`. Raises BadNotation for a number that
    no card has.
    """
    verb = _VERBS.get(view.phase, "")
    said, *words = text.replace(",", " ").split() or [""]
    if said.lower() != verb:
        words = [said, *words]
    most = WIDOW if view.phase in ("reject", "take") else 1
    numbers = [word.upper() for word in words]
    if not numbered(view) or not verb or not 1 <= len(numbers) <= most or not all(map(_is_number, numbers)):
        return text
    return " ".join((verb, *(_card(view, number) for number in numbers)))


def _is_number(word: str) -> bool:
    return len(word) == 1 and word in NUMBERS


def _card(view: View, number: str) -> Card:
    cards, at = numbered(view), NUMBERS.index(number)
    if at >= len(cards):
        last = NUMBERS[len(cards) - 1]
        raise BadNotation(f"There is no card {number}: they are numbered from 1 to {last}.")
    return cards[at]
