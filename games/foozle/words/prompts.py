"""The questions that lead to a move: where to take a card, which cards to lay, and whether to lay them.

Cards are chosen freely, several at once. The next question says what they make and which token they win;
if they don't make a group, it offers groups that are close.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from games.core import Choice, Question, Ready
from games.foozle.rules.cards import (
    SUITS,
    Card,
    Cards,
    is_trump,
    key,
    name,
    suit_of,
    title,
)
from games.foozle.rules.laying import discards, lays, offs, plays, takes, uses
from games.foozle.rules.notation import Discard, Draw, Lay, Move, Off, Take
from games.foozle.rules.position import Taking
from games.foozle.rules.view import View
from games.foozle.words import icons
from games.foozle.words.lay_questions import found_melds, lay_cards, lay_meld, lost
from games.foozle.words.wording import (
    cost,
    lay_off,
    meld_choices,
    off_card,
    off_choices,
    other,
    usable_card,
)
from games.kit.prose import counted
from games.kit.questions import MENU, ROW

_TRUMPS = "trumps"
_ON_A_PHONE = 3
"""How many cards, without icons, stand side by side on a phone."""

Asked = Question | Ready[Move]


def legal(view: View) -> tuple[Move, ...]:
    """The viewer's moves; none for the channel, because every move depends on a hand."""
    if not view.asked:
        return ()
    if view.phase is Taking:
        return tuple(takes(view.reach, view.table.tableau))
    return tuple(plays(view.reach))


def prompt(view: View, answers: tuple[str, ...]) -> Asked | None:
    """The next question, or the move the answers spell. Raises IllegalMove if they don't fit."""
    if not view.asked:
        return None
    return _take(view, answers) if view.phase is Taking else _play(view, answers)


def _take(view: View, answers: tuple[str, ...]) -> Asked:
    last, others = view.table.tableau[-1], usable(view)
    match answers:
        case ():
            return _pick_source(view, last, others)
        case ("draw",):
            return Ready(Draw())
        case ("last",):
            return Ready(Take(last))
        case ("other", *rest) if others:
            return _other(view, others, tuple(rest))
    raise lost(answers)


def usable(view: View) -> tuple[Card, ...]:
    """The cards of the tableau, except the last, that the viewer could take and use at once (rule 4)."""
    return tuple(card for card in view.table.tableau[:-1] if any(uses(view.reach, card)))


def _pick_source(view: View, last: Card, others: tuple[Card, ...]) -> Question:
    choices = [
        Choice(
            "draw", "Draw from the pile", "" if view.pile else "empty, so it's reshuffled first", icons.PILE
        ),
        Choice("last", f"Take {title(last)}", "you can't discard it this turn", icons.of(last)),
    ]
    if others:
        choices.append(Choice("other", other(view, others)))
    asked = "Draw a card, or take one from the tableau?"
    return Question(
        f"{asked} {view.turns_left}".rstrip(),
        tuple(choices),
        tip="Take the last card of the tableau if it goes with two of yours. If it doesn't, draw.",
    )


def _other(view: View, cards: tuple[Card, ...], answers: tuple[str, ...]) -> Asked:
    """Which card of the tableau, by suit if there are many, and then what to do with it."""
    if len(cards) == 1:
        return _use(view, cards[0], answers)
    if len(cards) > MENU:
        if not answers:
            return _pick_suit(cards)
        cards = tuple(card for card in cards if _suit_key(card) == answers[0])
        if not cards:
            raise lost(answers)
        answers = answers[1:]
    if not answers:
        chosen = tuple(usable_card(view, card) for card in cards)
        return Question("Which card from the tableau do you take and use?", chosen)
    return _use(view, _found(cards, answers[0]), answers[1:])


def _pick_suit(cards: tuple[Card, ...]) -> Question:
    names = {_suit_key(card): "Trumps" if is_trump(card) else SUITS[suit_of(card)] for card in sorted(cards)}
    counts = Counter(map(_suit_key, cards))
    signs = {_suit_key(card): icons.of(card) for card in cards if not is_trump(card)}
    choices = (
        Choice(suit, name, counted(counts[suit], "card"), signs.get(suit, "")) for suit, name in names.items()
    )
    return Question("Which suit do you take a card from?", tuple(choices))


def _suit_key(card: Card) -> str:
    return _TRUMPS if is_trump(card) else key(card)[1:]


def _use(view: View, card: Card, answers: tuple[str, ...]) -> Asked:
    found = [take.use for take in uses(view.reach, card)]
    laid = [use for use in found if isinstance(use, Lay)]
    off = {str(use.group): use for use in found if isinstance(use, Off)}
    if laid and off:
        if not answers:
            return Question(f"What do you do with {title(card)}?", (*off_choices(view, off), _LAY_DOWN))
        if answers[0] in off and len(answers) == 1:
            return Ready(Take(card, off[answers[0]]))
        if answers[0] != _LAY_DOWN.key:
            raise lost(answers)
        answers = answers[1:]
    if not laid:
        return _only_off(view, card, off, answers)
    if len(found) == 1:
        if answers:
            raise lost(answers)
        return Ready(Take(card, laid[0]))
    asked = lay_cards(view, view.reach.with_card(card), laid, card, answers)
    return Ready(Take(card, asked.move)) if isinstance(asked, Ready) else asked


_LAY_DOWN = Choice("lay", "Lay it down with cards from your hand")


def _only_off(view: View, card: Card, off: dict[str, Off], answers: tuple[str, ...]) -> Asked:
    """Which group to lay a card of the tableau off on; asks only if there are several."""
    if not answers:
        if len(off) == 1:
            return Ready(Take(card, *off.values()))
        return Question(f"On which group do you lay off {title(card)}?", off_choices(view, off))
    if len(off) > 1 and len(answers) == 1 and answers[0] in off:
        return Ready(Take(card, off[answers[0]]))
    raise lost(answers)


def _play(view: View, answers: tuple[str, ...]) -> Asked:
    laid, off, gone = list(lays(view.reach)), list(offs(view.reach)), list(discards(view.reach))
    if not laid and not off:
        return _choose(view, gone, "Which card do you discard?", answers, _DISCARD)
    found = found_melds(view, laid)
    picks = len({lay.cards for lay in laid}) > 1
    match answers:
        case ():
            return _pick_play(view, found, picks, off, gone)
        case ("lay", *rest) if picks:
            return lay_cards(view, view.reach, laid, None, tuple(rest))
        case (name, *rest) if name in found:
            return lay_meld(view, laid, found[name], tuple(rest))
        case ("off", *rest) if off:
            return _off(view, off, tuple(rest))
        case ("discard", *rest) if gone:  # buttons of earlier versions
            return _choose(view, gone, "Which card do you discard?", tuple(rest))
        case (_,):
            return _choose(view, gone, "", answers)
    raise lost(answers)


def _pick_play(
    view: View, found: dict[str, Cards], picks: bool, off: list[Off], gone: Sequence[Discard]
) -> Question:
    """What can be laid, and below it every card to discard: another question would take one more press."""
    choices = list(meld_choices(view, found))
    if picks:
        choices.append(Choice("lay", "Pick cards yourself" if found else "Lay down"))
    if off:
        choices.append(Choice("off", lay_off(off)))
    if not gone:
        return Question("What do you lay?", tuple(choices))
    discarded = _choose(view, gone, "Lay cards, or pick one of the cards below to discard it.", ())
    assert isinstance(discarded, Question)
    rows = *_side_by_side(len(choices)), *discarded.rows
    tip = _LAY if found or picks else _LAY_OFF
    return Question(discarded.text, (*choices, *discarded.choices), rows=rows, tip=tip)


_DISCARD = "Discard a card that goes with nothing you hold."
_LAY = "Lay a group if it wins you a token. If it doesn't, keep it until you can go out."
_LAY_OFF = "Lay off only to go out. It wins no token, and in your hand the card may still help you."


def _choose(view: View, moves: Iterable[Move], text: str, answers: tuple[str, ...], tip: str = "") -> Asked:
    """Which card to discard."""
    by_card = {move.card: move for move in moves if not isinstance(move, Lay) and hasattr(move, "card")}
    if not answers:
        cards = view.in_order(by_card)
        choices = tuple(Choice(key(card), name(card), cost(view, card)) for card in cards)
        return Question(text, choices, rows=_side_by_side(len(choices), _ON_A_PHONE), tip=tip)
    if len(answers) > 1:
        raise lost(answers)
    return Ready(by_card[_found(tuple(by_card), answers[0])])


def _side_by_side(buttons: int, most: int = ROW) -> tuple[int, ...]:
    """Rows of buttons for a whole hand: a menu would take one more press."""
    full, rest = divmod(buttons, most)
    return (most,) * full + (rest,) * bool(rest)


def _off(view: View, off: list[Off], answers: tuple[str, ...]) -> Asked:
    cards = view.in_order({play.card for play in off})
    if len(cards) == 1:
        answers = (key(cards[0]), *answers)
    if not answers:
        return Question("Which card do you lay off?", tuple(off_card(card, off) for card in cards))
    card = _found(cards, answers[0])
    ways = {str(play.group): play for play in off if play.card == card}
    if len(ways) == 1 and len(answers) == 1:
        return Ready(*ways.values())
    if len(ways) > 1 and len(answers) == 1:
        return Question(f"On which group do you lay off {title(card)}?", off_choices(view, ways))
    if len(ways) > 1 and len(answers) == 2 and answers[1] in ways:
        return Ready(ways[answers[1]])
    raise lost(answers)


def _found(cards: tuple[Card, ...], answer: str) -> Card:
    for card in cards:
        if key(card) == answer:
            return card
    raise lost((answer,))
