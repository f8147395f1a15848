"""Versions of the toy with hidden hands, each with one leak of something that was never announced."""

from dataclasses import dataclass, field, replace
from random import Random

from games.core import Event, Highlight, Question, Ready, Seat, Step, Stopped, Turn, Viewer
from games.kit.faces import Drawing
from tests.laws.broken_sealed import unstopped
from tests.laws.png import png
from tests.laws.sealed import Deal, Move, Seal, Sealed, Table, View


class TellsHowMany(Sealed):
    """Everybody hears how many cards were sealed."""

    def _sealed(self, state: Table, seat: Seat, seal: Seal) -> Step[Table]:
        step = super()._sealed(state, seat, seal)
        return replace(step, events=(Event(f"{len(seal.cards)} sealed.", seat), *step.events))


class ShowsTheWidow(Sealed):
    """The widow is shown even if it isn't open."""

    def view(self, state: Table | Stopped[Table], viewer: Viewer) -> View:
        return replace(super().view(state, viewer), widow=unstopped(state).widow)


class ShowsWhoSealedTwo(Sealed):
    """The view says something about two sealed cards that it doesn't say about one."""

    def view(self, state: Table | Stopped[Table], viewer: Viewer) -> View:
        return replace(
            super().view(state, viewer), ready=tuple(len(cards) > 1 for cards in unstopped(state).sealed)
        )


class OneCardMayNotBeRevised(Sealed):
    """Whose turn it is gives away how many cards were sealed."""

    def turn(self, state: Table) -> Turn:
        turn = super().turn(state)
        return replace(turn, may=frozenset(seat for seat in turn.may if len(state.sealed[seat]) > 1))


@dataclass(frozen=True, slots=True)
class Seeing(View):
    """A view that compares equal to views that know less."""

    behind: Table | None = field(default=None, compare=False, repr=False)


class SeesBehind(Sealed):
    """Not broken: its views carry what isn't to be seen, and nothing uses it."""

    def view(self, state: Table | Stopped[Table], viewer: Viewer) -> View:
        seen = super().view(state, viewer)
        fields = {name: getattr(seen, name) for name in View.__slots__}
        return Seeing(**fields, behind=unstopped(state))


def _behind(view: View) -> str:
    return str(view.behind.hands if isinstance(view, Seeing) and view.behind else "")


class PaintsAllHands(SeesBehind):
    """The picture depends on hands that the view does not show."""

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> Drawing:
        return png(view, answers, _behind(view))


class PaintsAllHandsOnceAnswered(SeesBehind):
    """The picture depends on those hands, but only after an answer."""

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> Drawing:
        return png(view, answers, _behind(view) if answers else "")


class KeepsAllHands(Sealed):
    """What stays in everybody's picture tells every hand."""

    def _dealt(self, state: Table, deal: Deal) -> Step[Table]:
        step, hands = super()._dealt(state, deal), Highlight(str(hash(deal.hands)))
        return replace(step, events=tuple(replace(one, highlights={None: hands}) for one in step.events))


class DealsOpenly(Sealed):
    """Not broken: everyone hears every hand, so only what is being sealed is secret."""

    def _dealt(self, state: Table, deal: Deal) -> Step[Table]:
        hands = "; ".join(" ".join(map(str, hand)) for hand in deal.hands[:-1])
        return replace(
            super()._dealt(state, deal), events=(Event(f"The cards are dealt: {hands}.", by=None),)
        )

    def choose(self, view: View, level: str, rng: Random) -> Move:
        return super().choose(view, "easy", rng)


class ChoosesByWhatAllKnow(DealsOpenly):
    """A computer's random choices come only from public facts, so anyone can repeat them."""

    def choose(self, view: View, level: str, rng: Random) -> Move:
        return super().choose(view, level, Random(f"{view.points} {view.left}"))


class ChoosesByAllHands(SeesBehind):
    """The computer looks into the others' hands."""

    def choose(self, view: View, level: str, rng: Random) -> Move:
        moves = list(self.legal(view))
        return moves[len(_behind(view)) % len(moves)]


class OnlyTheStrongestLooks(SeesBehind):
    """The strongest computer alone looks into the others' hands."""

    def choose(self, view: View, level: str, rng: Random) -> Move:
        moves = list(self.legal(view))
        return moves[len(_behind(view)) % len(moves)] if level == "keen" else super().choose(view, level, rng)


class GivesAllHandsAsReason(SeesBehind):
    """A hint's reason tells every hand."""

    def why(self, view: View, move: Move) -> str:
        return f"They hold {_behind(view)}."


class DescribesAllHands(SeesBehind):
    """The description tells every hand."""

    def describe(self, view: View) -> str:
        return super().describe(view) + _behind(view)


class NotesAllHands(SeesBehind):
    """The notebook knows every hand."""

    def keeps_notes(self, options: object) -> bool:
        return True

    def notes(self, view: View) -> tuple[str, ...]:
        return (_behind(view),)


class AsksAboutAllHands(SeesBehind):
    """The question tells every hand."""

    def prompt(self, view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
        node = super().prompt(view, answers)
        return replace(node, text=_behind(view)) if isinstance(node, Question) else node


class PaintsAllHandsAsLiked(SeesBehind):
    """The picture shows every hand to a player who prefers the highest first."""

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> Drawing:
        return png(view, answers, _behind(view) if view.highest_first else "")
