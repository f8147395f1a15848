"""Finds a Chromium on this machine for tests of the page."""

import os
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, ConsoleMessage, Error, Page, async_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first is the same browser without a window's machinery, and takes a quarter less work."""
ARGUMENTS: Sequence[str] = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """The path of a Chromium: what CHROMIUM names, else one on the PATH, else Playwright's; or None."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named if Path(named).is_file() else None
    on_path = next((path for name in NAMES if (path := shutil.which(name))), None)
    return on_path or next((str(path) for path in sorted(_folder().glob("chromium-*/chrome-*/chrome"))), None)


def _folder() -> Path:
    """Where `playwright install chromium` puts it on Linux."""
    return Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")


needs_chromium = pytest.mark.skipif(
    # Where a browser is required its absence fails the tests: a skipped test would look like a passed one.
    chromium() is None and not os.environ.get("CHROMIUM_REQUIRED"),
    reason="There is no Chromium here: install one, or name its file in the environment as CHROMIUM.",
)


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """A new Chromium, closed at the end of the block."""
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        try:
            yield opened
        finally:
            await opened.close()


class Complaints:
    """Errors and warnings on the consoles of the watched pages, where there should be none."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def watch(self, page: Page) -> None:
        page.on("console", self._hear)
        page.on("pageerror", self._fail)

    def leave(self, page: Page) -> None:
        """Stop collecting: these tests ignore what the page logs from now on."""
        page.remove_listener("console", self._hear)
        page.remove_listener("pageerror", self._fail)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.heard.append(message.text)

    def _fail(self, error: Error) -> None:
        self.heard.append(str(error))
