"""The pictures in docs/hosting.md: Discord's developer portal, drawn, and the first /play in a channel.

    python -m bench.portal

Every page in docs/portal/ is drawn into a picture beside it. The last picture is a screenshot: the bot on
a local Discord, in a channel where Ada has typed /play. It needs a Chromium, as the browser tests do.
"""

import asyncio
import io
import sys
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, ViewportSize

from bench.together import at_once
from bot.play import ADA, GAMES
from tests.bot.tabs import open_table
from tests.local_discord.page.browser import browser

PAGES = Path("docs/portal")
PORTAL: ViewportSize = {"width": 1200, "height": 700}
CHANNEL: ViewportSize = {"width": 760, "height": 1004}
"""Without the lists at its sides, and high enough for the whole message."""

COLOURS = 128


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


def main() -> None:
    """Draw all pictures."""
    pages = sorted(PAGES.glob("*.html"))
    files = [*[page.with_suffix(".png") for page in pages], PAGES / "first-play.png"]
    shots = asyncio.run(_shots([page.resolve().as_uri() for page in pages]))
    for file, shot in zip(files, shots, strict=True):
        shown = Image.open(io.BytesIO(shot)).convert("RGB")
        shown.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
        sys.stdout.write(f"{file}: {file.stat().st_size / 1000:.0f} kB\n")


if __name__ == "__main__":
    main()
