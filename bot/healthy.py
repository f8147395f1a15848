"""`python -m bot.healthy` asks the bot in this container whether it's well: status 0 if it is.

It imports nothing of the bot, so it starts at once.
"""

import os
import sys
import urllib.request
from http import HTTPStatus

PATIENCE = 8
"""Seconds that the bot has to answer."""


def main() -> int:
    """Ask at PARLOUR_SERVE__PORT; 1, and the reason on standard error, if the bot isn't well."""
    address = f"http://127.0.0.1:{os.environ.get('PARLOUR_SERVE__PORT', '9464').strip()}/healthz"
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            return 0 if answer.status == HTTPStatus.OK else 1
    except (OSError, ValueError) as failed:
        sys.stderr.write(f"{address}: {failed}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
