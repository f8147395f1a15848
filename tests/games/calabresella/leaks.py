"""Games of Calabresella, each with one leak, in the view or in something derived from it."""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from games.calabresella import GAME, Move, Position, View
from games.calabresella.rules.notation import Play
from games.calabresella.rules.position import (
    DECK,
    SEATS,
    Between,
    Bidding,
    Playing,
    Rejecting,
    Taking,
    right_of,
)
from games.calabresella.rules.tricks import worth
from games.core import Question, Ready, Seat, Stopped, Viewer
from games.kit.cards import Card
from games.kit.faces import PlainDrawing

WHOLE: Any = GAME


def _live(state: Position | Stopped[Position]) -> Position:
    return state.at if isinstance(state, Stopped) else state


class ShowsTheWidow:
    """The widow can be seen before it is turned up."""

    def view(self, state: Position | Stopped[Position], viewer: Viewer) -> View:
        seen, live = GAME.view(state, viewer), _live(state)
        if isinstance(live, Bidding | Rejecting):
            return replace(seen, widow=DECK.named(live.dealt.widow))
        return seen


class ShowsAReject:
    """The highest rejected card can be seen."""

    def view(self, state: Position | Stopped[Position], viewer: Viewer) -> View:
        seen, live = GAME.view(state, viewer), _live(state)
        if isinstance(live, Taking | Playing):
            return replace(seen, rejected=DECK.named(live.solo.rejected)[:1])
        return seen


class ShowsWhatWasGiven:
    """The card given in exchange for the three can be seen."""

    def view(self, state: Position | Stopped[Position], viewer: Viewer) -> View:
        seen, live = GAME.view(state, viewer), _live(state)
        return seen if isinstance(live, Bidding) else replace(seen, returned=_given(live))


def _given(live: Position) -> Card | None:
    return live.solo.returned if isinstance(live, Rejecting | Taking | Playing) else None


class ShowsWhatWasSaid:
    """Requests can be seen before everybody is ready."""

    def view(self, state: Position | Stopped[Position], viewer: Viewer) -> View:
        seen, live = GAME.view(state, viewer), _live(state)
        if isinstance(live, Between):
            one, two, three = (word != "next" and bool(word) for word in live.said)
            return replace(seen, ready=(one, two, three))
        return seen


class CountsTheSuits:
    """A number in the view says how many suits a hand has."""

    def view(self, state: Position | Stopped[Position], viewer: Viewer) -> View:
        seen, live = GAME.view(state, viewer), _live(state)
        if not isinstance(live, Playing):
            return seen
        held = (len({card[-1] for card in DECK.named(live.hands[seat])}) for seat in SEATS)
        one, two, three = held
        return replace(seen, taken_tricks=(one, two, three))


@dataclass(frozen=True, slots=True)
class Seeing(View):
    """A view that compares equal to views that know less."""

    behind: Position | None = field(default=None, compare=False)

    def points_held_by(self, seat: Seat) -> int:
        """What the cards in this seat's hand are worth."""
        live = _live(self.behind) if self.behind else None
        if isinstance(live, Bidding):
            return worth(live.dealt.hands[seat])
        return worth(live.hands[seat]) if isinstance(live, Rejecting | Taking | Playing) else 0


class _SeesBehind:
    def view(self, state: Position | Stopped[Position], viewer: Viewer) -> View:
        seen = GAME.view(state, viewer)
        return Seeing(**{name: getattr(seen, name) for name in View.__slots__}, behind=_live(state))


def _next_hand(view: View) -> int:
    """The points in the hand on the viewer's right; for the channel, those in a's hand."""
    assert isinstance(view, Seeing)
    return view.points_held_by(SEATS[0] if view.viewer is None else right_of(view.viewer))


class LabelsAStrongBid(_SeesBehind):
    """The button for a solo says whether the hand has 10 points."""

    def prompt(self, view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
        asked = GAME.prompt(view, answers)
        if not isinstance(asked, Question) or view.phase is not Bidding or view.mover is None:
            return asked
        assert isinstance(view, Seeing)
        passing, solo = asked.choices
        label = f"{solo.label}, strongly" if view.points_held_by(view.mover) >= 10 else solo.label
        return replace(asked, choices=(passing, replace(solo, label=label)))


class SortsByTheNextHand(_SeesBehind):
    """The order of the legal moves depends on the points of the next player's hand."""

    def legal(self, view: View) -> tuple[Move, ...]:
        moves = tuple(GAME.legal(view))
        return moves[::-1] if _next_hand(view) % 2 else moves


class DescribesTheNextHand(_SeesBehind):
    """The alt text tells the points of the next player's hand."""

    def describe(self, view: View) -> Any:
        return f"{WHOLE.describe(view)[:900]} {_next_hand(view)}"


class PaintsTheNextHand(_SeesBehind):
    """The picture's file holds the points of the next player's hand."""

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> Any:
        return PlainDrawing(WHOLE.draw(view, answers).png() + bytes([_next_hand(view)]))


class PaintsItOnceAnswered(_SeesBehind):
    """The picture's file holds those points, but only after an answer."""

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> Any:
        return PlainDrawing(WHOLE.draw(view, answers).png() + bytes([_next_hand(view)] * len(answers)))


class PlaysByTheNextHand(_SeesBehind):
    """The computer's card depends on the points of the next player's hand."""

    def choose(self, view: View, level: str, rng: Random) -> Any:
        move = WHOLE.choose(view, level, rng)
        moves = tuple(GAME.legal(view))
        return moves[_next_hand(view) % len(moves)] if isinstance(move, Play) else move
