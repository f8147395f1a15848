"""A locale that sorts texts backwards, for a PostgreSQL server: machines differ in the locales they have.

It's compiled from a few lines, so a machine needs none, only the compiler, which comes with its C library.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = "backwards.utf8"
COMPILER = shutil.which("localedef")

_CHARACTERS = [f"<U{code:04X}>" for code in range(128)]
_HEAD = "comment_char %\nescape_char /\n"


@contextmanager
def folder_of_locale() -> Iterator[Path]:
    """A folder with the locale, for LOCPATH, until the end of the block. Any user may read it."""
    assert COMPILER is not None
    with tempfile.TemporaryDirectory(prefix="parlour-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "charmap").write_text(_charmap())
        (folder / "source").write_text(_source())
        order = [COMPILER, "--no-archive", "--force", "-i", "source", "-f", "charmap", f"./{NAME}"]
        # It warns of what a whole locale would have.
        subprocess.run(order, cwd=folder, capture_output=True, check=False)
        yield folder


def _charmap() -> str:
    characters = (f"{one} /x{code:02x} .\n" for code, one in enumerate(_CHARACTERS))
    head = "<code_set_name> UTF-8\n<mb_cur_min> 1\n<mb_cur_max> 6\n<escape_char> /\n<comment_char> %\n"
    return f"{head}CHARMAP\n{''.join(characters)}END CHARMAP\n"


def _source() -> str:
    digits = ";".join(_CHARACTERS[ord("0") : ord("9") + 1])
    kinds = f"LC_CTYPE\ndigit {digits}\noutdigit {digits}\nEND LC_CTYPE\n"
    order = "".join(f"{one} {one}\n" for one in reversed(_CHARACTERS))
    return f"{_HEAD}{kinds}LC_COLLATE\norder_start forward\n{order}order_end\nEND LC_COLLATE\n"
