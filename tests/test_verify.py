"""docs/verify.py and docs/verify.html: they find what was altered in a record, and nothing else."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import Page, expect

from bot.table import verdict as fairness
from games.engine import registry
from games.engine.record import read
from games.engine.replay import replay
from tests.deep import sized
from tests.local_discord.page.browser import Complaints, browser, needs_chromium
from tests.test_tools import parlour
from tests.verifying import altered, played

pytestmark = pytest.mark.timeout(sized(120, 3600))

VERIFY = Path(__file__).parents[1] / "docs/verify.py"
PAGE = VERIFY.with_suffix(".html")
EACH = sized(4, 100)
"""Records of each game."""
ALTERED = sized(150, 5000)


@cache
def records() -> tuple[str, ...]:
    """Games that were played at random, of every kind."""
    return tuple(played(name, number) for name in registry.all_games() for number in range(EACH))


@cache
def forgeries() -> tuple[tuple[str, str], ...]:
    """How a record was altered, and the record."""
    lots, found = Random(20), list[tuple[str, str]]()
    while len(found) < ALTERED:
        found += altered(lots.choice(records()), lots)
    return tuple(found[:ALTERED])


@cache
def said_of(text: str) -> str:
    """What verify.py says of a record: a sentence."""
    parts = fairness.verifier()
    try:
        said: str = parts["verify"](text)
        return said
    except Exception as wrong:
        if type(wrong) not in (parts["Differs"], parts["CannotRead"]):
            raise
        return str(wrong)


def by_the_bot(text: str) -> tuple[int, str]:
    """The exit status of `python -m bot verify`, and all it prints."""
    told = parlour("verify", "-", stdin=text)
    return told.returncode, told.stdout + told.stderr


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """verify.py as people use it, in a Python that finds no part of the project."""
    command = [sys.executable, "-I", str(VERIFY), *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False, cwd="/")


def test_every_game_is_known() -> None:
    assert set(fairness.verifier()["GAMES"]) == set(registry.all_games())


def test_it_needs_nothing_but_python() -> None:
    imports = [node for node in ast.walk(ast.parse(VERIFY.read_text())) if isinstance(node, ast.Import)]
    froms = [node for node in ast.walk(ast.parse(VERIFY.read_text())) if isinstance(node, ast.ImportFrom)]
    names = {alias.name for node in imports for alias in node.names} | {node.module for node in froms}
    assert names <= sys.stdlib_module_names


def test_a_game_with_fair_chance_passes() -> None:
    for text in records():
        assert said_of(text).startswith("Chance was fair."), text


def test_the_games_it_is_held_against_are_valid() -> None:
    for text in records()[:: sized(3, 20)]:
        whole = read(text)
        assert replay(registry.find(whole.header.game), whole).faults == ()


def test_whatever_is_altered_is_found() -> None:
    for name, text in forgeries():
        assert not said_of(text).startswith("Chance was fair."), (name, text)


def test_the_first_line_that_differs_is_named() -> None:
    text = next(text for text in records() if '"fourside"' in text)
    rows = text.split("\n")
    at = [number for number, row in enumerate(rows) if row.startswith("* tiles")][3]
    first = rows[at].split()[-1]
    rows[at] = rows[at].replace(first, "1111" if first != "1111" else "2222")
    assert said_of("\n".join(rows)) == (
        f"Line {at + 1}, “{rows[at]}”: chance drew “tiles {first}” from this seed and these Join clicks."
    )


def test_lines_that_come_from_another_game_are_not_said_to_be_fair() -> None:
    text = next(text for text in records() if '"fourside"' in text)
    count = len(text.partition("\n\n")[2].rstrip("\n").split("\n"))
    some, all_of_it = (text.replace("\n\n", f'\n[Copied "{copied}"]\n\n', 1) for copied in (9, count))
    assert said_of(some).startswith("Chance was fair since line 9 of the game.")
    assert said_of(all_of_it).startswith(f"The first {count} lines come from another game")


def test_stones_are_drawn_on_the_board_of_another_game() -> None:
    text = next(text for text in records() if "* stones" in text)
    assert said_of(text.replace("\n\n", '\n[Copied "1"]\n\n', 1)).startswith("Chance was fair since line 1")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("[Seed ", "[Option.x ", "no seed"),
        ("[Commit ", "[Option.x ", "no commitment"),
        ("[Commit ", '[Seed "00"]\n[Commit ', "appears twice"),
        ('[Game "', '[Game "x', "five games"),
        ("* board", "*board", "isn't a line"),
    ],
)
def test_a_record_that_cannot_be_checked_is_told_why(before: str, after: str, said: str) -> None:
    text = next(text for text in records() if '"doublolo"' in text)
    assert said in said_of(text.replace(before, after, 1))


def test_the_command_says_it_with_its_exit_status(tmp_path: Path) -> None:
    text, file = records()[0], tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    fair = run(str(file))
    assert (fair.returncode, fair.stderr) == (0, "")
    assert fair.stdout.startswith("Chance was fair.")
    file.write_text(text.replace("* dealer ", "* dealer x", 1), encoding="utf-8")
    unfair = run(str(file))
    assert (unfair.returncode, unfair.stdout) == (1, "")
    assert "chance drew" in unfair.stderr
    assert run("-", given="nothing").returncode == 2
    assert run(str(tmp_path / "none.txt")).returncode == 2
    assert run().returncode == 2


def test_the_bots_command_says_the_same() -> None:
    for text in (records()[0], forgeries()[0][1], "nothing"):
        own = run("-", given=text)
        assert by_the_bot(text) == (own.returncode, own.stdout + own.stderr)
    assert by_the_bot("\n" * 3_000_000) == (2, "A record has at most 2,000,000 bytes.\n")


def test_a_game_that_the_file_does_not_know_is_checked_by_its_own_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = next(text for text in records() if '"fourside"' in text)
    monkeypatch.delitem(fairness.verifier()["GAMES"], "fourside")
    assert not fairness.stands_alone("fourside")
    fair = fairness.verdict(text)
    assert fair.status == 0
    assert "by the rules of FourSide" in fair.text
    rows = text.split("\n")
    at = [number for number, row in enumerate(rows) if row.startswith("* tiles")][3]
    rows[at] = "* tiles 1111" if rows[at] != "* tiles 1111" else "* tiles 2222"
    unfair = fairness.verdict("\n".join(rows))
    assert unfair.status == 1
    assert f"Line {at + 1}, " in unfair.text
    assert fairness.verdict(text.replace("[Seed ", "[Option.x ")).status == 2


def test_what_was_checked_is_said_in_plain_words() -> None:
    said = {
        game: said_of(next(text for text in records() if f'"{game}"' in text))
        for game in registry.all_games()
    }
    assert re.search(r"I checked the first dealer, \d+ deals and \d+ cards drawn\.", said["foozle"])
    assert re.search(r"I checked the start of the game and \d+ draws of tiles\.", said["fourside"])
    assert all("×" not in one and "people sat down." in one for one in said.values())


def test_a_record_in_which_too_much_was_undone_is_left_to_those_who_want_to_know() -> None:
    hostile = records()[0] + "a /undo\n" * 3_000
    assert fairness.verdict(hostile).text.endswith("with verify.py on your own computer.")


SAYS = """texts => texts.map(text => {
    try { return verify(text); } catch (problem) {
        if (problem instanceof Differs || problem instanceof CannotRead) return problem.message;
        throw problem;
    }
})"""
WIDTH = 400


async def choose(page: Page, file: Path) -> None:
    """Choose this file on the page."""
    await page.get_by_label("Choose a record").set_input_files(file)


@pytest.mark.browser
@needs_chromium
async def test_the_page_says_the_same_as_the_command() -> None:
    texts = [*records(), *(text for _, text in forgeries())]
    texts += [text.replace("\n\n", '\n[Copied "30"]\n\n', 1) for text in records()[:: len(records()) // 8]]
    async with browser() as chromium:
        page = await chromium.new_page()
        await page.goto(PAGE.as_uri())
        for first in range(0, len(texts), 50):
            some = texts[first : first + 50]
            assert await page.evaluate(SAYS, some) == list(map(said_of, some))


@pytest.mark.browser
@needs_chromium
async def test_the_page_opens_a_record_on_a_phone_without_a_network(tmp_path: Path) -> None:
    complaints, text = Complaints(), records()[0]
    fair, unfair, other = (tmp_path / name for name in ("fair.txt", "unfair.txt", "other.txt"))
    fair.write_text(text, encoding="utf-8")
    unfair.write_text(text.replace("* dealer ", "* dealer x", 1), encoding="utf-8")
    other.write_bytes(b"\xff")
    async with browser() as chromium:
        page = await chromium.new_page(viewport={"width": WIDTH, "height": 800}, offline=True)
        complaints.watch(page)
        await page.goto(PAGE.as_uri())
        said = page.get_by_role("status")
        await choose(page, fair)
        await expect(said.get_by_role("heading")).to_have_text("✓ Chance was fair")
        await choose(page, unfair)
        await expect(said).to_contain_text("chance drew “dealer")
        await choose(page, other)
        await expect(said).to_contain_text("This file can't be read as text.")
        dropped = "file => { const data = new DataTransfer(); data.items.add(new File([file], 'a.txt'));"
        dropped += "dispatchEvent(new DragEvent('drop', {dataTransfer: data})); }"
        await page.evaluate(dropped, text)
        await expect(said.get_by_role("heading")).to_have_text("✓ Chance was fair")
        await page.keyboard.press("Tab")
        await expect(page.get_by_label("Choose a record")).to_be_focused()
        assert await page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    assert complaints.heard == []


def test_the_page_names_no_address() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert "://" not in page
    assert "default-src 'none'" in page
