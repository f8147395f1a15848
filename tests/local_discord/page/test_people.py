"""Choosing who you are on the page, and what people write and read."""

import re

import pytest
from playwright.async_api import Locator, expect

from local_discord.sample import ADA, BRUNO, GENERAL, GRIM, GUILD_ID, MUSIC
from local_discord.server import LocalDiscord
from local_discord.users import Avatar, disc
from tests.local_discord.page.driving import Visit, browser_tests, last, messages, use, write
from tests.local_discord.page.kiosk import Kiosk

pytestmark = [*browser_tests, pytest.mark.thorough]


async def test_two_people_in_two_tabs_see_at_once_what_each_other_writes(visit: Visit, bot: Kiosk) -> None:
    ada, bruno = await visit(ADA), await visit(BRUNO)
    await write(ada, "good evening @Bruno")
    await ada.keyboard.press("Enter")
    await expect(last(bruno)).to_contain_text("good evening @Bruno")
    await expect(last(bruno)).to_have_class(re.compile("mentions-me"))
    await write(bruno, "and to you")
    await bruno.keyboard.press("Enter")
    await expect(last(ada)).to_contain_text("and to you")
    await expect(last(ada)).to_have_attribute("data-author-id", BRUNO)


async def test_one_press_makes_you_somebody_else_and_a_reload_keeps_that(visit: Visit) -> None:
    page = await visit(ADA)
    await page.get_by_role("link", name="Become Bruno").click()
    await expect(page.get_by_role("link", name="You are Bruno")).to_be_visible()
    assert f"person={BRUNO}" in page.url
    await page.reload()
    await expect(page.get_by_role("link", name="You are Bruno")).to_be_visible()
    await page.go_back()
    await expect(page.get_by_role("link", name="You are Ada")).to_be_visible()


async def test_an_address_without_a_person_opens_as_the_first(discord: LocalDiscord, visit: Visit) -> None:
    page = await visit(BRUNO)
    fresh = await (await page.context.browser.new_context()).new_page()  # type: ignore[union-attr]  # it has one
    await fresh.goto(discord.url)
    await expect(fresh.get_by_role("link", name="You are Ada")).to_be_visible()
    await fresh.context.close()


async def test_names_and_words_that_look_like_markup_stay_words(visit: Visit) -> None:
    ada, grim = await visit(ADA), await visit(GRIM)
    await write(grim, '<img src=x onerror="alert(1)"> <b>bold</b> \u202eback')
    await grim.keyboard.press("Enter")
    body = last(ada).locator(".body")
    await expect(body).to_contain_text('<img src=x onerror="alert(1)"> <b>bold</b>')
    assert await body.locator("img, b").count() == 0
    await expect(last(ada).locator("bdi.name")).to_contain_text("**Gr1m**")


async def test_a_message_changes_and_goes_as_it_happens(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    message = await bot.get_partial_messageable(int(GENERAL)).send("first words")
    await expect(last(page)).to_contain_text("first words")
    await message.edit(content="second words")
    await expect(last(page)).to_contain_text("second words (edited)")
    await message.delete()
    await expect(messages(page)).to_have_count(0)


async def test_a_direct_message_is_marked_unread_until_it_is_opened(visit: Visit, bot: Kiosk) -> None:
    ada, bruno = await visit(ADA), await visit(BRUNO)
    await use(ada, "letter Bruno")
    await expect(last(ada)).to_contain_text("Sent.")
    direct = bruno.get_by_role("navigation", name="Channels").get_by_role("link", name="Test Bot")
    await expect(direct).to_have_attribute("data-unread", "1")
    await expect(bruno).to_have_title(re.compile(r"^\(1\)"))
    await direct.click()
    await expect(last(bruno)).to_contain_text("A letter for @Bruno.")
    await expect(bruno.get_by_role("separator", name="New")).to_be_visible()
    await expect(direct).not_to_have_attribute("data-unread", "1")
    await bruno.reload()
    await expect(last(bruno)).to_contain_text("A letter for @Bruno.")
    await expect(bruno).not_to_have_title(re.compile(r"^\("))


async def test_a_message_in_another_channel_marks_it_and_a_mention_is_counted(visit: Visit) -> None:
    ada, bruno = await visit(ADA), await visit(BRUNO)
    await ada.locator(f'[data-channel-id="{MUSIC}"]').click()
    await write(ada, "cards, @Bruno?")
    await ada.keyboard.press("Enter")
    room = bruno.locator(f'[data-channel-id="{MUSIC}"]')
    await expect(room).to_have_attribute("data-mentions", "1")
    await expect(room).to_have_accessible_name(re.compile("1 unread, 1 mention"))


async def test_what_you_read_stays_in_place_while_others_write(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    channel = bot.get_partial_messageable(int(GENERAL))
    await channel.send("\n".join(f"line {number}" for number in range(80)))
    await expect(last(page)).to_contain_text("line 79")
    log = page.get_by_role("log")
    await expect(page.get_by_text("This is the beginning of #general")).not_to_be_in_viewport()
    await log.evaluate("(log) => log.scrollTo(0, 0)")
    await channel.send("something new")
    await page.get_by_role("button", name="1 new message — jump to the newest").click()
    await expect(page.get_by_text("something new")).to_be_in_viewport()
    await expect(page.get_by_role("separator", name="New")).to_be_visible()


async def test_arrows_go_from_message_to_message(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    channel = bot.get_partial_messageable(int(GENERAL))
    for words in ("one", "two", "three"):
        await channel.send(words)
    await expect(last(page)).to_contain_text("three")
    await page.get_by_role("log").focus()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowUp")
    await expect(page.locator("article:focus")).to_contain_text("two")


async def test_with_one_server_there_is_none_to_choose(visit: Visit) -> None:
    page = await visit()
    await expect(page.locator("#servers")).to_be_hidden()


async def is_shown(picture: Locator) -> bool:
    """Whether it has arrived, and is round."""
    await expect(picture).to_be_visible()
    await expect(picture).to_have_css("border-radius", "50%")
    await expect(picture).to_have_js_property("complete", True)
    return int(await picture.evaluate("(picture) => picture.naturalWidth")) > 0


async def test_avatars_are_shown_round_wherever_a_person_is(visit: Visit) -> None:
    page = await visit(ADA)
    await write(page, "hello")
    await page.keyboard.press("Enter")
    await expect(last(page)).to_contain_text("hello")
    for place in (
        last(page),
        page.locator(f'[data-person-id="{BRUNO}"]'),
        page.locator(f'[data-user-id="{BRUNO}"]'),
        page.locator("[data-me]"),
    ):
        assert await is_shown(place.locator("img.avatar"))


async def test_who_has_no_avatar_is_shown_by_initials(visit: Visit) -> None:
    page = await visit(ADA)
    for place in (page.locator(f'[data-person-id="{GRIM}"]'), page.locator(f'[data-user-id="{GRIM}"]')):
        await expect(place.locator("span.avatar")).to_have_text("G\u05de")
        await expect(place.locator("img")).to_have_count(0)


async def test_the_avatar_of_a_server_is_shown_in_it(visit: Visit, discord: LocalDiscord) -> None:
    discord.world.guilds[GUILD_ID].members[GRIM].avatar = Avatar(disc(0x334455))
    page = await visit(ADA)
    assert await is_shown(page.locator(f'[data-user-id="{GRIM}"] img.avatar'))
