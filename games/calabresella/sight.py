"""What one viewer knows of a position."""

from dataclasses import replace

from games.calabresella.between import wishes
from games.calabresella.position import (
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
    Played,
    Playing,
    Position,
    Rejecting,
    Returning,
    Solo,
    Taking,
    Trick,
    Words,
)
from games.calabresella.rules import turn
from games.calabresella.tricks import points_by_seat, tricks_by_seat
from games.calabresella.view import View
from games.core import CHANCE, Stopped, Viewer
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


def _seen(position: Position, viewer: Viewer, everything: bool) -> View:
    match = position.match
    empty = View(
        viewer,
        match.options,
        type(position),
        totals=match.totals,
        dealer=None if isinstance(position, DealerOwed) else match.dealer,
        owes=tuple(sorted(turn(position).owes - {CHANCE})),
    )
    openly = everything or match.open_hands
    match position:
        case DealerOwed() | DealOwed():
            return empty
        case Bidding(dealt=dealt, passes=passes):
            return _holding(replace(empty, passes=passes), dealt, dealt.hands, openly, everything)
        case Between(dealt=dealt, played=played, said=said):
            spoken = replace(_spoken(empty, said), wishes=wishes(match))
            return _dealt(spoken, dealt, played, openly, everything)
        case Asking(dealt=dealt, played=played, wish=wish, askers=askers, votes=votes):
            asked = replace(_spoken(empty, votes), wish=wish, askers=askers)
            return _dealt(asked, dealt, played, openly, everything)
        case Finished(dealt=dealt, played=played):
            return _played(empty, dealt, played, openly)
    return _alone(empty, position, openly, everything)


def _alone(
    empty: View, position: Calling | Returning | Rejecting | Taking | Playing, openly: bool, everything: bool
) -> View:
    """From the solo to the last trick; the widow is face up while the soloist takes from it (rule 10)."""
    hands = position.dealt.hands if isinstance(position, Calling) else position.hands
    turned_up = everything or isinstance(position, Taking)
    seen = _exchanged(_holding(empty, position.dealt, hands, openly, turned_up), position.solo, openly)
    if not isinstance(position, Playing):
        return seen
    shown = seen if everything else _turned_down(seen, position)
    return _with_tricks(shown, position.tricks, position.trick)


def _turned_down(view: View, playing: Playing) -> View:
    """During play the cards out of play are face down, for the soloist too (rule 10)."""
    left = playing.dealt.widow & ~playing.solo.taken
    return replace(view, rejected=(), remembered=DECK.named(left | DECK.mask(view.rejected)))


def _with_tricks(view: View, tricks: tuple[Trick, ...], trick: Trick = ()) -> View:
    points, taken = points_by_seat(tricks), tricks_by_seat(tricks)
    return replace(view, trick=trick, tricks=tricks, points=points, taken_tricks=taken)


def _holding(view: View, dealt: Dealt, hands: BySeat, openly: bool, widow: bool) -> View:
    """The hands, hidden ones as backs, and the widow if it is face up."""
    seen = tuple(
        DECK.named(hands[seat]) if openly or seat == view.viewer else (UNSEEN,) * hands[seat].bit_count()
        for seat in SEATS
    )
    return replace(view, hands=seen, widow=DECK.named(dealt.widow) if widow else _FACE_DOWN)


def _exchanged(view: View, solo: Solo, openly: bool) -> View:
    """Only the soloist sees the rejects, and only two players the card given for a three."""
    mine = openly or view.viewer == solo.soloist
    return replace(
        view,
        soloist=solo.soloist,
        called=solo.called,
        giver=solo.giver,
        returned=_returned(view.viewer, solo, openly),
        rejects=solo.rejected.bit_count(),
        rejected=DECK.named(solo.rejected) if mine else (),
        taken=DECK.named(solo.taken),
    )


def _returned(viewer: Viewer, solo: Solo, openly: bool) -> Card | None:
    knows = openly or (viewer is not None and viewer in (solo.soloist, solo.giver))
    return solo.returned if knows else None


def _played(view: View, dealt: Dealt, played: Played, openly: bool) -> View:
    """A deal after the scoring: everybody has seen all cards, but not which was given for a three."""
    solo = played.solo
    seen = _with_tricks(_exchanged(view, solo, openly), played.tricks)
    widow, rejected = DECK.named(dealt.widow), DECK.named(solo.rejected)
    return replace(seen, rejected=rejected, widow=widow, score=played.score)


def _dealt(view: View, dealt: Dealt, played: Played | None, openly: bool, everything: bool) -> View:
    """A deal that is over; if everybody passed, the hands were never shown."""
    if played:
        return _played(view, dealt, played, openly)
    return _holding(view, dealt, dealt.hands, openly, everything)


def _spoken(view: View, said: Words) -> View:
    a, b, c = map(bool, said)
    mine = "" if view.viewer is None else said[view.viewer]
    return replace(view, ready=(a, b, c), said=mine)
