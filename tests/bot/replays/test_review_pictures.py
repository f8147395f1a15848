"""The pictures of reviews: as wide as all others, small enough to be sent, and with every name in them."""

from io import BytesIO

import pytest
from PIL import Image

from bot.chat.players import Player
from bot.replays.replays import Replayed
from bot.replays.review import page_of, story_of
from bot.replays.review_card import review_picture
from games.core import Seat
from games.engine import registry
from games.engine.fair import computer_rng
from games.engine.playback import Playback
from games.engine.review import Moment, Review, review
from games.kit.brush.marks import WIDTH
from games.kit.faces import Face
from tests.bot.replaying import playback_of

LONG = "Wilhelmina Featherstonehaugh-Smi"
"""As many letters as Discord allows, none of them narrow."""


@pytest.mark.parametrize("game", [name for name, one in registry.all_games().items() if one.is_reviewed])
def test_the_picture_of_a_review_fits_and_is_always_the_same(game: str) -> None:
    playback = playback_of(game)
    shown = Replayed("1", playback, tuple(Player(LONG) for _ in playback.end.seats))
    found = review(playback)
    lost = next(at for at in range(playback.last - 3, 0, -1) if _is_judged(playback, at))
    by = playback.frames[lost].by
    assert by is not None
    text = playback.record.lines[playback.frames[lost].begins].text
    worst = Moment(lost, by, text, 111, is_sure=False)
    full = Review(found.leads, (worst, worst, worst), Seat(0), found.is_duel)
    faces = tuple(Face(LONG) for _ in playback.end.seats)
    for one in (found, full):
        png = review_picture(page_of(shown, one), faces)
        assert png == review_picture(page_of(shown, one), faces)
        assert Image.open(BytesIO(png)).width == WIDTH
        assert len(png) < 150_000
        assert len(story_of(shown, one)) < 1_000


def _is_judged(playback: Playback, at: int) -> bool:
    """Whether a judge says anything of this move."""
    seat, line = playback.frames[at].by, playback.record.lines[playback.frames[at].begins]
    assert playback.game.judge is not None
    view = playback.at(at - 1).view(seat)
    return playback.game.judge.weigh(view, playback.game.read(line.text), 1, computer_rng(b"")) is not None
