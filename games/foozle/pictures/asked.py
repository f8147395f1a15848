"""Which cards a question offers and which are already chosen, so that pictures can dim or highlight them."""

from dataclasses import dataclass

from games.core import IllegalMove, Question, Ready
from games.foozle.rules.cards import NONE, Card, Cards, each, key, one
from games.foozle.rules.laying import landing
from games.foozle.rules.notation import Discard, Draw, Lay, Move, Off, Take
from games.foozle.rules.position import Taking
from games.foozle.rules.view import View
from games.foozle.words.prompts import prompt, usable
from games.kit.brush.cards import Look
from games.kit.questions import spelt


@dataclass(frozen=True, slots=True)
class Named:
    """Cards that can be chosen, all in the hand or all in the tableau, and earlier choices, by key.

    `groups` are the numbers (from 1) of the groups that can be chosen, and `piles` says whether a card can be
    drawn. `text` is the question, once there are answers.
    """

    open: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()
    in_tableau: bool = False
    groups: frozenset[int] = frozenset()
    piles: bool = False
    text: str = ""

    def look(self, card: Card, of_tableau: bool) -> Look:
        """How this card is shown."""
        if key(card) in self.chosen:
            return "lit"
        if not self.open or of_tableau != self.in_tableau:
            return "plain"
        return "plain" if key(card) in self.open else "dim"


def named(view: View, answers: tuple[str, ...]) -> Named:
    """The cards that the question after `answers` offers, or of the move that they make; none if neither."""
    if (move := spelt(prompt, view, answers)) is not None:
        return _made(view, move)
    try:
        asked = prompt(view, answers)
    except IllegalMove:
        return Named()
    if not isinstance(asked, Question):
        return Named()
    return _after(view, asked, answers) if answers else _first(view, asked)


def _made(view: View, move: Move) -> Named:
    """A move: the pile or the cards that it takes, lays or discards, and the group they join."""
    if isinstance(move, Draw):
        return Named(frozenset({"draw"}), in_tableau=True, piles=True)
    play = move.use if isinstance(move, Take) else move
    cards = NONE
    if isinstance(play, Lay):
        cards = play.cards
    elif isinstance(play, Off | Discard):
        cards = one(play.card)
    taken = one(move.card) if isinstance(move, Take) else NONE
    joined = {landing(play, view.table.groups) + 1} if isinstance(play, Lay | Off) else set[int]()
    chosen = frozenset(map(key, each(Cards(cards | taken))))
    return Named(
        chosen,
        chosen,
        in_tableau=isinstance(move, Take),
        groups=frozenset(joined - {len(view.table.groups) + 1}),
    )


def _first(view: View, asked: Question) -> Named:
    """What can be taken, or the cards of the hand if the player can only discard."""
    if view.phase is Taking:
        last = view.table.tableau[-1]
        return Named(frozenset(map(key, (last, *usable(view)))), in_tableau=True, piles=True)
    keys = frozenset(choice.key for choice in asked.choices)
    return Named(keys if keys <= set(map(key, each(view.hand))) else frozenset())


def _after(view: View, asked: Question, answers: tuple[str, ...]) -> Named:
    chosen = frozenset(part for answer in answers for part in answer.split("+"))
    keys = frozenset(choice.key for choice in asked.choices)
    for in_tableau, cards in ((False, each(view.hand)), (True, iter(view.table.tableau))):
        if keys <= set(map(key, cards)):
            return Named(keys, chosen, in_tableau, text=asked.text)
    plays = _ready(view, asked, answers)
    if not plays:
        return Named(chosen=chosen, text=asked.text)
    laid = {play.cards if isinstance(play, Lay) else one(play.card) for play in plays}
    if len(laid) == 1 and not any("+" in answer for answer in answers):
        chosen |= frozenset(map(key, each(laid.pop())))
    joined = frozenset(landing(play, view.table.groups) + 1 for play in plays)
    return Named(chosen=chosen, groups=joined - {len(view.table.groups) + 1}, text=asked.text)


def _ready(view: View, asked: Question, answers: tuple[str, ...]) -> list[Lay | Off]:
    """What each of the choices lays that make a move."""
    plays = list[Lay | Off]()
    for choice in asked.choices:
        match prompt(view, (*answers, choice.key)):
            case Ready(Lay() | Off() as play) | Ready(Take(_, Lay() | Off() as play)):
                plays.append(play)
    return plays
