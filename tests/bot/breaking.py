"""The bot as a program in which something fails that nobody thought of: `BREAKS` names what."""

import os
import sys
from pkgutil import resolve_name

from bot.__main__ import main


async def fails(*_: object, **__: object) -> None:
    raise RuntimeError("nobody thought of this")


if __name__ == "__main__":
    holder, _, name = os.environ["BREAKS"].rpartition(".")
    setattr(resolve_name(holder), name, fails)
    sys.exit(main())
