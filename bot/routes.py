"""Routes: the kinds of custom ids, declared once. A declaration names the parts that the id has.

How an id is written and read is in `bot.custom_ids`. What a press on each route does is said in
`bot.actions`, with `on`, `at_game` or `in_lobby` above the function that does it.
"""

from collections.abc import Sequence

from bot.custom_ids import (
    Answers,
    AtQuestion,
    AtSeat,
    AtTable,
    OfGame,
    OfRecord,
    OwnSeat,
    Page,
    Route,
)
from games.core import Viewer

# A game under way.


class Pick(AtQuestion, verb="pick"):
    """A choice among the answers to a question, after those given before."""

    answers: Answers


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
    """*Leave …* a game."""


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


# A game that's over.


class Replay(OfRecord, verb="replay"):
    """*Replay*: the game after this move, as this seat saw it; for nobody's eyes with nothing hidden.

    Below a replay, `button` says which of its buttons this is: two ids in a message are never the same.
    """

    at: Page = 0
    eyes: Viewer = None
    button: str = ""


class ReplayMoment(OfRecord, verb="moment"):
    """The moment that was chosen in a replay's menu."""

    eyes: Viewer = None


class ReplayEyes(OfRecord, verb="eyes"):
    """The seat, chosen in a replay's menu, with whose eyes this move is seen."""

    at: Page = 0


class JumpTo(OfRecord, verb="jump"):
    """*Jump to …*, which asks for the number of a move."""

    eyes: Viewer = None

    def opens_form(self, chosen: Sequence[str]) -> bool:
        """Unless this is the answer."""
        return not chosen


class Why(OfRecord, verb="why"):
    """*Why?* in a replay: what this move was for."""

    at: Page = 0


class PostReplay(OfRecord, verb="post_replay"):
    """*Post for all*: this replay in the channel."""

    at: Page = 0
    eyes: Viewer = None


class PlayOn(OfRecord, verb="play_on"):
    """*Play from here*, against computers."""

    at: Page = 0
    eyes: Viewer = None


class Share(OfRecord, verb="share"):
    """*Share*: the whole game as an animation in the channel."""


class Review(OfRecord, verb="review"):
    """*Review*: what a strong computer thinks of the game."""


class PlayDeal(AtTable, verb="play_deal"):
    """*Play this deal*: the game once more from its first move, against computers."""


class Compare(AtTable, verb="compare"):
    """*Compare*: how this game went, and the one whose deal it was."""


# A lobby.


class OpenLobby(OfGame, verb="open"):
    """Open a lobby of this game."""


class Join(AtTable, verb="join"):
    """*Join*."""


class StandUp(AtTable, verb="leave"):
    """*Leave* a lobby."""


class AddComputer(AtTable, verb="computer"):
    """Add a computer of the level chosen in the menu."""


class PlayComputer(AtTable, verb="solo"):
    """*Play the computer*."""


class Fill(AtTable, verb="fill"):
    """*Fill with computers*."""


class SetForm(AtTable, verb="quick"):
    """*Quick game*; unless it `is_quick`, *Full game*."""

    is_quick: bool = False


class More(AtTable, verb="more"):
    """*More*: everything else that can be done in a lobby."""


class Start(AtTable, verb="start"):
    """*Start*."""


class Options(AtTable, verb="options"):
    """*Options*; with a page, turn to it."""

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


# The guide, lessons, lists and settings.


class Ranks(OfGame, verb="ranks"):
    """A page of the leaderboard of a game, in a period and of a board; what's `CHOSEN` comes from a menu.

    `show` says that it's shown as text or as a picture from now on, or posted for all.
    """

    page: Page
    period: str = ""
    board: str = ""
    show: str = ""


class HowItCounts(Route, verb="counting"):
    """*How it counts*: the rules of leaderboards, and the titles."""


class Profile(Route, verb="profile"):
    """The profile of this person, on one ladder; `show` is the same as for a leaderboard."""

    user: int
    ladder: str = ""
    show: str = ""


class History(Route, verb="history"):
    """A page of the games that were finished here, or of those of the person with this number."""

    whose: str
    page: Page = 0


class Daily(Route, verb="daily"):
    """*Game of the day*: how the person did on this day; today's card if they have no score there.

    These three are about the game of the day, or with a `game` about practice of that one.
    """

    day: Page = 0
    game: str = ""


class PlayDaily(Route, verb="play_daily"):
    """*Play*, or *Go on*: the person's try at the game of this day."""

    day: int
    game: str = ""


class FairDaily(Route, verb="fair_daily"):
    """*Fair play*: that the deal was fixed before anybody played it."""

    day: int
    game: str = ""


class ShareDaily(Route, verb="share_daily"):
    """*Share*: how the person did on this day, for everybody in the channel."""

    day: int
    game: str = ""


class DailyTable(Route, verb="daily_table"):
    """*Tables*: a server's table of this week, or of the period that's named or `CHOSEN` in the menu.

    `show` is the same as for a leaderboard.
    """

    period: str = ""
    show: str = ""


class RemindDaily(Route, verb="remind_daily"):
    """*Yes*: remind the person of the game of the day, at the hour that it is now. *No*: don't."""

    answer: str


class Duel(Route, verb="duel"):
    """*Result*: how a duel came out, or what it waits for."""

    duel: int


class AcceptDuel(Route, verb="accept_duel"):
    """*Accept* a challenge."""

    duel: int


class DeclineDuel(Route, verb="decline_duel"):
    """*Decline* a challenge."""

    duel: int


class TakeBackDuel(Route, verb="take_back_duel"):
    """*Take back* one's own challenge."""

    duel: int


class PlayDuel(Route, verb="play_duel"):
    """*Play*, or *Go on*: the person's table in a duel."""

    duel: int


class FairDuel(Route, verb="fair_duel"):
    """*Fair play*: that the deal was fixed before anybody could play it."""

    duel: int
