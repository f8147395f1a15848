"""Routes: the kinds of custom ids, declared once. A declaration names the parts that the id has.

How an id is written and read is in `bot.chat.custom_ids`. What a press on each route does is said in
`bot.actions`, with `on`, `at_game` or `in_lobby` above the function that does it.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from bot.chat.custom_ids import (
    Answers,
    AtQuestion,
    AtSeat,
    AtTable,
    OfGame,
    OwnSeat,
    Page,
)
from games.core import Viewer

# A game under way.


class AutoPick(AtQuestion, verb="autopick", was=("lend",)):
    """*Pick for me*."""


class Hint(AtTable, verb="hint"):
    """*Hint*."""

    viewer: Viewer


class PlayHint(AtSeat, verb="play_hint", was=("hinted",)):
    """*Play this*, under a hint."""

    version: int
    move: str


class Prefer(AtSeat, verb="prefer", was=("like",)):
    """Show a hand in another way, and keep the answers given so far."""

    version: int
    key: str
    answers: Answers


class TurnOffTips(AtSeat, verb="tips"):
    """*Turn off tips*."""


class Hand(AtTable, verb="hand"):
    """*My hand*; on a hand, show it `again`."""

    seat: OwnSeat = None
    again: bool = False


class Notebook(AtTable, verb="notes"):
    """*Notebook*; on a notebook, *Refresh*."""

    seat: OwnSeat = None
    again: bool = False


class Mark(AtSeat, verb="mark"):
    """Give this thing in a notebook the next mark."""

    thing: str


class News(AtTable, verb="news"):
    """*What happened*."""


class Undo(AtTable, verb="undo"):
    """*Undo* the move with this number, at once or if the others agree.

    Buttons of older versions have the number of a question there and don't say how; the oldest name nothing.
    """

    viewer: Viewer = None
    number: int | None = None
    how: str = ""


class Agree(AtTable, verb="agree"):
    """*Agree* to what another player asks."""

    version: int


class Refuse(AtTable, verb="refuse"):
    """*Play on*, when another player asks for something."""

    version: int


# Leaving, pausing, ending.


class Leave(AtTable, verb="away"):
    """*Leave the game …* a game."""


class KeepSeat(AtTable, verb="keep"):
    """*Keep my seat*."""


class FreeSeat(AtTable, verb="free"):
    """*Free my seat*."""


class ComeBack(AtTable, verb="back"):
    """*Come back*."""


class TakeSeat(AtSeat, verb="take"):
    """Play on for somebody who gave up this seat."""


class Admit(AtTable, verb="admit"):
    """*Accept* a newcomer who would like to take a seat, or *Refuse* them."""

    newcomer: int
    answer: str


class Absent(AtTable, verb="absent"):
    """What happens to the seat of a player who keeps missing moves."""

    user: int
    answer: str


class Pause(AtTable, verb="paused"):
    """*Pause the game*."""


class Resume(AtTable, verb="resume"):
    """*Resume*."""


class Resign(AtTable, verb="resign"):
    """*Resign*, which asks first."""


class ReallyResign(AtTable, verb="resigned"):
    """*Resign*, under that question."""


class Stop(AtTable, verb="stop"):
    """*Stop*, which asks first."""


class ReallyStop(AtTable, verb="stopped"):
    """*Stop the game*, under that question."""


class Rematch(AtTable, verb="rematch"):
    """*Rematch*; with a level, against computers of that level."""

    level: str = ""


class Record(AtTable, verb="record"):
    """*Record*."""


class Check(AtTable, verb="check"):
    """*Check*, under a game that's over."""


# A lobby.

Form: TypeAlias = Literal["", "quick", "full"]
"""The Quick form of a game, or the full one."""


class OpenLobby(OfGame, verb="open"):
    """Open a lobby of this game."""


class Join(AtTable, verb="join"):
    """*Join*."""


class StandUp(AtTable, verb="leave"):
    """*Leave* a lobby."""


class AddComputer(AtTable, verb="computer"):
    """Add a computer of the level chosen in the menu."""


class PlayComputer(AtTable, verb="solo"):
    """Begin at once against computers, in this form of the game or else in the chosen one."""

    form: Form = ""


class PlayAgainst(AtTable, verb="against"):
    """The same against computers of the level chosen in the menu."""

    form: Form = ""


class Fill(AtTable, verb="fill"):
    """*Fill with computers*."""


class SetForm(AtTable, verb="quick"):
    """Choose the Quick form, or in full."""

    is_quick: bool = False


class More(AtTable, verb="more"):
    """*More*: everything else that can be done in a lobby."""


class Start(AtTable, verb="start"):
    """*Start*, in this form of the game or else in the chosen one."""

    form: Form = ""


class Options(AtTable, verb="options"):
    """*Options*, or one chosen from the list with this number."""

    page: Page | None = None


class SetOption(AtTable, verb="option"):
    """Give this option the value chosen or typed."""

    name: str


class TypeOption(AtTable, verb="form"):
    """*Change* an option by typing."""

    name: str

    def opens_form(self, chosen: Sequence[str]) -> bool:
        """Always."""
        return True


class RemovePlayer(AtTable, verb="remove"):
    """*Remove player*, which asks whom."""


class ReallyRemove(AtTable, verb="removed"):
    """The player chosen in that menu."""


class ChangeHost(AtTable, verb="host"):
    """*Change host*, which asks who it will be."""


class ReallyChangeHost(AtTable, verb="hosted"):
    """The host chosen in that menu."""


class CloseLobby(AtTable, verb="close"):
    """*Close*, which asks first."""


class ReallyClose(AtTable, verb="closed"):
    """*Close lobby*, under that question."""


class FairPlay(AtTable, verb="fair"):
    """*Fair play*."""
