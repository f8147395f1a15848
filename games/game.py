"""What a game is: a value that says which function does what.

The referee (`new`, `turn`, `chance`, `apply`, `outcome`, `scores`) sees the whole position. Everything a
player touches (`legal`, `prompt`, pictures, descriptions, computers) sees only that player's view, and `view`
is the one door between the two.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

from pydantic import BaseModel

from games.core import (
    Choice,
    IllegalMove,
    M,
    Outcome,
    Preference,
    Preferences,
    Question,
    Ready,
    S,
    Seat,
    Step,
    Stopped,
    Turn,
    V,
    Viewer,
)
from games.kit.faces import Drawing
from games.kit.judge import Judge
from games.kit.results import PLAIN, Ink, Look
from games.kit.story import Story

V_contra = TypeVar("V_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Level:
    """A computer player: what people call it, with a line about its character.

    Records and saved tables write `name`. Titles are the same in all games: Beginner, Easy, Medium, Hard,
    Expert, as far as a game has them. It `plays` a legal move for the player of a view who has to choose, the
    same for the same view and generator; positions limit it, not time. A level that comes to play differently
    gets another name, so that results against it stay what they were, and goes on for the players that it
    `was` at older tables.
    """

    name: str
    title: str
    line: str
    plays: Callable[[Any, Random], Any] | None = None
    was: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class About:
    """What the lobby says about a game.

    `edition` changes whenever an old record would replay differently: a table is only played with its own
    edition. `seats` are the numbers of players it takes, `computers` its computer players from weakest to
    strongest, `line` what makes you want to play, `minutes` the usual length, `takebacks` whether moves can
    be undone at all. `hands` says that each seat sees something the others don't, and `hand` is its name on
    buttons. `pick_for_me` is the level
    that moves for a player who asks for it, empty if the rule book doesn't allow that.

    `ties_win` says that everyone has won if all are equal; otherwise that's a draw. With `host_first` the
    first seat is the host's (or the person's, against a computer), and in a rematch that of the same person;
    otherwise a rematch moves everyone on by one seat. `steps` are three short lines for newcomers: goal, your
    turn, the end.
    """

    name: str
    title: str
    edition: str
    seats: tuple[int, ...]
    line: str
    minutes: int
    computers: tuple[Level, ...]
    takebacks: bool
    hands: bool = False
    hand: str = "hand"
    pick_for_me: str = ""
    ties_win: bool = False
    host_first: bool = False
    steps: tuple[str, ...] = ()

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the computer players, as records have them."""
        return tuple(level.name for level in self.computers)

    @property
    def easy(self) -> Level | None:
        """The computer for a player who just wants to play: the level called Easy, or else the weakest."""
        found = [one for one in self.computers if one.title == "Easy"]
        return next(iter([*found, *self.computers]), None)

    def level(self, name: str) -> Level:
        """The computer player that has or had this name; if there's none, one titled after it."""
        found = (one for one in self.computers if name == one.name or name in one.was)
        return next(found, Level(name, name.capitalize(), ""))

    def winners(self, places: Sequence[int]) -> tuple[Seat, ...]:
        """The seats that have won, from everybody's places: all who are first; none in a draw or defeat."""
        first = tuple(Seat(seat) for seat, place in enumerate(places) if place == 1)
        return () if len(first) == len(places) and not self.ties_win else first


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What is played when a score is compared.

    `line` says it, without a word about the deal, and `counts` how the score is counted, each in a sentence.
    `goal` is a score worth reaching in each of the parts that `Look.part` names; 0 for none.
    """

    options: Mapping[str, str]
    line: str
    counts: str
    goal: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Daily(Form):
    """How a game is played as the game of the day: alone, over in ten minutes, with a score to compare.

    The person has the first seat, computers of the level `rival` have the others. `score` makes one number of
    the final position and of how many moves the person made; more is better. Without it, that's their final
    score. `unit` are its words for one and for several. `story` tells a try in squares. `duel` is what is
    played instead in a duel, which may take longer.
    """

    seats: int
    rival: str
    unit: tuple[str, str]
    score: Callable[[Any, int], int] | None = None
    story: Story = field(default_factory=Story)
    duel: Form | None = None

    @property
    def in_duels(self) -> Form:
        """What is played in a duel."""
        return self.duel or self


class Draw(Protocol[V_contra]):
    """How a game draws."""

    def __call__(self, view: V_contra, answers: tuple[str, ...] | None = ()) -> Drawing:
        """The picture of a view after `answers`; with None, nobody is asked anything."""
        ...


@dataclass(frozen=True, kw_only=True)
class Drawings(Generic[V]):
    """All that a game draws.

    `draw` makes what a viewer knows a picture, with labels on what they can choose after the answers. With
    None instead of answers there are no such labels: that's how a past moment is drawn. Answers that spell a
    move mark it as far as the board shows it: that's how a hint is drawn.

    `icon` is one of the game's `icons` as a PNG of 128 by 128 px, at most 256 KiB; it raises KeyError for any
    other name. `look` says how the result card looks, the same each time; without it, it's a plain one.
    `notes` is the notebook as a picture, for a game that isn't over: the things that can be marked, with
    marks. `glimpse` draws what a move was about (RGB, at most 330 by 245 px) on a ground, for reviews: from
    its player's view and the move that was made; if a better one is given, it's marked with a star.
    """

    draw: Draw[V]
    icon: Callable[[str], bytes] | None = None
    look: Callable[[], Look] | None = None
    notes: Callable[[V], Drawing] | None = None
    glimpse: Callable[[V, Any, Any, Ink], Any] | None = None


def drawn_by(module: str) -> Callable[[], Drawings[Any]]:
    """The `DRAWINGS` of this module, imported when somebody has to see one: computers play without Pillow."""
    return lambda: cast("Drawings[Any]", import_module(module).DRAWINGS)


@dataclass(frozen=True, kw_only=True)
class Spelling(Generic[V, M]):
    """How moves are written, read and called.

    `write` makes a move one line of text, without `#`, not beginning with `/`. `read` is as forgiving as
    possible; it raises BadNotation. `called` is what people call a legal move of the view's player, in a few
    words: something that can be advised, such as a card or “drawing a card”; seats as marks. Without it,
    that's what `write` says. `longhand` spells out for `read` what the player with this view typed, unchanged
    if there's no shorthand in it: shorthand is for what they see, such as the number of a card in their hand.
    It raises BadNotation.
    """

    write: Callable[[M], str]
    read: Callable[[str], M]
    called: Callable[[V, M], str] | None = None
    longhand: Callable[[V, str], str] = lambda _, text: text


@dataclass(frozen=True, kw_only=True)
class Notebook(Generic[V]):
    """A notebook for each seat, where the options `keep` one.

    `notes` are one sentence each, seats as marks: at most 3,500 characters with names of 32. `markable` is
    what players can mark in it as sure, possible or out, at most 25 things. Marks belong to the player and
    aren't moves: `Game.preferred` gets them among the preferences, by the key of the thing the key of one of
    `MARKS`.
    """

    notes: Callable[[V], tuple[str, ...]]
    markable: tuple[Choice, ...] = ()
    keeps: Callable[[Any], bool] = lambda _: True


class Rules(Protocol[S, M]):
    """What follows from a move: a module with these functions, never asked about a stopped game."""

    def new(self, seats: int, options: Any, /) -> S:
        """The position before the first move, for one of `about.seats` and an instance of `options`."""
        ...

    def turn(self, state: S, /) -> Turn:
        """Who owes a move and who may make one."""
        ...

    def chance(self, state: S, rng: Random, /) -> M:
        """Draw the move that chance owes; only `rng.random()` may be called."""
        ...

    def apply(self, state: S, seat: Seat, move: M, /) -> Step[S]:
        """The position after the move of a seat that may move.

        Raises IllegalMove and changes nothing if the move is not allowed.
        """
        ...

    def outcome(self, state: S, /) -> Outcome | None:
        """The outcome of a finished position, else None."""
        ...

    def scores(self, state: S, stopped: bool, /) -> tuple[int, ...]:
        """Each seat's points so far, as everybody may know them; True once the game is stopped."""
        ...


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[S, V, M]):
    """S: the whole position. V: what one viewer knows. M: a move. All three are frozen and hashable.

    The methods are the referee: they do what is the same in every game, such as checking whose turn it is and
    handling a stopped game. Every game has the rules, the questions and the notation. Fields with a default
    are optional: a game without pictures, say, leaves `draw` out.
    """

    about: About
    options: type[BaseModel]
    rules: Rules[S, M]

    view: Callable[[S | Stopped[S], Viewer], V]
    """All that this viewer knows; once the game is finished or stopped, everything."""

    legal: Callable[[V], Iterable[M]]
    """The viewer's legal moves, in a fixed order; for the channel, those everybody may know."""

    prompt: Callable[[V, tuple[str, ...]], Question | Ready[M] | None]
    """The next question on the way to a move, the move, or None if there is nothing to choose.

    The channel's view gives the question only if everybody may see its choices, and then exactly the one
    that the seat to move is asked. Raises IllegalMove if the answers lead nowhere.
    """

    notation: Spelling[V, M]
    """How moves are written, read and called."""

    opened: Callable[[S], V] | None = None
    """An earlier position of a game that's over by now, with nothing hidden: for replays.

    It's drawn and described as while the game went on, for the channel. Without this, the channel's own view
    already hides nothing that matters.
    """

    pictures: Callable[[], Drawings[V]] | None = None
    """What it draws, loaded when somebody has to see it: computers play without."""

    describe: Callable[[V], str] | None = None
    """Prose of at most 1,000 characters that says what the picture shows; seats as marks."""

    hinted: Callable[[V], M | None] | None = None
    """In a game whose moves include hints, the move that this viewer has been told; None if there's none."""

    default: Callable[[V], M] | None = None
    """The move for an absent player: a legal one that risks and changes little.

    If the channel has the question, the move doesn't depend on anything that only this seat knows.
    Raises IllegalMove for a secret choice, which a computer makes instead.
    """

    notebook: Notebook[V] | None = None
    """What each seat can look up and mark."""

    ranked: Callable[[S, Outcome], S] | None = None
    """A finished position with these places and this reason, in which those who resigned are last."""

    judge: Judge[V, M] | None = None
    """Who says what moves were for and worth: for hints, `/why` and reviews."""

    icons: tuple[str, ...] = ()
    """Names of small pictures that appear before choices: 2 to 20 small letters, digits and `_`."""

    preferences: tuple[Preference, ...] = ()
    """The ways in which players may arrange what they see."""

    preferred: Callable[[V, Preferences], V] | None = None
    """A seat's view as its player prefers it, made from that view alone.

    Pictures and words may differ. Legal moves are the same, and so are questions, except for their words and
    the order of their choices: an answer to one is an answer to all.
    """

    seating: Callable[[Any], Mapping[int, tuple[int, ...]]] | None = None
    """For each number of players that the options allow: by seat, which player holds it, counted from 0.

    `{2: (0, 1, 0, 1)}`: two players, the first with seats a and c. Without it everybody has one seat.
    """

    minutes: Callable[[Any], int] | None = None
    """How many minutes a player has for a move with these options; 0 for no limit. The game has no clock."""

    quick: Mapping[str, Any] = field(default_factory=dict)
    """The options of its Quick form, a house rule that is over in about ten minutes; empty without one."""

    daily: Daily | None = None
    """How it's played as the game of the day; None if it never is."""

    lasts: Callable[[int, Any], int] | None = None
    """How many minutes a game of this many players takes with these options, counted from play.

    Without it, they all take `about.minutes`.
    """

    plain: Callable[[M], bool] | None = None
    """In a game with hands, whether a player's move shows nothing but itself.

    Everyone knows that it's possible and what it leads to, as with a bid. Its player can undo it without
    asking until somebody acts or chance draws. Every other move shows something from a hand.
    """

    spent: Callable[[S, S], S] | None = None
    """An earlier position, with what has been spent up to a later one, such as hints: undo gives none back.

    It's the earlier position itself if nothing was spent. A move that spends something can't be undone by
    itself, only with an earlier move.
    """

    forced: Callable[[V], M | None] | None = None
    """In a game with hands, the move that is made for a player because it's all they can do; else None.

    It follows from the channel's view: everybody can see that no other legal move does more.
    """

    begins_move: Callable[[M], bool] | None = None
    """Whether a player's time starts again after this draw of chance, as after a roll."""

    def new(self, seats: int, options: Any) -> S:
        """The position before the first move."""
        return self.rules.new(seats, options)

    def turn(self, state: S | Stopped[S]) -> Turn:
        """Who owes a move and who may make one."""
        return Turn() if isinstance(state, Stopped) else self.rules.turn(state)

    def chance(self, state: S, rng: Random) -> M:
        """Draw the move that chance owes."""
        return self.rules.chance(state, rng)

    def apply(self, state: S | Stopped[S], seat: Seat, move: M) -> Step[S]:
        """The position after a seat's move. Raises IllegalMove and changes nothing if it is not allowed."""
        if isinstance(state, Stopped):
            raise IllegalMove("This game is over.")
        turn = self.rules.turn(state)
        if seat not in turn.owes and seat not in turn.may:
            raise IllegalMove("It's not your turn.")
        return self.rules.apply(state, seat, move)

    def outcome(self, state: S | Stopped[S]) -> Outcome | None:
        """The outcome of a finished position; None if it goes on or was stopped."""
        return None if isinstance(state, Stopped) else self.rules.outcome(state)

    def scores(self, state: S | Stopped[S]) -> tuple[int, ...]:
        """Each seat's points so far."""
        if isinstance(state, Stopped):
            return self.rules.scores(state.at, True)
        return self.rules.scores(state, False)

    def write(self, move: M) -> str:
        """The move as text."""
        return self.notation.write(move)

    def read(self, text: str) -> M:
        """The move a text spells. Raises BadNotation."""
        return self.notation.read(text)

    def called(self, view: V, move: M) -> str:
        """What people call a legal move of the view's player."""
        called = self.notation.called
        return self.write(move) if called is None else called(view, move)

    def choose(self, view: V, level: str, rng: Random) -> M:
        """A computer's legal move, the same for the same view, level and state of `rng`.

        Raises IllegalMove if the view's player has nothing to choose, and KeyError for an unknown level.
        """
        plays = self.about.level(level).plays
        if plays is None:
            raise KeyError(level)
        if next(iter(self.legal(view)), None) is None:
            raise IllegalMove("There's nothing to choose right now.")
        move: M = plays(view, rng)
        return move

    def draw(self, view: V, answers: tuple[str, ...] | None = ()) -> Drawing:
        """The picture of a view; see `Drawings`."""
        return self._drawn.draw(view, answers)

    def icon(self, name: str) -> bytes:
        """One of `icons`. Raises KeyError for any other name."""
        icon = self._drawn.icon
        if icon is None:
            raise KeyError(name)
        return icon(name)

    def look(self) -> Look:
        """How the result card looks."""
        look = self.pictures().look if self.pictures is not None else None
        return PLAIN if look is None else look()

    @property
    def _drawn(self) -> Drawings[V]:
        assert self.pictures is not None
        return self.pictures()

    def has_to_know(self, view: V) -> bool:
        """Whether it matters what the view's player chooses: several moves that aren't equally good."""
        moves = iter(self.legal(view))
        is_choice = next(moves, None) is not None and next(moves, None) is not None
        return is_choice and not (self.judge is not None and self.judge.is_even(view))

    @property
    def markable(self) -> tuple[Choice, ...]:
        """What players can mark in their notebook."""
        return () if self.notebook is None else self.notebook.markable

    @property
    def is_reviewed(self) -> bool:
        """Whether its judge says what moves were worth."""
        return self.judge is not None and bool(self.judge.name)

    def stop(self, state: S | Stopped[S]) -> Stopped[S]:
        """The position once the game is stopped, by /stop or by resigning."""
        return state if isinstance(state, Stopped) else Stopped(state)


AnyGame: TypeAlias = Game[Any, Any, Any]
