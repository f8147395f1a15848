"""The likeliest goals of a walk, and leaving a store: what everyone knows decides what is offered."""

from dataclasses import replace

from hypothesis import given, settings

from games.core import Question, Ready, Seat
from games.fooblitzky import GAME, Position
from games.fooblitzky.rules.city.items import ITEMS, Bag
from games.fooblitzky.rules.moves import Buy
from games.fooblitzky.rules.phases import Finished
from games.fooblitzky.rules.view import in_public, see
from tests.deep import examples
from tests.games.fooblitzky.played import BEGUN, Played, after, games, lines

A, B = Seat(0), Seat(1)
PIG, SAW, FISH, SNAKE = (
    next(one for one in ITEMS if one.name == name) for name in ("pig", "saw", "fish", "snake")
)


def labels(position: Position, *answers: str) -> list[str]:
    """What the mover is offered after these answers, without X's on the way."""
    asked = GAME.prompt(GAME.view(position, A), answers)
    assert isinstance(asked, Question)
    return [choice.label.partition(", over ")[0] for choice in asked.choices]


def carrying(position: Position, things: Bag, foobles: int = 80) -> Position:
    """The same with this bag, which everyone has seen, and these foobles."""
    board = position.board.carrying(A, things, shown=things)
    return replace(position, board=board.paid(A, foobles - board.players[A].foobles))


@settings(max_examples=examples(6))
@given(games)
def test_what_the_mover_knows_in_public_is_what_the_channel_knows(game: list[Played]) -> None:
    for one in game[::5]:
        if not isinstance(one.before.phase, Finished):
            for seat in one.before.board.seats:
                assert in_public(see(one.before, seat)) == see(one.before, None)


def test_goals_say_what_they_are_for() -> None:
    found = labels(after("* roll 14"))
    assert found[:5] == [
        "1. Drug store: hair spray 4 or eyedropper 16",
        "2. Pet store: fish 4 or pig 16",
        "3. Food store: banana 4 or hot dog 16",
        "4. Toy store: yo-yo 4 or train set 16",
        "5. Your locker: your pick may be inside",
    ]


def test_what_cannot_be_paid_is_no_goal() -> None:
    poor = labels(carrying(after("* roll 14"), (), foobles=4))
    assert any(": earn 4" in label for label in poor)
    assert not any(" 16" in label or "UGH" in label for label in poor)


def test_with_four_items_the_check_point_is_a_goal_and_stores_are_for_a_look() -> None:
    full = labels(carrying(after("* roll 14"), tuple(sorted((PIG, SAW, FISH, SNAKE)))))
    assert any(label.endswith("Check Point with 4 items") for label in full[:5])


def test_with_things_that_nobody_has_seen_the_check_point_is_a_goal() -> None:
    """Perhaps the own pick from the locker makes four."""
    board = after("* roll 14").board.carrying(A, (PIG, SAW, FISH, SNAKE), shown=None)
    assert any(
        label.endswith("Check Point") for label in labels(replace(after("* roll 14"), board=board))[:5]
    )


def test_secrets_do_not_change_what_is_offered() -> None:
    """Another pick, another thing in a locker, and a bag that nobody has seen."""
    text = "* missing fish yo-yo\n* stock UL UR LL LR\n* lockers UL LR\n* crosswalks none\n* roll 14"
    one, other = (lines(f"a choose {pick}\nb choose hot-dog\n{text}")[0] for pick in ("pig", "eyedropper"))
    asked = {GAME.prompt(GAME.view(position, A), ()) for position in (one, other)}
    assert len(asked) == 1
    hidden = {
        GAME.prompt(GAME.view(replace(one, board=one.board.carrying(A, bag, shown=None)), A), ())
        for bag in ((PIG, SAW), (FISH,))
    }
    assert len(hidden) == 1


def test_old_answers_and_typed_ones_still_lead_there() -> None:
    found = GAME.view(after("* roll 24"), A)
    assert (
        GAME.prompt(found, ("UL", "UL-pets"))
        == GAME.prompt(found, ("UL-pets",))
        == Ready(GAME.read("enter UL pets"))
    )
    assert GAME.prompt(found, ("squares",)) == GAME.prompt(found, ("on", "squares"))
    assert GAME.prompt(found, ("pad", "w")) == GAME.prompt(found, ("on", "pad", "w"))


class TestLeaving:
    """*Leave the store* tries for something that can't be bought; nothing else like that is offered."""

    SHOP = BEGUN.replace("stock UL UR LL LR", "stock UL UL LL LR") + "* roll 14\na enter UL pets"

    def test_with_something_out_of_stock(self) -> None:
        position = lines(self.SHOP)[0]
        assert labels(position) == ["snake, 8", "pig, 16", "Leave the store"]
        assert GAME.prompt(GAME.view(position, A), ("fish",)) == Ready(Buy(FISH))

    def test_with_too_little_money(self) -> None:
        assert labels(carrying(lines(self.SHOP)[0], (), foobles=8)) == [
            "snake, 8",
            "Leave the store",
            "Pretend to want something",
        ]

    def test_with_a_full_bag(self) -> None:
        full = carrying(lines(self.SHOP)[0], (SAW, SAW, SAW, SAW))
        assert labels(full) == ["Leave the store", "Pretend to want something"]
        assert labels(full, "anyway") == ["snake, 8", "pig, 16"]

    def test_nobody_can_leave_where_everything_can_be_bought(self) -> None:
        assert labels(after("* roll 14\na enter UL pets")) == ["fish, 4", "snake, 8", "pig, 16"]
