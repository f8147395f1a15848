"""The toy with hidden hands, each time broken in one place; see `broken_secrets` for what gets out of it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random

from games.core import (
    CHANCE,
    Choice,
    Event,
    IllegalMove,
    Outcome,
    Preference,
    Question,
    Ready,
    Seat,
    Step,
    Stopped,
    Turn,
    Viewer,
    mark,
)
from tests.laws.sealed import Move, Seal, Sealed, Table, View


def unstopped(state: Table | Stopped[Table]) -> Table:
    return state.at if isinstance(state, Stopped) else state


class LastSealerWins(Sealed):
    """The last player to seal gets a point for it."""

    def _sealed(self, state: Table, seat: Seat, seal: Seal) -> Step[Table]:
        step = super()._sealed(state, seat, seal)
        if step.state.left == state.left:
            return step
        points = tuple(had + (place == seat) for place, had in enumerate(step.state.points))
        return replace(step, state=replace(step.state, points=points))


class GivesNobodyAHand(Sealed):
    """Only hands are asked, but the bot shows none."""

    about = replace(Sealed.about, hands=False)


class CallsSealingPlain(Sealed):
    """A seal claims to reveal nothing but itself, though the last one opens all cards."""

    def plain(self, move: Move) -> bool:
        return isinstance(move, Seal)


class NoOutcomeOfATie(Sealed):
    """Equal points have no outcome."""

    def outcome(self, state: Table) -> Outcome | None:
        return super().outcome(state) if len(set(state.points)) > 1 else None


class EverybodyThird(Sealed):
    """Those who share the first place are called third; second they'd be if nobody won."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome and len(set(outcome.places)) == 1:
            return replace(outcome, places=(3,) * len(outcome.places))
        return outcome


class SaysTwiceWhoWon(Sealed):
    """The reason names the winner, who is already in the headline."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(outcome, reason=f"{mark(Seat(outcome.places.index(1)))} has most tricks")


class SealsWithoutAWord(Sealed):
    """Only the picture shows players what they have sealed."""

    def _sealed(self, state: Table, seat: Seat, seal: Seal) -> Step[Table]:
        step = super()._sealed(state, seat, seal)
        return replace(step, events=tuple(replace(event, secret={}) for event in step.events))


class PrefersFewerMoves(Sealed):
    """A player who prefers the highest first can only seal two cards."""

    def legal(self, view: View) -> Iterable[Move]:
        least = 2 if view.highest_first else 1
        return [one for one in super().legal(view) if isinstance(one, Seal) and len(one.cards) >= least]


class ReadsAnswersAsLiked(Sealed):
    """Answers are understood only in the order in which the player sorts their cards."""

    def prompt(self, view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
        for answer in answers:
            cards = [int(card) for card in answer.split("+") if card.isdecimal()]
            if cards != sorted(cards, reverse=view.highest_first):
                raise IllegalMove("These cards are not in order.")
        return super().prompt(view, answers)


class PrefersAtLength(Sealed):
    """A key that no custom id has room for."""

    preferences = (
        Preference("order", (Choice("low", "Lowest first"), Choice("highest first", "Highest first"))),
    )


class PrefersTheSameTwice(Sealed):
    """Two preferences share a key, so a press doesn't say which one is meant."""

    preferences = (*Sealed.preferences, Preference("turn", Sealed.preferences[0].values))


class MayChangeNothing(Sealed):
    """A seat that has sealed may still change its choice, but has no other."""

    def legal(self, view: View) -> Iterable[Move]:
        return [] if view.mine else super().legal(view)


class LooksForTheChannelsHand(Sealed):
    """It forgets that the channel looks too, and has no hand."""

    def _seen(self, state: Table, viewer: Viewer) -> View:
        hands: Mapping[Viewer, tuple[int, ...]] = {Seat(at): hand for at, hand in enumerate(state.hands)}
        return replace(super()._seen(state, viewer), hand=hands[viewer])


class RemembersRevising(Sealed):
    """Turns the hand around when a choice is revised."""

    def _sealed(self, state: Table, seat: Seat, seal: Seal) -> Step[Table]:
        step = super()._sealed(state, seat, seal)
        if not state.sealed[seat]:
            return step
        hands = list(step.state.hands)
        hands[seat] = hands[seat][::-1]
        return replace(step, state=replace(step.state, hands=tuple(hands)))


class SaysWhoRevises(Sealed):
    """Says again that a seat has sealed when it changes its mind."""

    def _sealed(self, state: Table, seat: Seat, seal: Seal) -> Step[Table]:
        step = super()._sealed(state, seat, seal)
        return replace(step, events=(Event("Somebody seals.", seat), *step.events))


class KeepsTheWidow(Sealed):
    """It shows nothing more after the end than before."""

    def view(self, state: Table | Stopped[Table], viewer: Viewer) -> View:
        return replace(super().view(state, viewer), everything=None)


class HidesWhenStopped(Sealed):
    """It shows nothing more when the game is stopped."""

    def view(self, state: Table | Stopped[Table], viewer: Viewer) -> View:
        seen = super().view(state, viewer)
        return replace(seen, everything=None) if unstopped(state).left else seen


class ChanceBesideOthers(Sealed):
    """Chance owes the deal, and so does the first seat."""

    def turn(self, state: Table) -> Turn:
        turn = super().turn(state)
        return replace(turn, owes=turn.owes | {Seat(0)}) if CHANCE in turn.owes else turn


class ShufflesByItself(Sealed):
    """It uses parts of the generator that Python doesn't guarantee."""

    def chance(self, state: Table, rng: Random) -> Move:
        move = super().chance(state, rng)
        rng.shuffle([1, 2])
        return move


class NotesWithoutEnd(Sealed):
    """It keeps every note, however many there are."""

    def keeps_notes(self, options: object) -> bool:
        return True

    def notes(self, view: View) -> tuple[str, ...]:
        return ("A card was seen.",) * 300


class SealsTheFirstForTheAbsent(Sealed):
    """Everyone is asked, and the default is the first card of a hand that only its player sees."""

    def prompt(self, view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
        if view.viewer is None and not answers and view.everything is None:
            return Question("Which card?", (Choice("card", "A card"),))
        return super().prompt(view, answers)

    def default(self, view: View) -> Move:
        return Seal(view.hand[:1])


class AsksWhileItDeals(Sealed):
    """The channel is asked a question before the cards are dealt."""

    def prompt(self, view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
        if view.viewer is None and not view.dealt and not answers:
            return Question("Which card?", (Choice("card", "A card"),))
        return super().prompt(view, answers)
