"""`make` on a fresh machine: it sets up the environment whole or not at all, and says what's missing."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAKE = shutil.which("make") or ""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone that needs no libraries."""
    folder = tmp_path / "clone"
    folder.mkdir()
    (folder / "Makefile").write_bytes((ROOT / "Makefile").read_bytes())
    (folder / "requirements.lock").touch()
    return folder


def make(folder: Path, *arguments: str, more: Mapping[str, str] | None = None) -> tuple[int, str]:
    """What `make` prints, and its exit status."""
    ran = subprocess.run(
        [MAKE, f"PYTHON={sys.executable}", *arguments],
        cwd=folder,
        env={**os.environ, **(more or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    return ran.returncode, ran.stdout


def test_a_python_without_venv_is_told_with_the_package_to_install_and_leaves_nothing_behind(
    clone: Path,
) -> None:
    without = clone / "ensurepip.py"
    without.write_text("raise ModuleNotFoundError('as in a bare Debian')")
    status, said = make(clone, ".venv/run", more={"PYTHONPATH": str(clone)})
    assert status != 0
    assert "sudo apt install python3-venv" in said
    assert "Traceback" not in said
    assert not (clone / ".venv").exists()


@pytest.mark.parametrize("left", ["without pip", pytest.param("unfinished", marks=pytest.mark.thorough)])
def test_an_environment_that_was_only_half_made_is_made_again(clone: Path, left: str) -> None:
    half = clone / ".venv"
    (half / "bin").mkdir(parents=True)
    if left == "without pip":
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(half)], check=True)
    else:
        (half / "bin" / "python").symlink_to(sys.executable)
        (half / "unfinished").touch()
    status, said = make(clone, ".venv/run")
    assert (status, (half / "run").exists()) == (0, True), said
    subprocess.run([half / "bin" / "python", "-m", "pip", "--version"], check=True, capture_output=True)


def test_a_taken_port_is_told_in_words_that_work_with_make(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        status, said = make(ROOT, "-o", ".venv/run", "play", f"PORT={port}")
    assert status != 0
    assert f"Can't use port {port}" in said
    assert "make play PORT=0" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    "port", ["70000", *(pytest.param(one, marks=pytest.mark.thorough) for one in ("-1", "http"))]
)
def test_what_is_no_port_is_told(port: str) -> None:
    status, said = make(ROOT, "-o", ".venv/run", "play", f"PORT={port}")
    assert status != 0
    assert "a port is a number from 0 to 65535" in said
