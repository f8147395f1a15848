"""Someone at the bot's command line, and what it prints."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.__main__ import main
from tests.databases import laid_out

TOKEN = "MTIz.abc.a-token-that-nobody-has"


class Said(NamedTuple):
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str

    def of(self, subject: str) -> str:
        """The line about this."""
        (line,) = [one for one in self.out.splitlines() if f"  {subject}: " in one]
        return line


class Host:
    """Someone at the command line, with the settings of this bot in the environment."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    async def types(self, verb: str, settings: Mapping[str, str]) -> Said:
        """Run a command, which may have options; Discord answers meanwhile."""
        for name, value in settings.items():
            if name.startswith("PARLOUR_"):
                self._monkeypatch.setenv(name, value)
        status = await asyncio.to_thread(main, verb.split())
        return Said(status, *self._capsys.readouterr())


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Host:
    monkeypatch.chdir(tmp_path)
    return Host(monkeypatch, capsys)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return laid_out(tmp_path / "parlour.sqlite3")
