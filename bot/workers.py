"""Processes that work for the bot and end with it: computers think in some, pictures are drawn in another."""

import multiprocessing
import os
import signal
import threading
from multiprocessing.context import ForkServerContext

from games.registry import all_games

_PRELOADED = ("bot.screens.drawing", "bot.tables.think")


def forking() -> ForkServerContext:
    """Starts processes. The rules are loaded once, and every process is forked with them."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*_PRELOADED, *map("games.{}".format, all_games())])
    return context


def serve_the_bot() -> None:
    """Set up such a process: Ctrl-C is for the bot, and the process ends when the bot does.

    Otherwise, after the bot is killed, it would wait for work forever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()


def _end_with_the_bot() -> None:
    bot = multiprocessing.parent_process()
    assert bot is not None
    bot.join()
    os._exit(0)


def kill(pid: int) -> None:
    """Kill this process, whatever it's doing, if it still runs."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
