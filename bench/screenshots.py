"""The pictures in the documentation: the phones in the README, and those in docs/hosting.md.

    python -m bench.screenshots [phones | portal]

The real bot on a local Discord. For the phones, Ada plays some moves of two games against computers; then
Chromium shows what she sees, her hand in direct messages and the board in the channel, in windows 400 pixels
wide. For the portal, every page in docs/portal/ is drawn into a picture beside it, and the last picture is a
channel where Ada has typed /play. It needs a Chromium, as the browser tests do.
"""

import asyncio
import io
import sys
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.async_api import Browser, Page, ViewportSize, expect

from bench.clicks import Clicker, Tally
from bench.loopback import at_once
from bot.play import ADA, GAMES
from local_discord.person import Person
from local_discord.server import LocalDiscord
from tests.bot.tabs import open_table
from tests.local_discord.page.browser import browser

# The phones

WIDTH, HEIGHT, SCALE = 400, 900, 1.5
GAP, EDGE, ROUND = 48, 12, 44
FRAME, BEHIND = (24, 25, 30), (255, 255, 255)
PHONE_COLOURS = 200


async def _screen_of(game: str, moves: int, *, hand: bool) -> Image.Image:
    async with at_once() as (local, app), Person.connect(local.url, ADA) as ada, browser() as chromium:
        await Clicker(ada, app, Tally(), game).play(moves)
        direct = next((one["id"] for one in ada.sees.channels.values() if one.get("recipients")), GAMES)
        page = await chromium.new_page(
            viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=SCALE, color_scheme="dark"
        )
        return await _screen(page, local, direct if hand else GAMES)


async def _screen(page: Page, local: LocalDiscord, channel: str) -> Image.Image:
    """What she sees when she opens this channel, from its newest message on."""
    await page.goto("about:blank")
    await page.goto(f"{local.url}/?person={ADA}#{channel}")
    newest = page.locator("article[data-message-id]").last
    await expect(newest).to_be_visible()
    await page.wait_for_load_state("networkidle")
    await newest.evaluate("(one) => one.scrollIntoView({ block: 'start' })")
    await page.locator("#jump, #foot").evaluate_all(
        "(all) => { for (const one of all) one.style.display = 'none' }"
    )
    return Image.open(io.BytesIO(await page.screenshot()))


def _side_by_side(screens: list[Image.Image]) -> Image.Image:
    """Each screenshot in a frame with round corners, on white."""
    wide, high = (round(side * SCALE) for side in (WIDTH, HEIGHT))
    step = wide + 2 * EDGE + GAP
    whole = Image.new("RGB", (step * len(screens) - GAP, high + 2 * EDGE), BEHIND)
    for number, screen in enumerate(screens):
        left = step * number
        box = (left, 0, left + wide + 2 * EDGE - 1, high + 2 * EDGE - 1)
        ImageDraw.Draw(whole).rounded_rectangle(box, ROUND, FRAME)
        mask = Image.new("L", screen.size)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, wide - 1, high - 1), ROUND - EDGE, 255)
        whole.paste(screen, (left + EDGE, EDGE), mask)
    return whole.quantize(PHONE_COLOURS)


def draw_phones(file: str = "docs/phone.png") -> None:
    """The picture in the README: a phone with a hand and a phone with the board."""
    hand = asyncio.run(_screen_of("foozle", 2, hand=True))
    board = asyncio.run(_screen_of("doublolo", 12, hand=False))
    _side_by_side([hand, board]).save(file, optimize=True)
    sys.stdout.write(f"{file}: {Path(file).stat().st_size / 1000:.0f} kB\n")


# The portal

PAGES = Path("docs/portal")
PORTAL: ViewportSize = {"width": 1200, "height": 700}
CHANNEL: ViewportSize = {"width": 760, "height": 800}
"""Without the lists at its sides, and high enough for the whole message."""

PORTAL_COLOURS = 128


async def _drawn(chromium: Browser, address: str) -> bytes:
    tab = await chromium.new_page(viewport=PORTAL)
    await tab.goto(address)
    return await tab.screenshot()


async def _first_play(chromium: Browser) -> bytes:
    async with at_once() as (local, _):
        tab = await chromium.new_page(viewport=CHANNEL, color_scheme="dark")
        await tab.goto(f"{local.url}/?person={ADA}#{GAMES}")
        await open_table(tab, "doublolo", "Doublolo")
        await tab.get_by_role("button", name="Play the computer").wait_for()
        await tab.wait_for_load_state("networkidle")
        await tab.locator("#foot").evaluate("(foot) => { foot.style.display = 'none' }")  # Discord has none
        return await tab.screenshot()


async def _shots(addresses: list[str]) -> list[bytes]:
    async with browser() as chromium:
        return [*[await _drawn(chromium, one) for one in addresses], await _first_play(chromium)]


def draw_portal() -> None:
    """The pictures in docs/hosting.md: Discord's developer portal, and the first /play in a channel."""
    pages = sorted(PAGES.glob("*.html"))
    files = [*[page.with_suffix(".png") for page in pages], PAGES / "first-play.png"]
    shots = asyncio.run(_shots([page.resolve().as_uri() for page in pages]))
    for file, shot in zip(files, shots, strict=True):
        shown = Image.open(io.BytesIO(shot)).convert("RGB")
        shown.quantize(PORTAL_COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
        sys.stdout.write(f"{file}: {file.stat().st_size / 1000:.0f} kB\n")


def main(*names: str) -> None:
    """Draw the pictures with these names, or all."""
    drawn = {"phones": draw_phones, "portal": draw_portal}
    for name in names or drawn:
        drawn[name]()


if __name__ == "__main__":
    main(*sys.argv[1:])
