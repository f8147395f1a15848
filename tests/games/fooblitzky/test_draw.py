"""Fooblitzky's pictures: different things look different, and nobody's picture shows others' secrets."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from games.core import Question, Seat
from games.fooblitzky import GAME, Options
from games.fooblitzky.pictures import goals
from games.fooblitzky.pictures.asked import asked
from games.fooblitzky.pictures.plan import TOP, Frame, centre, plan
from games.fooblitzky.rules.city.board import Guess, Last, World, shelf
from games.fooblitzky.rules.city.items import ITEMS, Item
from games.fooblitzky.rules.city.map import (
    CROSSWALKS,
    QUADRANTS,
    SITES,
    SQUARES,
    STORE_SITES,
    Quadrant,
)
from games.fooblitzky.rules.moves import Buy, Enter, WalkTo
from games.fooblitzky.rules.phases import Pawning, Position, Shopping
from games.fooblitzky.rules.view import View, see
from games.fooblitzky.words import prompts
from games.fooblitzky.words.where import ON_FOOT
from games.kit.brush.marks import CREAM, WIDTH
from games.kit.brush.palette import Picture
from tests.games.fooblitzky.played import after, lines, on
from tests.games.fooblitzky.seen import board as board_of
from tests.games.fooblitzky.seen import cut, draw, is_same, mine, phases, walking

PIG = next(one for one in ITEMS if one.name == "pig")


class TestSecrets:
    def test_the_channel_and_the_others_see_no_choice(self) -> None:
        chosen = [lines("a choose pig")[0], lines("a choose saw")[0]]
        for viewer in (None, Seat(1)):
            one, other = (draw(see(position, viewer)) for position in chosen)
            assert one == other
        assert len({draw(see(position, Seat(0))) for position in chosen}) == 2

    def test_a_bag_and_lockers_are_only_in_their_owner_s_picture(self) -> None:
        position = walking()
        board = position.board
        filled = board.carrying(Seat(1), (ITEMS[0], ITEMS[5]), shown=None)
        told = board.carrying(Seat(1), (), shown=None)
        pictures = {}
        for viewer in (None, Seat(0), Seat(1)):
            pictures[viewer] = [draw(see(replace(position, board=one), viewer)) for one in (filled, told)]
        assert pictures[None][0] == pictures[None][1]
        assert pictures[Seat(0)][0] == pictures[Seat(0)][1]
        assert pictures[Seat(1)][0] != pictures[Seat(1)][1]

    def test_the_end_shows_the_correct_items_to_all(self) -> None:
        position = walking()
        drawn = set()
        for item in ITEMS[:3]:
            board = replace(position.board, correct=(item,) * 4)
            drawn.add(draw(see(GAME.stop(replace(position, board=board)), None)))
        assert len(drawn) == 3


class TestWhichPicture:
    def test_the_mover_sees_the_city_with_their_bag_and_the_others_their_own_things(self) -> None:
        position = walking()
        city, mover, home = (board_of(see(position, viewer)) for viewer in (None, Seat(0), Seat(1)))
        assert len({city.height, mover.height, home.height}) == 3
        assert is_same(city, cut(mover, (0, 0, WIDTH, city.height)))
        assert city.height == plan(None).height + goals.HIGH

    def test_on_foot_the_mover_sees_their_quadrant_close_up(self) -> None:
        close, city = (board_of(see(walking(), Seat(0)), answers) for answers in ((ON_FOOT,), ()))
        assert plan("UL").height < close.height != city.height

    def test_the_channel_sees_the_quadrant_that_answers_lead_to(self) -> None:
        position = walking(24)
        heights = {board_of(see(position, None), (one,)).height for one in ("UL", "UR")}
        assert min(heights) >= plan("UL").height
        assert draw(see(position, None), ("UL",)) != draw(see(position, None), ("UR",))

    def test_everything_is_in_one_quadrant_s_picture_and_in_the_city_s(self) -> None:
        for site in SITES:
            shown = [one for one in QUADRANTS if plan(one).building(site)]
            assert shown == [site.quadrant]
            assert plan(None).building(site)
        for square in SQUARES:
            assert [one for one in QUADRANTS if plan(one).shows(square.cell)] == [square.quadrant]
        for crosswalk in CROSSWALKS:
            assert any(plan(one).shows(crosswalk.cell) for one in QUADRANTS)

    @pytest.mark.parametrize("quadrant", [None, *QUADRANTS])
    def test_nothing_covers_anything_else_or_sticks_out(self, quadrant: Quadrant | None) -> None:
        here = plan(quadrant)
        frames = [here.frame(square.cell) for square in SQUARES if here.shows(square.cell)]
        frames += [frame for site in SITES if (frame := here.building(site))]
        frames += [here.frame(one.cell) for one in CROSSWALKS if here.shows(one.cell)]
        for left, top, right, bottom in frames:
            assert 0 <= left < right <= WIDTH
            assert TOP <= top < bottom <= here.height
        for one, other in combinations(frames, 2):
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (one, other)


def light(image: Picture, frame: Frame) -> int:
    """How much light there is."""
    return sum(cut(image, frame).convert("L").tobytes())


def _trees(position: Position) -> Iterator[tuple[View, tuple[str, ...], Question]]:
    """Every question of the mover, two answers deep."""
    found = mine(position)
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        answers = waiting.pop()
        pick = prompts.prompt(found, answers)
        if isinstance(pick, Question):
            yield found, answers, pick
            if len(answers) < 2:
                waiting += [(*answers, choice.key) for choice in pick.choices]


class TestChoices:
    @pytest.mark.parametrize("roll", [3, 9, 24])
    def test_labels_are_those_of_the_prompt(self, roll: int) -> None:
        for found, answers, pick in _trees(walking(roll)):
            labels = {choice.label.replace("{b}", "B").lstrip("↑→↓← ") for choice in pick.choices}
            assert {offer.label for offer in asked(found, answers).offers.values()} == labels

    @pytest.mark.parametrize("roll", [3, 9, 24])
    def test_every_question_has_a_different_picture(self, roll: int) -> None:
        drawn = {answers: draw(found, answers) for found, answers, _ in _trees(walking(roll))}
        assert len(set(drawn.values())) == len(drawn)

    @pytest.mark.parametrize("roll", [3, 12, 20])
    def test_the_goals_are_lit_and_all_other_places_are_switched_off(self, roll: int) -> None:
        position = walking(roll)
        aims = [goal.aim for goal in goals.goals(mine(position), asked(mine(position), ()))]
        found = {aim.site for aim in aims if isinstance(aim, Enter)}
        lit, now = (board_of(see(one, None)) for one in (after(""), position))
        assert found
        blocks = {SQUARES[site.door].block for site in found}  # where numbers may hide a place
        for site in SITES:
            frame = plan(None).building(site)
            assert frame is not None
            x, y = map(round, centre(frame))
            sign = x - 20, y - 20, x + 20, y + 20
            if site in found or SQUARES[site.door].block not in blocks:
                assert (site in found) == (light(now, sign) > light(lit, sign) * 0.9), site

    @pytest.mark.parametrize("roll", [4, 5, 6, 9])
    def test_what_is_offered_is_in_the_picture(self, roll: int) -> None:
        """Squares of several quarters are on the map of the whole city, with their names."""
        corner = "* roll 4\na walk A11\n* nobody\n* roll 20\nb walk H17\n* nobody\n* flip none\n"
        view = mine(after(f"{corner}* roll {roll}"))
        for answers in ((), ("squares",)):
            offers = asked(view, answers).offers
            squares = [SQUARES[aim.square] for aim in offers if isinstance(aim, WalkTo)]
            shown, bare = (board_of(view, one) for one in (answers, None))
            for square in squares:
                whole = plan(None).frame(square.cell)
                assert shown.height > plan(square.quadrant).height
                assert not is_same(cut(shown, whole), cut(bare, whole)), square.name

    def test_what_the_roll_can_end_on_is_light_close_up(self) -> None:
        position = walking(5)
        ends = {move.square for move in prompts.legal(mine(position)) if isinstance(move, WalkTo)}
        close = board_of(mine(position), (ON_FOOT,))
        for square in SQUARES:
            if square.quadrant == "UL":
                left, top, *_ = plan("UL").frame(square.cell)
                assert (close.getpixel((left + 12, top + 12)) == CREAM) == (square.number in ends), square

    def test_everyone_sees_what_a_store_sells(self) -> None:
        position = next(one for one in phases() if isinstance(one.phase, Shopping))
        phase = position.phase
        assert isinstance(phase, Shopping)
        other = next(one for one in STORE_SITES if one.kind != phase.site.kind)
        here, there = (
            board_of(see(replace(position, phase=replace(phase, site=site)), None))
            for site in (phase.site, other)
        )
        middle = (WIDTH // 2 - 60, TOP + 200, WIDTH // 2 + 60, TOP + 360)
        assert not is_same(cut(here, middle), cut(there, middle))

    def test_what_is_known_to_be_out_of_stock_is_crossed_out(self) -> None:
        position = next(one for one in phases() if isinstance(one.phase, Shopping))
        phase = position.phase
        assert isinstance(phase, Shopping)
        found = see(position, None)
        item = next(item for item in ITEMS if item.store == phase.site.kind)
        most = list(found.stock.most)
        most[shelf(item, phase.site.quadrant)] = 0
        gone = replace(found, stock=replace(found.stock, most=tuple(most)))
        label = next(offer.label for aim, offer in asked(gone, ()).offers.items() if aim == Buy(item))
        assert label == "Leave the store"
        assert not is_same(board_of(found), board_of(gone))

    def test_the_pawn_shop_s_counter_is_for_the_mover_alone(self) -> None:
        position = walking()
        site = next(one for one in SITES if one.kind == "pawn")
        boards = [position.board.carrying(Seat(0), things, shown=None) for things in ((), ITEMS[:3])]
        pawning = [replace(position, board=board, phase=Pawning(Seat(0), site)) for board in boards]
        assert len({draw(see(one, None)) for one in pawning}) == 1
        assert len({draw(see(one, Seat(0))) for one in pawning}) == 2


def _bubble(last: Last | None) -> bytes:
    position = walking()
    return draw(see(replace(position, board=replace(position.board, last=last)), None))


class TestNews:
    def test_a_bump_shows_in_the_channel(self) -> None:
        assert len({_bubble(Last(Seat(1))), _bubble(Last(Seat(1), bumped=Seat(0)))}) == 2

    def test_what_was_paid_or_earned_stands_at_its_dog_until_the_next_walk(self) -> None:
        """With what was bought; after the next walk there's nothing left of it."""
        four, idle = Last(Seat(1), foobles=4), Last(Seat(1))
        bought = Last(Seat(1), foobles=-4, thing=ITEMS[0])
        assert len({_bubble(last) for last in (idle, four, replace(four, foobles=-4), bought)}) == 4
        buys = after("* roll 14\na enter UL pets\na buy pig")
        assert buys.board.last == Last(Seat(0), SITES[1], True, foobles=-16, thing=PIG)
        goes_on = "* roll 20\nb walk H17\n* nobody\n* flip none"
        assert on(buys, goes_on)[0].board.last == Last(Seat(1))
        assert after("* roll 24\na enter UL restaurant").board.last == Last(Seat(0), SITES[3], foobles=4)

    def test_after_a_bump_all_see_both_bags(self) -> None:
        position = walking()
        drawn = set()
        for things in ((), ITEMS[:1], ITEMS[4:8]):
            board = position.board.carrying(Seat(1), things, shown=things)
            met = replace(board, last=Last(Seat(0), bumped=Seat(1)))
            drawn.add(draw(see(replace(position, board=met), None)))
        assert len(drawn) == 3

    def test_the_end_shows_who_carries_what(self) -> None:
        position = walking()
        bags = [position.board.carrying(Seat(1), things, shown=None) for things in ((), ITEMS[3:5])]
        assert len({draw(see(GAME.stop(replace(position, board=board)), None)) for board in bags}) == 2


def _concluding(found: View) -> View:
    return replace(found, options=Options(notebook="conclusions"))


class TestOwnThings:
    def test_every_item_in_the_bag_and_the_notebook_shows(self) -> None:
        position = walking()
        for viewer in (Seat(0), Seat(1)):
            drawn = set()
            for item in ITEMS:
                board = position.board.carrying(viewer, (item,), shown=None)
                drawn.add(draw(see(replace(position, board=board), viewer)))
            assert len(drawn) == len(ITEMS)

    def test_what_is_ruled_out_is_dark(self) -> None:
        """The first column holds the cheapest items, none of which can be correct at these prices."""
        found = _concluding(see(walking(), Seat(1)))
        light = []
        for prices in ((4, 8, 8, 16), (16, 16, 16, 16)):
            column = cut(board_of(replace(found, prices=prices)), (176, TOP + 80, 480, TOP + 700))
            light.append(sum(column.convert("L").resize((8, 8)).tobytes()))
        assert light[1] < light[0] * 0.7

    def test_a_locker_that_may_be_empty_has_a_question_mark(self) -> None:
        found = _concluding(see(walking(), Seat(1)))
        item: Item = ITEMS[4]
        guesses = [((item, None), (None, item)), ((item, None),), ((None, item),), ((None, None),)]
        drawn = {draw(replace(found, worlds=tuple(map(World, guess)))) for guess in guesses}
        assert len(drawn) == len(guesses)

    def test_by_default_nothing_that_only_follows_shows(self) -> None:
        """It tells neither what the prices rule out nor which locker must hold an item not seen there."""
        found = see(walking(), Seat(1))
        item: Item = ITEMS[4]
        guesses: list[tuple[Guess, ...]] = [((item, None), (None, item)), ((item, None),), ((None, item),)]
        drawn = {draw(replace(found, worlds=tuple(map(World, guess)))) for guess in guesses}
        assert len(drawn) == 1
        seen, concluded = (draw(one) for one in (found, _concluding(found)))
        assert seen != concluded

    def test_the_option_takes_the_notebook_out_of_the_picture(self) -> None:
        found = see(walking(), Seat(1))
        without = replace(found, options=Options(notebook="none"))
        assert draw(without) != draw(found)
        marked = replace(without, found=ITEMS[6])
        assert draw(marked) == draw(without)

    def test_the_movers_map_is_without_a_notebook_which_has_a_button(self) -> None:
        found = see(walking(), Seat(0))
        assert draw(found) == draw(replace(found, options=Options(notebook="none")))

    def test_something_unseen_in_the_bag_has_a_question_mark(self) -> None:
        for seat in (Seat(0), Seat(1)):
            found = see(walking(), seat)
            unseen = [(None,), (ITEMS[4],), (None, ITEMS[4]), (ITEMS[7],)]
            none, certain, perhaps, another = (
                draw(replace(found, worlds=tuple(World((None, None), thing) for thing in things)))
                for things in unseen
            )
            assert len({none, certain, perhaps}) == 3
            assert certain == another
