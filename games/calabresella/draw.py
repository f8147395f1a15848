"""The two pictures of Calabresella, 1180 px wide and without players' names: the table, and a hand."""

from games.calabresella.captions import AFTER_PLAY
from games.calabresella.hand_picture import hand_picture
from games.calabresella.prompts import prompt
from games.calabresella.table_picture import table_picture
from games.calabresella.view import View
from games.core import Question
from games.kit.brush.png import encode
from games.kit.cards import Card


def draw(view: View, answers: tuple[str, ...] = ()) -> bytes:
    """A PNG of what the viewer knows: their hand while they have cards, the table otherwise.

    Cards that can be chosen wear their names, and those that `answers` chose are lit. Equal views and
    answers give equal bytes on one machine, and equal pixels on all.
    """
    if any(view.hand) and view.phase not in AFTER_PLAY and not view.stopped:
        chosen = frozenset(Card(key) for answer in answers for key in answer.split("+"))
        return encode(hand_picture(view, _names(view), chosen))
    return encode(table_picture(view))


def _names(view: View) -> dict[Card, str]:
    """What the question calls the cards it offers; their keys are the cards."""
    asked = prompt(view, ())
    return {Card(choice.key): choice.label for choice in asked.choices} if isinstance(asked, Question) else {}
