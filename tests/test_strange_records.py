"""Records from strangers: any file is judged quickly, in little memory, and in one sentence."""

import gzip
import io
import subprocess
import sys
import tracemalloc
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.__main__ import main
from games.engine import registry
from games.engine.record import MOST_LINES
from tests import long_records
from tests.deep import examples, sized

ROOT = Path(__file__).parent.parent
MEMORY = 500 * 1024 * 1024
FEW_BYTES = 50_000_000
"""What judging a file takes that is refused as a whole."""

SECONDS = 60
"""Of computing, for the slowest file on a slow machine: it takes 3 to 9."""

WITHIN_LIMITS = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS}))
from bot.__main__ import main
sys.exit(main(["replay", "-"]))
"""

SLOW_LINES = sized(4_000, MOST_LINES)
"""Of a record whose lines are slow; of one that is soon read there are as many as there may be."""

LONGEST = {
    "moves-undone": (long_records.undone(SLOW_LINES), 0, ""),
    "cards-discarded": (long_records.discarded(SLOW_LINES), 0, ""),
    "wrong-deals-from-a-long-seed-and-many-clicks": (
        long_records.passed_out(f'[Seed "{"0f" * 495}"]', f'[Joins "{"1 " * 490}"]', lines=SLOW_LINES),
        1,
        " more problems like these.",
    ),
    "blanks": (long_records.blank(), 1, "“x y” isn't a square. Squares are A1 to W14."),
    "checks": (long_records.checked(), 0, ""),
    "empty-lines": ('[Game "doublolo"]' + "\n" * 49_999, 0, ""),
}


@pytest.mark.parametrize(("text", "status", "sentence"), LONGEST.values(), ids=LONGEST.keys())
def test_the_longest_records_are_judged_in_seconds_within_500_mb(
    text: str, status: int, sentence: str
) -> None:
    told = subprocess.run(
        [sys.executable, "-c", WITHIN_LIMITS],
        input=text.encode(),
        capture_output=True,
        cwd=ROOT,
        check=False,
        timeout=110,
    )
    errors = told.stderr.decode()
    assert told.returncode == status, errors[-1_000:]
    assert errors.rstrip().endswith(sentence)
    assert bool(errors) == bool(sentence)


HOSTILE = {
    "a-line-of-10-mb": (b"a" * 10_000_000, "A record has at most 2,000,000 bytes."),
    "a-line-of-2-mb": (b'[Game "doublolo"]\n' + b"a" * 1_900_000, "Line 2 has more than 1,000 characters."),
    "nulls": (b"\0" * 1_900_000, "Line 1 has more than 1,000 characters."),
    "a-line-break-each": ("\u2028" * 600_000, "Line 1 has more than 1,000 characters."),
    "brackets": (b"[" * 1_900_000, "Line 1 has more than 1,000 characters."),
    "many-tags": (
        "".join(f'[Option.x{one} "1"]\n' for one in range(49_000)),
        "Line 51: a record has at most 50 tags.",
    ),
    "many-seats": ('[Game "doublolo"]\n[Seats "999999999"]', "Seats is one number, and at most 26."),
    "another-encoding": ('[Game "doublolo"]'.encode("utf-16"), " isn't UTF-8 text."),
    "every-byte": (bytes(range(256)) * 5_000, " isn't UTF-8 text."),
    "a-packed-file": (gzip.compress(b"x" * 10_000_000), " isn't UTF-8 text."),
}


@pytest.mark.parametrize(("raw", "sentence"), HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_is_refused_in_one_sentence_before_it_is_read_whole(
    raw: bytes | str, sentence: str, tmp_path: Path
) -> None:
    file, errors = tmp_path / "hostile.txt", io.StringIO()
    file.write_bytes(raw.encode() if isinstance(raw, str) else raw)
    tracemalloc.start()
    with redirect_stderr(errors):
        status = main(["replay", str(file)])
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert status
    assert errors.getvalue().endswith(f"{sentence}\n")
    assert errors.getvalue().count("\n") == 1
    assert most < FEW_BYTES


RECORDS = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "games").glob("*/records/*.txt"))]
GAMES = tuple(registry.all_games())

STRANGE = st.sampled_from(
    [
        *(
            "",
            " ",
            "\0",
            "\x1b[2J",
            "\ufeff",
            "\u202e",
            "\u2028",
            "\x85",
            "\r",
            "é",
            "２",
            "²",
            "½",
            "𝟙",
            "∞",
            "♠",
        ),
        *(
            '"',
            "]",
            "[",
            "#",
            "{a}",
            "/",
            "//",
            "+",
            "-1",
            "0",
            "1e9",
            "0x1",
            "1_0",
            "None",
            "nan",
            "9" * 400,
        ),
        *("a" * 990, " " * 990, "a " * 490, "9" * 5_000, "/undo", "/ask undo", "/agree", "/resign", "/stop"),
    ]
)
TAGS = st.builds(
    '[{} "{}"]'.format,
    st.sampled_from(
        [
            "Game",
            "Edition",
            "Seats",
            "From",
            "Copied",
            "Commit",
            "Joins",
            "Seed",
            "Places",
            "Scores",
            "Option.x",
            "Gamble",
        ]
        + [f"Option.{key}" for game in registry.all_games().values() for key in game.options.model_fields]
    ),
    STRANGE | st.sampled_from(GAMES) | st.integers().map(str) | st.binary(max_size=99).map(bytes.hex),
)
LINES = st.builds("{} {}".format, st.sampled_from("abcdz*A!>-"), STRANGE | st.text(max_size=30))


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """One of our records with lines added, removed, doubled or changed."""
    rows = draw(st.sampled_from(RECORDS)).split("\n")
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(rows) - 1))
        row = rows[place]
        within = draw(st.integers(0, len(row)))
        rows[place : place + 1] = draw(
            st.sampled_from([[], [row, row], [row] * 60, [row[:within]], rows[place::-1]])
            | st.builds(lambda put, row=row: [put, row], TAGS | LINES | STRANGE)
            | st.builds(lambda put, row=row, within=within: [row[:within] + put + row[within:]], STRANGE)
        ) or [""]
    return draw(st.sampled_from(["\n", "\r\n"])).join(rows).encode()


@settings(deadline=None, max_examples=examples(37))
@given(
    st.binary()
    | st.text().map(str.encode)
    | st.lists(TAGS | LINES | STRANGE, max_size=80).map(lambda rows: "\n".join(rows).encode())
    | st.tuples(st.sampled_from(GAMES), st.lists(TAGS | LINES, max_size=9)).map(
        lambda found: f'[Game "{found[0]}"]\n{chr(10).join(found[1])}'.encode()
    )
    | spoilt()
)
def test_any_file_is_judged_or_refused_in_sentences(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / "strange.txt"
    file.write_bytes(raw)
    out, errors = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with redirect_stdout(out), redirect_stderr(errors):
        status = main(["replay", str(file)])
    said = errors.getvalue()
    assert status in (0, 1, 2)
    assert bool(said) == bool(status)
    for sentence in said.splitlines():
        assert sentence.endswith(".")
        assert sentence.isprintable()
        assert len(sentence) < 2_000
