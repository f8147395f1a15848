"""Calabresella's pictures: they show what the viewer knows and nothing else, and all of it can be read."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from games.calabresella import prompts, rules, sight
from games.calabresella.captions import held, notice, out_of_play, told
from games.calabresella.draw import draw
from games.calabresella.hand_picture import ROWS, ZONE, split, steps
from games.calabresella.options import Options
from games.calabresella.position import ALL_POINTS, DECK, MADE, SEATS, Playing, Position, Rejecting, Stopped
from games.calabresella.sprites import FELT, HELD, LAID, PLAYED, SMALL, caption, face, palette, table
from games.calabresella.table_picture import HIGH, TOP
from games.calabresella.view import Phase, View
from games.core import Pick, Seat, Viewer
from games.kit.brush import cards
from games.kit.brush.cards import Look, Size
from games.kit.brush.lettering import width
from games.kit.brush.marks import ACCENT, MARGIN, TEXT, WIDTH
from games.kit.brush.marks import SEATS as MARKS
from games.kit.brush.palette import Picture
from games.kit.brush.strip import HEIGHT
from games.kit.cards import UNSEEN, Card
from tests.games.calabresella.played import played
from tests.games.pictures import PHONE, are_drawn_in_threads_as_in_one, hashed, hashed_elsewhere, opened

VIEWERS: tuple[Viewer, ...] = (None, *SEATS)

positions = st.builds(
    lambda seed, share: played(seed)[int(share * len(played(seed)))],
    st.integers(0, 5),
    st.floats(0, 1, exclude_max=True),
)


def views(phase: Phase, viewer: Viewer = None, of: int = 12) -> list[View]:
    """Every view of this phase in some matches."""
    found = [sight.see(position, viewer) for seed in range(of) for position in played(seed)]
    return [view for view in found if view.phase == phase]


def asked(phase: Phase) -> View:
    """What the seat to move sees."""
    open_view = views(phase)[0]
    return next(view for view in views(phase, open_view.mover) if view.mover == view.viewer)


def holds(image: Picture, tile: Picture) -> bool:
    """Whether the tile's middle is anywhere in the picture, pixel by pixel."""
    inner = tile.convert("RGB").crop((tile.width // 4, 8, tile.width * 3 // 4, tile.height - 8))
    return _first(image, inner) is not None


def _first(image: Picture, inner: Picture) -> tuple[int, int] | None:
    rows = [inner.crop((0, y, inner.width, y + 1)).tobytes() for y in range(inner.height)]
    pixels, length = image.tobytes(), image.width * 3
    at = pixels.find(rows[0])
    while at >= 0:
        starts = [at + number * length for number in range(len(rows))]
        if all(pixels[start : start + len(row)] == row for start, row in zip(starts, rows, strict=True)):
            return at % length // 3, at // length
        at = pixels.find(rows[0], at + 1)
    return None


def upper(tile: Picture) -> Picture:
    """The upper half of a card; the mark of a seat may cover the lower."""
    return tile.crop((0, 0, tile.width, tile.height // 2))


def slip(card: str) -> Picture:
    return face(card, SMALL)


class TestEveryPicture:
    @settings(max_examples=40)
    @given(positions, st.sampled_from(VIEWERS))
    def test_has_the_width_of_the_family_and_fits_in_a_message(
        self, position: Position, viewer: Viewer
    ) -> None:
        file = draw(sight.see(position, viewer))
        image = opened(file)
        assert image.width == WIDTH
        assert 600 < image.height < 1000
        assert len(file) < 130_000

    @settings(max_examples=20)
    @given(positions, st.sampled_from(VIEWERS))
    def test_is_the_same_for_equal_views(self, position: Position, viewer: Viewer) -> None:
        one, other = (draw(sight.see(found, viewer)) for found in (position, replace(position)))
        assert one == other

    def test_is_the_same_in_another_process(self) -> None:
        imports = "from tests.games.calabresella.test_draw import draw, played, sight"
        for seat in (None, Seat(1)):
            found = hashed_elsewhere(imports, f"draw(sight.see(played(3)[40], {seat}))")
            assert found == hashed(draw(sight.see(played(3)[40], seat)))

    def test_is_drawn_in_several_threads_as_in_one(self) -> None:
        found = [sight.see(position, viewer) for position in played(3)[:60:7] for viewer in VIEWERS]
        assert are_drawn_in_threads_as_in_one(draw, found)

    def test_differs_from_the_one_before(self) -> None:
        drawn = [draw(sight.see(position, None)) for position in played(2)]
        assert all(one != other for one, other in pairwise(drawn))

    @pytest.mark.parametrize("answers", [("6♣",), ("5♠+4♥",), ("",), ("solo",), ("?", "nonsense")])
    def test_takes_any_answers(self, answers: tuple[str, ...]) -> None:
        for phase in ("bid", "call", "return", "reject", "take", "play"):
            assert draw(asked(phase), answers)

    @pytest.mark.parametrize("viewer", VIEWERS)
    def test_is_drawn_wherever_a_match_is_broken_off(self, viewer: Viewer) -> None:
        for position in played(4)[::3]:
            if not isinstance(position, Stopped):
                assert draw(sight.see(rules.stop(position), viewer))


class TestSecrets:
    """The hands of others are in nobody's picture."""

    @settings(max_examples=40)
    @given(positions, st.sampled_from(VIEWERS), st.randoms())
    def test_do_not_show_in_a_picture(self, position: Position, viewer: Viewer, rng: Random) -> None:
        if not isinstance(position, Playing | Rejecting):
            return
        first, second = (seat for seat in SEATS if seat != viewer) if viewer is not None else (SEATS[:2])
        cards = list(DECK.named(position.hands[first] | position.hands[second]))
        rng.shuffle(cards)
        hands = list(position.hands)
        hands[first] = DECK.mask(cards[: position.hands[first].bit_count()])
        hands[second] = DECK.mask(cards[position.hands[first].bit_count() :])
        other = replace(position, hands=(hands[0], hands[1], hands[2]))
        assert draw(sight.see(position, viewer)) == draw(sight.see(other, viewer))

    def test_lie_face_down_for_the_channel(self) -> None:
        view = views("bid")[0]
        image = opened(draw(view))
        assert not any(holds(image, slip(card)) for card in DECK.cards)
        assert holds(image, face(UNSEEN, SMALL))

    def test_are_shown_with_open_hands(self) -> None:
        position = played(1, Options(game_point=30, open_hands=True))[2]
        view = sight.see(position, None)
        image = opened(draw(view))
        assert all(holds(image, slip(card)) for hand in view.hands for card in hand)


class TestTable:
    def test_shows_the_trick_with_the_newest_card_lit(self) -> None:
        view = next(view for view in views("play") if len(view.trick) == 2)
        image = opened(draw(view))
        (_, led), (_, newest) = view.trick
        assert holds(image, upper(face(led, PLAYED)))
        assert holds(image, upper(face(newest, PLAYED, "lit")))

    def test_shows_a_full_trick_until_the_next_is_led_and_lights_who_takes_it(self) -> None:
        view = next(view for view in views("play") if view.last and not view.trick)
        image = opened(draw(view))
        for seat, card in view.last:
            assert holds(image, upper(face(card, PLAYED, "lit" if seat == view.mover else "dim")))

    def test_shows_the_last_trick_small_once_the_next_is_led(self) -> None:
        view = next(view for view in views("play") if view.last and view.trick)
        image = opened(draw(view))
        assert all(holds(image, slip(laid.card)) for laid in view.last)

    def test_shows_the_widow_once_it_is_turned_up(self) -> None:
        view = views("take")[0]
        image = opened(draw(view))
        assert holds(image, upper(face(view.widow[-1], PLAYED)))
        below = opened(draw(views("reject")[0]))
        assert holds(below, upper(face(UNSEEN, PLAYED)))

    def test_shows_what_is_out_of_play_as_far_as_it_was_seen(self) -> None:
        view = next(view for view in views("play") if 0 < view.rejects < 4)
        image, cards = opened(draw(view)), out_of_play(view)
        assert len(cards) == 4
        assert cards.count(UNSEEN) == view.rejects
        assert all(holds(image, face(card, SMALL, "dim" if card else "plain")) for card in cards)

    @pytest.mark.parametrize("phase", ["between", "finished"])
    @pytest.mark.parametrize("viewer", VIEWERS)
    def test_shows_all_cards_of_a_deal_that_was_played(self, phase: Phase, viewer: Viewer) -> None:
        view = next(view for view in views(phase, viewer) if view.score)
        shown = [card for seat in SEATS for card in held(view, seat)] + list(out_of_play(view))
        assert sorted(shown) == sorted(DECK.cards)
        image = opened(draw(view))
        assert all(holds(image, slip(card)) for card in shown)

    def test_is_as_high_as_doublolos_and_lets_the_felt_show(self) -> None:
        image = opened(draw(sight.see(played(1)[0], None)))
        assert image.size == (WIDTH, HIGH) == (1180, 884)
        assert image.getpixel((WIDTH // 2, HIGH - 60)) == FELT

    def test_is_made_of_one_moulding_in_every_size(self) -> None:
        small, large = (table(size).convert("RGB") for size in ((300, 300), (900, 500)))
        assert small.crop((0, 0, 60, 60)).tobytes() == large.crop((0, 0, 60, 60)).tobytes()


class TestPointsBar:
    def _bar(self, view: View) -> Picture:
        return opened(draw(view)).crop((MARGIN, HEIGHT + 7, WIDTH - MARGIN, HEIGHT + 8))

    def test_is_as_long_as_the_soloists_points(self) -> None:
        for view in [view for view in views("play") if view.soloist is not None][::40]:
            assert view.soloist is not None
            bar, tint = self._bar(view), MARKS[view.soloist].colour
            shades = [bar.getpixel((x, 0)) for x in range(bar.width)]
            hidden = 4 if view.points[view.soloist] >= MADE else 0
            long = round(bar.width * view.points[view.soloist] / ALL_POINTS)
            assert abs(shades.count(tint) - long) <= hidden

    def test_is_full_after_a_deal_and_marks_eighteen(self) -> None:
        view = next(view for view in views("between") if view.score)
        bar = self._bar(view)
        at = round(bar.width * MADE / ALL_POINTS)
        assert bar.getpixel((at, 0)) == ACCENT
        shades = {bar.getpixel((x, 0)) for x in range(at - 4)} - {ACCENT}
        assert shades <= {mark.colour for mark in MARKS[:3]}


class TestHand:
    def test_shows_every_card_large(self) -> None:
        view = views("bid", Seat(1))[0]
        image = opened(draw(view))
        assert all(_shows(image, card, HELD) for card in view.hand)

    def test_marks_and_names_what_can_be_played_as_the_question_does(self) -> None:
        view = next(
            view
            for seat in SEATS
            for view in views("play", seat)
            if view.mover == seat and 0 < len(prompts.legal(view)) < len(view.hand)
        )
        image, question = opened(draw(view)), prompts.prompt(view, ())
        assert isinstance(question, Pick)
        labels = {choice.key: choice.label for choice in question.choices}
        assert view.viewer is not None
        for card in view.hand:
            tile = caption(labels.get(card, card), MARKS[view.viewer].colour)
            assert holds(image, tile) == (card in labels)
            assert _shows(image, card, HELD) == (card in labels)

    @pytest.mark.parametrize("phase", ["bid", "call", "play"])
    def test_names_nothing_for_whoever_waits(self, phase: Phase) -> None:
        view = next(view for seat in SEATS for view in views(phase, seat) if view.mover != seat)
        image = opened(draw(view))
        assert all(_shows(image, card, HELD) for card in view.hand)
        for card in view.hand:
            assert view.viewer is not None
            assert not holds(image, caption(card, MARKS[view.viewer].colour))

    def test_shows_the_widow_with_names_where_it_is_chosen_from(self) -> None:
        view = asked("take")
        image = opened(draw(view)).crop((0, ZONE, WIDTH, ROWS - 1))
        assert view.viewer is not None
        for card in view.widow:
            assert holds(image, caption(card, MARKS[view.viewer].colour))

    def test_lights_what_was_chosen(self) -> None:
        view = asked("reject")
        chosen = view.hand[:2]
        image = opened(draw(view, ("+".join(chosen),)))
        assert [card for card in view.hand if _shows(image, card, HELD, "lit")] == list(chosen)

    def test_shows_the_trick(self) -> None:
        view = next(view for view in views("play", Seat(2)) if len(view.trick) == 2)
        image = opened(draw(view)).crop((0, ZONE, WIDTH, ZONE + LAID.high // 2))
        assert _shows(image, view.trick[0].card, LAID)
        assert _shows(image, view.trick[1].card, LAID, "lit")

    def test_has_an_index_that_can_be_read_on_a_telephone(self) -> None:
        assert HELD.high * 43 / 210 * PHONE / WIDTH >= 15
        assert all(size.high * 43 / 210 >= WIDTH / 32 for size in (HELD, LAID, PLAYED))

    def test_is_higher_where_it_has_two_rows(self) -> None:
        few, many = (next(v for v in views("play", Seat(0)) if len(v.hand) == n) for n in (7, 8))
        assert opened(draw(many)).height - opened(draw(few)).height > HELD.high


def _shows(image: Picture, card: str, size: Size, look: Look = "plain") -> bool:
    """Whether the index of a card is to be seen, which no other card lies over."""
    tile = face(card, size, look).convert("RGB")
    wide, high = round(size.wide * 0.28), round(size.high * 0.42)
    return _first(image, tile.crop((2, 8, wide, high))) is not None


hands = st.lists(st.sampled_from(DECK.cards), max_size=13, unique=True).map(
    lambda cards: list(DECK.named(DECK.mask(cards)))
)


class TestRows:
    @given(hands)
    def test_hold_the_hand_in_its_order_in_at_most_two(self, hand: list[Card]) -> None:
        rows = split(hand)
        assert [card for row in rows for card in row] == hand
        assert len(rows) <= 2
        assert all(rows)

    @given(hands)
    def test_never_hide_an_index_or_leave_the_picture(self, hand: list[Card]) -> None:
        for row in split(hand):
            at = steps(row)
            assert at[0] >= MARGIN - 1
            assert at[-1] + HELD.wide <= WIDTH - MARGIN + 1
            assert all(other - one >= HELD.wide * 0.5 for one, other in pairwise(at))

    def test_part_between_suits(self) -> None:
        hand = [Card(rank + suit) for suit in "♠♥♦" for rank in "3A54"]
        assert [len(row) for row in split(hand)] == [4, 8]


class TestWords:
    @settings(max_examples=60)
    @given(positions, st.sampled_from(VIEWERS))
    def test_fit_where_they_stand(self, position: Position, viewer: Viewer) -> None:
        view = sight.see(position, viewer)
        for words in told(view):
            assert width(words, TEXT) < 380
        # Three marks with four figures each stand at the left of it.
        assert width(notice(view).words, TEXT) <= 400

    def test_tell_whose_turn_it_is_in_that_seats_colour(self) -> None:
        view = views("play")[0]
        assert view.mover is not None
        said = notice(view)
        assert said.words.startswith(MARKS[view.mover].letter)
        assert said.plate == MARKS[view.mover].colour
        own = notice(sight.see(next(p for p in played(0) if isinstance(p, Playing)), None))
        assert own.words.endswith("to lead")

    def test_tell_the_viewer_that_it_is_his_turn(self) -> None:
        assert notice(asked("play")).words.startswith("Your turn")

    def test_name_the_winner(self) -> None:
        view = views("finished")[0]
        best = Seat(view.totals.index(max(view.totals)))
        assert (notice(view).words, notice(view).crown) == (f"{MARKS[best].letter} wins", True)

    def test_tell_what_the_soloist_made_or_lacks(self) -> None:
        for view in [view for view in views("between") if view.score]:
            assert view.score is not None
            assert view.soloist is not None
            took = view.score.took[view.soloist]
            assert told(view)[0].endswith(f"made {took},")
            assert told(view)[1] == (
                f"{took - MADE} above 18" if took >= MADE else f"{MADE - took} short of 18"
            )


class TestPalette:
    def test_keeps_the_colours_of_felt_and_suits(self) -> None:
        for accent in palette().accents:
            fitted = palette().fit(Image.new("RGB", (2, 2), accent)).convert("RGB")
            assert fitted.getpixel((0, 0)) == accent

    @pytest.mark.parametrize("card", ["A♠", "7♥", "J♦", "Q♣", "K♥", ""])
    def test_changes_no_card_so_that_it_is_seen(self, card: str) -> None:
        drawn = cards.face(card, PLAYED, FELT) if card else cards.back(PLAYED, FELT)
        seen = face(card, PLAYED).convert("RGB")
        difference = ImageChops.difference(drawn, seen).convert("L").tobytes()
        assert max(difference) <= 60
        assert sum(difference) / len(difference) < 3


def test_the_pictures_begin_below_the_strip() -> None:
    assert TOP > HEIGHT
