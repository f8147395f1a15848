"""Profiles: how somebody does in each game, against whom, and what they have earned."""

import re

import pytest

from bot.config import Settings
from bot.host import play as cast
from bot.leaderboards import actions as standings
from bot.table.standings import COUNT
from games.engine import registry
from local_discord.person import labels_of, pictures_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.finished import alt_of, finish, profile_of, turned
from tests.bot.hands import direct, keep_deal
from tests.bot.leaderboards.test_leaderboard import CHIARA_ID, DMITRI_ID, EMI_ID, PNG, instant
from tests.bot.tables import forge, told


async def test_a_profile_tells_games_form_streak_and_who_was_ahead(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        for places in ([1, 2], [2, 1], [1, 1], [1, 2], [1, 2]):
            await finish(archive, [CHIARA_ID, DMITRI_ID], places=places)
        await finish(archive, [CHIARA_ID, EMI_ID], game="fourside")
        await finish(archive, [CHIARA_ID, None], game="foozle")
        await archive.standings.count_again(COUNT, 0)
    async with running(settings):
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        shown = await dmitri.reply_to(await dmitri.command("profile", channel="games", person=cast.CHIARA))
        (picture,) = pictures_of(shown)
        assert (await dmitri.fetch(picture["url"])).startswith(PNG)
        alt = alt_of(shown)
        assert alt.startswith("Chiara: First win in Doublolo, 3 wins in a row, 7 games. ")
        assert re.search(r"Doublolo 1\d\d\d\?, won 3 of 5", alt)
        assert "Against each other: you were ahead in 1, Chiara in 3, and 1 ended level." in alt
        assert "Also: First win in Foozle, First win in FourSide" in text_of(shown)
        own = await profile_of(chiara)
        assert "newest first: won, won, drew, lost, won" in own
        assert "· favourite ·" in own
        assert "You played Dmitri most: you were ahead in 3, they in 1, and 1 ended level." in own
        assert "Foozle**" not in own
        other = await chiara.reply_to(await chiara.command("profile", channel="games"))
        other = await turned(chiara, other, "With computers")
        assert re.search(r"\*\*Foozle\*\*: .*, won 1 of 1", text_of(other))


async def test_what_was_earned_stands_on_it_the_best_first(
    settings: Settings, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "milliseconds", lambda: instant(2026, 11, 5))
    strongest = registry.find("fourside").about.computers[-1]
    async with Archive.open(settings.storage.url) as archive:
        for n in range(40):
            places = [1, 2] if n % 3 else [2, 1]
            await finish(archive, [CHIARA_ID, 1000 + n % 4], places=places, at=instant(2026, 10, 1) + n)
        await finish(archive, [CHIARA_ID, None], game="fourside", level=strongest.name)
        await archive.standings.count_again(COUNT, 0)
    async with running(settings):
        chiara = await meet(cast.CHIARA)
        titles = f"Titles: Leads in Doublolo this season, Beat {strongest.title} in FourSide, First win in"
        assert titles in await profile_of(chiara)


async def test_a_hidden_profile_is_only_for_its_owner_and_so_are_their_games(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [CHIARA_ID, DMITRI_ID])
        await keep_deal(archive)
        await archive.standings.count_again(COUNT, 0)
    async with running(settings):
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        seen = await dmitri.reply_to(await dmitri.command("profile", channel="games", person=cast.CHIARA))
        own = await chiara.reply_to(await chiara.command("settings", channel="games"))
        assert "can't see your profile" in text_of(await turned(chiara, own, "Hide my profile"))
        for command in ("profile", "history"):
            said = await told(dmitri, await dmitri.command(command, channel="games", person=cast.CHIARA))
            assert said == f"<@{cast.CHIARA}> has hidden their profile."
        assert "hidden" in await told(dmitri, await dmitri.press(seen, label="As text"))
        assert "won 1 of 1" in await profile_of(chiara)
        assert "Show my profile" in labels_of(chiara.sees.current(own))
        # In direct messages there's no server whose profiles these could be, but one's own games are there.
        hand = await direct(chiara)
        games = await told(chiara, await forge(discord, chiara, hand, f"history:{cast.CHIARA}"))
        assert games.startswith("## Your last games\n**Doublolo**")
        for made_up in (f"profile:{cast.DMITRI}", f"history:{cast.DMITRI}"):
            assert "in a server" in await told(chiara, await forge(discord, chiara, hand, made_up))


async def test_somebody_who_has_never_played_has_a_sentence(settings: Settings, meet: Meet) -> None:
    async with running(settings):
        emi = await meet(cast.EMI)
        shown = await emi.reply_to(await emi.command("profile", channel="games"))
        assert not pictures_of(shown)
        assert "No finished games between people in this server yet" in text_of(shown)
