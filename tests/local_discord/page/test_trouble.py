"""The page when something is missing or broken, or you lose access to it."""

import pytest
from playwright.async_api import expect

from local_discord.sample import ADA, BRUNO, GENERAL, MUSIC
from local_discord.server import LocalDiscord
from tests.local_discord.page.browser import Complaints
from tests.local_discord.page.driving import Visit, browser_tests, last, panel, until, write
from tests.local_discord.page.kiosk import Kiosk, kiosk

pytestmark = [*browser_tests, pytest.mark.thorough]


async def test_the_page_finds_its_server_again(
    visit: Visit, discord: LocalDiscord, complaints: Complaints
) -> None:
    page = await visit()
    await write(page, "half a sen")
    await discord.__aexit__(None, None, None)
    await expect(page.get_by_text("The local Discord doesn't answer.")).to_be_visible()
    async with LocalDiscord(port=discord.port):
        await expect(page.get_by_text("The local Discord doesn't answer.")).to_be_hidden()
        await expect(page.locator("#composer-text")).to_have_value("half a sen")
        await page.keyboard.type("tence")
        await page.keyboard.press("Enter")
        await expect(last(page)).to_contain_text("half a sentence")
        await page.context.close()
    # The browser itself reports each attempt that met a closed door.
    complaints.heard = [one for one in complaints.heard if "WebSocket" not in one]


async def test_a_bot_that_is_away_is_reported(visit: Visit, discord: LocalDiscord) -> None:
    page = await visit()
    words = "Test Bot is offline. Its buttons don't work until it's back."
    await expect(page.get_by_text(words)).to_be_visible()
    async with kiosk(discord):
        await expect(page.get_by_text(words)).to_be_hidden()
    await expect(page.get_by_text(words)).to_be_visible()


async def test_developers_can_take_a_server_down_and_a_bot_away(visit: Visit, discord: LocalDiscord) -> None:
    guild, application = next(iter(discord.world.guilds.values())), discord.applications[0]
    for width in (400, 1200):
        page = await visit(width=width)
        await page.goto(f"{discord.url}/developer")
        requests = page.get_by_role("combobox", name="Requests for it")
        await requests.select_option("get 503: an outage")
        await until(lambda: discord.world.outages == {guild.id: 503})
        await expect(requests).to_have_value("503")
        await requests.select_option("are answered")
        await until(lambda: discord.world.outages == {})
        await expect(requests).to_have_value("")
        there = page.get_by_role("combobox", name="Test Bot is there")
        await expect(there).to_have_value("bot")
        await there.select_option("with its commands alone")
        await until(lambda: application.commands_only == {guild.id})
        await expect(there).to_have_value("commands")
        await there.select_option("with its bot")
        await until(lambda: application.id in guild.members)
        await expect(there).to_have_value("bot")


async def test_developers_can_switch_on_faults_on_a_separate_page(
    visit: Visit, discord: LocalDiscord
) -> None:
    page = await visit(width=400)
    await page.get_by_role("button", name="Settings").click()
    await expect(page.get_by_role("dialog", name="Settings")).not_to_contain_text("Delay")
    await page.keyboard.press("Escape")
    await page.locator("footer#foot").get_by_role("link", name="For developers").click()
    await page.get_by_label("Delay each way, seconds").fill("0.5")
    await page.get_by_label("Upload, bytes a second").fill("125000")
    await page.get_by_role("button", name="Set the network").click()
    await page.get_by_role("button", name="Fail the next answers").click()
    await expect(page.get_by_role("list", name="Failures still to come")).to_contain_text("429")
    await page.get_by_label("attach files").check()
    await page.get_by_role("combobox", name="Channel").select_option("#music")
    await expect(page.get_by_label("attach files")).not_to_be_checked()
    await page.get_by_label("send messages", exact=True).check()
    await expect(page.get_by_label("send messages", exact=True)).to_be_checked()
    forbidden = {GENERAL: ["ATTACH_FILES"], MUSIC: ["SEND_MESSAGES"]}
    await until(lambda: discord.faults.raw()["forbid"] == forbidden)
    in_force = discord.faults.raw()
    assert (in_force["delay"], in_force["jitter"], in_force["upload"]) == (0.5, 0, 125_000)
    await page.reload()
    await expect(page.get_by_label("Delay each way, seconds")).to_have_value("0.5")
    await page.get_by_role("link", name="Back to the channels").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("general")


async def test_developers_can_have_requests_fail_and_things_refused_in_each_way(
    visit: Visit, discord: LocalDiscord
) -> None:
    page = await visit()
    await page.goto(discord.url + "/developer")
    await page.get_by_label("Status").select_option("503")
    await page.get_by_label("Answer with a proxy's page").check()
    await page.get_by_label("Or for so many seconds").fill("60")
    await page.get_by_role("button", name="Fail the next answers").click()
    failures = page.get_by_role("list", name="Failures still to come")
    await expect(failures).to_contain_text(
        "503 as a page any method any path, for 60 s"
    )  # and the form is new again
    await page.get_by_label("Status").select_option("none: break the connection")
    await page.get_by_label("Chance of each").fill("0.25")
    await page.get_by_role("button", name="Fail the next answers").click()
    await expect(failures).to_contain_text("broken connection any method any path, 25 %, 1 more")
    await page.get_by_role("combobox", name="What", exact=True).select_option("Files in a channel")
    await page.get_by_label("With the code").select_option("400001")
    await page.get_by_label("Whose, or where").select_option("#music")
    await page.get_by_role("button", name="Refuse it").click()
    await expect(page.get_by_role("list", name="Refused")).to_have_text("Files in a channel: #music, 400001")
    await page.get_by_label("Share of messages").fill("0.04")
    await page.get_by_role("button", name="Set the share").click()
    await expect(page.get_by_label("Share of messages")).to_have_value("0.04")
    in_force = discord.faults.raw()
    assert (in_force["refused_files"], in_force["refuse_emojis"]) == ({MUSIC: 400001}, 0.04)
    await page.get_by_role("button", name="Refuse nothing").click()
    await expect(page.get_by_role("list", name="Refused")).to_be_hidden()


async def test_the_settings_make_threads_and_let_you_leave(visit: Visit, discord: LocalDiscord) -> None:
    page = await visit(BRUNO)
    drawer = page.get_by_role("dialog", name="Settings")
    await page.get_by_role("button", name="Settings").click()
    await drawer.get_by_label("Don't accept direct messages from bots").check()
    await expect(drawer.get_by_label("Don't accept direct messages from bots")).to_be_checked()
    assert discord.faults.raw()["closed_dms"] == [BRUNO]
    await drawer.get_by_label("New thread or channel").fill("side room")
    await drawer.get_by_role("button", name="Create the thread").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("side room")
    await page.get_by_role("button", name="Settings").click()
    await drawer.get_by_role("button", name="Leave the server").click()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("heading", level=1)).to_have_text("No channel is open")
    await page.get_by_role("button", name="Settings").click()
    await drawer.get_by_role("button", name="Join the server again").click()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("heading", level=1)).to_have_text("side room")


async def test_a_channel_you_lose_is_left_and_cannot_be_written_in(visit: Visit, bot: Kiosk) -> None:
    ada, bruno = await visit(ADA), await visit(BRUNO)
    shown = await panel(ada)
    await ada.get_by_role("button", name="Settings").click()
    await ada.get_by_role("dialog").get_by_role("button", name="Leave the server").click()
    await ada.keyboard.press("Escape")
    await expect(ada.locator("#composer-text")).to_be_disabled()
    await expect(shown).to_have_count(0)
    await bruno.get_by_role("button", name="Settings").click()
    await bruno.get_by_role("dialog").get_by_role("button", name="Delete this channel").click()
    await expect(bruno.get_by_role("heading", level=1)).to_have_text("games")
