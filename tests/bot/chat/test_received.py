"""Of what Discord sends, only a little is read."""

import pytest

from bot.chat.received import read_parts

BOARD = {
    "id": "7",
    "type": 20,
    "channel_id": "3",
    "flags": 64,
    "content": "a secret",
    "components": [{"type": 10, "content": "a secret"}],
    "attachments": [{"filename": "a secret"}],
    "author": {"id": "1"},
}
SHORT = {"id": "7", "type": 20, "channel_id": "3", "flags": 64, "content": ""}


def test_a_press_keeps_everything_but_the_words_of_the_pressed_message() -> None:
    press = {"id": "9", "type": 3, "token": "t", "data": {"custom_id": "rules:doublolo:0"}, "channel_id": "3"}
    assert read_parts({**press, "message": BOARD}) == {**press, "message": SHORT}


def test_of_a_message_that_was_sent_or_edited_only_its_place_is_read() -> None:
    assert read_parts(BOARD) == SHORT
    told = {"interaction": {"id": "9", "type": 3}, "resource": {"type": 7, "message": BOARD}}
    assert read_parts(told) == {**told, "resource": {"type": 7, "message": SHORT}}


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "",
        {"id": "3", "type": 1},
        [{"id": "8", "name": "play"}],
        {"id": "9", "type": 5, "channel_id": "3", "data": {"custom_id": "form", "components": []}},
        {"interaction": {"id": "9", "type": 3}},
    ],
)
def test_everything_else_is_read_to_its_end(answer: object) -> None:
    assert read_parts(answer) == answer
