"""What our check of the bot's messages counts as calling people."""

import pytest

from tests.openapi import Exchange
from tests.pings import calls_more_than_it_names

QUIET = {"parse": [], "users": ["1"]}


@pytest.mark.parametrize(
    "allowed",
    [
        None,
        {},
        {"parse": ["everyone"]},
        {"parse": ["users"]},
        {"parse": ["roles"], "users": ["1"]},
        {"parse": [], "roles": ["1"]},
    ],
)
def test_a_message_that_does_not_say_whom_it_calls_may_call_anybody(allowed: object) -> None:
    message = {"content": "@everyone"} | ({} if allowed is None else {"allowed_mentions": allowed})
    for path, body in (("/channels/1/messages", message), ("/interactions/1/t/callback", answer(message))):
        assert calls_more_than_it_names(Exchange("POST", path, {}, body, 200, None))


def test_a_message_that_calls_nobody_or_those_it_lists_is_quiet() -> None:
    message = {"components": [], "allowed_mentions": QUIET}
    assert not calls_more_than_it_names(Exchange("PATCH", "/channels/1/messages/2", {}, message, 200, None))
    assert not calls_more_than_it_names(
        Exchange("POST", "/interactions/1/t/callback", {}, answer(message), 200, None)
    )


def answer(message: object) -> dict[str, object]:
    """The body of an interaction's answer with this message."""
    return {"type": 4, "data": message}
