"""Who could be notified by the bot's messages."""

from tests.openapi import Exchange

_WRITTEN = {"POST", "PATCH", "PUT"}


def calls_more_than_it_names(exchange: Exchange) -> bool:
    """Whether this request writes a message that could notify a role, everyone, or people it doesn't list.

    Without `allowed_mentions` Discord notifies all that a message mentions, so a message without it counts.
    """
    message = _message(exchange)
    if message is None:
        return False
    allowed = message.get("allowed_mentions")
    return not isinstance(allowed, dict) or allowed.get("parse") != [] or bool(allowed.get("roles"))


def _message(exchange: Exchange) -> dict[str, object] | None:
    """The message in a request, if it writes one that has words."""
    body = exchange.body
    if exchange.method not in _WRITTEN or not isinstance(body, dict):
        return None
    if exchange.path.endswith("/callback"):
        body = body.get("data") if body["type"] in (4, 7) else None
    return body if isinstance(body, dict) and ("content" in body or "components" in body) else None
