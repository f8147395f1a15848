"""Someone at the bot's command line, and what it prints."""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.__main__ import main
from tests.bot.forking import PROJECT
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


TYPES = 'exec "$0" -m bot "$@"'
"""A line of shell that types a command; see `in_own_mounts`."""


def in_own_mounts(
    shell: str, command: Sequence[str], settings: Mapping[str, str], folder: Path | str
) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in a folder, with mounts of its own. `$0` is Python, and `$@` the command."""
    unshare = shutil.which("unshare") if "mount" in shell else None
    own = {name: value for name, value in os.environ.items() if not name.startswith("PARLOUR_")}
    return subprocess.run(
        [*((unshare, "--mount") if unshare else ()), "/bin/sh", "-c", shell, sys.executable, *command],
        env={**own, "PYTHONPATH": str(PROJECT), **settings},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def must_have_own_mounts() -> None:
    """Skip the test where only the machine's owner can mount anything."""
    unshare = shutil.which("unshare")
    if unshare is None or in_own_mounts("mount -t tmpfs tmpfs /mnt", [], {}, "/").returncode:
        pytest.skip("this machine doesn't let a test have mounts of its own")
