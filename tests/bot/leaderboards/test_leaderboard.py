"""Leaderboards: who leads, in which game, where, since when, and what the reader finds of themselves."""

import re
from datetime import UTC, datetime

import pytest

from bot.config import Settings
from bot.host import play as cast
from bot.leaderboards import actions as standings
from bot.table.standings import COUNT
from local_discord.channels import Overwrite
from local_discord.permissions import Permission
from local_discord.person import is_ephemeral, labels_of, pictures_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.finished import alt_of, chosen, finish, leaderboard, plainly, profile_of, row_of, turned
from tests.bot.hands import EXCHANGE, SEATED, board_of, direct, keep_deal
from tests.bot.tables import board, forge, told

OTHER_GUILD = 700000000000000099
PNG = b"\x89PNG"
CHIARA_ID, DMITRI_ID, EMI_ID, FARID_ID = map(int, (cast.CHIARA, cast.DMITRI, cast.EMI, cast.FARID))


def instant(year: int, month: int, day: int) -> int:
    """Midnight UTC on this date, in milliseconds since the epoch."""
    return round(datetime(year, month, day, tzinfo=UTC).timestamp() * 1000)


async def test_a_page_is_a_picture_whose_alt_text_says_all_and_text_for_whoever_prefers_it(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        for places in ([1, 2], [2, 1], [1, 1], [1, 2]):
            await finish(archive, [CHIARA_ID, DMITRI_ID], places=places)
        await archive.standings.count_again(COUNT, 0)
    async with running(settings):
        chiara = await meet(cast.CHIARA)
        shown = await chiara.reply_to(await chiara.command("leaderboard", channel="games", game="doublolo"))
        assert is_ephemeral(shown)
        (picture,) = pictures_of(shown)
        assert (await chiara.fetch(picture["url"])).startswith(PNG)
        alt = (
            r"Doublolo, between people in The Parlour, all time\. 1 Chiara \(you\), 1\d\d\d\?, won 2 of 4\. "
        )
        assert re.fullmatch(rf"{alt}2 Dmitri, 1\d\d\d\?, won 1 of 4\.", alt_of(shown))
        told_of = await turned(chiara, shown, "As text")
        assert not pictures_of(told_of)
        row = row_of(text_of(told_of), CHIARA_ID)
        assert re.fullmatch(
            r"1\. You: <@\d+> · 1\d\d\d\? · won 2 of 4 · newest first: won, drew, lost, won", row
        )
        assert "A **?** means" in text_of(told_of)
        again = await chiara.reply_to(await chiara.command("leaderboard", channel="games"))
        assert "As a picture" in labels_of(again), "the choice is remembered"
        rules = await told(chiara, await chiara.press(again, label="How it counts"))
        assert "starts at 1,500" in rules
        assert "All-rounder" in rules


async def test_people_with_the_same_name_are_told_apart_by_their_user_names(
    settings: Settings, discord: LocalDiscord, meet: Meet
) -> None:
    for one in (cast.CHIARA, cast.DMITRI):
        discord.world.people[one].raw["global_name"] = "Alex"
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [CHIARA_ID, DMITRI_ID], places=[1, 2])
        await finish(archive, [CHIARA_ID, EMI_ID], places=[1, 2])
    async with running(settings):
        chiara = await meet(cast.CHIARA)
        shown = await chiara.reply_to(await chiara.command("leaderboard", channel="games", game="doublolo"))
        assert re.search(r"1 @chiara \(you\), .* 2 Emi, .* 3 @dmitri, ", alt_of(shown))


async def test_a_game_with_a_computer_is_on_a_ladder_of_its_own(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [CHIARA_ID, None])
        await archive.standings.count_again(COUNT, 0)
    async with running(settings):
        chiara = await meet(cast.CHIARA)
        shown = await chiara.reply_to(await chiara.command("leaderboard", channel="games", game="doublolo"))
        begins = r"Doublolo, with computers in The Parlour, all time\. 1 Chiara \(you\), \d+\?, won 1 of 1"
        assert re.match(begins, alt_of(shown)), "there are only games with computers yet"
        assert "You haven't finished a game here yet." in text_of(await chosen(chiara, shown, "people"))
        assert "With computers" in await profile_of(chiara), "who plays only with these sees that ladder"


async def test_three_players_of_a_match_are_rated_by_their_places(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [int(one) for one in SEATED], game="calabresella", places=[1, 1, 1])
        await keep_deal(archive, *EXCHANGE)
        await archive.standings.count_again(COUNT, 0)
    async with running(settings):
        seats = [await meet(one) for one in SEATED]
        for loser, name in ((seats[1], "Dmitri"), (seats[2], "Emi")):
            question = await loser.reply_to(await loser.command("resign", channel="card-room"))
            await loser.press(question, label="Resign")
            await board_of(seats[0], f"{name} resign")
        await direct(seats[0], "wins")
        text = await leaderboard(seats[0], game="calabresella")
        ratings = [int(found) for found in re.findall(r"\*\*(1\d+)\??\*\*", text)]
        order = re.findall(r"<@(\d+)>", text)
        assert order == [seats[0].id, seats[2].id, seats[1].id], "the first to resign is last"
        assert ratings == sorted(ratings, reverse=True)
        assert len(ratings) == 3


async def test_pages_turn_and_ones_own_place_is_always_there(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    strangers = [CHIARA_ID * 10 + n for n in range(23)]
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [*strangers, EMI_ID])
        await archive.standings.count_again(COUNT, 0)
    async with running(settings):
        emi, farid = await meet(cast.EMI), await meet(cast.FARID)
        page = await emi.reply_to(await emi.command("leaderboard", channel="games", game="doublolo"))
        seen: list[str] = []
        for number in (0, 1, 2):
            alt = alt_of(page)
            seen += re.findall(r"(\d+) (?:somebody|Emi)", alt)
            assert "You are 24th of 24" in alt or number == 2
            page = await turned(emi, page, "Next") if number < 2 else page
        assert len(seen) == 24
        assert seen == sorted(seen, key=int), "with some who share a place"
        assert "Next" not in labels_of(page)
        assert "20 somebody" in alt_of(await turned(emi, page, "Back"))
        for made_up in ("ranks:all:99", "ranks:doublolo:-5", "ranks:all:", "ranks:all:999999999999"):
            await emi.outcome(await forge(discord, emi, page, made_up))
        for made_up in ("ranks:all:0:never", "ranks:all:0::nowhere", "ranks:chess:0"):
            assert "expired" in (said := await told(emi, await forge(discord, emi, page, made_up))) or (
                "no game called" in said
            )
        assert "You haven't finished a game" in await leaderboard(farid)


async def test_people_with_as_many_wins_share_a_place_and_the_next_one_is_left_out(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [CHIARA_ID, EMI_ID])
        await finish(archive, [DMITRI_ID, EMI_ID])
        await archive.standings.count_again(COUNT, 0)
    async with running(settings):
        emi = await meet(cast.EMI)
        shown = await emi.reply_to(await emi.command("leaderboard", channel="games"))
        alt = "1 Chiara, won 1 of 1. 1 Dmitri, won 1 of 1. 3 Emi (you), won 0 of 2."
        assert alt_of(shown).endswith(alt)


async def test_uncertain_ratings_have_a_place_only_as_long_as_nobodys_is_settled(
    settings: Settings, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        for n in range(40):
            await finish(archive, [CHIARA_ID, 1000 + n % 4] if n % 2 else [1000 + n % 4, CHIARA_ID])
        await finish(archive, [DMITRI_ID, CHIARA_ID])
        await finish(archive, [DMITRI_ID, EMI_ID], game="fourside")
        await archive.standings.count_again(COUNT, 0)
    async with running(settings):
        dmitri = await meet(cast.DMITRI)
        shown = await dmitri.reply_to(await dmitri.command("leaderboard", channel="games", game="doublolo"))
        assert re.search(r"\. 1 Chiara, 1\d\d\d, won 20 of 41\. Not ranked yet: ", alt_of(shown))
        shown = await chosen(dmitri, shown, "fourside")
        assert "1 Dmitri (you), 1" in alt_of(shown)
        assert "Not ranked yet" not in alt_of(shown)


async def test_somebody_who_has_left_keeps_their_place_but_not_their_name(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [DMITRI_ID, CHIARA_ID])
        await archive.standings.count_again(COUNT, 0)
    async with running(settings):
        chiara = await meet(cast.CHIARA)
        del discord.world.guilds[cast.GUILD_ID].members[cast.DMITRI]
        text = await leaderboard(chiara)
        assert re.search(r"^\*\*1\.\*\* somebody · won 1 of 1", text, re.MULTILINE)
        assert cast.DMITRI not in text


async def test_each_game_has_its_own_board_and_another_servers_games_are_not_there(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    other = 710000000000000055
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [CHIARA_ID, DMITRI_ID])
        await finish(archive, [DMITRI_ID, CHIARA_ID, EMI_ID], game="calabresella")
        await finish(archive, [other, CHIARA_ID], guild=OTHER_GUILD)
        await keep_deal(archive)
        await archive.standings.count_again(COUNT, 0)
    async with running(settings):
        chiara = await meet(cast.CHIARA)
        all_games = await leaderboard(chiara)
        assert "won 1 of 2" in row_of(all_games, CHIARA_ID)
        assert str(other) not in all_games
        assert row_of(await leaderboard(chiara, game="doublolo"), CHIARA_ID).startswith("1. ")
        page = await chiara.reply_to(await chiara.command("leaderboard", channel="games"))
        turned_to = await chosen(chiara, page, "calabresella")
        await board(chiara, turned_to, "## Leaderboard: Calabresella")
        row = row_of(plainly(text_of(turned_to)), CHIARA_ID)
        assert row.startswith("2. ")
        assert "won 0 of 1" in row
        await chiara.outcome(await forge(discord, chiara, page, "ranks:menu:0", "doublolo"))
        old = text_of(chiara.sees.current(page))
        assert old.startswith("## Leaderboard: Doublolo"), "a menu of an older version"
        # A made-up press in direct messages comes from no server, and must not tell of all of them.
        hand = await direct(chiara)
        pressed = await forge(discord, chiara, hand, "ranks:all:0")
        answered = await told(chiara, pressed)
        assert str(other) not in answered
        assert "server" in answered


async def test_only_people_who_chose_it_are_on_the_leaderboard_of_all_servers(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [CHIARA_ID, DMITRI_ID])
        await finish(archive, [CHIARA_ID, EMI_ID], guild=OTHER_GUILD)
        await archive.standings.count_again(COUNT, 0)
    async with running(settings):
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        page = await dmitri.reply_to(await dmitri.command("leaderboard", channel="games"))
        page = await chosen(dmitri, page, "everywhere")
        assert not pictures_of(page)
        assert "Nobody has finished a game here yet" in text_of(page)
        own = await chiara.reply_to(await chiara.command("settings", channel="games"))
        assert "leaderboards over all servers" in text_of(
            await turned(chiara, own, "Join world leaderboards")
        )
        page = await chosen(dmitri, page, "doublolo")
        assert re.search(r"1 Chiara, 1\d\d\d\?, won 2 of 2\. You are", alt_of(page))
        assert "Emi" not in alt_of(page)


async def test_a_season_and_a_month_begin_at_midnight_utc(
    settings: Settings, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [CHIARA_ID, DMITRI_ID], at=instant(2026, 10, 1) - 1)
        await finish(archive, [DMITRI_ID, CHIARA_ID], at=instant(2026, 10, 1))
        await finish(archive, [EMI_ID, CHIARA_ID], at=instant(2026, 12, 1) - 1)
        await archive.standings.count_again(COUNT, 0)
    now = instant(2026, 12, 1) - 1
    monkeypatch.setattr(standings, "milliseconds", lambda: now)
    async with running(settings):
        chiara = await meet(cast.CHIARA)
        page = await chiara.reply_to(await chiara.command("leaderboard", channel="games"))
        assert "Chiara (you), won 1 of 3" in alt_of(page)
        page = await chosen(chiara, page, "season")
        assert "this season: october to december 2026. 1 Dmitri, won 1 of 1" in alt_of(page)
        page = await chosen(chiara, page, "month")
        assert alt_of(page).endswith(
            "this month: november 2026. 1 Emi, won 1 of 1. 2 Chiara (you), won 0 of 1."
        )
        now += 1
        page = await chosen(chiara, page, "month")
        assert "Nobody has finished a game here yet" in text_of(page)


async def test_a_page_that_is_posted_for_all_favours_nobody_and_needs_the_right_to_write_here(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [DMITRI_ID, CHIARA_ID])
        await archive.standings.count_again(COUNT, 0)
    async with running(settings):
        chiara, emi = await meet(cast.CHIARA), await meet(cast.EMI)
        page = await chiara.reply_to(await chiara.command("leaderboard", channel="games"))
        await chiara.press(page, label="Post")
        posted = await emi.wait_for(pictures_of)
        assert "1 Dmitri, won 1 of 1. 2 Chiara, won 0 of 1." in alt_of(posted)
        assert labels_of(posted) == []
        games = discord.world.channels[cast.GAMES]
        games.overwrites.append(Overwrite(cast.CHIARA, 1, deny=Permission.SEND_MESSAGES))
        assert "can't write in this channel" in await told(chiara, await chiara.press(page, label="Post"))
