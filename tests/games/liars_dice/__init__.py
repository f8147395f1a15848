"""Liar's dice, the small game that docs/adding-a-game.md puts together."""

import re
from collections.abc import Iterable
from random import Random

from games.core import BadNotation, Choice, Question, Ready, Seat, mark
from games.game import About, Daily, Drawings, Game, Level, Spelling
from games.kit.notation import Field, Form, Notation, nothing
from games.kit.prose import fitting
from games.kit.questions import Ask, walk
from tests.games.liars_dice import rules
from tests.games.liars_dice.rules import Bid, Bidding, Doubt, Go, Move, Position, Roll, Shown, View


def _read_roll(text: str) -> Roll:
    hands = [[die for die in part.split() if die != "-"] for part in text.split("/")]
    if not all(die in tuple("123456") for hand in hands for die in hand):
        raise BadNotation("Chance rolls dice, such as “roll 1 4 / 2 2”.")
    return Roll(tuple(tuple(sorted(map(int, hand))) for hand in hands))


def _read_bid(text: str) -> Bid:
    if not (found := re.fullmatch(r"([1-9][0-9]?) ?[x×]? ?([1-6])", text)):
        raise BadNotation("Say how many dice and which face, such as “bid 3 5”.")
    return Bid(int(found[1]), int(found[2]))


def _write_roll(roll: Roll) -> str:
    return " / ".join(rules.spaced(hand) or "-" for hand in roll.hands)


NOTATION: Notation[Move] = Notation(
    Form(Roll, "roll", Field(_write_roll, _read_roll)),
    Form(Bid, "bid", Field(lambda bid: f"{bid.count} {bid.face}", _read_bid)),
    Form(Doubt, "doubt", nothing(Doubt)),
    Form(Go, "go", nothing(Go)),
    example="“bid 3 5” or “doubt”",
)


def legal(view: View) -> Iterable[Move]:
    now = view.now
    if view.viewer not in (None, *rules.turn(now).owes):
        return []
    if isinstance(now, Shown):
        return [Go()]
    if not isinstance(now, Bidding):
        return []
    bids = [Bid(count + 1, face) for count in range(sum(now.dice)) for face in range(1, 7)]
    return bids if now.bid is None else [Doubt(), *(bid for bid in bids if bid > now.bid)]


ASKS: tuple[Ask[Move], ...] = (
    Ask(
        lambda left: "How many dice do you bid?" if len(left) > 1 else "Ready for the next round?",
        lambda move: str(move.count) if isinstance(move, Bid) else NOTATION.write(move),
        lambda key, _: Choice(key, {"doubt": "Doubt", "go": "Roll the dice"}.get(key, key)),
    ),
    Ask(
        lambda left: "Which face?",
        lambda move: str(move.face) if isinstance(move, Bid) else None,
        lambda key, _: Choice(key, key),
    ),
)


def prompt(view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
    moves = list(legal(view))
    return walk(moves, ASKS, answers, "You can't bid that now.") if moves or answers else None


def describe(view: View) -> str:
    now = view.now
    dice = [f"{mark(Seat(at))} has {left} dice." for at, left in enumerate(now.dice)]
    seen = [f"{mark(Seat(at))} shows {rules.spaced(hand)}." for at, hand in enumerate(now.hands) if hand]
    return fitting([*seen, *([f"The bid is {now.bid}."] if now.bid else []), *dice])


def pictures() -> Drawings[View]:
    from tests.games.liars_dice import picture

    return Drawings(draw=picture.draw)


def easy(view: View, rng: Random) -> Move:
    """The lowest bid, until it is more than the table can be expected to hold."""
    doubt = view.now.bid is not None and view.now.bid.count > 1 + sum(view.now.dice) / 3
    return next(move for move in legal(view) if doubt or not isinstance(move, Doubt))


DAILY = Daily(
    options={"dice": "2"},
    seats=3,
    rival="easy",
    line="Two dice each, against two.",
    unit=("point", "points"),
    counts="A die left is worth 10 points, and each of your moves 1.",
    score=lambda end, moves: 10 * end.dice[0] + moves,
)


GAME: Game[Position, View, Move] = Game(
    about=About(
        name="liars_dice",
        title="Liar's dice",
        edition="1",
        seats=(2, 3, 4),
        line="Bid on dice that nobody sees.",
        minutes=15,
        computers=(Level("easy", "Easy", "Doubts when a bid looks unlikely.", plays=easy),),
        takebacks=False,
        hands=True,
    ),
    options=rules.Options,
    rules=rules,
    view=rules.view,
    legal=legal,
    prompt=prompt,
    notation=Spelling(write=NOTATION.write, read=NOTATION.read),
    pictures=pictures,
    describe=describe,
    daily=DAILY,
)
