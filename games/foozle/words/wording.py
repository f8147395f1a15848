"""The words of the questions: what chosen cards make, which token they win, and hints."""

from collections import Counter
from collections.abc import Iterable, Iterator

from games.core import Choice
from games.foozle.rules.cards import (
    COLOURS,
    SUITS,
    Card,
    Cards,
    each,
    key,
    one,
    rank_of,
    suit_of,
    title,
    titles,
)
from games.foozle.rules.laying import Reach, in_words, landing, numbers, uses
from games.foozle.rules.melds import colour, joins, kind, named
from games.foozle.rules.notation import Lay, Off
from games.foozle.rules.view import View
from games.foozle.words import icons

LABEL = 80
"""The most characters that we can show on Discord."""

SMALL = 5
"""The ranks of runs up to this size are listed, of larger ones only the ends."""


def meld(cards: Cards) -> str:
    """A group in a few words: `set of 8s`, `red set of 8s`, `blue run 3-4-5`, `Lamps flush run 3-4-5`."""
    found, hue = kind(cards), colour(cards)
    if hue is None or found == "flush":
        return named(cards)
    if found == "set":
        return f"{COLOURS[hue]} {named(cards)}"
    ranks = sorted(map(rank_of, each(cards)))
    span = "-".join(map(str, ranks)) if len(ranks) <= SMALL else f"{ranks[0]} to {ranks[-1]}"
    what = COLOURS[hue] if found == "run" else SUITS[suit_of(next(each(cards)))]
    return f"{what} {found} {span}"


PICK = Choice("lay", "Pick cards yourself")


def meld_choices(view: View, found: dict[str, Cards], hand: Cards) -> Iterator[Choice]:
    """Buttons that lay a group of the hand: what it is, which group it joins, and what it wins.

    If several groups have the same name, their cards tell them apart.
    """
    names = Counter(map(meld, found.values()))
    for answer, cards in found.items():
        name = meld(cards) if names[meld(cards)] == 1 else in_words(cards)
        hue = colour(cards) if wins(view, cards) else None
        icon = icons.token(hue) or icons.of(next(each(cards)))
        yield Choice(answer, f"Lay the {name}{_onto(view, cards)}{_gains(cards, hue, hand)}", icon=icon)


def _onto(view: View, cards: Cards) -> str:
    joined = joins(cards, view.table.groups)
    return f" on group {joined[0] + 1}" if len(joined) == 1 else ""


def _gains(cards: Cards, hue: int | None, hand: Cards) -> str:
    gains = [] if hue is None else [f"{COLOURS[hue]} token"]
    if cards == hand or kind(cards) == "Big Foozle":
        gains.append("you go out")
    return f": {', '.join(gains)}" if gains else ""


def cost(view: View, card: Card) -> str:
    """What discarding a card means, if it's the last one."""
    return "your last card: you go out" if view.hand == one(card) else ""


def member(view: View, card: Card) -> str:
    """Which of the best groups a card belongs to, if they are shown."""
    found = (named(group) for group in view.melds if group >> card & 1)
    return next(found, "not in your best groups" if view.melds else "")


def usable_card(view: View, card: Card) -> Choice:
    """A card of the tableau and what it can be used for."""
    found = [take.use for take in uses(view.reach, card)]
    off = [use.group for use in found if isinstance(use, Off)]
    laid = [use for use in found if isinstance(use, Lay)]
    words = [f"lay off on group {numbers(off)}"] if off else []
    what = f"lay the {meld(laid[0].cards)}" if len(laid) == 1 else "lay down"
    words += [f"{what}, {_won_by(view, card, laid)}"] if laid else []
    label = _fitting(
        f"{title(card)}: {'; '.join(words)}", f"{title(card)}: lay off or lay down", most=LABEL - 5
    )
    return Choice(key(card), label, icon=icons.of(card))


def _won_by(view: View, card: Card, laid: list[Lay]) -> str:
    """What laying this card of the tableau down wins: a token, or going out."""
    whole = Cards(view.hand | one(card))
    ends = all(lay.cards == whole or kind(lay.cards) == "Big Foozle" for lay in laid)
    words = _token(view, laid)
    if not ends:
        return words
    return f"{words}, you go out" if any(wins(view, lay.cards) for lay in laid) else "you go out"


def _token(view: View, laid: Iterable[Lay]) -> str:
    won = {colour(lay.cards) for lay in laid if wins(view, lay.cards)}
    names = [COLOURS[hue] for hue in sorted(hue for hue in won if hue is not None)]
    return f"{' or '.join(names)} token" if names else "no token"


def off_card(card: Card, off: list[Off]) -> Choice:
    on = numbers(play.group for play in off if play.card == card)
    return Choice(key(card), f"{title(card)} on group {on}", icon=icons.of(card))


def live_word(view: View, cards: Cards, reach: Reach) -> str:
    """What the chosen cards make and win, before they are laid down."""
    return f"A {_what(view, cards, reach)}. Lay it down?"


def _what(view: View, cards: Cards, reach: Reach) -> str:
    """What a group is and what it wins: `flush run of Lamps: a red token`."""
    if kind(cards) == "Big Foozle":
        return "Big Foozle: you discard the rest and go out"
    out = ", and you go out" if cards == reach.hand else ""
    return f"{named(cards)}: {_won(view, cards)}{out}"


def _won(view: View, cards: Cards) -> str:
    hue = colour(cards)
    if hue is None:
        return "no token, because the colours are mixed"
    return (
        f"a {COLOURS[hue]} token"
        if wins(view, cards)
        else f"no token, because you already have the {COLOURS[hue]} one"
    )


def wins(view: View, cards: Cards) -> bool:
    """Whether laying these cards down wins the viewer a token."""
    return view.viewer is not None and view.table.lacks(view.viewer, colour(cards))


def no_group(chosen: Cards) -> str:
    if kind(chosen):
        return "That would leave only the card you took, which can't be your discard (rule 5). Lay another:"
    return "These cards don't make a group. Which one do you lay instead?"


def _fitting(*texts: str, most: int) -> str:
    """The first text of at most this many characters; the last one has to fit."""
    return next((text for text in texts if len(text) <= most), texts[-1])


def nearby(view: View, chosen: Cards, ways: dict[str, Lay]) -> Iterable[Choice]:
    """Groups that can be laid instead: their cards, what they make, and the token they win."""
    for answer, lay in ways.items():
        on = "" if lay.on is None else f" on group {lay.on}"
        won = f", {_won(view, lay.cards)}" if wins(view, lay.cards) else ""
        name, change = named(lay.cards), _instead(chosen, lay.cards)
        words = in_words(lay.cards), f"{name} {change}", f"{name} ({lay.cards.bit_count()} cards)"
        label = _fitting(*(f"{what}{on}{won}" for what in words), most=LABEL)
        yield Choice(answer, label[0].upper() + label[1:])


def _instead(chosen: Cards, cards: Cards) -> str:
    """How a group differs from the chosen cards."""
    more, fewer = Cards(cards & ~chosen), Cards(chosen & ~cards)
    changes = [f"with {titles(more)}"] * bool(more) + [f"without {titles(fewer)}"] * bool(fewer)
    return " and ".join(changes)


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
