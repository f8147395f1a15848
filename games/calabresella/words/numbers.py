"""The numbers of cards, counted from the left in the picture: 1 to 9 and then A to C (rule 20)."""

from games.calabresella.rules.notation import read
from games.calabresella.rules.position import WIDOW, Playing, Rejecting, Returning, Taking
from games.calabresella.rules.view import Phase, View
from games.calabresella.words.telling import OWED
from games.core import BadNotation
from games.kit.cards import Card

NUMBERS = "123456789ABC"

_VERBS: dict[Phase, str] = {Playing: "play", Returning: "give", Rejecting: "reject", Taking: "take"}
"""What the player to move does with a card."""


def numbered(view: View) -> tuple[Card, ...]:
    """The cards that have a number now, at most 12, in the order of their numbers.

    These are the widow while the viewer takes from it, and otherwise the hand. While the viewer gives a card
    for a three, that three has no number.
    """
    if view.phase is Taking and view.viewer in view.owes:
        return view.widow
    if view.phase is Returning:
        return tuple(card for card in view.hand if card != view.called)
    return view.hand


def longhand(view: View, text: str) -> str:
    """`text` with each number replaced by its card: `3` is the third card; `reject 1 A`, `take 2 4`.

    If one card is expected, `6 c` is still the 6♣. Raises BadNotation for a number that no card has
    and, while no card is expected, for anything that isn't a move: it says what can be typed now.
    """
    verb = _VERBS.get(view.phase, "")
    said, *words = text.replace(",", " ").split() or [""]
    if said.lower() != verb:
        words = [said, *words]
    most = WIDOW if view.phase in (Rejecting, Taking) else 1
    numbers = [word.upper() for word in words]
    if not numbered(view) or not verb or not 1 <= len(numbers) <= most or not all(map(_is_number, numbers)):
        return _known(view, text, verb)
    return " ".join((verb, *(_card(view, number) for number in numbers)))


def _known(view: View, text: str, verb: str) -> str:
    """The text, unless the player owes something other than a card, and this isn't a move at all."""
    try:
        read(text)
    except BadNotation:
        if not verb and view.viewer in view.owes and view.phase in OWED:
            raise BadNotation(OWED[view.phase]) from None
    return text


def _is_number(word: str) -> bool:
    return len(word) == 1 and word in NUMBERS


def _card(view: View, number: str) -> Card:
    cards, at = numbered(view), NUMBERS.index(number)
    if at >= len(cards):
        last = NUMBERS[len(cards) - 1]
        raise BadNotation(f"There's no card {number}. Your cards are numbered 1 to {last}.")
    return cards[at]
