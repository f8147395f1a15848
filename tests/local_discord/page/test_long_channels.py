"""Channels with more messages than are shown at once."""

from playwright.async_api import Page, expect

from local_discord.channels import Message
from local_discord.message_payloads import MessagePayload
from local_discord.sample import BRUNO, GENERAL, GUILD_ID
from local_discord.server import LocalDiscord
from tests.local_discord.page.driving import Visit, browser_tests, last, messages

pytestmark = browser_tests

BEGINNING = "This is the beginning of #general"


def say(discord: LocalDiscord, *texts: str) -> list[Message]:
    """Bruno says these things in #general."""
    world = discord.world
    channel, bruno = world.channels[GENERAL], world.people[BRUNO]
    return [discord.messages.post(channel, bruno, MessagePayload(content=text)) for text in texts]


async def top(page: Page) -> None:
    await page.get_by_role("log").evaluate("(log) => log.scrollTo(0, 0)")
    await expect(page.get_by_role("button", name="Jump to the newest")).to_be_visible()


async def test_older_messages_are_shown_when_asked_for_and_the_view_stays_in_place(
    visit: Visit, discord: LocalDiscord
) -> None:
    say(discord, *map(str, range(300)))
    page = await visit()
    await expect(messages(page)).to_have_count(200)
    await expect(page.get_by_text(BEGINNING)).to_have_count(0)
    await top(page)
    older = page.get_by_role("button", name="Show older messages")
    await older.focus()
    await page.keyboard.press("Enter")
    await expect(messages(page)).to_have_count(300)
    await expect(messages(page).nth(100)).to_be_in_viewport()
    await expect(messages(page).nth(99)).to_be_focused()
    await expect(page.get_by_text(BEGINNING)).to_have_count(1)
    await expect(older).to_have_count(0)
    assert await messages(page).locator(".body").all_inner_texts() == list(map(str, range(300)))


async def test_a_link_to_a_message_far_up_leads_there(visit: Visit, discord: LocalDiscord) -> None:
    first, *_ = say(discord, "far up", *map(str, range(450)))
    say(discord, f"https://discord.com/channels/{GUILD_ID}/{GENERAL}/{first.id}")
    page = await visit()
    await last(page).get_by_role("button", name="#general › message").click()
    await expect(page.locator("article:focus")).to_contain_text("far up")
    discord.messages.delete(first)
    await expect(page.get_by_text("far up")).to_have_count(0)


async def test_while_you_read_the_newest_the_oldest_are_dropped_and_can_be_fetched_again(
    visit: Visit, discord: LocalDiscord
) -> None:
    page = await visit()
    say(discord, *map(str, range(401)))
    await expect(last(page)).to_contain_text("400")
    await expect(messages(page)).to_have_count(201)
    await top(page)
    say(discord, *map(str, range(401, 651)))
    await expect(page.get_by_role("button", name="250 new messages — jump to the newest")).to_be_visible()
    await expect(messages(page)).to_have_count(451)
    await page.get_by_role("button", name="Show older messages").click()
    await expect(messages(page)).to_have_count(651)
    assert await messages(page).locator(".body").all_inner_texts() == list(map(str, range(651)))
