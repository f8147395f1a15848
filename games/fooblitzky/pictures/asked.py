"""The choices that a picture labels after some answers, each by what it leads to."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from games.core import IllegalMove, Question, Ready, Seat, name_seats
from games.fooblitzky.rules.city.map import SQUARES, Quadrant
from games.fooblitzky.rules.moves import Approach, Enter, Going, Move, WalkTo
from games.fooblitzky.rules.phases import Walking
from games.fooblitzky.rules.view import View
from games.fooblitzky.words import pad
from games.fooblitzky.words.prompts import prompt
from games.fooblitzky.words.ways import within_reach
from games.fooblitzky.words.where import PAD, without_on_foot
from games.kit.brush.marks import SEATS
from games.kit.questions import spelt

Aim: TypeAlias = Move | str
"""The move that a choice makes, or its key if another question follows."""


class Offer(NamedTuple):
    """The button's label, whether the way there crosses an X, and its number on the map; 0 for none."""

    label: str
    risky: bool
    number: int = 0


@dataclass(frozen=True)
class Asked:
    """A question: its `title` and `offers`. `reach` is all that the roll allows, `path` the steps so far.

    `chosen` is what the last answer chose, if that makes a move; of walks, nothing else is on offer then.
    """

    mover: Seat | None = None
    title: str = ""
    offers: dict[Aim, Offer] = field(default_factory=dict)
    reach: frozenset[Move] = frozenset()
    path: tuple[int, ...] = ()
    chosen: Aim | None = None

    @property
    def picked(self) -> str | None:
        """The label of what was chosen."""
        return None if self.chosen is None else self.offers[self.chosen].label

    @property
    def here(self) -> Iterator[Quadrant]:
        """The quadrant of every place and square on offer."""
        yield from (one for aim in self.offers if (one := quadrant_of(aim)))


def quadrant_of(aim: Aim) -> Quadrant | None:
    """Where a walk to this ends; None if it isn't a walk to a place or square."""
    match aim:
        case Enter(site):
            return site.quadrant
        case WalkTo(square):
            return SQUARES[square].quadrant
    return None


def asked(view: View, answers: tuple[str, ...]) -> Asked:
    """What the viewer is asked after these answers; answers that lead nowhere count as none."""
    if spelt(prompt, view, answers) is not None:
        return _made(view, answers)
    try:
        pick = prompt(view, answers)
    except IllegalMove:
        pick, answers = prompt(view, ()), ()
    if not isinstance(pick, Question):
        return Asked(view.mover)
    return Asked(
        view.mover,
        said(pick.text),
        {_aim(view, (*answers, choice.key)): _offer(choice.label) for choice in pick.choices},
        frozenset(one.move for one in within_reach(view)),
        _steps(view, answers),
    )


def _made(view: View, answers: tuple[str, ...]) -> Asked:
    """The last question before these answers made a move, and what was chosen."""
    last, chosen = asked(view, answers[:-1]), _aim(view, answers)
    if isinstance(view.phase, Walking):
        return replace(last, offers={chosen: last.offers[chosen]}, reach=frozenset(), chosen=chosen)
    return replace(last, chosen=chosen)


def _offer(label: str) -> Offer:
    """A button's label without its arrow, and without X's on the way: the picture has a sign for those."""
    words, over, _ = said(label).partition(", over ")
    number, dot, _ = words.partition(". ")
    return Offer(words.lstrip("↑→↓← "), bool(over), int(number) if dot and number.isdigit() else 0)


def said(text: str) -> str:
    """The text with the seats' letters, since pictures don't have names."""
    return name_seats(text, lambda seat: SEATS[seat].letter)


def _aim(view: View, answers: tuple[str, ...]) -> Aim:
    found = prompt(view, answers)
    path = _steps(view, answers) if len(answers) > 1 else ()
    if isinstance(found, Ready) and not isinstance(found.move, Approach):
        return replace(found.move, way="") if isinstance(found.move, Going) else found.move
    return WalkTo(path[-1]) if path else answers[-1]


def _steps(view: View, answers: tuple[str, ...]) -> tuple[int, ...]:
    answers = without_on_foot(answers)
    if isinstance(view.phase, Walking) and answers[:1] == (PAD,):
        return pad.path_of(view.phase.walk, answers[1:])
    return ()
