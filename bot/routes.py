"""Routes: every kind of custom id, declared once. A declaration writes the id, reads it, and names its parts.

An id is a verb and its parts, `pick:17:-:4:c,E12`. It holds all the state that a press needs, so a restart
loses nothing, no view stays in memory, and a press on an old message can be recognized. What a press on each
route does is said in `bot.actions`, with `on`, `at_game` or `in_lobby` above the function that does it.
"""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from typing import Annotated, Any, ClassVar, NamedTuple, Self, TypeAlias, dataclass_transform, get_type_hints

from bot.refusal import Expired
from games.core import Seat, Viewer, letter

LONGEST = 100
"""Discord's limit for a custom id, in characters."""

Answers: TypeAlias = tuple[str, ...]
"""The keys of what somebody has chosen so far."""

Page: TypeAlias = Annotated[int, "page"]
"""The number of a page, from 0. Anything that isn't a small number is read as 0."""

OwnSeat: TypeAlias = Annotated[Seat | None, "seat"]
"""A seat of the person who presses; None for the one that is to move."""

MENU = -2
"""In place of a page's number: a menu says which one."""

CHOSEN = "menu"
"""In place of a part that a menu says."""

_MOST_DIGITS = 20


class _Part(NamedTuple):
    """A part of an id: its name, how it's written and read, and its default, if it may be missing."""

    name: str
    write: Callable[[Any], str]
    read: Callable[[str], object]
    default: object


def _write_viewer(viewer: Viewer) -> str:
    """A seat's letter, or `-` for the channel."""
    return "-" if viewer is None else letter(viewer)


def _read_viewer(text: str) -> Viewer:
    return None if text == "-" else _read_seat(text)


def _read_number(word: str) -> int:
    if not (word.isascii() and word.isdecimal()) or len(word) > _MOST_DIGITS:
        raise ValueError(f"no number: {word}")
    return int(word)


def _write_page(page: int) -> str:
    return "menu" if page == MENU else str(page)


def number_in(word: str) -> int:
    """A small number; 0 for anything else."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 7 else 0


def _read_seat(text: str) -> Seat:
    if len(text) != 1 or not "a" <= text <= "z":
        raise ValueError(f"no seat: {text}")
    return Seat(ord(text) - ord("a"))


def _same(word: str, name: str) -> bool:
    if word != name:
        raise ValueError(f"not “{name}”: {word}")
    return True


_KINDS: dict[Any, tuple[Callable[[Any], str], Callable[[str], object]]] = {
    int: (str, _read_number),
    int | None: (str, _read_number),
    Page: (_write_page, number_in),
    Page | None: (_write_page, number_in),
    str: (str, str),
    Seat: (letter, _read_seat),
    OwnSeat: (letter, _read_seat),
    Viewer: (_write_viewer, _read_viewer),
    Answers: (",".join, lambda word: tuple(word.split(",")) if word else ()),
}


def _part(name: str, kind: Any, default: object) -> _Part:
    if kind is bool:
        return _Part(name, lambda _: name, lambda word: _same(word, name), default)
    write, read = _KINDS[kind]
    return _Part(name, write, read, default)


ROUTES: dict[str, type["Route"]] = {}
"""Every route by its verb, and by those that it was called before."""


@dataclass_transform(frozen_default=True)
class Route:
    """A kind of custom id. Its fields are the parts, in order, written and read by their types.

    An `int` is at least 0, a `Seat` a letter, a `Viewer` a letter or `-`, `Answers` are joined by commas, and
    a `bool` is its own name or nothing. Parts with a default may be missing at the end, as they are in ids
    of older versions. A route also has the verbs that it `was` called before.
    """

    verb: ClassVar[str]
    _parts: ClassVar[tuple[_Part, ...]]

    def __init_subclass__(cls, *, verb: str = "", was: Sequence[str] = ()) -> None:
        """Declare a route with this verb. Verbs stand in old messages: one that changes goes on as `was`."""
        dataclass(frozen=True)(cls)
        types = get_type_hints(cls, include_extras=True)
        cls._parts = tuple(_part(one.name, types[one.name], one.default) for one in fields(cls))  # type: ignore[arg-type]
        if verb:
            cls.verb = verb
            for one in (verb, *was):
                assert one not in ROUTES, one
                ROUTES[one] = cls

    @property
    def id(self) -> str:
        """The custom id. Raises ValueError if it's too long or would be misread."""
        parts = list(self._parts)
        while parts and getattr(self, parts[-1].name) == parts[-1].default:
            parts.pop()
        made = ":".join([self.verb, *[one.write(getattr(self, one.name)) for one in parts]])
        if len(made) > LONGEST or made.count(":") != len(parts):
            raise ValueError(f"not a custom id: {made}")
        return made

    def ids(self, answers: Sequence[Answers]) -> list[str]:
        """The ids of the same route after each of these `answers`. Raises ValueError as `id` does."""
        return [replace(self, answers=one).id for one in answers]  # type: ignore[type-var]

    @property
    def fits(self) -> bool:
        """Whether this has an `id`."""
        try:
            return bool(self.id)
        except ValueError:
            return False

    @classmethod
    def of(cls, words: Sequence[str]) -> Self:
        """The route with these parts. Raises Expired if it can't have written them."""
        needed = sum(one.default is MISSING for one in cls._parts)
        if not needed <= len(words) <= len(cls._parts):
            raise Expired
        try:
            return cls(*(one.read(word) for one, word in zip(cls._parts, words, strict=False)))
        except ValueError:
            raise Expired from None

    def opens_form(self, chosen: Sequence[str]) -> bool:
        """Whether a form answers a press on this. It has to be the first answer, and is all that happens.

        `chosen` is what the press itself carries, from a menu or a form.
        """
        return False


class AtTable(Route):
    """A press at a table, by its number. It counts only where that table is; see `must_be_in_place`."""

    table: int


class AtSeat(AtTable):
    """A press on what one seat was shown."""

    seat: Seat


class AtQuestion(AtTable):
    """A press under a question that this viewer was asked."""

    viewer: Viewer
    version: int


class OfGame(Route):
    """A press about a game, by its name."""

    game: str


class AtStep(OfGame):
    """A press at a step of a game's lesson."""

    step: int


def read(custom_id: str) -> Route:
    """The route of a custom id, which may be made up. Raises Expired if there's none."""
    verb, *words = custom_id.split(":")
    if (found := ROUTES.get(verb)) is None:
        raise Expired
    return found.of(words)


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


class OfRecord(Route):
    """A press about a game that's over: `record` is its table's number, or names a record from a file."""

    record: str


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


class Rules(OfGame, verb="rules"):
    """A page of a game's rules, or the one chosen in the menu."""

    page: Page


class Rule(OfGame, verb="rule"):
    """The page with this rule."""

    number: Page


class Example(OfGame, verb="show"):
    """A moment of an example of a rule, or the first one of the rule chosen in the menu."""

    rule: Page
    step: Page = 0


class Levels(OfGame, verb="levels"):
    """*Computers*: the levels of a game's computer players."""


class PlayLevel(OfGame, verb="play_level"):
    """Begin a game against computers of the level chosen in the menu."""


class ListGames(Route, verb="games", was=("shelf",)):
    """*Other games*; a game chosen there."""


class Learn(Route, verb="learn"):
    """Open the lesson of this game, or of the one chosen in the menu."""

    game: str = ""


class TurnLesson(AtStep, verb="lesson"):
    """Turn to this step of a lesson, from the one shown."""

    shown: int | None = None


class TryMove(AtStep, verb="try"):
    """An answer to the question of a lesson, after those given before."""

    answers: Answers


class ShowMove(AtStep, verb="demo"):
    """*Show me*."""


class LeaveLesson(OfGame, verb="pause"):
    """*Leave* a lesson."""


class PlayAfterLesson(OfGame, verb="play_after_lesson", was=("taught",)):
    """*Play the computer*, at the end of a lesson."""


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


class Setting(Route, verb="setting"):
    """Change this one of a person's own settings."""

    name: str
    value: str = ""

    def opens_form(self, chosen: Sequence[str]) -> bool:
        """A time zone is typed."""
        return self.name == "zone" and not chosen


class Privacy(Route, verb="privacy"):
    """What's kept of the person who presses: show it, send it as a file, or delete it after a question.

    `what` is empty, `download`, `delete` or, once they mean it, `really`.
    """

    what: str = ""


class ServerLog(Route, verb="server_log"):
    """A page of the list of who did what to keep order in this server."""

    page: Page = 0


class ServerSetting(Route, verb="server"):
    """Change this one of the server's settings; without a name, show them all."""

    name: str = ""
