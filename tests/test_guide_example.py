"""docs/adding-a-game.md matches the worked example: every piece of code in the guide is in the example."""

import re
from dataclasses import fields
from pathlib import Path

from games.game import Game

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "tests" / "games" / "liars_dice"


def test_every_piece_of_code_in_the_guide_is_the_examples() -> None:
    sources = [file.read_text(encoding="utf-8") for file in EXAMPLE.glob("*.py")]
    pieces = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert len(pieces) >= 5
    for piece in pieces:
        assert any(piece in source for source in sources), piece


def test_the_guides_rule_card_is_the_examples() -> None:
    card = (EXAMPLE / "records" / "rule-06-the-end.txt").read_text(encoding="utf-8")
    assert "".join(f"    {line}\n" if line else "\n" for line in card.rstrip().split("\n")) in GUIDE


def test_the_guides_lesson_is_the_examples() -> None:
    lesson = (EXAMPLE / "lesson.txt").read_text(encoding="utf-8")
    assert "".join(f"    {line}\n" if line else "\n" for line in lesson.rstrip().split("\n")) in GUIDE


def test_every_part_of_a_game_is_in_the_guide() -> None:
    parts = [field.name for field in fields(Game)]
    missing = [part for part in parts if not re.search(rf"`{part}[`(]", GUIDE)]
    assert not missing
