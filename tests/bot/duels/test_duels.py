"""Duels: two people get the same deal, and neither learns how the other does before both are through."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.app.parlour import Parlour
from bot.chat import first_answer, links
from bot.config import Settings
from bot.duels import routes
from bot.duels import standing as duels
from bot.duels.news import ROUND_SECONDS, DuelMessages
from bot.host import play as cast
from bot.replays.reasons import NOT_YET
from bot.replays.routes import Why
from bot.table.computers import Computers, Thought
from bot.table.journal import milliseconds
from bot.table.options import ServerSettings
from bot.table.session import Session
from games.core import Seat
from games.engine import fair
from games.engine.table import AnyTable
from local_discord.codec import Json
from local_discord.fixtures import ChannelFixture, GuildFixture
from local_discord.person import (
    AT_MOST,
    Person,
    every_component,
    is_ephemeral,
    labels_of,
    pictures_of,
)
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.ratelimit import Limits
from local_discord.server import LocalDiscord
from storage import COMPUTERS, Archive, Duel, StorageFailed
from tests.bot.blank import blank as blank
from tests.bot.blank import drawn_cards as drawn_cards
from tests.bot.conftest import PATIENT, Meet, running
from tests.bot.daily_tries import play_on
from tests.bot.hands import all_direct
from tests.bot.tables import forge, told, until, words_of
from tests.openapi import Recording

_choose = Computers.choose


async def _as_the_weakest(self: Computers, table: AnyTable, seat: Seat, level: str, key: bytes) -> Thought:
    return await _choose(self, table, seat, table.game.about.levels[0], key)


@pytest.fixture(autouse=True)
def _computers_move_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Computers, "choose", _as_the_weakest)


async def challenge(
    person: Person, opponent: Person | None = None, game: str = "fourside", channel: str = cast.GAMES
) -> Json:
    """The challenge as everybody sees it in the channel."""
    whom = {} if opponent is None else {"opponent": opponent.id}
    posted = await person.reply_to(await person.command("duel", channel=channel, game=game, **whom))
    assert not is_ephemeral(posted)
    return posted


async def seen(person: Person, posted: Json, saying: str) -> Json:
    """The challenge once it says this."""
    return await person.wait_for(lambda m: m["id"] == posted["id"] and saying in words_of(m))


async def accepted(person: Person, posted: Json) -> Json:
    await person.press(await seen(person, posted, "challenges"), label="Accept")
    return await seen(person, posted, "result shows once")


async def begin(bot: Parlour, person: Person, shown: Json) -> Session:
    """Press *Play* below a challenge; the game once it is their turn."""
    assert "in our direct messages" in await told(person, await person.press(shown, label="Play"))
    return await table_of(bot, person)


async def table_of(bot: Parlour, person: Person) -> Session:
    """The game in this person's direct messages, once it is their turn."""
    direct = int((await person.open_dm())["id"])
    await until(lambda: bot.tables.channels.id_in(direct) is not None)
    session = await bot.tables.session(bot.tables.channels.id_in(direct) or 0)
    await until(lambda: session.waits_for() == (0,))
    return session


async def news(person: Person, saying: str) -> Json:
    """What the bot has written to this person."""
    direct = (await person.open_dm())["id"]
    return await person.wait_for(lambda m: m["channel_id"] == direct and saying in words_of(m))


async def the_duel(bot: Parlour, person: Person) -> Duel:
    (found,) = await bot.archive.duels.open_of(int(person.id))
    return found


ROOK, ROOK_GAMES = "700000000000000002", "730000000000000021"
"""Another server with the same people, and its channel."""

TWO_SERVERS = cast.WORLD.model_copy(
    update={
        "guilds": (
            *cast.WORLD.guilds,
            GuildFixture(
                id=ROOK,
                name="Rook & Co.",
                owner=cast.BRUNO,
                channels=(ChannelFixture(id=ROOK_GAMES, name="rooks", topic="Chess, mostly"),),
            ),
        )
    }
)


@pytest.fixture
def local_discord_options(recording: Recording) -> LocalDiscordOptions:
    return LocalDiscordOptions(TWO_SERVERS, limits=Limits(), deadlines=PATIENT, record=recording)


@pytest.mark.usefixtures("drawn_cards")
async def test_two_people_play_the_same_deal_and_everybody_sees_by_how_much_one_was_better(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    posted = await challenge(chiara, dmitri)
    assert f"<@{chiara.id}> challenges <@{dmitri.id}>" in words_of(posted)
    shown = await accepted(dmitri, posted)
    assert "Play" in labels_of(await news(chiara, "has accepted your duel"))
    duel = await the_duel(bot, chiara)
    before = await told(emi, await emi.press(shown, label="Fair play"))
    assert fair.commit(duel.seed) in before
    assert duel.seed.hex() not in before
    one = await begin(bot, chiara, await seen(chiara, posted, "result shows once"))
    other = await begin(bot, dmitri, shown)
    assert one.id != other.id
    assert one.stored.seed == other.stored.seed == duel.seed
    await play_on(bot, chiara, one)
    await seen(emi, posted, f"<@{chiara.id}> is through")
    await play_on(bot, dmitri, other, seed=8)
    scores = {one.user_id: one.score for one in await bot.archive.duels.sides(duel.id)}
    ahead = abs((scores[int(chiara.id)] or 0) - (scores[int(dmitri.id)] or 0))
    verdict = f"by {ahead}**" if ahead else "Level"
    result = await seen(emi, posted, verdict)
    after = await told(emi, await emi.press(result, label="Fair play"))
    assert fair.commit(duel.seed) in after
    assert duel.seed.hex() in after
    (shown_picture,) = pictures_of(result)
    assert f"{scores[int(chiara.id)]} points." in shown_picture["description"]
    for person in (chiara, dmitri):
        told_directly = await news(person, verdict)
        assert pictures_of(told_directly)
    standings, user_id = bot.archive.standings, int(chiara.id)
    assert await standings.of(user_id, "fourside", None, ladder=COMPUTERS) is None


async def test_two_people_with_the_same_name_are_told_apart_in_the_result(
    bot: Parlour, chiara: Person, dmitri: Person, discord: LocalDiscord
) -> None:
    for one in (chiara, dmitri):
        discord.world.people[one.id].raw["global_name"] = "Alex"
    posted = await challenge(chiara, dmitri)
    await accepted(dmitri, posted)
    for one in (chiara, dmitri):
        await play_on(bot, one, await begin(bot, one, await seen(one, posted, "result shows once")))
    (shown,) = pictures_of(await seen(chiara, posted, "Level"))
    assert "@chiara" in shown["description"]
    assert "@dmitri" in shown["description"]


@pytest.mark.usefixtures("drawn_cards")
async def test_a_challenge_is_a_picture_of_both_and_of_how_their_duels_in_that_server_came_out(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    posted = await challenge(chiara)
    assert "Chiara against anybody" in pictures_of(posted)[0]["description"]
    shown = await accepted(dmitri, posted)
    assert "Chiara against Dmitri, with the same deal for both. 7 days to play" in words_of(shown)
    for one, seed in ((chiara, 1), (dmitri, 8)):
        await play_on(
            bot, one, await begin(bot, one, await seen(one, posted, "result shows once")), seed=seed
        )
    result = await seen(chiara, posted, " by ")
    assert "So far" not in words_of(result)
    again = pictures_of(await challenge(dmitri, chiara))[0]["description"]
    won = int((await duels.standing(bot.archive, 1)).winner == int(chiara.id))
    assert f"So far Dmitri has won {1 - won}, Chiara {won}." in again
    elsewhere = await challenge(chiara, dmitri, channel=ROOK_GAMES)
    assert "So far" not in words_of(elsewhere)


async def test_accepting_begins_the_game_at_once(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    posted = await challenge(chiara, dmitri)
    answer = await told(dmitri, await dmitri.press(posted, label="Accept"))
    assert "Your game of this duel is in our direct messages" in answer
    await table_of(bot, dmitri)
    await seen(chiara, posted, f"<@{dmitri.id}> is still playing")
    await seen(chiara, posted, f"<@{chiara.id}> hasn't begun")


async def test_a_duel_begun_in_an_older_form_says_what_is_played_in_it(bot: Parlour, chiara: Person) -> None:
    await challenge(chiara, game="calabresella")
    now = duels.Standing(await the_duel(bot, chiara), {})
    before = duels.Standing(replace(now.duel, options='{"solos": "2"}'), {})
    assert now.form.line.startswith("Three deals")
    assert before.form.line.startswith("Two deals")


async def test_whoever_makes_the_same_moves_gets_the_same_game_in_another_server(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    posted = await challenge(chiara, dmitri, "doublolo")
    own = await dmitri.reply_to(await dmitri.command("duel", channel=ROOK_GAMES))
    assert is_ephemeral(own)
    await dmitri.press(own, label="Accept 1")
    await dmitri.wait_for(lambda m: m["id"] == own["id"] and "Accept 1" not in labels_of(m))
    one = await table_of(bot, dmitri)
    await play_on(bot, dmitri, one)
    other = await begin(bot, chiara, await seen(chiara, posted, "result shows once"))
    await play_on(bot, chiara, other)
    assert [line.text for line in one.table.lines] == [line.text for line in other.table.lines]
    result = await seen(chiara, posted, "Level")
    (shown,) = pictures_of(result)
    assert "(Rook & Co.)" in shown["description"]
    assert f"({cast.GUILD_NAME})" in shown["description"]


async def test_nobody_learns_how_the_other_did_or_gets_the_deal_before_both_are_through(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person, discord: LocalDiscord
) -> None:
    posted = await challenge(chiara, dmitri, "foozle")
    shown = await accepted(dmitri, posted)
    one = await begin(bot, chiara, await seen(chiara, posted, "result shows once"))
    await play_on(bot, chiara, one, 1)
    await until(lambda: one.waits_for() == (0,))
    direct = (await chiara.open_dm())["id"]
    assert "no undo in a duel" in await told(chiara, await chiara.command("undo", channel=direct))
    await play_on(bot, chiara, one)
    last = await chiara.wait_for(lambda m: "Result of the duel" in labels_of(m))
    assert "Result of the duel" in labels_of(last)
    for label in ("Replay", "Record", "Check"):
        assert "when both of you are through" in await told(chiara, await chiara.press(last, label=label))
    duel = await the_duel(bot, dmitri)
    shown = await seen(dmitri, posted, f"<@{chiara.id}> is through")
    before = words_of(shown)
    assert duel.seed.hex() not in before + await told(chiara, await chiara.press(shown, label="Fair play"))
    assert "scored" not in before
    listed = await dmitri.reply_to(await dmitri.command("duel", channel=cast.GAMES))
    assert "scored" not in words_of(listed)
    asked = await chiara.reply_to(await chiara.press(last, label="Result of the duel"))
    assert "scored" not in words_of(asked)
    assert f"<@{dmitri.id}> is still playing" in words_of(asked)
    other = await begin(bot, dmitri, shown)
    await play_on(bot, dmitri, other)
    await news(dmitri, "Level")
    record = await chiara.reply_to(await chiara.press(last, label="Record"))
    assert record["attachments"]
    assert fair.commit(duel.seed) == one.table.header.commit
    forged = await forge(discord, emi, await seen(emi, posted, "Level"), f"duel:{duel.id}")
    assert "You aren't in this duel" in await told(emi, forged)


async def test_nobody_is_told_what_moves_were_for_before_both_are_through(
    bot: Parlour, chiara: Person, dmitri: Person, discord: LocalDiscord, settings: Settings
) -> None:
    settings.play.patience = AT_MOST
    posted = await challenge(chiara, dmitri, "doublolo")
    shown = await accepted(dmitri, posted)
    one = await begin(bot, chiara, await seen(chiara, posted, "result shows once"))
    direct, number = (await chiara.open_dm())["id"], str(one.id)
    await play_on(bot, chiara, one, 2)
    for move in ({}, {"move": 1}):
        assert NOT_YET in await told(chiara, await chiara.command("why", channel=direct, **move))
    await play_on(bot, chiara, one)
    await seen(dmitri, posted, f"<@{chiara.id}> is through")
    for person, channel in ((chiara, direct), (dmitri, cast.GAMES)):
        for command in ("why", "review", "replay", "share"):
            asked = await person.command(command, channel=channel, table=number)
            assert "when both of you are through" in await told(person, asked)
        there = await seen(person, posted, "is through")
        forged = await forge(discord, person, there, Why(number, 1).id)
        assert "when both of you are through" in await told(person, forged)
    last = await chiara.wait_for(lambda m: "Result of the duel" in labels_of(m))
    assert "Play this deal" not in labels_of(last)
    forged = await forge(discord, chiara, last, links.PlayDeal(one.id).id)
    assert "when both of you are through" in await told(chiara, forged)
    await play_on(bot, dmitri, await begin(bot, dmitri, shown))
    await news(chiara, "Level")
    answer = await chiara.reply_to(await chiara.command("why", channel=direct, table=number, move=1))
    assert "**Move 1**" in words_of(answer)


async def test_a_duel_goes_on_after_a_restart_and_its_result_is_told_then(
    settings: Settings, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings) as bot:
        posted = await challenge(chiara, dmitri, "calabresella")
        assert "Three deals: you go solo" in words_of(posted)
        shown = await accepted(dmitri, posted)
        await begin(bot, dmitri, shown)
        session = await begin(bot, chiara, await seen(chiara, posted, "result shows once"))
        await play_on(bot, chiara, session, 2)
    async with running(settings) as bot:
        await play_on(bot, chiara, await table_of(bot, chiara))
        await seen(chiara, posted, f"<@{chiara.id}> is through")
        number = (await the_duel(bot, dmitri)).id
    async with Archive.open(settings.storage.url) as archive:  # as if it died before telling anybody
        sides = {one.user_id: one for one in await archive.duels.sides(number)}
        await archive.sessions.end(sides[int(dmitri.id)].session_id, "stopped", (), milliseconds())
    async with running(settings):
        assert f"<@{dmitri.id}> gave up" in words_of(await news(chiara, "### Duel"))
        await news(dmitri, f"<@{chiara.id}> wins")
        await seen(dmitri, posted, "gave up")


async def test_two_devices_at_once_accept_and_begin_once(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    posted = await challenge(chiara)
    shown = [await seen(one, posted, "anybody who dares") for one in (dmitri, dmitri, emi)]
    people = (dmitri, dmitri, emi)
    presses = await asyncio.gather(
        *(one.press(m, label="Accept") for one, m in zip(people, shown, strict=True))
    )
    await asyncio.gather(*(one.outcome(press) for one, press in zip(people, presses, strict=True)))
    duel = await the_duel(bot, chiara)
    assert duel.opponent_id in (int(dmitri.id), int(emi.id))
    faster, slower = (dmitri, emi) if duel.opponent_id == int(dmitri.id) else (emi, dmitri)
    assert await bot.archive.duels.open_of(int(slower.id)) == ()
    playing = await seen(faster, posted, "result shows once")
    presses = await asyncio.gather(*(faster.press(playing, label="Play") for _ in range(2)))
    await asyncio.gather(*map(faster.outcome, presses))
    await table_of(bot, faster)
    assert len(await bot.archive.sessions.open_ids_of(int(faster.id))) == 1
    assert len(await bot.archive.duels.sides(duel.id)) == 1
    late = await told(
        slower, await slower.press(await seen(slower, posted, "result shows once"), label="Play")
    )
    assert "You aren't in this duel" in late
    await news(chiara, "has accepted your duel")
    assert len(all_direct(chiara)) == 1, "and they read once that it's accepted"


async def test_whoever_resigns_has_given_up_and_the_other_wins_after_playing(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    posted = await challenge(chiara, dmitri)
    shown = await accepted(dmitri, posted)
    await begin(bot, dmitri, shown)
    direct = (await dmitri.open_dm())["id"]
    board = await dmitri.wait_for(lambda m: m["channel_id"] == direct and "Resign" in labels_of(m))
    await dmitri.press(await dmitri.reply_to(await dmitri.press(board, label="Resign")), label="Resign")
    before = await seen(chiara, posted, f"<@{dmitri.id}> is through")
    assert "gave up" not in words_of(before)
    await play_on(bot, chiara, await begin(bot, chiara, before))
    assert f"<@{dmitri.id}> gave up" in words_of(await seen(chiara, posted, f"<@{chiara.id}> wins"))


async def test_the_challenge_says_who_is_through_though_the_end_was_saved_late(
    bot: Parlour, chiara: Person, dmitri: Person, monkeypatch: pytest.MonkeyPatch, faults_logged: set[str]
) -> None:
    faults_logged.add("bot.table.journal")
    sessions, posted = bot.archive.sessions, await challenge(chiara, dmitri)
    await begin(bot, dmitri, await accepted(dmitri, posted))
    real = sessions.end

    async def fail_once(*args: Any, **more: Any) -> None:
        monkeypatch.setattr(sessions, "end", real)
        raise StorageFailed("The disk is full.")

    monkeypatch.setattr(sessions, "end", fail_once)
    direct = (await dmitri.open_dm())["id"]
    board = await dmitri.wait_for(lambda m: m["channel_id"] == direct and "Resign" in labels_of(m))
    await dmitri.press(await dmitri.reply_to(await dmitri.press(board, label="Resign")), label="Resign")
    await chiara.wait_for(
        lambda m: m["id"] == posted["id"] and f"<@{dmitri.id}> is through" in words_of(m), timeout=1000
    )


async def test_a_challenge_whose_place_could_not_be_saved_at_once_still_shows_what_becomes_of_it(
    bot: Parlour, chiara: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    duels_kept = bot.archive.duels
    real, has_failed = duels_kept.posted, asyncio.Event()

    async def fail_once(*_: int) -> None:
        monkeypatch.setattr(duels_kept, "posted", real)
        has_failed.set()
        raise StorageFailed("The disk is full.")

    monkeypatch.setattr(duels_kept, "posted", fail_once)
    posted = await challenge(chiara)
    await has_failed.wait()
    listed = await chiara.reply_to(await chiara.command("duel", channel=cast.GENERAL))
    await chiara.press(listed, label="Take back 1")
    await seen(chiara, posted, "taken this challenge back")


async def given_up(bot: Parlour, challenger: Person, opponent: Person) -> Json:
    """The message of a duel that both have given up."""
    posted = await challenge(challenger, opponent)
    shown = await accepted(opponent, posted)
    for person in (challenger, opponent):
        await begin(bot, person, shown)
        direct = (await person.open_dm())["id"]
        board = await person.wait_for(
            lambda m, direct=direct: m["channel_id"] == direct and "Resign" in labels_of(m)  # type: ignore[misc]
        )
        await person.press(await person.reply_to(await person.press(board, label="Resign")), label="Resign")
    return await seen(challenger, posted, "both gave up")


async def test_a_duel_that_is_over_leads_to_revenge_where_it_was_and_from_direct_messages(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    over = await given_up(bot, chiara, dmitri)
    assert "You aren't in this duel" in await told(emi, await emi.press(over, label="Revenge"))
    told_so = await told(dmitri, await dmitri.press(await news(dmitri, "both gave up"), label="Revenge"))
    assert f"Your challenge is in <#{cast.GAMES}>." in told_so
    asks = f"<@{dmitri.id}> challenges <@{chiara.id}>"
    again = await chiara.wait_for(lambda m: m["channel_id"] == cast.GAMES and asks in words_of(m))
    assert "an open duel in this game" in await told(chiara, await chiara.press(over, label="Revenge"))
    await chiara.press(again, label="Decline")
    await seen(chiara, again, "has declined")
    await asyncio.gather(*(chiara.press(over, label="Revenge") for _ in range(2)))
    asks = f"<@{chiara.id}> challenges <@{dmitri.id}>"
    await dmitri.wait_for(lambda m: m["channel_id"] == cast.GAMES and asks in words_of(m))
    assert len(await bot.archive.duels.open_of(int(chiara.id))) == 1, "two clicks are one challenge"


async def test_somebody_who_has_left_the_server_takes_no_revenge_there_nor_where_games_are_not_allowed(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    over = await given_up(bot, chiara, dmitri)
    elsewhere = ServerSettings(channels=(int(cast.CARD_ROOM),))
    await bot.tables.servers.change(int(cast.GUILD_ID), lambda _: elsewhere)
    refused = await told(chiara, await chiara.press(over, label="Revenge"))
    assert "doesn't allow games in this channel" in refused
    await bot.tables.servers.change(int(cast.GUILD_ID), lambda _: ServerSettings())
    direct = await news(dmitri, "both gave up")
    await dmitri.do("leave")
    assert "You've left the server" in await told(dmitri, await dmitri.press(direct, label="Revenge"))
    assert not await bot.archive.duels.open_of(int(dmitri.id))


async def test_a_challenge_can_be_declined_or_taken_back_by_the_right_person_only(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    posted = await challenge(chiara, dmitri)
    shown = await seen(emi, posted, "challenges")
    assert f"Only <@{dmitri.id}> can accept" in await told(emi, await emi.press(shown, label="Accept"))
    assert "Only the person who was challenged" in await told(emi, await emi.press(shown, label="Decline"))
    assert f"Only <@{chiara.id}> can take" in await told(emi, await emi.press(shown, label="Take back"))
    assert "your own challenge" in await told(chiara, await chiara.press(posted, label="Accept"))
    await dmitri.press(await seen(dmitri, posted, "challenges"), label="Decline")
    await seen(emi, posted, "has declined")
    again = await challenge(chiara, dmitri)
    await chiara.press(again, label="Take back")
    await seen(emi, again, "has taken this challenge back")
    assert await bot.archive.duels.open_of(int(chiara.id)) == ()


async def test_a_press_on_a_challenge_tells_the_bot_where_it_stands_if_that_was_not_noted(
    bot: Parlour,
    chiara: Person,
    dmitri: Person,
    faults_logged: set[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    faults_logged.add("bot.chat.answer")

    async def fail(*_: object) -> None:
        raise StorageFailed("The disk with the database failed.")

    with monkeypatch.context() as failing:
        failing.setattr(bot.archive.duels, "posted", fail)
        posted = await challenge(chiara, dmitri)
        await until(lambda: not bot.answering)
    shown = await accepted(dmitri, posted)
    session = await begin(bot, dmitri, shown)
    question = await dmitri.reply_to(await dmitri.command("resign", channel=str(session.stored.channel_id)))
    await dmitri.press(question, label="Resign")
    await seen(chiara, posted, "is through")


async def test_a_challenge_whose_answer_is_lost_twice_is_taken_back_and_goes(
    bot: Parlour, chiara: Person, dmitri: Person, discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(first_answer, "PATIENCE", 0.0)  # the challenge comes too late to be the answer
    lost = {"status": 503, "after": True, "method": "POST", "path": f"/channels/{cast.GAMES}/messages$"}
    discord.faults.fail_next([{**lost, "times": 2}])
    asked = await chiara.command("duel", channel=cast.GAMES, game="fourside", opponent=dmitri.id)
    posted = await dmitri.wait_for(lambda m: "challenges" in words_of(m))
    assert "I couldn't post your challenge" in await told(chiara, asked)
    await dmitri.wait_gone(posted)
    assert await bot.archive.duels.open_of(int(chiara.id)) == ()


async def test_a_challenge_that_was_taken_back_without_being_shown_so_loses_its_buttons_when_it_is_pressed(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    posted = await challenge(chiara, dmitri)
    await duels.take_back(bot.archive, (await the_duel(bot, chiara)).id, int(chiara.id))
    shown = await seen(dmitri, posted, "challenges")
    assert "has taken this challenge back" in await told(dmitri, await dmitri.press(shown, label="Accept"))
    assert labels_of(await seen(dmitri, posted, "has taken this challenge back")) == []


_ANSWERS = "/callback$|/webhooks/"


@pytest.mark.parametrize("label", ["Accept", "Decline"])
async def test_what_became_of_a_challenge_is_shown_soon_though_discord_refuses_the_answer(
    bot: Parlour, chiara: Person, dmitri: Person, discord: LocalDiscord, label: str
) -> None:
    posted = await challenge(chiara, dmitri)
    shown = await seen(dmitri, posted, "challenges")
    discord.faults.fail_next([{"status": 413, "html": True, "path": _ANSWERS, "seconds": 20.0}])
    await dmitri.press(shown, label=label)
    await seen(chiara, posted, "result shows once" if label == "Accept" else "has declined")


@pytest.mark.parametrize("refused", [_ANSWERS, f"/channels/{cast.GAMES}/messages/"])
async def test_that_somebody_has_begun_is_shown_soon_though_discord_refuses_what_says_so(
    bot: Parlour, chiara: Person, dmitri: Person, discord: LocalDiscord, refused: str
) -> None:
    posted = await challenge(chiara, dmitri)
    shown = await accepted(dmitri, posted)
    discord.faults.fail_next([{"status": 413, "html": True, "path": refused, "seconds": 20.0}])
    await dmitri.press(shown, label="Play")
    is_playing = f"<@{dmitri.id}> is still playing"
    await chiara.wait_for(lambda m: m["id"] == posted["id"] and is_playing in words_of(m), timeout=150)


async def chosen(person: Person, asked: Json, game: str) -> Json:
    """The challenge that follows when this game is chosen from the menu."""
    (menu,) = (one for one in every_component(asked["components"]) if "options" in one)
    pressed = await person.select(asked, game, custom_id=menu["custom_id"])
    posted = await person.reply_to(pressed)
    assert not is_ephemeral(posted)
    return posted


async def test_somebody_who_only_names_a_friend_chooses_the_game_from_a_menu(
    chiara: Person, dmitri: Person
) -> None:
    sent = await chiara.command("duel", channel=cast.GAMES, opponent=dmitri.id)
    asked = await chiara.reply_to(sent)
    assert is_ephemeral(asked)
    assert f"You challenge <@{dmitri.id}>" in words_of(asked)
    posted = await chosen(chiara, asked, "foozle")
    assert f"<@{chiara.id}> challenges <@{dmitri.id}>" in words_of(posted)
    await accepted(dmitri, posted)


async def test_the_list_of_ones_own_duels_leads_to_a_challenge_for_anybody(chiara: Person) -> None:
    empty = await chiara.reply_to(await chiara.command("duel", channel=cast.GAMES))
    assert "You have no open duels." in words_of(empty)
    posted = await chosen(chiara, empty, "doublolo")
    assert "challenges anybody who dares" in words_of(posted)
    listed = await chiara.reply_to(await chiara.command("duel", channel=cast.GAMES))
    assert "Doublolo with anybody" in words_of(listed)
    await chosen(chiara, listed, "fourside")


async def test_a_made_up_challenge_to_oneself_or_to_a_stranger_is_refused(
    bot: Parlour, chiara: Person, discord: LocalDiscord
) -> None:
    asked = await chiara.reply_to(await chiara.command("duel", channel=cast.GAMES))
    for opponent, sentence in ((int(chiara.id), "can't challenge yourself"), (7, "isn't in this server")):
        sent = await forge(discord, chiara, asked, routes.OfferDuel(opponent).id, "foozle")
        assert sentence in await told(chiara, sent)


async def test_who_cannot_be_challenged_and_how_often(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    async def refused(**what: str) -> str:
        channel = what.pop("channel", cast.GAMES)
        return await told(chiara, await chiara.command("duel", channel=channel, **what))

    assert "can't challenge yourself" in await refused(game="foozle", opponent=chiara.id)
    parlour = str(bot.client.user.id) if bot.client.user else ""
    assert "is a bot" in await refused(game="foozle", opponent=parlour)
    assert "Which game?" in await refused(opponent=dmitri.id)
    assert "Use /duel in a server" in await refused(game="foozle", channel=(await chiara.open_dm())["id"])
    posted, *_ = [await challenge(chiara, dmitri) for _ in range(duels.MOST)]
    assert "5 open duels already" in await refused(game="foozle", opponent=dmitri.id)
    await chiara.press(posted, label="Take back")
    await seen(chiara, posted, "taken this challenge back")
    posted = await challenge(chiara, dmitri)
    own, *_ = [await challenge(dmitri) for _ in range(duels.MOST)]
    assert "5 open duels already" in await told(dmitri, await dmitri.press(posted, label="Accept"))
    await dmitri.press(own, label="Take back")
    await seen(dmitri, own, "taken this challenge back")
    await accepted(dmitri, posted)


@pytest.mark.usefixtures("drawn_cards")
async def test_a_duel_lapses_after_some_days_and_whoever_is_through_has_won(
    settings: Settings, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    chiara, dmitri, emi = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.EMI)
    async with running(settings) as bot:
        unanswered, untouched, posted = [await challenge(chiara, one) for one in (emi, emi, dmitri)]
        await accepted(emi, untouched)
        shown = await accepted(dmitri, posted)
        await play_on(bot, dmitri, await begin(bot, dmitri, shown))
        await seen(chiara, posted, f"<@{dmitri.id}> is through")
        monkeypatch.setattr(duels, "DAYS", 0)
        await asyncio.sleep(ROUND_SECONDS)
        assert "Duel expired: nobody accepted" in words_of(await seen(emi, unanswered, "expired"))
        assert "Duel expired: nobody has a score" in words_of(await seen(emi, untouched, "expired"))
        await seen(emi, posted, f"<@{dmitri.id}> wins")
        assert "wasn't through" in words_of(await news(chiara, f"<@{dmitri.id}> wins"))


async def test_whoever_was_not_through_in_time_is_shown_up_to_then_even_if_they_play_on(
    bot: Parlour, chiara: Person, dmitri: Person, discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    posted = await challenge(chiara, dmitri)
    shown = await accepted(dmitri, posted)
    late = await begin(bot, chiara, await seen(chiara, posted, "result shows once"))
    await play_on(bot, chiara, late, 3)
    await play_on(bot, dmitri, await begin(bot, dmitri, shown))
    duel = await the_duel(bot, chiara)
    with monkeypatch.context() as lapsed:
        lapsed.setattr(duels, "DAYS", 0)
        await bot[DuelMessages].tell_all()
    result = await seen(chiara, posted, "wins")
    (before,) = pictures_of(result)
    assert "Chiara had " in before["description"], "what she has, although not each of her moves scores"
    await play_on(bot, chiara, late, 2)
    asked = await chiara.reply_to(await forge(discord, chiara, result, links.Duel(duel.id).id))
    (after,) = pictures_of(asked)
    assert after["description"] == before["description"]


async def test_closed_direct_messages_and_a_deleted_channel_stop_nobody(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person
) -> None:
    posted = await challenge(chiara, dmitri)
    shown = await accepted(dmitri, posted)
    await dmitri.do("close_dms", closed=True)
    assert is_ephemeral(await dmitri.reply_to(await dmitri.press(shown, label="Play")))
    await dmitri.do("close_dms", closed=False)
    for person in (chiara, dmitri):
        session = await begin(bot, person, await seen(person, posted, "result shows once"))
        if person is dmitri:
            await ada.do("delete_channel", channel_id=cast.GAMES)
        await play_on(bot, person, session)
    for person in (chiara, dmitri):
        await news(person, "Level")
