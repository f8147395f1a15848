"""The command line: computers play a whole game, and records are replayed."""

import asyncio
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from bot.__main__ import main
from games.engine import lessons, record, registry
from tests.databases import laid_out
from tests.deep import DEEP
from tests.long_records import passed_out

ROOT = Path(__file__).parent.parent

SHORT = """[Game "doublolo"]
[Seats "2"]
[Option.first "red"]

* board A1 A7 B12 C2 C10 E1 E12 G10 H13 J2 K10 L13 N1 N12 O4 P8 Q2 R11 S5 S13 T8 U2 V10 W6 / E5 red / J5 white
a I5
b L9
"""


def parlour(*args: str, stdin: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """`python -m bot …`, in this process, which saves the time to start another."""
    given = io.TextIOWrapper(io.BytesIO(stdin.encode() if isinstance(stdin, str) else stdin), "utf-8")
    out, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(out), redirect_stderr(errors):
        patched.setattr(sys, "stdin", given)
        patched.chdir(ROOT)
        status = main(list(args))
    return subprocess.CompletedProcess(args, status, _read(out), _read(errors))


def _read(written: io.TextIOWrapper) -> str:
    written.seek(0)
    return written.read()


def parlour_as_a_program(*args: str, stdin: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """`python -m bot …` as a person would call it."""
    told = subprocess.run(
        [sys.executable, "-m", "bot", *args],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        cwd=ROOT,
        check=False,
        timeout=60,
    )
    return subprocess.CompletedProcess(told.args, told.returncode, told.stdout.decode(), told.stderr.decode())


def is_refused(told: subprocess.CompletedProcess[str], status: int = 1) -> bool:
    """A sentence on standard error, no traceback, and a status that is not 0."""
    sentence = told.stderr.strip()
    return told.returncode == status and "Traceback" not in sentence and sentence[-1:] == "."


@pytest.fixture(scope="module")
def played() -> str:
    """The record of a game whose chance is settled by a seed."""
    told = parlour_as_a_program("selfplay", "doublolo", "--seed", "0011", "--option", "blocked=24")
    assert told.returncode == 0, told.stderr
    return told.stdout


def test_selfplay_prints_a_whole_record(played: str) -> None:
    read = record.read(played)
    assert read.header.game == "doublolo"
    assert read.header.options == (("blocked", "24"),)
    assert read.header.seed == "0011"
    assert read.header.commit.startswith("sha256:")
    assert read.header.places is not None
    assert len(read.lines) > 100
    assert record.write(read) == played


def test_the_same_seed_plays_the_same_game(played: str) -> None:
    again = parlour("selfplay", "doublolo", "--seed", "0011", "--option", "blocked=24")
    assert again.stdout == played


def test_without_a_seed_every_game_is_another(played: str) -> None:
    told = [parlour("selfplay", "doublolo", "--option", "blocked=24").stdout for _ in range(2)]
    assert len({played, *told}) == 3
    assert parlour("replay", "-", stdin=told[0]).returncode == 0


def test_the_record_that_selfplay_printed_stands(played: str) -> None:
    told = parlour_as_a_program("replay", "-", stdin=played)
    assert told.returncode == 0
    assert told.stderr == ""
    assert re.search(r"^Game over \(\d+ stones to \d+, and the board is full\): 1\. ", told.stdout, re.M)


def test_the_log_names_the_seats_and_an_unfinished_game_stands() -> None:
    told = parlour("replay", "-", stdin=SHORT)
    assert told.returncode == 0
    assert "a plays I5 and flips " in told.stdout
    assert told.stdout.endswith("\n\nThe game isn't finished.\n")


def test_what_a_seat_heard_can_be_asked_for() -> None:
    """In an open game everybody hears the same thing."""
    assert (
        parlour("replay", "-", "--as", "b", stdin=SHORT).stdout == parlour("replay", "-", stdin=SHORT).stdout
    )
    told = parlour("replay", "-", "--as", "c", stdin=SHORT)
    assert is_refused(told)
    assert told.stderr == "There's no seat “c”. The seats are a, b.\n"


def test_a_stopped_game_stands() -> None:
    told = parlour("replay", "-", stdin=SHORT + "* /stop\n")
    assert told.returncode == 0
    assert told.stdout.endswith("The game was stopped.\n\nThe game was stopped.\n")


def test_a_replay_says_how_far_it_came_and_why_it_stopped() -> None:
    told = parlour("replay", "-", stdin=SHORT + "b L9\na D6\n")
    assert is_refused(told)
    assert told.stderr == "Line 8, “L9”: It's not your turn.\n"
    assert "b plays L9" in told.stdout


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        ('[Game "doublolo"]', '[Game "dodo"]', "There's no game called “dodo”. Choose "),
        ('[Seats "2"]', '[Seats "3"]', "Doublolo is for 2 players, not 3."),
        ('[Seats "2"]', '[Seats "0"]', "Doublolo is for 2 players, not 0."),
        ('[Option.first "red"]', '[Option.first "blue"]', "“blue” isn't a valid value for first: "),
        ('[Option.first "red"]', '[Option.last "red"]', "Doublolo has no option “last”. The options are: "),
        ("a I5", "i5", "Line 6: “i5” isn't a line such as “b E12”."),
        ("a I5", "a V3", "Line 6, “V3”: "),
        ('[Seats "2"]', '[Places "1 2"]', "The record says Places are 1 2, but the game has no outcome."),
        ('[Seats "2"]', '[Scores "4 4"]', "The record says Scores are 4 4, but the game has no outcome."),
        ('[Seats "2"]', '[Seed "xy"]', "The seed has to be hexadecimal."),
        ('[Seats "2"]', '[Seed "00"]', "Line 5, “board A1 A7 "),
    ],
)
def test_a_record_with_one_thing_wrong_does_not_stand(right: str, wrong: str, sentence: str) -> None:
    assert right in SHORT
    told = parlour("replay", "-", stdin=SHORT.replace(right, wrong))
    assert is_refused(told)
    assert told.stderr.startswith(sentence)


@pytest.mark.parametrize(
    ("tag", "wrong", "sentence"),
    [
        ("Places", "3 3", "The record says Places are 3 3, but they are "),
        ("Scores", "1 2", "The record says Scores are 1 2, but they are "),
        ("Commit", "sha256:00", "The seed doesn't match the commitment: it gives sha256:"),
        ("Joins", "17", "Line 11, “board "),
    ],
)
def test_a_finished_record_with_a_wrong_tag_does_not_stand(
    played: str, tag: str, wrong: str, sentence: str
) -> None:
    rows = [row for row in played.splitlines() if not row.startswith(f"[{tag} ")]
    told = parlour("replay", "-", stdin="\n".join([f'[{tag} "{wrong}"]', *rows]))
    assert is_refused(told)
    assert told.stderr.startswith(sentence)


def test_another_toss_than_the_seed_gives_is_found(played: str) -> None:
    right, wrong = ("heads", "tails") if "* toss heads" in played else ("tails", "heads")
    told = parlour("replay", "-", stdin=played.replace(f"* toss {right}", f"* toss {wrong}"))
    assert is_refused(told)
    assert f"Line 12, “toss {wrong}”: chance drew “toss {right}” from this seed." in told.stderr


def test_a_record_by_rules_of_another_edition_does_not_stand() -> None:
    told = parlour("replay", "-", stdin='[Edition "9"]\n' + SHORT)
    assert is_refused(told)
    assert told.stdout.endswith("\n\nThe game isn't finished.\n")
    assert told.stderr == "This record follows edition 9 of the rules; this version has edition 1.\n"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["dodo"], "There's no game called “dodo”."),
        (["doublolo", "--seats", "3"], "Doublolo is for 2 players, not 3."),
        (["doublolo", "--level", "god"], "There's no computer player “god” in Doublolo. The levels are: "),
        (["doublolo", "--seed", "xyz"], "A seed has to be hexadecimal, and “xyz” isn't."),
        (["doublolo", "--seed", ""], "A seed has 1 to 64 bytes of two digits each, not 0."),
        (["doublolo", "--seed", "00" * 65], "A seed has 1 to 64 bytes of two digits each, not 65."),
        (["doublolo", "--seed", "x" * 999], f"A seed has to be hexadecimal, and “{'x' * 39}…” isn't."),
        (["doublolo", "--level", ""], "There's no computer player “” in Doublolo. The levels are: "),
        (["doublolo", "--seats", "0"], "Doublolo is for 2 players, not 0."),
        (["doublolo", "--seats", "3000000"], "Doublolo is for 2 players, not 3000000."),
        (
            ["doublolo", "--option", "blocked=24", "--option", "blocked=30"],
            "The option “blocked” is given twice.",
        ),
        (["doublolo", "--option", "blocked="], "“” isn't a valid value for blocked: "),
        (["doublolo", "--option", "=24"], "Doublolo has no option “”. The options are: "),
        (
            ["calabresella", "--option", "game_point=" + "9" * 5_000],
            f"“{'9' * 39}…” isn't a valid value for game_point",
        ),
        (["doublolo", "--option", "blocked"], "An option is written KEY=VALUE, not “blocked”."),
        (["doublolo", "--option", "blocked=99"], "“99” isn't a valid value for blocked: "),
        (["doublolo", "--option", "colour=red"], "Doublolo has no option “colour”. The options are: "),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(args: list[str], sentence: str) -> None:
    told = parlour("selfplay", *args)
    assert is_refused(told)
    assert told.stdout == ""
    assert told.stderr.startswith(sentence)


def test_what_cannot_be_read_is_said_in_a_sentence(tmp_path: Path) -> None:
    missing = parlour("replay", str(tmp_path / "none.txt"))
    assert is_refused(missing, 2)
    assert missing.stderr.endswith("none.txt: No such file or directory.\n")
    assert is_refused(parlour("replay", str(tmp_path)), 2)
    binary = parlour("replay", "-", stdin=b"\x89PNG\xff")
    assert binary.stderr == "The input isn't UTF-8 text.\n"
    assert is_refused(binary, 2)
    assert is_refused(parlour("replay", "-", stdin=""))


def test_no_more_is_read_of_a_file_than_a_record_may_have() -> None:
    endless = parlour("replay", "/dev/zero")
    assert is_refused(endless)
    assert endless.stderr == "A record has at most 2,000,000 bytes.\n"


def test_without_standard_input_a_sentence_says_so() -> None:
    closed = "import sys; sys.stdin = None; from bot.__main__ import main; sys.exit(main(['replay', '-']))"
    told = subprocess.run(
        [sys.executable, "-c", closed], capture_output=True, text=True, cwd=ROOT, check=False, timeout=60
    )
    assert is_refused(told, 2)
    assert told.stderr == "There's no standard input to read.\n"


def test_nothing_that_a_terminal_would_obey_is_repeated() -> None:
    told = parlour("replay", "-", stdin='[Game "x\x1b[2J"]\n')
    assert is_refused(told)
    assert told.stderr.startswith("There's no game called “x[2J”.")


def test_of_many_faults_the_first_are_told_and_the_rest_counted() -> None:
    told = parlour("replay", "-", stdin=passed_out('[Seed "00"]', lines=304))
    assert is_refused(told)
    wrong = 30 + ("“dealer a”" in told.stderr)
    assert len(told.stderr.splitlines()) == 21
    assert told.stderr.endswith(f"\nAnd {wrong - 20} more problems like these.\n")


@pytest.mark.parametrize("name", registry.all_games())
def test_every_game_plays_on_its_own_with_any_number_of_seats(name: str) -> None:
    about = registry.find(name).about
    for seats in about.seats if DEEP else about.seats[:1]:
        told = parlour("selfplay", name, "--seats", str(seats), "--level", about.levels[0], "--seed", "05")
        assert told.returncode == 0, told.stderr
        assert parlour("replay", "-", stdin=told.stdout).returncode == 0


def test_lessons_are_followed_and_each_has_a_line() -> None:
    ran = parlour("lessons")
    assert (ran.returncode, ran.stderr) == (0, "")
    told = [re.fullmatch(r"(\w+): (\d+) steps, (\d+) moves", line) for line in ran.stdout.splitlines()]
    assert [found and found[1] for found in told] == sorted(filter(lessons.has_lesson, registry.all_games()))


def test_a_lesson_that_is_wrong_is_told_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = lessons.find("fourside")
    step = next(one for one in lesson.steps if one.stop)
    assert step.stop is not None
    wrong = replace(step, stop=replace(step.stop, patterns=("7@*",)))
    steps = tuple(wrong if one is step else one for one in lesson.steps)
    monkeypatch.setattr(lessons, "find", lambda name: replace(lesson, steps=steps))
    ran = parlour("lessons")
    assert ran.returncode == 1
    assert f"fourside/lesson.txt: Line {step.place}: “Show me” plays" in ran.stderr


PRINT = [
    ["--help"],
    ["doctor"],
    ["lessons"],
    ["selfplay", "doublolo"],
    ["backup", "copy"],
    ["replay", "record"],
]
ALWAYS = [(["--help"], False), (["doctor"], True), (["backup", "copy"], False)]


@pytest.mark.parametrize(
    ("command", "is_all"),
    [
        pytest.param(*one, marks=[] if one in ALWAYS else [pytest.mark.thorough])
        for one in product(PRINT, (False, True))
    ],
    ids=lambda one: one[0] if isinstance(one, list) else ["output", "output and errors"][one],
)
def test_a_command_whose_output_nobody_reads_to_the_end_ends_quietly(
    tmp_path: Path, command: list[str], *, is_all: bool
) -> None:
    (tmp_path / "record").write_text(SHORT)
    laid_out(tmp_path / "parlour.sqlite3")
    environment = {"PYTHONPATH": str(ROOT), "PARLOUR_STORAGE__URL": "parlour.sqlite3"}
    reading, writing = os.pipe()
    os.close(reading)
    told = subprocess.run(
        [sys.executable, "-m", "bot", *command],
        stdout=writing,
        stderr=writing if is_all else subprocess.PIPE,
        cwd=tmp_path,
        env=os.environ | environment,
        check=False,
        timeout=60,
    )
    os.close(writing)
    assert not told.stderr
    assert told.returncode in (0, 1)  # argparse doesn't mind that nobody reads its help


async def _answered(*arguments: str, out: int, **environment: str) -> tuple[int, str]:
    """The exit status of a command that prints to this file, and what it complains of."""
    started = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot", *arguments),
        stdout=out,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **environment},
    )
    _, said = await started.communicate()
    return started.returncode or 0, said.decode()


@pytest.fixture(
    params=["/dev/full", *(pytest.param(one, marks=pytest.mark.thorough) for one in ("closed", os.devnull))]
)
def output(request: pytest.FixtureRequest) -> Iterator[int]:
    """A file: on a full disk, a pipe that nobody reads, or one that takes everything."""
    if request.param != "closed":
        out = os.open(request.param, os.O_WRONLY)
    else:
        read, out = os.pipe()
        os.close(read)
    yield out
    os.close(out)


async def test_a_copy_is_saved_whether_or_not_anybody_can_be_told(output: int, tmp_path: Path) -> None:
    url, copy = f"sqlite:///{laid_out(tmp_path / 'games.sqlite3')}", tmp_path / "Zo\u00eb \udcff"
    more = {"PARLOUR_STORAGE__URL": url, "PYTHONIOENCODING": "ascii"}
    assert await _answered("backup", os.fsdecode(copy), out=output, **more) == (0, "")
    assert copy.exists()


async def test_play_goes_on_whether_or_not_anybody_can_be_told(output: int, tmp_path: Path) -> None:
    folder = tmp_path / "Zo\u00eb"
    started = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "play", "--port", "0", "--folder", str(folder)),
        stdout=output,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    try:
        async with asyncio.timeout(60):
            while started.returncode is None and not (folder / "parlour.sqlite3").exists():  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    finally:
        with suppress(ProcessLookupError):
            started.terminate()
        _, said = await started.communicate()
    assert (started.returncode, said.decode()) == (0, "")


@pytest.mark.parametrize(
    "closed", [*(pytest.param(one, marks=pytest.mark.thorough) for one in (">&-", "2>&-")), ">&- 2>&-"]
)
async def test_a_command_without_any_output_does_its_work(closed: str, tmp_path: Path) -> None:
    database = laid_out(tmp_path / "games.sqlite3")
    ran = await asyncio.create_subprocess_exec(
        *("/bin/sh", "-c", f'exec "$0" -m bot backup "$1" {closed}', sys.executable, str(tmp_path / "copy")),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PARLOUR_STORAGE__URL": str(database)},
    )
    _, said = await ran.communicate()
    assert (ran.returncode, said) == (0, b"")
    assert (tmp_path / "copy").exists()


@pytest.mark.parametrize("verb", [("selfplay", "doublolo"), ("--version",), ("lessons",)])
async def test_an_output_that_cannot_be_written_is_named_and_nothing_else(
    output: int, verb: tuple[str, ...]
) -> None:
    status, said = await _answered(*verb, out=output)
    is_full = said == "Can't write the output: No space left on device.\n"
    assert (status == 1 and is_full) or not said
