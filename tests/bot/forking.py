"""Bots that start fast: one process imports the bot once, and each run is a fork of it.

A run is the real `python -m bot …` from its first line on, in a session, folder and environment of its own;
it only saves the second that loading Python and all libraries takes.
"""

import atexit
import gc
import importlib
import json
import os
import runpy
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from asyncio import StreamReader, StreamReaderProtocol, StreamWriter, get_running_loop, open_unix_connection
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from games.engine import registry

PROJECT = Path(__file__).parents[2]
LOADED = ("bot.host.running", "bot.table.think")
MOST = 1 << 16
"""Bytes of an order: arguments, environment and folder."""


class Forked:
    """A run of the bot, with the part of `asyncio.subprocess.Process` that tests need."""

    def __init__(self, pid: int, keeper: tuple[StreamReader, StreamWriter], stderr: StreamReader) -> None:
        self.pid = pid
        self.stderr = stderr
        self.returncode: int | None = None
        self._keeper = keeper

    def send_signal(self, sign: signal.Signals) -> None:
        """Send a signal. Raises ProcessLookupError if the process has ended."""
        os.kill(self.pid, sign)

    async def wait(self) -> int:
        """Wait for its end; the exit status, minus the signal's number where that killed it."""
        if self.returncode is None:
            told, writer = self._keeper
            self.returncode = int(await told.readline())
            writer.close()
        return self.returncode


async def fork(
    module: str,
    arguments: Sequence[str],
    environment: Mapping[str, str],
    folder: Path,
    constants: Mapping[str, float] | None = None,
) -> Forked:
    """Run `python -m` with this module and these arguments.

    `constants` are waits that are shorter in this run, by their full names, such as
    `{"bot.table.resume.FIRST_PAUSE_SECONDS": 0.1}`.
    """
    reading, writing = os.pipe()
    order = json.dumps([[module, *arguments], dict(environment), str(folder), dict(constants or {})]).encode()
    caller = socket.socket(socket.AF_UNIX)
    caller.connect(_address())
    socket.send_fds(caller, [order], [writing])
    os.close(writing)
    stderr = StreamReader()
    await get_running_loop().connect_read_pipe(lambda: StreamReaderProtocol(stderr), os.fdopen(reading, "rb"))
    keeper = await open_unix_connection(sock=caller)
    return Forked(int(await keeper[0].readline()), keeper, stderr)


@cache
def _address() -> str:
    """The address of the forking process, which is started for this test process and ends with it."""
    folder = tempfile.mkdtemp(prefix="parlour-")
    address = f"{folder}/socket"
    process = subprocess.Popen(
        [sys.executable, "-m", __name__, address], cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline(), "the bot could not be loaded"
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(process.communicate)
    return address


def _serve(address: str) -> list[str]:
    """Fork for every order until the tests end; returns in each fork, with what it should run."""
    listening = socket.create_server(address, family=socket.AF_UNIX)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, _reap)
    print("ready", flush=True)  # noqa: T201 - the tests wait for this line
    while listening in select.select([listening, sys.stdin], [], [])[0]:
        caller, _ = listening.accept()
        order, (stderr,), _, _ = socket.recv_fds(caller, MOST, 1)
        if os.fork():
            caller.close()
            os.close(stderr)
            continue
        listening.close()
        return _keep(caller, order, stderr)
    sys.exit()


def _reap(*_: object) -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _keep(caller: socket.socket, order: bytes, stderr: int) -> list[str]:
    """Fork once more: the fork becomes the run, and this process tells its number and how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    pid = os.fork()
    if pid:
        os.close(stderr)
        caller.sendall(b"%d\n" % pid)
        _, status = os.waitpid(pid, 0)
        caller.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))
        os._exit(0)
    caller.close()
    arguments, environment, folder, constants = json.loads(order)
    for name, value in constants.items():
        holder, _, constant = name.rpartition(".")
        assert hasattr(sys.modules[holder], constant), name
        setattr(sys.modules[holder], constant, value)
    os.setsid()
    os.dup2(stderr, 2)
    os.close(stderr)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    run: list[str] = arguments
    return run


if __name__ == "__main__":
    for module in LOADED:
        importlib.import_module(module)
    registry.all_games()
    gc.freeze()
    sys.argv = _serve(sys.argv[1])
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
