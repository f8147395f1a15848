"""Hints: what a move does and why, in words that turn out to be true."""

from random import Random

import pytest

from games.core import CHANCE, Seat, name_seats
from games.fooblitzky import GAME, Options, Position
from games.fooblitzky.rules.city.items import Item
from games.fooblitzky.rules.knowledge.deduction import belief
from games.fooblitzky.rules.moves import Buy, Call, PickUp, Put, Sell, Take
from tests.games.fooblitzky.played import Played, after, lines
from tests.games.wandering import wander

A = Seat(0)
YOURS = "There's a copy in one of your lockers"
NEEDED = "Everyone will need the pig"
RIGHT, WRONG = "It's one of the four correct items", "It isn't one of the four correct items."


def hint(text: str, move: str, options: Options | None = None) -> str:
    """The hint that A gets about a move after these lines."""
    assert GAME.judge is not None
    return GAME.judge.why(GAME.view(after(text, options), A), GAME.read(move))


LOCKER, PETS = "* roll 20\na enter UL locker", "* roll 20\na enter UL pets"
EMPTY_LOCKER = f"{LOCKER}\na take\n* roll 20\nb walk H17\n* nobody\n* flip none\n* roll 24\na enter UL locker"
PET_STORE = "From there it's 5 squares to the Howl Hill pet store, where you can try for the pig."
RICH = "You already have enough for what you still need."
PIG = "It's one of the four correct items."


@pytest.mark.parametrize(
    ("text", "move", "said"),
    [
        ("* roll 2", "walk A9", f"You stop on A9. {PET_STORE}"),
        ("* roll 9", "enter UL locker", f"You can open your locker there. The pig may be in it. {PIG}"),
        ("* roll 24", "enter UL restaurant", f"You wash dishes and earn 4 foobles. {RICH}"),
        ("* roll 9", "enter UL check", "You're shown nothing there, because you carry nothing."),
        (PETS, "buy pig", f"You get the pig for 16 foobles. {PIG}"),
        (LOCKER, "take", f"You take out what's in your locker. The pig may be in it. {PIG}"),
        (LOCKER, "put nothing", "You have nothing to put in, so nothing changes."),
        (EMPTY_LOCKER, "take", "Your locker is empty, so it's thumbs down and nothing changes."),
        (EMPTY_LOCKER, "put pig", f"You leave the pig in your locker. {PIG[:-1]}, though."),
    ],
)  # fmt: skip
def test_a_hint_says_what_the_move_does_and_why(text: str, move: str, said: str) -> None:
    assert hint(text, move) == said


def test_a_ride_is_said_with_where_it_leads() -> None:
    said = hint("* roll 24", "enter UL ugh-clockwise")
    assert said.startswith("You pay 6 foobles and ride to Wag End right away. From there it's ")


def test_x_s_on_the_way_are_named_with_their_risk() -> None:
    """8:00 is a rush hour."""
    assert GAME.judge is not None
    begun = lines("a choose pig\nb choose saw\n* missing fish yo-yo\n* stock UL UR LL LR\n* lockers UL LR\n"
                  "* crosswalks 1\n* roll 2")[0]  # fmt: skip
    view = GAME.view(begun, A)
    assert GAME.judge.why(view, GAME.read("walk B20")).endswith(
        "There's an X on the way: a car comes 1 time in 2."
    )
    assert "X" not in GAME.judge.why(view, GAME.read("walk A9"))
    kerb = GAME.apply(begun, A, GAME.read("kerb A8 by d1")).state
    crosses = GAME.judge.why(GAME.view(kerb, A), GAME.read("cross"))
    assert crosses.startswith("A car comes 1 time in 2, and then your turn ends in the hospital")
    assert "You get 2 moves back" in GAME.judge.why(GAME.view(kerb, A), GAME.read("stay"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            Options(),
            f"{NEEDED}, and only you know that. {YOURS}, so you save 16 foobles.",
        ),
        (
            Options(for_another=True),
            f"{NEEDED}, and only you know that. There's a copy in the next player's locker.",
        ),
        (
            Options(open_choice=True),
            "Everyone will see that they need the pig. There's a copy in one of your lockers.",
        ),
    ],
)
def test_the_secret_pick_has_a_hint_too(options: Options, said: str) -> None:
    assert GAME.judge is not None
    assert GAME.judge.why(GAME.view(GAME.new(2, options), A), GAME.read("choose pig")) == said


def hinted(seed: int) -> list[tuple[Played, str]]:
    """A random game, each move of a player with its hint."""
    assert GAME.judge is not None
    options = Options(man_frequency="high", start_foobles="high", for_another=seed % 2 == 1)
    before, found = GAME.new(2 + seed % 3, options), list[tuple[Played, str]]()
    for seat, move, step in wander(GAME, before, Random(seed)):
        if seat != CHANCE:
            said = GAME.judge.why(GAME.view(before, seat), move)
            found.append((Played(before, seat, move, step.state, step.events), said))
        before = step.state
        if len(found) > 250:
            break
    return found


@pytest.mark.parametrize("seed", range(6))
def test_what_a_hint_is_sure_of_comes_true(seed: int) -> None:
    for played, said in hinted(seed):
        assert len(name_seats(said, lambda _: "n" * 32)) <= 232, said
        board, move = played.before.board, played.move
        if isinstance(move, Buy | Sell | Put | PickUp) and isinstance(move.item, Item):
            if RIGHT in said:
                assert move.item in board.correct, said
            if WRONG in said:
                assert move.item not in board.correct, said
        told = " ".join(event.text for event in played.told)
        if isinstance(move, Buy) and "buy nothing" in said:
            assert "Thumbs down" in told, said
        if isinstance(move, Buy) and said.startswith("You get"):
            assert "Thumbs up" in told, said
        if isinstance(move, Take) and "empty" in said:
            assert "Thumbs down" in told, said
        if isinstance(move, Call) and "anything new" in said:
            assert _odds(played.before, played.seat) == _odds(played.after, played.seat)


def _odds(position: Position, seat: Seat) -> tuple[float, ...]:
    found = belief(GAME.view(position, seat))
    return tuple(round(chance, 6) for times in found.times for chance in times)
