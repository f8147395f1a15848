"""Buttons, menus, forms and pictures on the page."""

import pytest
from playwright.async_api import expect

from local_discord.sample import ADA, BRUNO, GENERAL
from tests.local_discord.page.driving import Visit, browser_tests, last, messages, overlap, panel
from tests.local_discord.page.kiosk import Kiosk, lone_menu

pytestmark = browser_tests


async def test_a_press_edits_the_panel_for_all_and_keeps_the_focus(visit: Visit, bot: Kiosk) -> None:
    ada, bruno = await visit(ADA), await visit(BRUNO)
    shown = await panel(ada)
    await bruno.get_by_role("button", name="Turn").focus()
    await bruno.keyboard.press("Enter")
    await expect(shown).to_contain_text("Panel 1")
    await expect(shown).to_contain_text("Last pressed by Bruno.")
    await expect(last(bruno)).to_contain_text("Panel 1")  # until then their button is busy, and ignores them
    await expect(bruno.get_by_role("button", name="Turn")).to_be_focused()
    await expect(bruno.get_by_role("button", name="Turn")).not_to_have_attribute("aria-busy", "true")
    await bruno.keyboard.press("Enter")
    await expect(shown.get_by_role("img")).to_have_attribute("alt", "A disc, drawn 2 times")
    await expect(ada.get_by_role("button", name="Closed")).to_be_disabled()


async def test_a_press_without_answer_is_said_to_have_failed(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    shown = await panel(page)
    button = shown.get_by_role("button", name="Nothing")
    await button.click()
    await expect(button).to_have_attribute("aria-busy", "true")
    await expect(shown.get_by_role("alert")).to_have_text("This interaction failed")
    await expect(button).not_to_have_attribute("aria-busy", "true")


async def test_an_ephemeral_answer_is_seen_by_one_and_can_be_dismissed(visit: Visit, bot: Kiosk) -> None:
    ada, bruno = await visit(ADA), await visit(BRUNO)
    shown = await panel(ada)
    await shown.get_by_role("button", name="Secret").click()
    await expect(last(ada)).to_contain_text("Only you can see this")
    await expect(messages(bruno)).to_have_count(1)
    await last(ada).get_by_role("button", name="Dismiss message").click()
    await expect(messages(ada)).to_have_count(1)


async def test_a_menu_gives_one_value_and_a_wider_one_exactly_as_many_as_it_wants(
    visit: Visit, bot: Kiosk
) -> None:
    page = await visit()
    shown = await panel(page)
    await shown.get_by_role("combobox", name="Choose a square").click()
    await page.get_by_role("option", name="C3").click()
    await expect(last(page)).to_contain_text("Chosen: c3")
    await shown.get_by_role("combobox", name="Choose two squares").click()
    confirm = page.get_by_role("button", name="Confirm")
    await page.get_by_role("option", name="A1").click()
    await expect(confirm).to_be_disabled()
    await page.get_by_role("option", name="D4").click()
    await expect(page.get_by_role("option", name="B2")).to_be_disabled()
    await confirm.click()
    await expect(last(page)).to_contain_text("Chosen: a1 d4")


@pytest.mark.parametrize("leave", ["Escape", "click"])
async def test_ticks_stay_when_a_menu_is_left_and_are_sent_by_confirm_alone(
    visit: Visit, bot: Kiosk, leave: str
) -> None:
    page = await visit()
    shown = await panel(page)
    menu = shown.get_by_role("combobox", name="Choose two squares")
    await menu.click()
    await page.get_by_role("option", name="B2").click()
    if leave == "Escape":
        await page.keyboard.press("Escape")
    else:
        await page.get_by_role("heading", level=1).click()
    await expect(page.get_by_role("option")).to_have_count(0)
    await expect(menu).to_contain_text("B2")
    await expect(menu).to_contain_text("not confirmed yet")
    await shown.get_by_role("button", name="Secret").click()
    await expect(last(page)).to_contain_text("Between us.")
    await menu.click()
    await expect(page.get_by_role("option", name="B2")).to_have_attribute("aria-selected", "true")
    await page.get_by_role("option", name="D4").click()
    await page.get_by_role("button", name="Confirm").click()
    await expect(last(page)).to_contain_text("Chosen: b2 d4")


async def test_an_open_menu_stays_open_when_the_words_around_it_change(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    message = await bot.get_partial_messageable(int(GENERAL)).send("before", view=lone_menu())
    await page.get_by_role("combobox", name="Pick").click()
    await page.keyboard.press("ArrowDown")
    await message.edit(content="after")
    await expect(last(page)).to_contain_text("after")
    await expect(page.get_by_role("option", name="B2")).to_be_focused()
    await message.edit(view=None)
    await expect(page.get_by_role("option")).to_have_count(0)


async def test_a_message_gets_no_lower_under_the_pointer(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    message = await bot.get_partial_messageable(int(GENERAL)).send("before", view=lone_menu())

    async def height() -> float:
        await expect(last(page)).to_have_attribute("aria-label", "Message by Test Bot")
        box = await last(page).bounding_box()
        assert box is not None
        return box["height"]

    await expect(page.get_by_role("combobox", name="Pick")).to_be_visible()
    before = await height()
    await last(page).hover()
    await message.edit(content="after", view=None)
    await expect(page.get_by_role("combobox", name="Pick")).to_have_count(0)
    assert await height() == before
    await page.mouse.move(0, 0)
    await message.edit(content="elsewhere")
    await expect(last(page)).to_contain_text("elsewhere")
    assert await height() < before


async def test_the_newest_message_stays_in_sight_while_it_changes_under_the_pointer(
    visit: Visit, bot: Kiosk
) -> None:
    page = await visit()
    channel = bot.get_partial_messageable(int(GENERAL))
    long = "\n".join(str(one) for one in range(20))
    await channel.send(long)
    message = await channel.send(long, view=lone_menu())
    pick = page.get_by_role("combobox", name="Pick")
    await expect(pick).to_be_in_viewport(ratio=1)
    await pick.focus()
    await last(page).hover()
    for content in ("short", f"{long} again", "shorter"):
        await message.edit(content=content, view=lone_menu())
        await expect(last(page)).to_contain_text(content.splitlines()[-1])
        await expect(page.get_by_role("button", name="Jump to the newest")).to_be_hidden()


async def test_a_form_is_checked_before_it_is_sent(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    shown = await panel(page)
    await shown.get_by_role("button", name="Form").click()
    form = page.get_by_role("dialog", name="A form")
    await form.get_by_role("textbox", name="Name").fill("x")
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_contain_text("Enter at least 2 characters (1 so far).")
    await expect(form.locator('[data-field="side"]')).to_contain_text("Choose an option.")
    await form.get_by_role("textbox", name="Name").fill("Ada")
    await form.get_by_role("combobox", name="Level").click()
    await page.get_by_role("option", name="hard").click()
    await form.get_by_role("radio", name="tails").check()
    await form.get_by_role("checkbox", name="log").check()
    await form.get_by_role("checkbox", name="Rated").check()
    await form.get_by_role("button", name="Submit").click()
    await expect(last(page)).to_contain_text("Form: Ada ['hard'] tails ['log'] True")
    await expect(form).to_have_count(0)


async def test_a_picture_opens_larger_and_says_what_is_on_it(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    shown = await panel(page)
    await shown.get_by_role("button", name="Show the picture's alternative text").click()
    await expect(page.get_by_role("note")).to_have_text("A disc, drawn 0 times")
    await page.keyboard.press("Escape")
    await shown.get_by_role("button", name="A disc, drawn 0 times").click()
    await expect(page.get_by_role("dialog", name="Picture")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog", name="Picture")).to_have_count(0)


@pytest.mark.parametrize("width", [400, 1200])
async def test_the_badge_of_a_picture_covers_nothing(visit: Visit, bot: Kiosk, width: int) -> None:
    page = await visit(width=width)
    shown = await panel(page)
    badge = shown.get_by_role("button", name="Show the picture's alternative text")
    for other in await shown.locator("img, .avatar, .by, .button, .select, .markdown").all():
        assert not await overlap(badge, other), await other.inner_html()


async def test_a_tall_picture_is_as_low_on_a_desktop_as_discord_shows_it_and_as_wide_as_it_goes_on_a_phone(
    visit: Visit, bot: Kiosk
) -> None:
    page = await visit()
    box = await (await panel(page)).locator(".picture img").bounding_box()
    assert box is not None
    assert box["height"] <= 351
    await page.set_viewport_size({"width": 400, "height": 860})
    box = await page.locator(".picture img").last.bounding_box()
    assert box is not None
    assert box["width"] > 290
