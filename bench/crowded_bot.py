"""The bot's process of `bench.crowded`; see there.

Every worker imports this module, too, and the bot would take each of them seconds.
"""

import sys

if __name__ == "__main__":
    from bench.crowded import run_bot

    tables, seconds, pause = sys.argv[1:]
    run_bot(int(tables), float(seconds), float(pause))
