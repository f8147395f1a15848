"""What a hand can do: which cards can be laid and where, taken, and discarded.

Rules, questions and computers share these functions, which see one hand and the open table.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.core import IllegalMove
from games.foozle.rules.cards import (
    RANKS,
    SUITS,
    TRUMPS,
    Card,
    Cards,
    code,
    each,
    is_trump,
    names,
    one,
    rank_of,
    suit_of,
    title,
)
from games.foozle.rules.melds import groups_in, joins, kind, named, with_card
from games.foozle.rules.notation import Discard, Draw, Lay, Move, Off, Take

MOST_LISTED = 12
"""The most cards an error names."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand and what it can be laid on; `taken` can't be discarded this turn (rule 5)."""

    hand: Cards
    groups: tuple[Cards, ...]
    taken: Card | None = None

    def after(self, play: Lay | Off) -> "Reach":
        """The hand and the groups after this play, which must pass `check`."""
        cards = play.cards if isinstance(play, Lay) else one(play.card)
        target = landing(play, self.groups)
        groups = list(self.groups)
        if target == len(groups):
            groups.append(cards)
        else:
            groups[target] = Cards(groups[target] | cards)
        return Reach(Cards(self.hand & ~cards), tuple(groups), self.taken)

    def with_card(self, card: Card) -> "Reach":
        """This hand with one more card."""
        return Reach(Cards(self.hand | one(card)), self.groups, self.taken)


def landing(play: Lay | Off, groups: tuple[Cards, ...]) -> int:
    """The index of the group that will hold the cards; the next free one for a new group."""
    if isinstance(play, Off):
        return play.group - 1
    if play.on is not None:
        return play.on - 1
    found = joins(play.cards, groups)
    return found[0] if found else len(groups)


def laid_out(group: Cards) -> tuple[Card, ...]:
    """A group as it lies on the table: a run by rank, anything else by suit."""
    return tuple(sorted(each(group), key=rank_of) if kind(group) == "run" else each(group))


def in_words(group: Cards) -> str:
    """A group and its cards: `set of 8s (Zurfs, Rain, Tops)`, `Big Foozle (trumps Time, Death, Grue)`."""
    is_flush = (kind(group) or "").startswith("flush")
    cards = (_rank(card) if is_flush else _suit(card) for card in laid_out(group))
    trumps = "trumps " if group & TRUMPS else ""
    return f"{named(group)} ({trumps}{', '.join(cards)})"


def _rank(card: Card) -> str:
    return RANKS[rank_of(card)]


def _suit(card: Card) -> str:
    return code(card) if is_trump(card) else SUITS[suit_of(card)]


def is_foozle(play: Lay | Off) -> bool:
    """Whether it is a Big Foozle, which ends the hand (rule 10)."""
    return isinstance(play, Lay) and kind(play.cards) == "Big Foozle"


def lays(reach: Reach) -> Iterator[Lay]:
    """Every way to lay down a group from the hand."""
    for cards in groups_in(reach.hand):
        yield from _ways(cards, reach)


def _ways(cards: Cards, reach: Reach) -> Iterator[Lay]:
    found = joins(cards, reach.groups)
    for play in [Lay(cards)] if len(found) < 2 else [Lay(cards, number + 1) for number in found]:
        if not _strands(reach, play):
            yield play


def offs(reach: Reach) -> Iterator[Off]:
    """Every way to lay off a card of the hand."""
    for card in each(reach.hand):
        for number in joins(one(card), reach.groups):
            play = Off(card, number + 1)
            if not _strands(reach, play):
                yield play


def uses(reach: Reach, card: Card) -> Iterator[Take]:
    """Every way to take this card of the tableau and use it at once (rule 4)."""
    for number in joins(one(card), reach.groups):
        yield Take(card, Off(card, number + 1))
    for cards in with_card(reach.hand, card):
        for play in _ways(cards, reach.with_card(card)):
            yield Take(card, play)


def takes(reach: Reach, tableau: tuple[Card, ...]) -> Iterator[Move]:
    """Every way to take a card."""
    yield Draw()
    yield Take(tableau[-1])
    for card in tableau[:-1]:
        yield from uses(reach, card)


def discards(reach: Reach) -> Iterator[Discard]:
    """Every card that can be discarded."""
    return (Discard(card) for card in each(reach.hand) if card != reach.taken)


def plays(reach: Reach) -> Iterator[Move]:
    """Every move after taking a card."""
    yield from lays(reach)
    yield from offs(reach)
    yield from discards(reach)


def check(reach: Reach, play: Lay | Off) -> None:
    """Raises IllegalMove with the rule if these cards can't be laid."""
    cards = play.cards if isinstance(play, Lay) else one(play.card)
    if missing := cards & ~reach.hand:
        raise IllegalMove(f"You don't have {_listed(Cards(missing))} in your hand.")
    if isinstance(play, Lay):
        _check_lay(play, reach.groups)
    else:
        _check_off(play, reach.groups)
    if _strands(reach, play):
        assert reach.taken is not None
        left = title(reach.taken)
        raise IllegalMove(
            f"That would leave you with only {left}, which you can't discard this turn (rule 5)."
        )


def numbers(groups: Iterable[int]) -> str:
    """Groups to choose from: `1`, `1 or 2`, `1, 2 or 3`."""
    *first, last = map(str, groups)
    return f"{', '.join(first)} or {last}" if first else last


def _listed(cards: Cards) -> str:
    """Cards for an error; somebody may type the whole deck."""
    listed = [*each(cards)]
    more = len(listed) - MOST_LISTED
    return names(listed) if more <= 0 else f"{names(listed[:MOST_LISTED])} and {more} more"


def _check_lay(lay: Lay, groups: tuple[Cards, ...]) -> None:
    if kind(lay.cards) is None:
        if lay.cards & TRUMPS and lay.cards & ~TRUMPS:
            raise IllegalMove(f"{_listed(lay.cards)} isn't a group: trumps only go with trumps (rule 10).")
        raise IllegalMove(
            f"{_listed(lay.cards)} isn't a group. Lay a set, a flush or a run of at least 3 cards (rule 6)."
        )
    found = [number + 1 for number in joins(lay.cards, groups)]
    if lay.on is None and len(found) > 1:
        raise IllegalMove(
            f"This can join group {numbers(found)}. Add the one you want, such as “on {found[0]}” (rule 7)."
        )
    if lay.on is not None and len(found) < 2:
        what = f"can only join group {numbers(found)}" if found else "is a new group"
        raise IllegalMove(f"This {what}. Leave out “on {lay.on}” (rule 7).")
    if lay.on is not None and lay.on not in found:
        raise IllegalMove(f"This can join group {numbers(found)}, not group {lay.on} (rule 7).")


def _check_off(off: Off, groups: tuple[Cards, ...]) -> None:
    if off.group > len(groups):
        raise IllegalMove(f"There's no group {off.group} on the table. Use the number next to a group.")
    group = groups[off.group - 1]
    if off.group - 1 not in joins(one(off.card), groups):
        raise IllegalMove(f"{title(off.card)} doesn't fit group {off.group}, a {named(group)} (rule 9).")


def _strands(reach: Reach, play: Lay | Off) -> bool:
    """Whether it leaves only the card taken, which then can't be laid off or discarded (rule 5)."""
    if reach.taken is None or is_foozle(play):
        return False
    cards = play.cards if isinstance(play, Lay) else one(play.card)
    if Cards(reach.hand & ~cards) != one(reach.taken):
        return False
    return joins(one(reach.taken), reach.after(play).groups) == ()
