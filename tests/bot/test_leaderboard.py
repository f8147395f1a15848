"""Leaderboard and profile: who has played which games here, and how well."""

import re

from bot import play as cast
from bot.config import Settings
from local_discord.person import every_component, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.finished import finish, leaderboard, plainly, profile_of, row_of
from tests.bot.hands import EXCHANGE, SEATED, board_of, direct, keep_deal
from tests.bot.tables import board, forge, told

OTHER_GUILD = 700000000000000099
THUMBNAIL = 11
PNG = b"\x89PNG"


async def test_a_game_with_a_computer_is_on_a_ladder_of_its_own(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [int(cast.CHIARA), None], game="doublolo")
    async with running(settings):
        chiara = await meet(cast.CHIARA)
        assert "You haven't finished a game here yet." in await leaderboard(chiara, game="doublolo")
        profile = await profile_of(chiara)
        assert re.search(
            r"\*\*Doublolo against computers\*\*: place 1\n\*\*15\d\d\*\*\? · 1 win · 1 game", profile
        )


async def test_the_first_game_brings_a_rating_and_a_profile_tells_how_it_goes(
    settings: Settings, meet: Meet
) -> None:
    chiara_id, dmitri_id = int(cast.CHIARA), int(cast.DMITRI)
    async with Archive.open(settings.storage.url) as archive:
        for places in ([1, 2], [2, 1], [1, 1], [1, 2], [1, 2]):
            await finish(archive, [chiara_id, dmitri_id], places=places)
        await finish(archive, [chiara_id, int(cast.EMI)], game="fourside")
    async with running(settings):
        chiara = await meet(cast.CHIARA)
        text = await leaderboard(chiara, game="doublolo")
        assert re.search(
            r"^1\. \*\*You:\*\* <@.*> · \*\*1\d\d\d\*\*\? · 3 wins · 5 games$", row_of(text, chiara_id)
        )
        shown = await chiara.reply_to(await chiara.command("profile", channel="games"))
        profile = plainly(text_of(shown))
        assert re.search(r"\*\*Doublolo\*\*: place 1\n\*\*1\d\d\d\*\*\? · 3 wins · 5 games\n", profile)
        assert "-# Newest first: won, won, drew, lost, won · 2 wins in a row" in profile
        assert re.search(r"\*\*FourSide\*\*: place 1\n.* · 1 win · 1 game\n-# Last game: won\n", profile)
        (avatar,) = [one for one in every_component(shown["components"]) if one["type"] == THUMBNAIL]
        assert (await chiara.fetch(avatar["media"]["url"])).startswith(PNG)


async def test_three_players_of_a_match_are_rated_by_their_places(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [int(one) for one in SEATED], game="calabresella", places=[1, 1, 1])
        await keep_deal(archive, *EXCHANGE)
    async with running(settings):
        seats = [await meet(one) for one in SEATED]
        for loser in (seats[1], seats[2]):
            question = await loser.reply_to(await loser.command("resign", channel="card-room"))
            await loser.press(question, label="Resign")
            await board_of(seats[0], f"<@{loser.id}> resigns")
        await direct(seats[0], "wins")
        text = await leaderboard(seats[0], game="calabresella")
        ratings = [int(found) for found in re.findall(r"\*\*(\d+)\*\*", text)]
        order = re.findall(r"<@(\d+)>", text)
        assert order == [seats[0].id, seats[2].id, seats[1].id], "the first to resign is last"
        assert ratings == sorted(ratings, reverse=True)
        assert len(set(ratings)) == 3


async def test_pages_turn_and_ones_own_place_is_always_there(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    strangers = [int(cast.CHIARA) * 10 + n for n in range(23)]
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [*strangers, int(cast.EMI)])
    async with running(settings):
        emi, farid = await meet(cast.EMI), await meet(cast.FARID)
        page = await emi.reply_to(await emi.command("leaderboard", channel="games", game="doublolo"))
        assert is_ephemeral(page)
        seen = []
        for number in (0, 1, 2):
            text = text_of(page)
            assert row_of(text, emi.id).startswith("24. ")
            seen += re.findall(r"^(\d+)\. ", text, re.MULTILINE)[: 10 if number < 2 else 4]
            if number < 2:
                assert "…" in text
                await emi.press(page, label="Next")
                page = await emi.wait_for(
                    lambda m, own=page, at=number: m["id"] == own["id"] and f"{at + 1}1. " in text_of(m)  # type: ignore[misc]  # bound as it is now
                )
        assert seen == [str(place) for place in range(1, 25)]
        assert "Next" not in labels_of(page)
        await emi.press(page, label="Back")
        await emi.wait_for(lambda m: m["id"] == page["id"] and "11. " in text_of(m))
        for made_up in ("ranks:all:99", "ranks:doublolo:-5", "ranks:all:", "ranks:all:999999999999"):
            await emi.outcome(await forge(discord, emi, page, made_up))
        assert "You haven't finished a game" in await leaderboard(farid)


async def test_each_game_has_its_own_board_and_another_servers_games_are_not_there(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    chiara_id, dmitri_id, other = int(cast.CHIARA), int(cast.DMITRI), 710000000000000055
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [chiara_id, dmitri_id])
        await finish(archive, [dmitri_id, chiara_id, int(cast.EMI)], game="calabresella")
        await finish(archive, [other, chiara_id], guild=OTHER_GUILD)
        await keep_deal(archive)
    async with running(settings):
        chiara = await meet(cast.CHIARA)
        all_games = await leaderboard(chiara)
        assert "1 win · 2 games" in row_of(all_games, chiara_id)
        assert str(other) not in all_games
        assert row_of(await leaderboard(chiara, game="doublolo"), chiara_id).startswith("1. ")
        page = await chiara.reply_to(await chiara.command("leaderboard", channel="games"))
        await chiara.select(page, "calabresella")
        turned = await board(chiara, page, "## Leaderboard: Calabresella")
        assert row_of(plainly(text_of(turned)), chiara_id).startswith("2. ")
        assert "0 wins · 1 game" in row_of(plainly(text_of(turned)), chiara_id)
        profile = await profile_of(chiara)
        assert "**Calabresella**: place 2" in profile
        assert "**Doublolo**: place 1" in profile
        # A made-up press in direct messages comes from no server, and must not tell of all of them.
        hand = await direct(chiara)
        pressed = await forge(discord, chiara, hand, "ranks:all:0")
        answered = await told(chiara, pressed)
        assert str(other) not in answered
        assert "server" in answered
