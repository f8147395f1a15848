"""The questions that lead to a move: where to take a card, which cards to lay, and whether to lay them.

Cards are chosen freely, several at once. The next question says what they make and which token they win;
if they don't make a group, it offers groups that are close.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

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
    PICK,
    cost,
    meld_choices,
    off_card,
    off_choices,
    usable_card,
)
from games.kit.prose import counted
from games.kit.questions import MENU, ROW

_TRUMPS = "trumps"
_ABOVE = 8
"""How many buttons stand at most above those for a hand of twelve cards."""
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
        case (_, *rest) if others:
            return _use(view, _found(others, answers[0]), tuple(rest))
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
    if len(others) > MENU - len(choices):
        choices.append(Choice("other", "Take another card and use it"))
    else:
        choices += (replace(one, label=f"Take {one.label}") for one in _usable_cards(view, others))
    asked = "Draw a card, or take one from the tableau?"
    return Question(
        f"{asked} {view.turns_left}".rstrip(),
        tuple(choices),
        likely=2 if len(choices) > ROW else 0,
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
        chosen = tuple(_usable_cards(view, cards))
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


def _usable_cards(view: View, cards: Iterable[Card]) -> Iterator[Choice]:
    return (usable_card(view, card) for card in cards)


def _use(view: View, card: Card, answers: tuple[str, ...]) -> Asked:
    """What to do with a card of the tableau: each way that was found has a button."""
    found = [take.use for take in uses(view.reach, card)]
    laid = [use for use in found if isinstance(use, Lay)]
    off = {str(use.group): use for use in found if isinstance(use, Off)}
    if not laid:
        return _only_off(view, card, off, answers)
    reach = view.reach.with_card(card)
    melds = found_melds(view, laid, reach.hand)
    match answers:
        case () if not off and len({lay.cards for lay in laid}) == 1:
            asked = lay_meld(view, laid, laid[0].cards, ())
        case ():
            picked = [PICK] if len({lay.cards for lay in laid}) > len(melds) else []
            choices = (*off_choices(view, off), *meld_choices(view, melds, reach.hand), *picked)
            return Question(f"What do you do with {title(card)}?", choices)
        case (number,) if number in off:
            return Ready(Take(card, off[number]))
        case (name, *rest) if name in melds:
            asked = lay_meld(view, laid, melds[name], tuple(rest))
        case (PICK.key, *rest):
            asked = lay_cards(view, reach, laid, card, tuple(rest))
        case _ if len(found) > 1 and not off:  # menus of earlier versions
            asked = lay_cards(view, reach, laid, card, answers)
        case _:
            raise lost(answers)
    return Ready(Take(card, asked.move)) if isinstance(asked, Ready) else asked


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
    found = found_melds(view, laid, view.hand)
    picks = len({lay.cards for lay in laid}) > 1
    off_by_name = _by_name(off)
    match answers:
        case ():
            return _pick_play(view, found, picks, off, gone)
        case ("lay", *rest) if picks:
            return lay_cards(view, view.reach, laid, None, tuple(rest))
        case (name, *rest) if name in found:
            return lay_meld(view, laid, found[name], tuple(rest))
        case ("off", *rest) if off:
            return _off(view, off, tuple(rest))
        case (name,) if name in off_by_name:
            return Ready(off_by_name[name])
        case ("discard", *rest) if gone:  # buttons of earlier versions
            return _choose(view, gone, "Which card do you discard?", tuple(rest))
        case (_,):
            return _choose(view, gone, "", answers)
    raise lost(answers)


def _pick_play(
    view: View, found: dict[str, Cards], picks: bool, off: list[Off], gone: Sequence[Discard]
) -> Question:
    """What can be laid, and below it every card to discard: another question would take one more press."""
    choices = list(meld_choices(view, found, view.hand))
    if picks:
        choices.append(PICK if found else Choice(PICK.key, "Lay down"))
    if len(choices) + len(off) <= _ABOVE:
        choices += (
            Choice(name, f"Lay off {title(play.card)} on group {play.group}", icon=icons.of(play.card))
            for name, play in _by_name(off).items()
        )
    else:
        choices.append(Choice("off", "Lay off"))
    if not gone:
        return Question("What do you lay?", tuple(choices))
    discarded = _choose(view, gone, "Lay cards, or pick one of the cards below to discard it.", ())
    assert isinstance(discarded, Question)
    rows = *_side_by_side(len(choices)), *discarded.rows
    tip = _LAY if found or picks else _LAY_OFF
    return Question(discarded.text, (*choices, *discarded.choices), rows=rows, tip=tip)


def _by_name(off: Iterable[Off]) -> dict[str, Off]:
    """Each way to lay off a card, by the key of its button."""
    return {f"{key(play.card)}-{play.group}": play for play in off}


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
