"""A commit that the server makes but can't confirm: the move counts once, and nobody has to do anything."""

import pytest

from bench import loopback
from bot.app.parlour import Parlour
from bot.config import Settings
from bot.daily.news import DailyNews
from bot.host import play as cast
from local_discord.person import Person, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive, Unconfirmed
from tests.bot import tables
from tests.bot.conftest import WITHOUT_STORAGE, running
from tests.bot.finished import all_counted
from tests.bot.tables import against_computer, board, lines, sit_down, to_move, told, until
from tests.network import Network, Proxy
from tests.storage.conftest import open_session

pytestmark = pytest.mark.real


@pytest.fixture(autouse=True)
def _storage_goes_away(faults_logged: set[str]) -> None:
    faults_logged.add(WITHOUT_STORAGE)


@pytest.fixture
def settings(discord: LocalDiscord, proxy: Proxy) -> Settings:
    return loopback.settings_for(discord, proxy.url)


@pytest.fixture
async def bot(bot: Parlour) -> Parlour:
    """It has counted the games and noted the day, so the next commit is that of a press."""
    await all_counted(bot.archive)
    await bot[DailyNews].look()  # as it does at every full minute
    return bot


async def shown_and_written(bot: Parlour) -> None:
    """Wait until nothing is to be written any more, so that the next commit is that of a press."""
    await (await bot.messages.of(await bot.tables.lobby_or_session(1))).sent()
    await bot.archive.writer.idle()


async def written(bot: Parlour) -> list[str]:
    """The lines of the first table as they stand in the database."""
    return [one.text for one in await bot.archive.record.lines(1)]


async def test_the_archive_says_that_it_does_not_know(proxy: Proxy) -> None:
    async with Archive.open(proxy.url) as archive:
        session = await open_session(archive)
        proxy.loses_a_commit(then=Network.PASSES)
        with pytest.raises(Unconfirmed):
            await archive.record.append(session.id, 0, 0, "E12", "", 77, 1)
        assert [line.text for line in await archive.record.lines(session.id)] == ["E12"]


async def test_a_press_whose_commit_is_not_confirmed_is_a_move_if_that_can_be_read_at_once(
    bot: Parlour, proxy: Proxy, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    await shown_and_written(bot)
    proxy.loses_a_commit(then=Network.PASSES)
    await chiara.press(shown, label="Heads")
    await board(dmitri, shown, "to place")
    assert (await written(bot)).count("call heads") == 1
    assert len(await written(bot)) == len(lines(bot))


async def test_a_press_whose_commit_is_not_confirmed_is_shown_as_soon_as_it_can_be_read(
    bot: Parlour,
    proxy: Proxy,
    chiara: Person,
    dmitri: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.table.computers._RETRY_SECONDS", 0.1)
    shown = await sit_down(chiara, dmitri)
    await shown_and_written(bot)
    proxy.loses_a_commit(then=Network.CUT)
    sentence = await told(chiara, await chiara.press(shown, label="Heads"))
    assert "I can't reach my saved games right now. Nothing is lost" in sentence
    proxy.becomes(Network.PASSES)
    await board(dmitri, shown, "to place")
    assert (await written(bot)).count("call heads") == 1


async def test_another_press_on_the_old_board_changes_nothing_and_shows_the_move_that_was_saved(
    bot: Parlour,
    proxy: Proxy,
    chiara: Person,
    dmitri: Person,
) -> None:
    shown = await sit_down(chiara, dmitri)
    await shown_and_written(bot)
    proxy.loses_a_commit(then=Network.CUT)
    await told(chiara, await chiara.press(shown, label="Heads"))
    proxy.becomes(Network.PASSES)
    assert await chiara.outcome(await chiara.press(shown, label="Tails")) == "answered"
    await board(dmitri, shown, "to place")
    assert "call tails" not in await written(bot)


async def test_a_computer_whose_commit_is_not_confirmed_moves_once_and_goes_on(
    settings: Settings, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.table.computers._RETRY_SECONDS", 0.1)
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, against_computer(cast.CHIARA), to_move(1))
        before = len(await archive.record.lines(1))
    settings.play.pace = 0.5
    async with running(settings) as bot:
        await all_counted(bot.archive)
        proxy.loses_a_commit(then=Network.CUT)
        await until(lambda: proxy.is_cut)
        proxy.becomes(Network.PASSES)
        await until(lambda: len(lines(bot)) == before + 1)
        assert len(await written(bot)) == before + 1


async def test_a_lobby_whose_commit_is_not_confirmed_can_be_shown(
    bot: Parlour, proxy: Proxy, chiara: Person
) -> None:
    proxy.loses_a_commit(then=Network.PASSES)
    opened = await told(chiara, await chiara.command("play", channel="games", game=tables.GAME))
    assert "I don't know whether that was saved" in opened
    again = await told(chiara, await chiara.command("play", channel="games", game=tables.GAME))
    assert "A game is already running here: /board shows it." in again
    await chiara.command("board", channel="games")
    await chiara.wait_for(lambda m: "Join" in labels_of(m))


@pytest.mark.parametrize(("label", "then"), [("Start", "Heads or tails?"), ("Close", "was closed")])
async def test_a_lobby_whose_start_or_end_is_not_confirmed_goes_on_with_the_next_press(
    label: str, then: str, bot: Parlour, proxy: Proxy, chiara: Person, dmitri: Person
) -> None:
    lobby = await tables.join(dmitri, await tables.open_lobby(chiara))
    if label == "Close":
        lobby = await chiara.reply_to(await tables.press_more(chiara, lobby, label))
        label = "Close lobby"
    await shown_and_written(bot)
    proxy.loses_a_commit(then=Network.PASSES)
    assert "I don't know whether that was saved" in await told(chiara, await chiara.press(lobby, label=label))
    assert await chiara.outcome(await chiara.press(lobby, label=label)) == "answered"
    await chiara.wait_for(lambda m: then in text_of(m))
