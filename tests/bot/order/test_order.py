"""Order in a server: who manages it, and what becomes of those whom they remove or keep away."""

from functools import partial

import pytest
from sqlalchemy import text

from bot.app.parlour import Parlour
from bot.chat import first_answer
from bot.chat.discord_time import DISCORD_TIME
from bot.config import Settings
from bot.host import play as cast
from bot.order import decisions as order
from bot.refusal import Refusal
from bot.table import leaving, welcome
from bot.table.journal import milliseconds
from bot.table.lobby import Lobby
from bot.table.session import Session
from games.core import Seat
from local_discord.person import Person, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from tests.bot.conftest import Meet, running
from tests.bot.hands import ROOM, session_of
from tests.bot.leaderboards.test_leaderboard import CHIARA_ID, DMITRI_ID
from tests.bot.leaving import cards as cards
from tests.bot.leaving import leave, shown_board
from tests.bot.tables import forge, join, open_lobby, resign, session_in, sit_down, told, toss, until


async def manage(manager: Person, what: str, /, **options: object) -> str:
    """What somebody reads who manages the server and does this with /server."""
    return await told(manager, await manager.command(f"server {what}", channel="games", **options))


async def log_of(manager: Person) -> str:
    shown = await manager.reply_to(await manager.command("server log", channel="games"))
    assert is_ephemeral(shown)
    return text_of(shown)


def is_told(person: Person, saying: str, *, called: bool) -> bool:
    """Whether a message in the channel says this, and whether it notifies both players or nobody."""
    there = person.sees.in_channel(cast.GAMES)
    return any(saying in text_of(one) and len(one["mentions"]) == 2 * called for one in there)


async def told_directly(person: Person, saying: str) -> str:
    """The direct message to this person that says this."""
    direct = (await person.open_dm())["id"]
    return text_of(await person.wait_for(lambda m: m["channel_id"] == direct and saying in text_of(m)))


async def test_who_is_removed_from_a_game_is_told_why_and_cannot_come_back(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person
) -> None:
    await toss(chiara, dmitri)
    said = await manage(ada, "remove", person=chiara.id, why="Rude *words*")
    assert said == f"Done, and I've told <@{cast.CHIARA}>."
    assert "“Rude \\*words\\*”" in await told_directly(chiara, "removed you")
    session = session_in(bot)
    assert all(one.user_id != CHIARA_ID for one in session.players)
    question = await chiara.reply_to(await chiara.command("leave", channel="games"))
    back = await told(chiara, await chiara.press(question, label="Come back"))
    assert "You were removed from this table" in back
    log = await log_of(ada)
    assert f"<@{cast.ADA}> removed <@{cast.CHIARA}> from the table in <#{cast.GAMES}>: “Rude" in log


async def test_who_is_removed_from_a_lobby_cannot_join_it_again(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person
) -> None:
    lobby = await join(dmitri, await open_lobby(chiara))
    await manage(ada, "remove", person=dmitri.id, why="Full")
    lobby = await dmitri.wait_for(lambda m: m["id"] == lobby["id"] and "Join" in labels_of(m))
    assert "You were removed from this table" in await told(dmitri, await dmitri.press(lobby, label="Join"))
    assert "isn't at this table" in await manage(ada, "remove", person=dmitri.id, why="Again")


async def test_who_is_kept_away_opens_and_joins_nothing_until_then(settings: Settings, meet: Meet) -> None:
    async with running(settings):
        ada, chiara, dmitri = await meet(cast.ADA), await meet(cast.CHIARA), await meet(cast.DMITRI)
        assert "I've told" in await manage(ada, "keep-away", person=chiara.id, time=7, why="Cheats")
        direct = await told_directly(chiara, "don't let you play")
        assert f"(https://discord.com/channels/{cast.GUILD_ID})" in direct
        assert "you can read why" in direct
        lobby = await open_lobby(dmitri)
    async with running(settings) as bot:
        refused = await told(chiara, await chiara.press(lobby, label="Join"))
        assert "The people who manage this server don't let you play" in refused
        assert "“Cheats”" in refused
        opened = await told(chiara, await chiara.command("play", channel="general", game="doublolo"))
        assert "don't let you play" in opened
        await bot.archive.privacy.forget(CHIARA_ID, milliseconds())
        still = await told(chiara, await chiara.press(lobby, label="Join"))
        assert "don't let you play" in still, "nobody gets rid of it by deleting their data"
        assert "Cheats" not in still
        assert "Done" in await manage(ada, "let-back", person=chiara.id)
        await join(chiara, lobby)
        assert "Nobody keeps" in await manage(ada, "let-back", person=chiara.id)
        log = await log_of(ada)
        assert f"let <@{cast.CHIARA}> back" in log
        assert "keeps a former player from this server's tables" in log


async def test_what_is_decided_for_a_time_ends_by_itself(
    bot: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, now = int(cast.GUILD_ID), DISCORD_TIME.now()
    await order.keep_away(bot.archive, server, int(cast.ADA), DMITRI_ID, 1, "")
    await welcome.must_be_welcome(bot.archive, 1, DMITRI_ID)
    with pytest.raises(Refusal, match="don't let you play"):
        await welcome.must_be_welcome(bot.archive, server, DMITRI_ID)
    monkeypatch.setattr(DISCORD_TIME, "now", lambda: now + 2 * order.DAY / 1000)
    await welcome.must_be_welcome(bot.archive, server, DMITRI_ID)


async def test_a_game_is_paused_and_ended_and_its_players_read_why(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person
) -> None:
    await toss(chiara, dmitri)
    for what, done in (("pause", "only they can resume it"), ("end", "have ended this game")):
        interaction = await ada.command(f"server {what}", channel="games", why="Dinner")
        said = await ada.reply_to(interaction)
        assert not is_ephemeral(said)
        assert f"{done}: “Dinner”" in text_of(said)
        assert cast.CHIARA in text_of(said)
    await until(lambda: bot.tables.channels.id_in(int(cast.GAMES)) is None)
    log = await log_of(ada)
    assert "paused the game" in log
    assert log.index("ended the table") < log.index("paused the game"), "the newest first"
    assert "No game is running" in await manage(ada, "end", why="Again")


async def test_players_read_why_even_if_it_was_too_late_for_an_answer(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await toss(chiara, dmitri)
    monkeypatch.setattr(first_answer, "PATIENCE", 0.0)
    for what, done in (("pause", "have paused"), ("resume", "have resumed"), ("end", "have ended")):
        why = {} if what == "resume" else {"why": "Dinner"}
        await ada.command(f"server {what}", channel="games", **why)
        await until(partial(is_told, chiara, f"{done} this game", called=what == "pause"))


async def test_what_people_who_manage_the_server_paused_only_they_resume(
    settings: Settings, meet: Meet
) -> None:
    ada, chiara, dmitri = await meet(cast.ADA), await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings) as bot:
        await toss(chiara, dmitri)
        await chiara.command("pause", channel="games")
        await until(lambda: session_in(bot).is_paused)
        since = session_in(bot).stored.paused_at
        await ada.reply_to(await ada.command("server pause", channel="games", why="Bad *words*"))
    why = "The people who manage this server have paused this game, and only they can resume it: “Bad \\*"
    async with running(settings) as bot:
        board = await shown_board(chiara, why)
        await bot.tables.load_channel(int(cast.GAMES))
        assert session_in(bot).stored.paused_at == since
        for refused in (
            await told(chiara, await chiara.press(board, label="Resume")),
            await told(chiara, await chiara.command("resume", channel="games")),
            await told(chiara, await chiara.command("pause", channel="games")),
            await manage(ada, "pause", why="Again"),
        ):
            assert why in refused
        assert session_in(bot).is_paused
        await ada.press(board, label="Resume")
        await until(lambda: not session_in(bot).is_paused)
        await ada.command("server pause", channel="games", why="“")
        await until(lambda: session_in(bot).is_paused)
        said = text_of(await ada.reply_to(await ada.command("server resume", channel="games")))
        assert "have resumed this game." in said
        assert not session_in(bot).is_paused
        assert "isn't paused" in await manage(ada, "resume")
        what = [one.what for one in await bot.archive.order.log(int(cast.GUILD_ID))]
        assert what == ["resumed", "paused"] * 2
        assert f"<@{cast.ADA}> resumed the game in" in await log_of(ada)


async def test_nothing_is_done_that_the_list_does_not_have(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person, faults_logged: set[str]
) -> None:
    faults_logged.add("bot.chat.answer")
    await open_lobby(chiara, "general")
    await toss(chiara, dmitri)
    before = await bot.archive.sessions.find(1), await bot.archive.sessions.find(2)
    gone = text("ALTER TABLE server_log RENAME TO gone")
    await bot.archive.writer.run(lambda connection: connection.execute(gone))
    for channel in ("general", "games"):
        for what in ("remove", "end", "pause")[: 3 if channel == "games" else 2]:
            person = {"person": chiara.id} if what == "remove" else {}
            failed = await ada.command(f"server {what}", channel=channel, why="Rude", **person)
            assert "Nothing has changed" in await told(ada, failed), what
    assert (await bot.archive.sessions.find(1), await bot.archive.sessions.find(2)) == before
    assert not session_in(bot).is_paused
    assert not session_in(bot).table.over
    assert session_in(bot).removed == ()
    lobby = bot.tables.channels.find(int(cast.GENERAL))
    assert isinstance(lobby, Lobby)
    assert lobby.is_seated(CHIARA_ID)
    assert lobby.is_open


async def test_what_a_moderator_does_with_other_buttons_is_in_the_list_and_what_hosts_do_is_not(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person
) -> None:
    for person in (chiara, ada):
        await sit_down(chiara, dmitri)
        question = await person.reply_to(await person.command("stop", channel="games"))
        await person.press(question, label="Stop the game")
        await until(lambda: bot.tables.channels.id_in(int(cast.GAMES)) is None)
    (only,) = await bot.archive.order.log(int(cast.GUILD_ID))
    assert (only.by_id, only.what) == (int(cast.ADA), "ended")


async def test_only_people_who_manage_the_server_can(
    bot: Parlour, chiara: Person, discord: LocalDiscord
) -> None:
    lobby = await open_lobby(chiara)
    said = await told(chiara, await forge(discord, chiara, lobby, "server_log:0"))
    assert "Only people with the permission Manage Server" in said
    with pytest.raises(Exception, match="can't use /server"):
        await chiara.command("server end", channel="games", why="Mine")


async def test_who_is_removed_hosts_no_longer_and_is_in_no_rematch(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    await manage(ada, "remove", person=chiara.id, why="Rude")
    assert session_in(bot).host_id == DMITRI_ID, "nobody stops a game from which they were removed"
    final = await resign(dmitri, shown)
    refused = await told(chiara, await chiara.press(chiara.sees.current(final), label="Rematch"))
    assert "You were removed from this table" in refused
    await dmitri.press(final, label="Rematch")
    await until(lambda: bot.tables.channels.find(int(cast.GAMES)) is not None)
    await until(lambda: isinstance(bot.tables.channels.find(int(cast.GAMES)), Session))
    assert session_in(bot).options.removed == (CHIARA_ID,), "nor in the next one"


async def keep_away(ada: Person, person: Person) -> None:
    assert "told" in await manage(ada, "keep-away", person=person.id, time=7, why="Cheats")


async def test_who_is_kept_away_begins_no_rematch_from_elsewhere(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person, discord: LocalDiscord
) -> None:
    await resign(dmitri, await toss(chiara, dmitri))
    await keep_away(ada, chiara)
    direct = await chiara.wait_for(lambda m: "don't let you play" in text_of(m))
    assert "don't let you play" in await told(chiara, await forge(discord, chiara, direct, "rematch:1"))


async def test_who_is_kept_away_is_sent_away_from_a_lobby_at_its_start(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person
) -> None:
    lobby = await join(dmitri, await open_lobby(chiara))
    await keep_away(ada, dmitri)
    assert "Waiting for 1 more player" in await told(chiara, await chiara.press(lobby, label="Start"))
    lobby = await ada.wait_for(lambda m: m["id"] == lobby["id"] and "Join" in labels_of(m))
    await join(ada, lobby)
    await keep_away(ada, chiara)
    lobby = await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "Start" in labels_of(m))
    assert "don't let you play" in await told(chiara, await chiara.press(lobby, label="Start"))


async def test_who_is_kept_away_begins_no_game_in_the_lobby_in_which_they_wait(
    bot: Parlour, ada: Person, chiara: Person
) -> None:
    await open_lobby(chiara)
    await keep_away(ada, chiara)
    sent = await chiara.command("play", channel="games", game="doublolo", against="computer")
    assert "Cheats" in await told(chiara, sent)
    assert not bot.tables.in_memory.sessions()


async def test_nobody_accepts_a_newcomer_who_is_kept_away_meanwhile(cards: Settings, meet: Meet) -> None:
    chiara, bruno = await meet(cast.CHIARA), int(cast.BRUNO)
    async with running(cards) as bot:
        await leave(chiara, "Free my seat", ROOM)
        await shown_board(chiara, "can take over", ROOM)
        session = session_of(bot)
        await leaving.take(session, bruno, "Bruno", Seat(0))
        await order.keep_away(bot.archive, int(cast.GUILD_ID), int(cast.ADA), bruno, 1, "")
        await leaving.admit(session, DMITRI_ID, bruno, accepts=True)
        with pytest.raises(Refusal, match="can't take that seat anymore"):
            await leaving.admit(session, int(cast.EMI), bruno, accepts=True)
        assert leaving.newcomer(session) is None


async def test_who_is_kept_away_accepts_no_duel_and_is_in_no_table_of_the_day(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person, discord: LocalDiscord
) -> None:
    posted = await chiara.reply_to(
        await chiara.command("duel", channel="games", game="fourside", opponent=dmitri.id)
    )
    await keep_away(ada, dmitri)
    direct = await dmitri.wait_for(lambda m: "don't let you play" in text_of(m))
    assert "don't let you play" in await told(dmitri, await forge(discord, dmitri, direct, "accept_duel:1"))
    card = await dmitri.reply_to(await dmitri.command("daily", channel="games"))
    assert "don't let you play" in await told(dmitri, await dmitri.press(card, label="Play"))
    await manage(ada, "let-back", person=dmitri.id)
    await keep_away(ada, chiara)
    refused = await told(dmitri, await dmitri.press(dmitri.sees.current(posted), label="Accept"))
    assert f"<@{chiara.id}> can't play here now" in refused
