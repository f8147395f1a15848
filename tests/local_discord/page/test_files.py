"""The files of the page, read without a browser."""

import re

from local_discord.server import PAGE


def test_the_page_needs_nothing_from_elsewhere() -> None:
    for file in PAGE.iterdir():
        text = file.read_text("utf-8")
        assert "//cdn" not in text
        assert not re.search(r"""(?:src|href|from|import)\s*[=(]?\s*["']https?:""", text), file.name


def test_every_module_begins_with_what_it_guarantees() -> None:
    for file in PAGE.glob("*.js"):
        head = file.read_text("utf-8").split("\n\n")[0]
        assert head.startswith("// "), file.name
        assert "uarantee" in head, file.name
