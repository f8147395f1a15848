"""What CONTRIBUTING.md tells somebody new is true: its words, folders and files are those of the code."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
HOUSE = ("bot", "games", "storage")

GLOSSARY = TEXT.partition("Words that the code uses everywhere:")[2].partition("\n\n[")[0]
WORDS = re.findall(r"^\| ([^|`]+?) \|", GLOSSARY, re.MULTILINE)[1:]
"""The glossary's words; one row may have several."""

RETIRED = """
    Resting LatestOnly Outbox Display Displays DisplayContext FirstAnswer Rests ClocksAtRest EveryonesTime
    TimeSheet Timekeeper SeatTime owed_moves Stays Calls Reminding Fenced Held fair_shares Watch Arrivals
    Sharing
"""
"""What things were called before they had the words of the glossary."""


@cache
def names() -> frozenset[str]:
    """Every name that the code of the house gives to a class, a function, a value or a module.

    Reading them takes seconds. Every process of a test run imports this file, but few of them run its tests.
    """
    return frozenset(_names())


def _names() -> Iterator[str]:
    for folder in HOUSE:
        for file in (ROOT / folder).rglob("*.py"):
            yield file.stem
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                match node:
                    case (
                        ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name)
                    ):
                        yield name
                    case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                        yield name


@cache
def parts_of_names() -> frozenset[str]:
    """The words that those names are made of."""
    return frozenset(part.lower() for name in names() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name))


def test_every_word_of_the_glossary_is_used_in_the_code() -> None:
    known = parts_of_names()
    words = [one for row in WORDS for one in row.split(", ")]
    parts = {part.removesuffix("'s") for word in words for part in word.lower().split()}
    assert {part for part in parts if part not in known and part.removesuffix("s") not in known} == set()


def test_an_old_word_is_not_used_any_more() -> None:
    assert names() & {*RETIRED.split()} == set()


def test_every_file_and_folder_that_it_names_is_there() -> None:
    named = re.findall(r"`((?:bot|games|storage|local_discord|tests|bench|docs)/[\w/.]*)`", TEXT)
    linked = re.findall(r"\]\((?!http)([^)#]+)\)", TEXT)
    assert len(named) > 30
    assert [one for one in (*named, *linked) if not (ROOT / one).exists()] == []


def test_every_folder_of_the_bot_is_told() -> None:
    folders = {f"bot/{one.name}/" for one in (ROOT / "bot").iterdir() if (one / "__init__.py").exists()}
    assert {one for one in folders if f"`{one}`" not in TEXT} == set()


def test_the_index_of_decisions_has_every_page_under_its_title() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = re.findall(
        r"^(\d+)\. \[(.+?)\]\((.+?)\)", (folder / "README.md").read_text("utf-8"), re.MULTILINE
    )
    pages = {one.name: one.read_text("utf-8").partition("\n")[0] for one in folder.glob("0*.md")}
    assert {file: f"# {number}. {title}" for number, title, file in listed} == pages
