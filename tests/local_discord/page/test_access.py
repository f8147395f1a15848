"""The page used by keyboard and by screen reader, narrow and wide."""

from typing import Literal

import discord
import pytest
from playwright.async_api import Locator, Page, expect

from local_discord.sample import ADA, GENERAL
from tests.local_discord.page.driving import Visit, browser_tests, last, panel, write
from tests.local_discord.page.kiosk import Kiosk, Quiz

pytestmark = [*browser_tests, pytest.mark.thorough]


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


async def test_the_focus_goes_from_question_to_question_and_each_is_read_out(
    visit: Visit, bot: Kiosk
) -> None:
    page = await visit()
    await page.keyboard.type("/quiz ")
    await page.keyboard.press("Enter")
    shown, said = last(page), page.locator("#said")
    await shown.get_by_role("button", name="B1").focus()
    await page.keyboard.press("Enter")
    await expect(shown.get_by_role("button", name="A2")).to_be_focused()
    await expect(said).to_have_text("New question: Question 2")
    await page.keyboard.press("Enter")
    await expect(shown).to_contain_text("Wait for the next one")
    await expect(shown).to_be_focused()
    message = bot.get_partial_messageable(int(GENERAL)).get_partial_message(
        int(await shown.get_attribute("data-message-id") or 0)
    )
    await message.edit(view=Quiz(3))
    await expect(shown.get_by_role("button", name="A3")).to_be_focused()
    await expect(said).to_have_text("New question: Question 3")
    await shown.get_by_role("button", name="Give up").focus()
    await message.edit(view=Quiz(4))
    await expect(shown).to_contain_text("Question 4")
    await expect(shown.get_by_role("button", name="Give up")).to_be_focused()


async def test_a_question_that_is_posted_again_takes_the_focus_with_it(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    channel = bot.get_partial_messageable(int(GENERAL))
    message = await channel.send(view=Quiz(1))
    await last(page).get_by_role("button", name="B1").focus()

    async def post_again(quiz: Quiz) -> discord.Message:
        nonlocal message
        old, message = message, await channel.send(view=quiz)
        await channel.send("Some chat comes in between.")
        await expect(last(page)).to_contain_text("Some chat")
        await old.delete()
        return message

    def shown() -> Locator:
        return page.locator(f'[data-message-id="{message.id}"]')

    await post_again(Quiz(1))
    await expect(shown().get_by_role("button", name="B1")).to_be_focused()
    await post_again(Quiz(2))
    await expect(shown().get_by_role("button", name="A2")).to_be_focused()
    await expect(page.locator("#said")).to_have_text("New question: Question 2")
    await post_again(Quiz(2, asks=False))
    await expect(shown()).to_be_focused()
    await post_again(Quiz(3))
    await expect(shown().get_by_role("button", name="A3")).to_be_focused()


async def to_by_tab(page: Page, name: str, *, back: bool = False) -> None:
    """Presses Tab until the control of this name has the focus."""
    for _ in range(40):
        await page.keyboard.press("Shift+Tab" if back else "Tab")
        focused = page.locator(":focus")
        words = f"{await focused.inner_text()} {await focused.get_attribute('aria-label') or ''}"
        if name in words and await focused.get_attribute("data-custom-id"):
            return
    raise AssertionError(f"Tab never came to {name}.")


async def test_tab_stops_at_what_can_be_done_and_not_at_every_message(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    channel = bot.get_partial_messageable(int(GENERAL))
    for number in range(5):
        await channel.send(str(number))
    await expect(last(page)).to_contain_text("4")
    await page.locator("#composer-text").focus()
    await page.keyboard.press("Shift+Tab")
    await expect(page.get_by_role("log", name="Messages in #general")).to_be_focused()
    await page.keyboard.press("ArrowUp")
    for name in ("Add reaction", "Pin message", "Select message", "Delete message"):
        await page.keyboard.press("Tab")
        await expect(last(page).get_by_role("button", name=name)).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(last(page)).to_contain_text("3")
    await expect(page.locator("article:focus")).to_contain_text("3")


async def test_a_choice_says_its_description_too(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    shown = await panel(page)
    await shown.get_by_role("combobox", name="Choose a square").click()
    await expect(page.get_by_role("option", name="B2")).to_have_accessible_description("free")


async def test_in_a_narrow_window_the_lists_take_the_focus_and_give_it_back(visit: Visit) -> None:
    page = await visit(ADA, 400)
    toggle = page.get_by_role("button", name="Channels and people")
    await toggle.focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("link", name="general")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(toggle).to_be_focused()
    await page.keyboard.press("Enter")
    await page.get_by_role("link", name="music").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("log", name="Messages in #music")).to_be_focused()


async def test_nothing_moves_forever_if_less_motion_is_asked_for(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    await page.emulate_media(reduced_motion="reduce")
    shown = await panel(page)
    button = shown.get_by_role("button", name="Nothing")
    await button.click()
    await expect(button).to_have_attribute("aria-busy", "true")
    style = "(one) => getComputedStyle(one, '::after').animationIterationCount"
    assert await button.evaluate(style) == "1"


async def test_words_run_the_way_they_are_read(visit: Visit) -> None:
    page = await visit()
    await write(page, "אתה מוזמן?")
    await page.keyboard.press("Enter")
    await write(page, "are you?")
    await page.keyboard.press("Enter")
    lines = page.locator("article .line")
    await expect(lines).to_have_count(2)
    hebrew, english = [await end_of(one) for one in await lines.all()]
    assert hebrew < 0.5 < english, "the question mark is where the sentence ends"


async def end_of(line: Locator) -> float:
    """Where the last character of a line stands, from 0 at its left to 1 at its right."""
    return float(
        await line.evaluate(
            """(line) => {
                const range = document.createRange();
                const text = line.firstChild;
                range.selectNodeContents(text);
                const whole = range.getBoundingClientRect();
                range.setStart(text, text.length - 1);
                return (range.getBoundingClientRect().left - whole.left) / whole.width;
            }"""
        )
    )


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_small_words_stand_out_also_on_what_is_chosen(
    visit: Visit, bot: Kiosk, scheme: Literal["dark", "light"]
) -> None:
    page = await visit()
    await page.emulate_media(color_scheme=scheme)
    shown = await panel(page)
    await shown.get_by_role("combobox", name="Choose a square").click()
    assert await contrast(page.locator(".option:focus .option-description")) >= 4.5
    await page.keyboard.press("Escape")
    await write(page, "/")
    assert await contrast(page.locator("[aria-selected=true] .suggestion-note")) >= 4.5


async def contrast(words: Locator) -> float:
    """The contrast of text to its background, as the accessibility guidelines count it."""
    return float(
        await words.evaluate(
            """(words) => {
                const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
                const mix = (colours) => {
                    for (const colour of colours) { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1); }
                    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
                };
                const backs = [];
                for (let one = words; one; one = one.parentElement)
                    backs.unshift(getComputedStyle(one).backgroundColor);
                const ink = [...backs, getComputedStyle(words).color];
                const light = (rgb) => rgb
                    .map((part) => part / 255)
                    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
                    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0.05);
                const [low, high] = [light(mix(backs)), light(mix(ink))].sort((a, b) => a - b);
                return high / low;
            }"""
        )
    )


async def test_every_control_has_a_name_and_the_page_has_its_landmarks(visit: Visit, bot: Kiosk) -> None:
    page = await visit()
    await panel(page)
    await page.get_by_role("button", name="Settings").click()
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
