"""What people do on the page in tests, in a tab each: open a table by typing, press buttons by name."""

from playwright.async_api import Browser, Locator, Page, expect

from bot.host.play import CARD_ROOM, GAMES, GROUP
from local_discord.server import LocalDiscord
from tests.bot.tables import until
from tests.local_discord.page.browser import Complaints

CHANNELS = {GAMES: "games", CARD_ROOM: "card-room", GROUP: "Sunday games"}
PHONE, DESKTOP = (400, 860), (1200, 900)


async def enter(
    browser: Browser,
    discord: LocalDiscord,
    person: str,
    complaints: Complaints,
    channel: str = GAMES,
    size: tuple[int, int] = PHONE,
) -> Page:
    """A separate tab for this person in a channel; collects the page's complaints."""
    context = await browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = await context.new_page()
    complaints.watch(page)
    await page.goto(f"{discord.url}/?person={person}#{channel}")
    await expect(page.get_by_role("heading", level=1)).to_have_text(CHANNELS[channel])
    return page


async def open_table(page: Page, game: str, line: str) -> None:
    """Type the command and pick the game whose line begins like this."""
    await page.locator("#composer-text").focus()
    await page.keyboard.type(f"/play {game}")
    await page.get_by_role("option", name=line).wait_for()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")


async def to_direct_messages(page: Page, discord: LocalDiscord, person: str) -> None:
    """Where the hand is."""

    def direct() -> str | None:
        channels = discord.world.channels.values()
        return next((one.id for one in channels if one.recipient and one.recipient.id == person), None)

    await until(direct)
    channel = direct()
    # The page is told a moment later; until then it doesn't follow an address there.
    await expect(page.locator(f'[data-channel-id="{channel}"]')).to_be_attached()
    await page.evaluate("channel => { location.hash = channel }", channel)
    await expect(page.get_by_role("link", name="Go to table")).to_be_visible()


async def press(page: Page, label: str) -> None:
    """Press the newest button with this label."""
    await page.get_by_role("button", name=label, exact=True).last.click()


async def tells(shown: Locator, text: str) -> None:
    """Wait until this message has these words, in its text or in the alt text of its picture."""
    in_alt = shown.page.locator(f'img[alt*="{text.replace("@", "")}"]')
    await expect(shown.filter(has_text=text).or_(shown.filter(has=in_alt))).to_be_visible()


def question(page: Page) -> Locator:
    """The controls of the question that is asked."""
    return page.locator('[data-custom-id^="pick:"]')


async def answered(page: Page, asked: str | None) -> None:
    """Wait until another question than this is asked, or the game is over."""
    await page.wait_for_function(
        """asked => {
            const next = document.querySelector('[data-custom-id^="pick:"], [data-custom-id^="rematch:"]');
            return next && next.dataset.customId !== asked;
        }""",
        arg=asked,
    )
