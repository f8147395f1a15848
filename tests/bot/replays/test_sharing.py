"""*Share*: a whole game as one animation in the channel."""

import asyncio
import io
from typing import Any

import pytest
from PIL import Image

from bot.app.parlour import Parlour
from bot.replays import share
from bot.replays.replays import Replayed, Replays
from bot.replays.share import MOST_BYTES, MOST_FRAMES
from games.kit.brush.animation import animation
from local_discord.person import Person, is_ephemeral, labels_of, pictures_of, text_of
from local_discord.server import LocalDiscord
from tests.bot.replaying import PLAYERS, keep_ended, open_replay, playback_of
from tests.bot.tables import alone, forge, people, told, toss, until, visible


async def test_a_game_is_shared_as_one_animation_that_ends_with_who_won(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    await keep_ended(bot.archive, "doublolo")
    making = await chiara.reply_to(await chiara.command("share", channel="games"))
    assert is_ephemeral(making)
    assert "Making an animation" in text_of(making)
    still = await dmitri.wait_for(lambda m: bool(pictures_of(m)))
    assert "**Dmitri came back from 13 stones behind.**" in text_of(still)
    posted = await dmitri.wait_for(lambda m: m["id"] == still["id"] and ".gif" in pictures_of(m)[0]["url"])
    assert text_of(posted) == text_of(still)
    (picture,) = pictures_of(posted)
    last = playback_of("doublolo").last
    said = picture["description"] or ""
    assert said.startswith(f"Chiara and Dmitri play Doublolo, {last} moves")
    assert "wins: " in said
    file = await dmitri.fetch(picture["url"])
    assert len(file) <= MOST_BYTES
    with Image.open(io.BytesIO(file)) as opened:
        assert opened.format == "GIF"
        frames = getattr(opened, "n_frames", 1)
        assert 10 < frames <= MOST_FRAMES + 1
        opened.seek(frames - 1)
        inks = opened.convert("RGB").getcolors(1 << 20) or []
    light = sum(count for count, ink in inks if isinstance(ink, tuple) and min(ink) > 200)
    assert light > 10_000, "the winner has a light step, and a crown"
    await until(lambda: making["id"] not in {one["id"] for one in alone(chiara)})


def test_an_animation_is_as_high_as_most_of_its_pictures_and_a_higher_one_keeps_its_foot() -> None:
    def drawn(high: int) -> bytes:
        image, file = Image.new("RGB", (400, high), "#0000ff"), io.BytesIO()
        image.paste("#ff0000", (0, high - 40, 400, high))
        image.save(file, "PNG")
        return file.getvalue()

    with Image.open(io.BytesIO(animation([drawn(240), drawn(440), drawn(240)], [50] * 3, 40))) as opened:
        assert opened.size == (200, 120)
        opened.seek(1)
        higher = opened.convert("RGB")
    places = ((100, 50), (10, 50), (10, 95), (10, 110))
    blue, _, beside, foot = (higher.getpixel(place) for place in places)
    assert blue == (0, 0, 255)
    assert beside == foot == (255, 0, 0), "the ground beside it is the foot's"


async def test_a_second_press_while_it_is_made_makes_no_second_one_nor_one_of_another_game(
    bot: Parlour, chiara: Person, dmitri: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await keep_ended(bot.archive, "doublolo")
    await keep_ended(bot.archive, "fourside")
    made, go_on = share.share_screen, asyncio.Event()

    async def slowly(*what: Any) -> Any:
        await go_on.wait()
        return await made(*what)

    monkeypatch.setattr("bot.replays.actions.share_screen", slowly)
    monkeypatch.setattr(share, "MOST_FRAMES", 2)
    shown = await open_replay(chiara)
    await chiara.reply_to(await chiara.press(shown, label="Share"))
    assert "already making" in await told(chiara, await chiara.press(shown, label="Share"))
    asked = {"channel": "games", "table": str(other)}
    assert "still making" in await told(chiara, await chiara.command("share", **asked))
    await dmitri.reply_to(await dmitri.command("share", **asked))
    go_on.set()
    await until(lambda: not bot[Replays].being_shared)
    await chiara.wait_for(lambda m: bool(pictures_of(m)) and not is_ephemeral(m))
    assert sum(bool(pictures_of(one)) and not is_ephemeral(one) for one in visible(chiara)) == 2


async def test_what_goes_wrong_while_it_is_made_is_told(
    bot: Parlour, chiara: Person, monkeypatch: pytest.MonkeyPatch, faults_logged: set[str]
) -> None:
    faults_logged.add("bot.replays.actions")
    await keep_ended(bot.archive, "fourside")

    async def fails(*_: Any) -> Any:
        raise ValueError("no ink")

    monkeypatch.setattr("bot.replays.actions.share_screen", fails)
    shown = await open_replay(chiara)
    making = await chiara.reply_to(await chiara.press(shown, label="Share"))
    await chiara.wait_for(lambda m: m["id"] == making["id"] and "Something went wrong" in text_of(m))
    await until(lambda: not bot[Replays].being_shared)


async def test_what_is_said_of_a_game_is_that_somebody_came_back_or_by_how_much_they_won() -> None:
    told = {
        game: share.what_is_to_see(Replayed("", playback_of(game), people(*PLAYERS[:4])))
        for game in ("doublolo", "fourside", "calabresella", "foozle")
    }
    assert told == {
        "doublolo": "Dmitri came back from 13 stones behind.",
        "fourside": "Dmitri wins by 121 points.",
        "calabresella": "Chiara wins: 24 points in a match to 21.",
        "foozle": "Emi wins by 3 tokens.",
    }


async def test_a_running_game_is_not_shared(
    bot: Parlour, chiara: Person, dmitri: Person, discord: LocalDiscord
) -> None:
    shown = await toss(chiara, dmitri)
    assert "Share" not in labels_of(shown)
    assert "still going" in await told(chiara, await forge(discord, chiara, shown, "share:1"))


async def test_a_game_is_not_shared_where_the_bot_cannot_post_files(bot: Parlour, chiara: Person) -> None:
    number = await keep_ended(bot.archive, "fourside")
    command = await chiara.command("replay", channel="no-bots-here", table=str(number))
    shown = await chiara.reply_to(command)
    sentence = await told(chiara, await chiara.press(shown, label="Share"))
    assert "I need" in sentence
    assert "Attach Files" in sentence
