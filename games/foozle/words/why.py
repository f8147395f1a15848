"""Hints: what a move does and why it's good, for the player who could make it; from their view alone.

The sentences state facts of the view, so they're true for every legal move, not only the advised ones.
"""

from games.foozle.rules.cards import ALL, COLOURS, Card, Cards, each, is_trump, one, title
from games.foozle.rules.laying import Reach, landing, uses
from games.foozle.rules.melds import best, colour, growth, joins, kind, named
from games.foozle.rules.notation import Discard, Draw, Lay, Move, Off, Take
from games.foozle.rules.thirds import pairs, third
from games.foozle.rules.view import View
from games.foozle.words.wording import meld, wins
from games.kit.prose import counted


def why(view: View, move: Move) -> str:
    """One or two sentences on a legal move of the viewer."""
    match move:
        case Draw():
            return _draw(view)
        case Take(card, None):
            return _take(view, card)
        case Take(card, Lay() as lay):
            return f"You take {title(card)} and lay down {_laid(view, lay, view.reach.with_card(card))}"
        case Take(card, Off(_, group)):
            fits = f"{_the(card)} from the tableau fits group {group}"
            return f"{fits}, so you get rid of it right away and your hand doesn't grow."
        case Lay():
            return f"You lay down {_laid(view, move, view.reach)}"
        case Off():
            return _off(view, move)
        case Discard(card):
            return _discard(view, card)
    raise TypeError("Chance doesn't get hints.")


def called(view: View, move: Move) -> str:
    """What people call a legal move of the viewer, such as `laying a set of 8s`."""
    match move:
        case Draw():
            return "drawing a card"
        case Take(card, use):
            used = {Lay: " and laying it down", Off: " and laying it off"}.get(type(use), "")
            return f"taking {_it(card)}{used}"
        case Lay(cards):
            return f"laying {_a(meld(cards))}"
        case Off(card, group):
            return f"laying off {_it(card)} on group {group}"
        case Discard(card):
            return f"discarding {_it(card)}"
    raise TypeError("Chance has no moves to advise.")


def _draw(view: View) -> str:
    hidden = _hidden(view)
    good = Cards(_completing(view.hand) & hidden).bit_count()
    unseen = f"Of the {hidden.bit_count()} cards you can't see"
    seen = f"{unseen}, {good} would make a group with cards in your hand"
    last = view.table.tableau[-1]
    usable = any(any(uses(view.reach, card)) for card in view.table.tableau[:-1])
    if usable or _gain(view, last) > 0 or joins(one(last), view.table.groups):
        return f"{seen}."
    return f"{seen}, and nothing in the tableau does."


def _hidden(view: View) -> Cards:
    """The cards in the pile, the dump and other hands."""
    seen = int(view.hand)
    for group in view.table.groups:
        seen |= group
    for card in view.table.tableau:
        seen |= one(card)
    return Cards(ALL & ~seen)


def _completing(hand: Cards) -> Cards:
    """Any card that makes a group with cards of this hand."""
    found = 0
    for first, second in pairs(hand):
        found |= third(first, second)
    for group in best(hand).groups:
        found |= growth(group)
    return Cards(found & ~hand)


def _gain(view: View, card: Card) -> int:
    """How many more cards of the hand this one puts in groups."""
    return best(Cards(view.hand | one(card))).covered - best(view.hand).covered


def _take(view: View, card: Card) -> str:
    """The last card of the tableau, which can't be discarded this turn (rule 5)."""
    gain, name = _gain(view, card), _the(card)
    if gain > 0:
        whole = best(Cards(view.hand | one(card))).groups
        group = next(found for found in whole if found >> card & 1)  # otherwise it would gain nothing
        what, won = f"{name} gives you {_a(meld(group))}", colour(group)
        if wins(view, group) and won is not None:
            return f"{what}, which wins the {COLOURS[won]} token."
        return f"{what}."
    if joined := joins(one(card), view.table.groups):
        return (
            f"{name} doesn't complete a group in your hand, but you can lay it off on group {joined[0] + 1}."
        )
    mates = [mate for mate in each(view.hand) if third(mate, card)]
    if mates:
        return f"{name} goes with {title(mates[0])}: one more card could make them a group."
    return f"{name} doesn't go with anything in your hand, and you can't discard it this turn (rule 5)."


def _laid(view: View, lay: Lay, reach: Reach) -> str:
    """What a group is, what it wins and what's left; the end of a sentence, and often another one."""
    if kind(lay.cards) == "Big Foozle":
        return "a Big Foozle: you discard the rest of your hand, go out and take a white token."
    what, hue = _a(meld(lay.cards)), colour(lay.cards)
    on = landing(lay, reach.groups)
    joined = f" on group {on + 1}" if on < len(reach.groups) else ""
    won = f" and win the {COLOURS[hue]} token" if wins(view, lay.cards) and hue is not None else ""
    left = Cards(reach.hand & ~lay.cards).bit_count()
    if not left:
        return f"{what}{joined}{won}. It's all you have, so you go out and take a white token."
    if won:
        return f"{what}{joined}{won}. {_colours(view)}"
    return f"{what}{joined}. It doesn't win a token, but leaves you with only {counted(left, 'card')}."


def _colours(view: View) -> str:
    """How many colours the viewer will have with one more."""
    assert view.viewer is not None
    has = view.table.colours[view.viewer].bit_count() + 1
    if has == view.table.needed:
        return f"It's the last of the {has} colours the game needs."
    return f"That makes {counted(has, 'colour')}; the game needs {view.table.needed}."


def _off(view: View, off: Off) -> str:
    group, left = view.table.groups[off.group - 1], view.hand.bit_count() - 1
    fits = f"{_the(off.card)} fits group {off.group}, {_a(named(group))}"
    if not left:
        return f"{fits}. It's your last card, so you go out and take a white token."
    breaks = best(view.hand).covered - best(Cards(view.hand & ~one(off.card))).covered
    if breaks > 1:
        return f"{fits}. But {counted(breaks - 1, 'other card')} in your hand would lose their group."
    return f"{fits}, so it leaves your hand and you can still discard another card."


def _discard(view: View, card: Card) -> str:
    """What the hand loses, and whether the others can use the card."""
    if view.hand == one(card):
        return "It's your last card: you go out and take a white token."
    rest, name = Cards(view.hand & ~one(card)), _the(card)
    lost = best(view.hand).covered - best(rest).covered
    mates = sum(bool(third(mate, card)) for mate in each(rest))
    if lost:
        left = best(rest).covered
        cost = f"Without {title(card)}, {left} of your cards are in groups instead of {left + lost}"
    elif mates:
        cost = f"{name} isn't in any of your groups, though it could still make one with {_others(mates)}"
    else:
        cost = f"{name} isn't in any of your groups and doesn't go with any other card in your hand"
    if joined := joins(one(card), view.table.groups):
        return f"{cost}. Careful: it fits group {joined[0] + 1}, so others can take it and lay it off."
    return f"{cost}. It doesn't fit any group on the table, so nobody can lay it off."


def _others(mates: int) -> str:
    return "another card in your hand" if mates == 1 else f"{mates} other cards in your hand"


def _the(card: Card) -> str:
    """A card at the beginning of a sentence: `The 8 of Tops`, `Grue (trump)`."""
    return title(card) if is_trump(card) else f"The {title(card)}"


def _it(card: Card) -> str:
    """A card inside a sentence: `the 8 of Tops`, `Grue (trump)`."""
    return title(card) if is_trump(card) else f"the {title(card)}"


def _a(group: str) -> str:
    """With its article: `a set of 8s`, `an Ears flush run 3-4-5`."""
    return f"{'an' if group[0] in 'EI' else 'a'} {group}"
