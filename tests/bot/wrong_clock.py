"""`python -m tests.bot.wrong_clock run`: the bot on a host whose clock is off, and may be set as it runs.

The file that WRONG_CLOCK names says by how many seconds; the bot's workers have the true time.
"""

import os
import sys
import time
from pathlib import Path

NAME = "WRONG_CLOCK"

_true, _true_ns = time.time, time.time_ns


def _off() -> float:
    return float(Path(os.environ[NAME]).read_text())


if __name__ == "__main__":
    time.time = lambda: _true() + _off()
    time.time_ns = lambda: _true_ns() + round(_off() * 1e9)

    import datetime as dt

    from discord import utils

    utils.utcnow = lambda: dt.datetime.fromtimestamp(time.time(), dt.UTC)

    from bot.__main__ import main

    sys.exit(main())
