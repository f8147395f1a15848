"""Pictures that aren't drawn: drawing is half the work where whole games are played.

In a module that imports `blank`, every picture is blank, and what a board's picture says is said in words.
That is for tests that look at no picture. Those that ask for `drawn_cards` have all but boards drawn, and
those that ask for `drawn` have boards, too.
"""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.chat import drawing
from bot.chat.drawing import Drawn
from bot.chat.pictures import Pictures


@pytest.fixture
def drawn(drawn_cards: None) -> None:
    """Everything is drawn."""


@pytest.fixture
def drawn_cards() -> None:
    """Results, the game of the day and all else that isn't a board are drawn."""


@pytest.fixture(autouse=True)
def blank(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    if "drawn" not in request.fixturenames:
        monkeypatch.setattr(Pictures, "_drawn_now", lambda *_: Drawn(_picture()))
    if "drawn_cards" in request.fixturenames:
        return
    monkeypatch.setattr(drawing, "result_card", _picture)
    monkeypatch.setattr(Pictures, "card", _card)


def _picture(*_: Any) -> bytes:
    file = BytesIO()
    Image.new("1", (1, 1)).save(file, "PNG")
    return file.getvalue()


async def _card(*_: Any) -> Drawn:
    return Drawn(_picture())
