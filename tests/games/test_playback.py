"""A finished game, looked at move by move: whatever anybody saw, and everything that nobody did."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from games.core import CHANCE, Caption, Seat
from games.engine import record, registry
from games.engine.playback import KEPT_EVERY, MOST_MOMENTS, Playback, play_back
from games.engine.table import Table
from games.kit.brush.scene import CAPTION
from games.kit.brush.timeline import HIGH
from games.kit.faces import Face, Told
from tests import long_records
from tests.deep import sized
from tests.games.work import calls

RECORDS = {
    "calabresella": "computers-to-21",
    "doublolo": "quick",
    "fooblitzky": "rule-33-winning",
    "foozle": "four-seats",
    "fourside": "quick",
}


def playback_of(game: str, name: str = "") -> Playback:
    """A record of this game, played; a finished one by default."""
    text = (Path("games") / game / "records" / f"{name or RECORDS[game]}.txt").read_text("utf-8")
    return play_back(registry.find(game), record.read(text))


@pytest.mark.parametrize("game", RECORDS)
def test_with_a_players_eyes_every_move_looks_as_it_looked_then(game: str) -> None:
    shown = playback_of(game)
    rules = shown.game
    table = Table.new(rules, shown.header)
    drawn = {*range(0, shown.last, max(shown.last // sized(2, 4), 1))}
    for number, frame in enumerate(shown.frames):
        for line in shown.record.lines[len(table.lines) : frame.ends]:
            table = table.play(line)
        for seat in table.seats:
            assert shown.view(number, seat) == table.view(seat)
            if number in drawn and not table.over:
                news, past = Caption("{a} moves"), shown.timeline(number)
                running = rules.draw(table.view(seat)).telling(Told(news)).png()
                replayed = rules.draw(shown.view(number, seat)).telling(Told(news, timeline=past)).png()
                assert above(replayed, HIGH + CAPTION) == above(running, CAPTION)


def above(png: bytes, below: int) -> bytes:
    """The pixels of a picture without so many rows at its foot."""
    with Image.open(BytesIO(png)) as opened:
        whole = opened.convert("RGB")
    return whole.crop((0, 0, whole.width, whole.height - below)).tobytes()


@pytest.mark.parametrize("game", ["calabresella", "fooblitzky", "foozle"])
def test_with_nothing_hidden_a_replay_shows_more_than_the_channel_saw(game: str) -> None:
    shown = playback_of(game)
    middle = shown.last // 2
    everything, channel = shown.view(middle, None), shown.at(middle).view(None)
    assert everything != channel
    describe = shown.game.describe
    assert describe is not None
    assert describe(everything) != describe(channel)
    assert shown.view(shown.last, None) == shown.end.view(None)


@pytest.mark.parametrize("game", RECORDS)
def test_a_replay_has_a_frame_for_every_move_and_the_beginning_before_them(game: str) -> None:
    shown = playback_of(game)
    moved = [line for line in shown.record.lines if line.who != CHANCE and not line.is_talk]
    assert shown.last == len(moved)
    assert [frame.by for frame in shown.frames[1:]] == [line.who for line in moved]
    assert shown.frames[-1].ends == shown.lines
    assert shown.is_whole
    assert shown.faults == ()
    moments = shown.outline.moments
    assert 0 < len(moments) <= MOST_MOMENTS
    assert [one.at for one in moments] == sorted({one.at for one in moments})
    assert moments[-1] == (shown.last, "The end")


def test_moves_that_were_undone_are_no_frames() -> None:
    shown = playback_of("doublolo", "takebacks")
    moved = [line for line in shown.record.lines if line.who != CHANCE and not line.is_talk]
    undone = [line for line in shown.record.lines if line.text.startswith("/undo")]
    assert undone
    assert shown.last <= len(moved) - len(undone)
    for number in range(1, shown.last + 1):
        before, after = shown.at(number - 1), shown.at(number)
        assert sum(after.state.board.scores) >= sum(before.state.board.scores)


def test_a_long_game_is_jumped_about_in_at_the_same_cost_everywhere() -> None:
    shown = play_back(registry.find("calabresella"), record.read(long_records.passed_out(lines=3_000)))
    assert shown.last > 2_000
    place = KEPT_EVERY // 2
    early = calls(lambda: shown.at(shown.number_after(place)))
    late = calls(
        lambda: shown.at(shown.number_after(shown.lines - shown.lines % KEPT_EVERY - KEPT_EVERY + place))
    )
    assert late <= 1.5 * early


def test_whoever_waits_too_long_stops_it() -> None:
    class Enough(Exception):
        pass

    def go_on() -> None:
        raise Enough

    with pytest.raises(Enough):
        play_back(registry.find("doublolo"), record.read(long_records.undone(lines=200)), go_on)


def test_a_time_line_says_where_it_is_and_who_gained() -> None:
    shown = playback_of("foozle")
    line = shown.timeline(5)
    assert (line.now, line.last, line.words) == (5, shown.last, f"Move 5 of {shown.last}")
    assert line.gains
    for gain in line.gains:
        before, after = (shown.game.scores(shown.at(at).position) for at in (gain.at - 1, gain.at))
        assert after[gain.seat] > before[gain.seat]


@pytest.mark.parametrize("game", RECORDS)
def test_the_captions_of_the_beginning_and_the_end_are_whole(game: str) -> None:
    shown = playback_of(game)
    for at in (0, shown.last):
        news = shown.told(at, None).caption(None)
        drawing = shown.game.draw(shown.view(at, None)).telling(Told(news, timeline=shown.timeline(at)))
        assert drawing.said([Face("Chiara")] * 4) == (news,)


@pytest.mark.parametrize("game", ["doublolo", "fourside"])
def test_nothing_can_be_chosen_in_the_picture_of_a_past_moment(game: str) -> None:
    shown = playback_of(game)
    rules, told = shown.game, Told(timeline=shown.timeline(9))
    (mover,) = shown.at(9).turn.owes
    watched = rules.draw(shown.view(9, Seat(1 - mover))).telling(told).png()
    for eyes in (None, mover):
        assert rules.draw(shown.view(9, eyes), None).telling(told).png() == watched


@pytest.mark.parametrize(
    ("game", "name", "deals"), [("calabresella", "computers-to-100", 5), ("foozle", "", 2)]
)
def test_new_deals_are_moments(game: str, name: str, deals: int) -> None:
    shown = playback_of(game, name)
    written = [number for number, line in enumerate(shown.record.lines) if line.text.startswith("deal ")]
    assert shown.outline.deals == tuple(shown.number_after(number + 1) for number in written[1:])
    assert shown.outline.deals
    assert {one.at for one in shown.outline.moments if one.words == "A new deal"} <= {*shown.outline.deals}
