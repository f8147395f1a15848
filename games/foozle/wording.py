"""What the questions say: which group chosen cards are, which token they win, and what would be best."""

from collections.abc import Iterable

from games.core import Choice
from games.foozle import icons
from games.foozle.cards import COLOURS, Card, Cards, codes, key, one, title
from games.foozle.laying import Reach, landing, spelt, uses
from games.foozle.melds import best, colour, kind, named
from games.foozle.notation import Lay, Off
from games.foozle.view import MELDS, View

LABEL, QUESTION = 80, 150
"""How many characters Discord shows."""

SMALL = 5
"""Cards of a group whose difference from others is seen at a glance."""


def gain(view: View, last: Card) -> str:
    """How many more cards would be in groups with the last of the tableau, if melds are to be shown."""
    if not view.marks:
        return ""
    more = best(Cards(view.hand | one(last))).covered - best(view.hand).covered
    return f" {title(last)} would bring {counted(more, 'card')} more into groups." if more else ""


def hint(view: View) -> str:
    """The question what to do, and the best partition as far as there is room, if melds are to be shown."""
    if not view.melds:
        return "What do you do?"
    text = f"What do you do? At best you hold {' · '.join(map(spelt, view.melds))}"
    covered = sum(group.bit_count() for group in view.melds)
    return text if len(text) <= QUESTION else f"What do you do? At best {covered} cards are in groups"


def kept(view: View, card: Card) -> str:
    """That this card is the last, or what the groups lose without it, if melds are to be shown."""
    if view.hand == one(card):
        return "your last card: you go out"
    before, after = best(view.hand).covered, best(Cards(view.hand & ~one(card))).covered
    return f"leaves {after} cards in groups, not {before}" if view.marks and after < before else ""


def member(view: View, card: Card) -> str:
    """To which group of the best partition a card belongs, if melds are to be shown."""
    groups = enumerate(view.melds)
    found = (f"{MELDS[at]}: {named(group)}" for at, group in groups if group >> card & 1)
    return next(found, "outside the best groups" if view.melds else "")


def other(view: View, usable: tuple[Card, ...]) -> str:
    """What taking another card than the last of the tableau means."""
    return (
        "Take another card and lay it"
        if len(usable) > 1
        else f"Take {usable_card(view, *usable).label}"[:LABEL]
    )


def lay_off(off: list[Off]) -> str:
    """What laying off means: one card or several."""
    return (
        "Lay off" if len({play.card for play in off}) > 1 else f"Lay off {off_card(off[0].card, off).label}"
    )


def usable_card(view: View, card: Card) -> Choice:
    """A card of the tableau and what can be done with it."""
    found = [take.use for take in uses(view.reach, card)]
    on = [str(use.group) for use in found if isinstance(use, Off)]
    laid = [use for use in found if isinstance(use, Lay)]
    words = [f"lay off on group {' or '.join(on)}"] if on else []
    words += [f"lay down, {_token(view, laid)}"] if laid else []
    return Choice(key(card), f"{title(card)}: {'; '.join(words)}"[:LABEL], icon=icons.of(card))


def _token(view: View, laid: Iterable[Lay]) -> str:
    won = {colour(lay.cards) for lay in laid if _wins(view, lay.cards)}
    names = [COLOURS[hue] for hue in sorted(hue for hue in won if hue is not None)]
    return f"{' or '.join(names)} token" if names else "no token"


def off_card(card: Card, off: list[Off]) -> Choice:
    numbers = " or ".join(str(play.group) for play in off if play.card == card)
    return Choice(key(card), f"{title(card)} on group {numbers}", icon=icons.of(card))


def live_word(view: View, cards: Cards, reach: Reach) -> str:
    """What the chosen cards are and win, before they are laid down."""
    word = f"a {_what(view, cards, reach)}. Lay it down?"
    text = f"{spelt(cards)} are {word}"
    return text if len(text) <= QUESTION else f"These are {word}"


def _what(view: View, cards: Cards, reach: Reach) -> str:
    """What a group is and what it wins: `flush run of Lamps: a red token`."""
    if kind(cards) == "Big Foozle":
        return "Big Foozle: the rest is discarded, and you go out"
    out = ", and you go out" if cards == reach.hand else ""
    return f"{named(cards)}: {_won(view, cards)}{out}"


def _won(view: View, cards: Cards) -> str:
    hue = colour(cards)
    if hue is None:
        return "no token, for it has several colours"
    return f"a {COLOURS[hue]} token" if _wins(view, cards) else f"no token, you have the {COLOURS[hue]} one"


def _wins(view: View, cards: Cards) -> bool:
    return view.viewer is not None and view.table.lacks(view.viewer, colour(cards))


def no_group(chosen: Cards) -> str:
    if kind(chosen):
        return "With this you could not end the turn (rule 5). Lay down instead:"
    text = f"{codes(chosen)}: no group. Near to it:"
    return text if len(text) <= QUESTION else "These cards are no group. Near to it:"


def counted(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"


def nearby(view: View, chosen: Cards, ways: dict[str, Lay]) -> Iterable[Choice]:
    """Groups that can be laid instead: their cards, what they are, and the token if they win one."""
    for answer, lay in ways.items():
        on = "" if lay.on is None else f" on group {lay.on}"
        won = f", {_won(view, lay.cards)}" if _wins(view, lay.cards) else ""
        yield Choice(answer, f"{_instead(chosen, lay.cards)}{on}: {named(lay.cards)}{won}"[:LABEL])


def _instead(chosen: Cards, cards: Cards) -> str:
    """The cards of a small group; how a large one differs from those that were chosen."""
    if cards.bit_count() <= SMALL:
        return spelt(cards)
    more, fewer = Cards(cards & ~chosen), Cards(chosen & ~cards)
    changes = [f"with {codes(more)}"] * bool(more) + [f"without {codes(fewer)}"] * bool(fewer)
    return ", ".join(changes).replace("with", "With", 1)


def way_choices(reach: Reach, ways: dict[str, Lay]) -> Iterable[Choice]:
    for answer, lay in ways.items():
        number = landing(lay, reach.groups)
        on = f" on group {number + 1}, a {named(reach.groups[number])}" if number < len(reach.groups) else ""
        yield Choice(answer, f"Lay it down{on}")


def off_choices(view: View, off: Iterable[str]) -> tuple[Choice, ...]:
    groups = view.table.groups
    return tuple(
        Choice(number, f"Lay it off on group {number}, a {named(groups[int(number) - 1])}") for number in off
    )
