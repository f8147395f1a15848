"""What docs/discord.md says of the real Discord is tried: each row names a test, or says why there's none."""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "discord.md").read_text(encoding="utf-8")

NAMED = re.compile(r"`(?:([\w/]+\.py)::)(test_\w+)`")
NO_TEST = "No test: "


def rows() -> list[list[str]]:
    """The cells of every row of every table, without the headings."""
    lines = [one for one in PAGE.splitlines() if one.startswith("| ") and not one.startswith("| What ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


@cache
def names_in(file: str) -> frozenset[str]:
    found = ROOT / "tests" / file
    text = found.read_text(encoding="utf-8") if found.exists() else ""
    return frozenset(re.findall(r"^ *(?:async )?def (test_\w+)\(", text, re.MULTILINE))


def test_every_test_that_it_names_is_there() -> None:
    named = NAMED.findall(PAGE)
    assert len(named) > 80
    assert [f"{file}::{name}" for file, name in named if name not in names_in(file)] == []
    assert PAGE.count("::test_") == len(named), "one of them is written in another way"


def test_every_row_names_a_test_or_says_why_there_is_none() -> None:
    assert len(rows()) > 70
    for row in rows():
        assert len(row) == 4, row
        assert all(row), row
        is_tested = re.fullmatch(rf"{NAMED.pattern}(?:, {NAMED.pattern})*", row[3]) is not None
        says_why = row[3].startswith(NO_TEST) and len(row[3].split()) > 5
        assert is_tested or says_why, row


def test_every_row_says_how_sure_it_is() -> None:
    for row in rows():
        assert row[1].startswith(("docs", "reported", "unknown", "as above")), row


def test_the_hosts_guide_leads_to_it() -> None:
    assert "(discord.md)" in (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
