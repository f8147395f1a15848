"""From the position to what one viewer knows of it."""

from dataclasses import replace

from games.calabresella.position import (
    DECK,
    SEATS,
    WIDOW,
    Between,
    Bidding,
    BySeat,
    Calling,
    DealerOwed,
    DealOwed,
    Dealt,
    Finished,
    Live,
    Played,
    Playing,
    Position,
    Rejecting,
    Returning,
    Solo,
    Stopped,
    Taking,
    Words,
)
from games.calabresella.rules import turn
from games.calabresella.tricks import points_by_seat, tricks_by_seat
from games.calabresella.view import Phase, View
from games.core import CHANCE, Viewer
from games.kit.cards import UNSEEN, Card

_FACE_DOWN = (UNSEEN,) * WIDOW

_PHASES: dict[type[Live], Phase] = {
    DealerOwed: "dealer",
    DealOwed: "deal",
    Bidding: "bid",
    Calling: "call",
    Returning: "return",
    Rejecting: "reject",
    Taking: "take",
    Playing: "play",
    Between: "between",
    Finished: "finished",
}


def see(position: Position, viewer: Viewer) -> View:
    """What the viewer knows; after the end, finished or broken off, everything."""
    if isinstance(position, Stopped):
        return replace(_seen(position.at, viewer, True), stopped=True, owes=(), ended=position)
    if isinstance(position, Finished):
        return replace(_seen(position, viewer, True), ended=position)
    return _seen(position, viewer, False)


def _seen(position: Live, viewer: Viewer, everything: bool) -> View:
    match = position.match
    empty = View(
        viewer,
        match.options,
        _PHASES[type(position)],
        totals=match.totals,
        dealer=None if isinstance(position, DealerOwed) else match.dealer,
        owes=tuple(sorted(turn(position).owes - {CHANCE})),
    )
    openly = everything or match.options.open_hands
    match position:
        case DealerOwed() | DealOwed():
            return empty
        case Bidding(dealt=dealt, passes=passes):
            bidding = replace(empty, passes=passes)
            return _holding(bidding, dealt, dealt.hands, openly, everything)
        case Between(dealt=dealt, played=played, said=said):
            between = _between(empty, said)
            if played is None:
                return _holding(between, dealt, dealt.hands, openly, everything)
            return _played(between, dealt, played, openly)
        case Finished(dealt=dealt, played=played):
            return _played(empty, dealt, played, openly)
        case Calling(dealt=dealt, solo=solo):
            return _exchanged(_holding(empty, dealt, dealt.hands, openly, everything), solo, openly)
        case Returning(dealt=dealt, hands=hands, solo=solo) | Rejecting(dealt=dealt, hands=hands, solo=solo):
            return _exchanged(_holding(empty, dealt, hands, openly, everything), solo, openly)
        case Taking(dealt=dealt, hands=hands, solo=solo):
            return _exchanged(_holding(empty, dealt, hands, openly, True), solo, openly)
        case Playing(dealt=dealt, hands=hands, solo=solo):
            held = _exchanged(_holding(empty, dealt, hands, openly, True), solo, openly)
            tricks = position.tricks
            return replace(
                held,
                trick=position.trick,
                tricks=tricks,
                points=points_by_seat(tricks),
                taken_tricks=tricks_by_seat(tricks),
            )


def _holding(view: View, dealt: Dealt, hands: BySeat, openly: bool, widow: bool) -> View:
    """The hands, of others only how many cards unless they are open, and the widow where it is turned up."""
    seen = tuple(
        DECK.named(hands[seat]) if openly or seat == view.viewer else (UNSEEN,) * hands[seat].bit_count()
        for seat in SEATS
    )
    return replace(view, hands=seen, widow=DECK.named(dealt.widow) if widow else _FACE_DOWN)


def _exchanged(view: View, solo: Solo, openly: bool) -> View:
    """Rejects are the soloist's secret, and what was given for a three is known to two."""
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
    """A deal that was scored: all its cards have been seen, but not what was given for a three."""
    solo, tricks = played.solo, played.tricks
    seen = _exchanged(view, solo, openly)
    return replace(
        seen,
        rejected=DECK.named(solo.rejected),
        widow=DECK.named(dealt.widow),
        tricks=tricks,
        points=points_by_seat(tricks),
        taken_tricks=tricks_by_seat(tricks),
        score=played.score,
    )


def _between(view: View, said: Words) -> View:
    one, two, three = map(bool, said)
    mine = "" if view.viewer is None else said[view.viewer]
    return replace(view, ready=(one, two, three), said=mine)
