"""How much the tests try: enough to catch what breaks often, and much more with DEEP=1 (`make deep`)."""

import os

DEEP = bool(os.environ.get("DEEP"))


def examples(few: int) -> int:
    """So many random examples, or twenty times as many in a deep run."""
    return 20 * few if DEEP else few


def sized(small: int, large: int) -> int:
    """The size of something that is played or measured: `large` in a deep run."""
    return large if DEEP else small
