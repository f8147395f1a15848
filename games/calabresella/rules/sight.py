"""What one viewer knows of a position."""

from dataclasses import replace
from typing import TypedDict

from games.calabresella.rules.between import wishes
from games.calabresella.rules.position import (
    DECK,
    SEATS,
    WIDOW,
    Asking,
    Between,
    Bidding,
    BySeat,
    Calling,
    DealerOwed,
    DealOwed,
    Dealt,
    Finished,
    Naming,
    Played,
    Playing,
    Position,
    Rejecting,
    Returning,
    Score,
    Solo,
    Taking,
    Trick,
    Wish,
    Word,
    Words,
)
from games.calabresella.rules.rulebook import turn
from games.calabresella.rules.tricks import points_by_seat, tricks_by_seat
from games.calabresella.rules.view import View
from games.core import CHANCE, Seat, Stopped, Viewer
from games.kit.cards import UNSEEN, Card

_FACE_DOWN = (UNSEEN,) * WIDOW


def see(state: Position | Stopped[Position], viewer: Viewer) -> View:
    """What the viewer knows; once the match is over or stopped, everything."""
    if isinstance(state, Stopped):
        return replace(_seen(state.at, viewer, True), stopped=True, owes=(), ended=state.at)
    if isinstance(state, Finished):
        places = state.outcome.places
        first = tuple(seat for seat in SEATS if places[seat] == 1)
        return replace(_seen(state, viewer, True), first=first, ended=state)
    return _seen(state, viewer, False)


def opened(position: Position) -> View:
    """What the channel would have seen if all had played with open cards: for replays."""
    return _seen(position, None, True)


class _Seen(TypedDict, total=False):
    """Fields of a view, collected before the view is made: copying views would take most of the time."""

    passes: int
    hands: tuple[tuple[Card, ...], ...]
    widow: tuple[Card, ...]
    soloist: Seat
    called: Card | None
    giver: Seat | None
    returned: Card | None
    rejects: int
    rejected: tuple[Card, ...]
    taken: tuple[Card, ...]
    remembered: tuple[Card, ...]
    trick: Trick
    tricks: tuple[Trick, ...]
    points: BySeat
    taken_tricks: BySeat
    score: Score
    ready: tuple[bool, bool, bool]
    said: Word
    wishes: tuple[Wish, ...]
    wish: Wish
    askers: tuple[Seat, ...]


def _seen(position: Position, viewer: Viewer, everything: bool) -> View:
    match = position.match
    return View(
        viewer,
        match.options,
        type(position),
        totals=match.totals,
        dealer=None if isinstance(position, DealerOwed) else match.dealer,
        owes=tuple(sorted(turn(position).owes - {CHANCE})),
        **_of_deal(position, viewer, everything or match.open_hands, everything),
    )


def _of_deal(position: Position, viewer: Viewer, openly: bool, everything: bool) -> _Seen:
    match position:
        case DealerOwed() | DealOwed():
            return {}
        case Bidding(dealt=dealt, passes=passes):
            return {"passes": passes, **_holding(viewer, dealt, dealt.hands, openly, everything)}
        case Between(dealt=dealt, played=played, said=said):
            spoken: _Seen = {**_spoken(viewer, said), "wishes": wishes(position.match)}
            return {**spoken, **_dealt(viewer, dealt, played, openly, everything)}
        case Asking(dealt=dealt, played=played, wish=wish, askers=askers, votes=votes):
            asked: _Seen = {**_spoken(viewer, votes), "wish": wish, "askers": askers}
            return {**asked, **_dealt(viewer, dealt, played, openly, everything)}
        case Naming(dealt=dealt, played=played):
            return _dealt(viewer, dealt, played, openly, everything)
        case Finished(dealt=dealt, played=played):
            return _played(viewer, dealt, played, openly)
    return _alone(viewer, position, openly, everything)


def _alone(
    viewer: Viewer,
    position: Calling | Returning | Rejecting | Taking | Playing,
    openly: bool,
    everything: bool,
) -> _Seen:
    """Between the solo and the last trick; the widow is face up while the soloist takes from it (rule 10)."""
    hands = position.dealt.hands if isinstance(position, Calling) else position.hands
    turned_up = everything or isinstance(position, Taking)
    holding = _holding(viewer, position.dealt, hands, openly, turned_up)
    exchanged = _exchanged(viewer, position.solo, openly)
    if not isinstance(position, Playing):
        return {**holding, **exchanged}
    shown = exchanged if everything else _turned_down(exchanged, position)
    return {**holding, **shown, **_with_tricks(position.tricks, position.trick)}


def _turned_down(seen: _Seen, playing: Playing) -> _Seen:
    """During play the cards out of play are face down, even for the soloist (rule 10)."""
    left = playing.dealt.widow & ~playing.solo.taken
    return {**seen, "rejected": (), "remembered": DECK.named(left | DECK.mask(seen["rejected"]))}


def _with_tricks(tricks: tuple[Trick, ...], trick: Trick = ()) -> _Seen:
    points, taken = points_by_seat(tricks), tricks_by_seat(tricks)
    return {"trick": trick, "tricks": tricks, "points": points, "taken_tricks": taken}


def _holding(viewer: Viewer, dealt: Dealt, hands: BySeat, openly: bool, widow: bool) -> _Seen:
    """The hands, with hidden ones as backs, and the widow if it's face up."""
    seen = tuple(
        DECK.named(hands[seat]) if openly or seat == viewer else (UNSEEN,) * hands[seat].bit_count()
        for seat in SEATS
    )
    return {"hands": seen, "widow": DECK.named(dealt.widow) if widow else _FACE_DOWN}


def _exchanged(viewer: Viewer, solo: Solo, openly: bool) -> _Seen:
    """Only the soloist sees the rejects, and only two players see the card given for a three."""
    mine = openly or viewer == solo.soloist
    return {
        "soloist": solo.soloist,
        "called": solo.called,
        "giver": solo.giver,
        "returned": _returned(viewer, solo, openly),
        "rejects": solo.rejected.bit_count(),
        "rejected": DECK.named(solo.rejected) if mine else (),
        "taken": DECK.named(solo.taken),
    }


def _returned(viewer: Viewer, solo: Solo, openly: bool) -> Card | None:
    knows = openly or (viewer is not None and viewer in (solo.soloist, solo.giver))
    return solo.returned if knows else None


def _played(viewer: Viewer, dealt: Dealt, played: Played, openly: bool) -> _Seen:
    """A deal after the scoring: everybody has seen all cards, but not which was given for a three."""
    solo = played.solo
    return {
        **_exchanged(viewer, solo, openly),
        **_with_tricks(played.tricks),
        "rejected": DECK.named(solo.rejected),
        "widow": DECK.named(dealt.widow),
        "score": played.score,
    }


def _dealt(viewer: Viewer, dealt: Dealt, played: Played | None, openly: bool, everything: bool) -> _Seen:
    """A deal that's over; if everybody passed, the hands were never shown."""
    if played:
        return _played(viewer, dealt, played, openly)
    return _holding(viewer, dealt, dealt.hands, openly, everything)


def _spoken(viewer: Viewer, said: Words) -> _Seen:
    a, b, c = map(bool, said)
    return {"ready": (a, b, c), "said": "" if viewer is None else said[viewer]}
