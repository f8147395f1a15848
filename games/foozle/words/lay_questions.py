"""The questions that lead to laying cards down: a group that was found, or cards picked freely."""

from games.core import Choice, IllegalMove, Question, Ready
from games.foozle.rules.cards import NONE, TRUMPS, Card, Cards, among, each, key, one, title
from games.foozle.rules.laying import Reach
from games.foozle.rules.melds import LEAST, best, colour
from games.foozle.rules.notation import Lay
from games.foozle.rules.view import View
from games.foozle.words import icons
from games.foozle.words.wording import live_word, meld, member, nearby, no_group, way_choices, wins
from games.kit.prose import quoted

FOUND = 6
"""The most groups that can be laid with one press."""
NEAR = 5
"""The most groups offered when the chosen cards don't make one."""

Asked = Question | Ready[Lay]


def found_melds(view: View, laid: list[Lay], hand: Cards) -> dict[str, Cards]:
    """Groups to lay with one press, by key: those of the best split of the hand, and others that win a token.

    For any other group, you pick the cards. Groups that win a token come first, a Big Foozle last.
    """
    can = dict.fromkeys(lay.cards for lay in laid)
    groups = [group for group in best(hand).groups if group in can]
    won = {colour(group) for group in groups}
    for group in sorted(can, key=lambda group: (-group.bit_count(), group)):
        hue = colour(group)
        if wins(view, group) and hue not in won:
            won.add(hue)
            groups.append(group)
    groups.sort(key=lambda group: (not wins(view, group), bool(group & TRUMPS)))
    return {f"meld{number}": group for number, group in enumerate(groups[:FOUND], 1)}


def lay_meld(view: View, laid: list[Lay], cards: Cards, answers: tuple[str, ...]) -> Asked:
    """Lays a group that was found; asks only if it could join several on the table."""
    ways = {_way(lay): lay for lay in laid if lay.cards == cards}
    if not answers and len(ways) == 1:
        return Ready(*ways.values())
    if not answers:
        text = f"Which group does the {meld(cards)} join?"
        return Question(text, tuple(way_choices(view.reach, ways)))
    if len(ways) > 1 and len(answers) == 1 and answers[0] in ways:
        return Ready(ways[answers[0]])
    raise lost(answers)


def lay_cards(
    view: View, reach: Reach, laid: list[Lay], base: Card | None, answers: tuple[str, ...]
) -> Asked:
    """Asks which cards, then shows what they make; `base` is a card of the tableau to lay with them."""
    used = 0
    for lay in laid:
        used |= lay.cards
    if all(lay.cards == used for lay in laid):
        return _settle(view, reach, laid, Cards(used), answers)
    fixed = NONE if base is None else one(base)
    cards = view.in_order(each(Cards(used & ~fixed)))
    if not answers:
        return _pick_cards(view, cards, base)
    chosen = Cards(_chosen(cards, answers[0], LEAST - fixed.bit_count()) | fixed)
    return _settle(view, reach, laid, chosen, answers[1:])


def _settle(view: View, reach: Reach, laid: list[Lay], chosen: Cards, answers: tuple[str, ...]) -> Asked:
    """What the chosen cards make and where they can be laid, or groups close to them."""
    ways = {_way(lay): lay for lay in laid if lay.cards == chosen}
    if ways:
        asked = Question(live_word(view, chosen, reach), tuple(way_choices(reach, ways)))
    else:
        ways = {str(number): lay for number, lay in enumerate(_near(laid, chosen), 1)}
        asked = Question(no_group(chosen), tuple(nearby(view, chosen, ways)))
    if not answers:
        return asked
    if len(answers) == 1 and answers[0] in ways:
        return Ready(ways[answers[0]])
    raise lost(answers)


def _near(laid: list[Lay], chosen: Cards) -> list[Lay]:
    """The groups that need the fewest changes to the choice, and those that need one more.

    Parts of a closer group are left out.
    """
    changes = {lay: (lay.cards ^ chosen).bit_count() for lay in laid}
    near: list[Lay] = []
    for lay in sorted(laid, key=lambda lay: (changes[lay], lay.cards, lay.on or 0)):
        is_part = any(lay.cards & ~nearer.cards == 0 and lay.cards != nearer.cards for nearer in near)
        if changes[lay] <= min(changes.values()) + 1 and not is_part:
            near.append(lay)
    return near[:NEAR]


def _pick_cards(view: View, cards: tuple[Card, ...], base: Card | None) -> Question:
    choices = tuple(Choice(key(card), title(card), member(view, card), icons.of(card)) for card in cards)
    if base is None:
        return Question("Which cards do you lay down?", choices, LEAST, len(choices))
    return Question(f"Which cards do you lay down with {title(base)}?", choices, LEAST - 1, len(choices))


def _way(lay: Lay) -> str:
    return "yes" if lay.on is None else str(lay.on)


def _chosen(cards: tuple[Card, ...], answer: str, least: int) -> Cards:
    """The cards named by an answer of several keys, in any order."""
    keys = answer.split("+")
    found = [card for card in cards if key(card) in keys]
    if len(found) != len(keys) or len(found) < least:
        raise lost((answer,))
    return among(found)


def lost(answers: tuple[str, ...]) -> IllegalMove:
    """The error for answers that lead nowhere."""
    return IllegalMove(f"You can't choose {quoted(' '.join(answers))} here. Use the newest buttons.")
