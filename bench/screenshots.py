"""The pictures in the documentation: the phones in the README, those in docs/hosting.md, and docs/listing.

    python -m bench.screenshots [phones | portal | listing]

The real bot on a local Discord. For the phones, Ada plays some moves of two games against computers; then
Chromium shows what she sees, her hand in direct messages and the board in the channel, in windows 400 pixels
wide. The listing has two such windows of every game, some at its end. For the portal, every page in
docs/portal/ is drawn into a picture beside it, and the last picture is a channel where Ada has typed /play.
It needs a Chromium, as the browser tests do.
"""

import asyncio
import io
import sys
from functools import partial
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.async_api import Browser, Page, ViewportSize, expect

from bench.clicks import Clicker, Tally
from bench.loopback import at_once
from bot.host.play import ADA, GAMES
from local_discord.person import Person
from local_discord.server import LocalDiscord
from tests.bot.tabs import open_table
from tests.local_discord.page.browser import browser

# The phones

PHONE: ViewportSize = {"width": 400, "height": 900}
PHONE_SCALE = 1.5
GAP, EDGE, ROUND = 48, 12, 44
FRAME, BEHIND = (24, 25, 30), (255, 255, 255)
PHONE_COLOURS = 200


async def _screens_of(
    game: str, moves: int | None, *hands: bool, size: ViewportSize = PHONE, scale: float = PHONE_SCALE
) -> list[Image.Image]:
    """What Ada sees after so many moves, or at the end: for each of `hands` her hand, or else the board."""
    async with at_once() as (local, app), Person.connect(local.url, ADA) as ada, browser() as chromium:
        await Clicker(ada, app, Tally(), game).play(moves)
        direct = next((one["id"] for one in ada.sees.channels.values() if one.get("recipients")), GAMES)
        page = await chromium.new_page(viewport=size, device_scale_factor=scale, color_scheme="dark")
        edge = "start" if moves else "end"
        return [await _screen(page, local, direct if hand else GAMES, edge) for hand in hands]


async def _screen(page: Page, local: LocalDiscord, channel: str, edge: str) -> Image.Image:
    """What she sees when she opens this channel, from this edge of its newest message on."""
    await page.goto("about:blank")
    await page.goto(f"{local.url}/?person={ADA}#{channel}")
    newest = page.locator("article[data-message-id]").last
    await expect(newest).to_be_visible()
    await page.wait_for_load_state("networkidle")
    await page.locator("#jump, #foot, .beginning, .divider").evaluate_all(
        "(all) => { for (const one of all) one.style.display = 'none' }"
    )
    await newest.evaluate("(one, block) => one.scrollIntoView({ block })", edge)
    return Image.open(io.BytesIO(await page.screenshot()))


def _side_by_side(screens: list[Image.Image]) -> Image.Image:
    """Screenshots of one size, each in a frame with round corners, on white."""
    wide, high = screens[0].size
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


def _save(picture: Image.Image, file: Path) -> None:
    picture.save(file, optimize=True)
    sys.stdout.write(f"{file}: {file.stat().st_size / 1000:.0f} kB\n")


def draw_phones() -> None:
    """The picture in the README: a phone with a hand and a phone with the board."""
    hand = asyncio.run(_screens_of("foozle", 2, True))
    board = asyncio.run(_screens_of("doublolo", 12, False))
    _save(_side_by_side(hand + board), Path("docs/phone.png"))


# The listing

LISTING = Path("docs/listing")
HALF: ViewportSize = {"width": 740, "height": 870}
HALF_SCALE = 0.8
"""Two of these with their frames have 1280 x 720 pixels."""

WITH_HANDS = {"calabresella": 8, "fooblitzky": 6, "foozle": 3}
"""Games in which a direct message shows what's yours, and after how many moves they look best."""

ON_BOARDS = {"doublolo": 12, "fourside": 8}


def draw_listing() -> None:
    """A picture of each game for Discord's directory: the board and the hand, or a board and a result."""
    half = partial(_screens_of, size=HALF, scale=HALF_SCALE)
    for game, moves in WITH_HANDS.items():
        _save(_side_by_side(asyncio.run(half(game, moves, False, True))), LISTING / f"{game}.png")
    for game, moves in ON_BOARDS.items():
        screens = asyncio.run(half(game, moves, False)) + asyncio.run(half(game, None, False))
        _save(_side_by_side(screens), LISTING / f"{game}.png")


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
        await tab.get_by_role("button", name="Full game").wait_for()
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
        _save(shown.quantize(PORTAL_COLOURS, dither=Image.Dither.NONE), file)


def main(*names: str) -> None:
    """Draw the pictures with these names, or all."""
    drawn = {"phones": draw_phones, "portal": draw_portal, "listing": draw_listing}
    for name in names or drawn:
        drawn[name]()


if __name__ == "__main__":
    main(*sys.argv[1:])
