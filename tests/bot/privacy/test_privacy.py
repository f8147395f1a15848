"""My data: what's kept of a person, as they read it, take it away and have it deleted."""

import io
import json
import zipfile

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.table.computers import Computers
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from tests.bot import daily_tries
from tests.bot.blank import blank as blank
from tests.bot.conftest import Meet, running
from tests.bot.duels import test_duels
from tests.bot.finished import alt_of, leaderboard, turned
from tests.bot.leaderboards.test_leaderboard import CHIARA_ID, DMITRI_ID
from tests.bot.tables import forge, open_lobby, resign, session_in, told, toss, until, words_of


@pytest.fixture
def weak_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computers move at once."""
    monkeypatch.setattr(Computers, "choose", test_duels._as_the_weakest)  # noqa: SLF001 - the same for both


async def privacy(person: Person) -> Json:
    """What /privacy shows this person."""
    return await person.reply_to(await person.command("privacy", channel="games"))


async def download(person: Person) -> dict[str, str]:
    """The files that this person downloads, by name."""
    shown = await person.reply_to(await person.press(await privacy(person), label="Download"))
    assert is_ephemeral(shown)
    (file,) = shown["attachments"]
    with zipfile.ZipFile(io.BytesIO(await person.fetch(file["url"]))) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


async def delete(person: Person) -> str:
    """Delete everything of this person; what they're told."""
    question = await person.reply_to(await person.press(await privacy(person), label="Delete …"))
    assert "Nobody can bring it back" in text_of(question)
    assert "that lasts until its time is up" in text_of(question), "nobody gets rid of being kept away"
    return text_of(await turned(person, question, "Delete everything"))


async def test_it_says_what_is_kept_to_nobody_else(chiara: Person) -> None:
    shown = await privacy(chiara)
    assert is_ephemeral(shown)
    assert labels_of(shown) == ["Download", "Delete …"]
    for kept in ("record", "ratings", "settings", "leave out", "notebook", "kept away", "a week"):
        assert kept in text_of(shown)


async def test_a_download_has_the_records_of_games_that_are_over_and_no_one_else(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    await resign(chiara, await toss(chiara, dmitri))
    await toss(chiara, dmitri, cast.GENERAL)
    files = await download(chiara)
    assert set(files) == {"data.json", "records/doublolo-1.txt"}
    assert '[Game "doublolo"]' in files["records/doublolo-1.txt"]
    kept = json.loads(files["data.json"])
    assert {one["user_id"] for one in kept["seats"]} == {int(cast.CHIARA)}
    assert {one["session_id"] for one in kept["seats"]} == {1, 2}
    assert str(cast.DMITRI) not in files["data.json"]
    seed = session_in(bot, cast.GENERAL).stored.seed
    assert seed.hex() not in repr(files)


async def test_who_deletes_everything_is_a_former_player_to_all_others(
    settings: Settings, bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    await resign(chiara, await toss(chiara, dmitri))
    assert await delete(chiara) == "Everything of yours is deleted."
    assert str(cast.CHIARA) not in await leaderboard(dmitri)
    assert str(cast.DMITRI) in await leaderboard(dmitri)
    history = text_of(await dmitri.reply_to(await dmitri.command("history", channel="games")))
    assert "a former player" in history
    replay = await dmitri.reply_to(await dmitri.command("replay", channel="games"))
    assert "Chiara" not in alt_of(replay) + text_of(replay)
    assert json.loads((await download(chiara))["data.json"]) == {}
    assert await delete(chiara) == "Everything of yours is deleted.", "twice is the same"


async def test_who_is_seated_is_forgotten_when_the_game_ends(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    assert "You're still at 1 open table" in await delete(chiara)
    assert "Chiara" in repr(session_in(bot).players)
    await resign(dmitri, shown)
    names = [one.name for one in await bot.archive.sessions.seats(1)]
    assert sorted(names) == ["A former player", "Dmitri"]
    assert str(cast.CHIARA) not in await leaderboard(dmitri)


async def test_who_leaves_after_deleting_is_forgotten_and_cannot_come_back(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    await toss(chiara, dmitri)
    await delete(chiara)
    session = session_in(bot)
    question = await chiara.reply_to(await chiara.command("leave", channel="games"))
    await chiara.press(question, label="Keep my seat")
    await until(lambda: all(one.user_id != CHIARA_ID for one in session.players))
    await until(lambda: all(one.reader_id != CHIARA_ID for one in session.players))
    assert "Chiara" not in repr(session.stays)
    await until(lambda: session.host_id == DMITRI_ID)  # somebody has to be able to stop or resume the game
    assert await bot.archive.sessions.open_ids_of(CHIARA_ID) == ()
    told_so = await told(chiara, await chiara.command("leave", channel="games"))
    assert "aren't" in told_so or "not" in told_so.lower() or "watching" in told_so


async def test_a_lobby_forgets_who_deleted_everything_once_it_closes(bot: Parlour, chiara: Person) -> None:
    await open_lobby(chiara)
    assert "You're still at 1 open table" in await delete(chiara)
    question = await chiara.reply_to(await chiara.command("stop", channel="games"))
    await chiara.press(question, label="Close lobby")
    await until(lambda: not len(bot.tables.channels))
    await told(chiara, await chiara.command("help", channel="games"))
    await bot.archive.writer.idle()
    assert await bot.archive.privacy.of(CHIARA_ID) == {}


async def test_a_restart_shows_a_former_player(settings: Settings, meet: Meet) -> None:
    async with running(settings):
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        await resign(chiara, await toss(chiara, dmitri))
        await delete(chiara)
    async with running(settings) as bot:
        again = await dmitri.reply_to(await dmitri.command("replay", channel="games"))
        assert "a former player" in (alt_of(again) + text_of(again)).lower()
        assert await bot.archive.privacy.of(CHIARA_ID) == {}


async def test_a_made_up_press_deletes_nothing(chiara: Person, discord: LocalDiscord) -> None:
    shown = await privacy(chiara)
    said = text_of(await chiara.reply_to(await forge(discord, chiara, shown, "privacy:everything")))
    assert "expired" in said


async def test_a_duel_with_somebody_who_deleted_everything_comes_out_all_the_same(
    bot: Parlour, chiara: Person, dmitri: Person, weak_computers: None
) -> None:
    posted = await test_duels.challenge(chiara, dmitri)
    shown = await test_duels.accepted(dmitri, posted)
    await daily_tries.play_on(bot, chiara, await test_duels.begin(bot, chiara, shown))
    assert await delete(chiara) == "Everything of yours is deleted."
    await test_duels.begin(bot, dmitri, shown)
    direct = (await dmitri.open_dm())["id"]
    question = await dmitri.reply_to(await dmitri.command("stop", channel=direct))
    await dmitri.press(question, label="Stop the game")
    ended = await test_duels.seen(dmitri, posted, "wins")
    assert "a former player wins" in words_of(ended)
    assert await bot.archive.privacy.of(CHIARA_ID) == {}


async def test_a_game_of_the_day_goes_on_and_is_in_no_table(
    bot: Parlour, chiara: Person, weak_computers: None
) -> None:
    direct, session = await daily_tries.begin(bot, chiara)
    assert "You're still at 1 open table" in await delete(chiara)
    assert "Go on" in labels_of(await daily_tries.look(chiara)), "with the same try"
    await daily_tries.play(bot, chiara, direct)
    await until(lambda: session.table.over)
    await bot.archive.writer.idle()
    kept = await bot.archive.privacy.of(CHIARA_ID)
    assert not {"tries", "tries_shown", "seats", "sessions"} & set(kept)
