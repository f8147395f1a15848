"""The page by keyboard, by screen reader, narrow and wide."""

import pytest
from playwright.async_api import Page, expect

from bot.local.cast import ADA
from tests.local.page.driving import Visit, browser_tests, last, panel
from tests.local.page.kiosk import Kiosk

pytestmark = browser_tests


async def test_everything_on_a_panel_can_be_done_by_keyboard_alone(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    await page.keyboard.type("/panel chess")
    await page.keyboard.press("Enter")
    await expect(last(page)).to_contain_text("Panel 0")
    await to_by_tab(page, "Turn", back=True)
    await page.keyboard.press("Enter")
    await expect(last(page)).to_contain_text("Panel 1")
    await to_by_tab(page, "Choose a square")
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        await page.keyboard.press(key)
    await expect(last(page)).to_contain_text("Chosen: b2")
    await to_by_tab(page, "Form", back=True)
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog", name="A form")).to_be_visible()
    await page.keyboard.type("Ada")
    for key in ("Tab", "ArrowDown", "Enter", "Tab", "ArrowDown", "Enter"):
        await page.keyboard.press(key)
    await expect(last(page)).to_contain_text("Form: Ada ['easy'] tails")


async def to_by_tab(page: Page, name: str, *, back: bool = False) -> None:
    """Presses Tab until the control of this name has the focus."""
    for _ in range(40):
        await page.keyboard.press("Shift+Tab" if back else "Tab")
        focused = page.locator(":focus")
        words = f"{await focused.inner_text()} {await focused.get_attribute('aria-label') or ''}"
        if name in words and await focused.get_attribute("data-custom-id"):
            return
    raise AssertionError(f"Tab never came to {name}.")


async def test_every_control_has_a_name_and_the_page_has_its_landmarks(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    await panel(page)
    await page.get_by_role("button", name="Local Discord").click()
    session = await page.context.new_cdp_session(page)
    tree = await session.send("Accessibility.getFullAXTree")
    controls = {"button", "link", "textbox", "combobox", "checkbox", "radio", "spinbutton", "listbox"}
    nodes = [node for node in tree["nodes"] if node.get("role", {}).get("value") in controls]
    nameless = [node for node in nodes if not node.get("name", {}).get("value")]
    assert nodes
    assert nameless == []
    await page.keyboard.press("Escape")
    for role in ("main", "log", "complementary"):
        await expect(page.locator(f"{role}, [role={role}], aside").first).to_be_visible()


@pytest.mark.parametrize("width", [400, 1200])
async def test_nothing_hangs_over_the_edge(visit: Visit, bot: Kiosk, width: int) -> None:
    page = await visit(ADA, width)
    await panel(page)
    wide = await page.evaluate(
        """() => [...document.querySelectorAll('#main *')]
            .filter((one) => one.getClientRects().length)
            .filter((one) => !one.closest('pre, [role=listbox], .visually-hidden'))
            .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
            .map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert wide == []
    toggle = page.get_by_role("button", name="Channels and people")
    people = page.get_by_role("navigation", name="People you can be")
    if width == 400:
        await expect(people).to_be_hidden()
        await toggle.click()
        await expect(toggle).to_have_attribute("aria-expanded", "true")
    await expect(people).to_be_visible()
