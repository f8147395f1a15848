"""docs/adding-a-game.md matches the worked example: every piece of code in the guide is in the example."""

import re
from dataclasses import fields
from pathlib import Path

from games.engine import record
from games.game import Game
from games.kit.brush.marks import CREAM, PAPER, WIDTH
from tests.games.liars_dice import GAME, picture
from tests.games.pictures import opened
from tests.laws.play import begin

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "tests" / "games" / "liars_dice"


def test_every_piece_of_code_in_the_guide_is_the_examples() -> None:
    sources = [file.read_text(encoding="utf-8") for file in EXAMPLE.glob("*.py")]
    pieces = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert len(pieces) >= 5
    for piece in pieces:
        assert any(piece in source for source in sources), piece


def test_the_guides_picture_is_drawn_with_every_die_and_the_bid() -> None:
    """The picture's own limits are tested with those of all games."""
    play = begin(GAME, 2)
    for line in ("* roll 1 3 4 / 2 2 6", "a bid 2 5"):
        play = play.then(record.read(f'[Game "liars_dice"]\n{line}').lines[0])
    pictures = {viewer: GAME.draw(GAME.view(play.state, viewer)).png() for viewer in (None, *play.seats)}
    for file in pictures.values():
        image = opened(file)
        colours = {colour for _, colour in image.getcolors(1 << 20) or ()}
        assert image.width == WIDTH
        assert {picture.FELT, picture.BACK, PAPER, CREAM} <= colours
    assert len(set(pictures.values())) == 3, "each player sees their own dice, the channel none"


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
