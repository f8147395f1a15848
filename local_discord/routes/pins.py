"""Pinned messages, on the current routes and the older ones."""

import datetime as dt

from local_discord.api import NOTHING, Call, Reply, Route
from local_discord.channels import Channel, Message
from local_discord.forms import FormErrors
from local_discord.permissions import Permission

LISTED_MOST = 50


async def pins(call: Call) -> Reply:
    """A page of the pins, the most recent first; empty if the bot may not read the history."""
    limit = call.number("limit", LISTED_MOST, 1, LISTED_MOST)
    before = _moment(call)
    listed = [one for one in _visible(call, call.channel()) if before is None or _pinned_at(one) < before]
    own = call.application.id
    items = [{"pinned_at": one.pinned_at, "message": one.raw_for(own)} for one in listed[:limit]]
    return Reply({"items": items, "has_more": len(listed) > limit})


async def pinned_messages(call: Call) -> Reply:
    """The fifty most recent pins, in the format of the older route."""
    own = call.application.id
    return Reply([one.raw_for(own) for one in _visible(call, call.channel())[:LISTED_MOST]])


async def pin(call: Call) -> Reply:
    message = call.message(call.channel(int(Permission.PIN_MESSAGES)))
    call.dispatcher.pins.pin(message, call.application.user)
    return NOTHING


async def unpin(call: Call) -> Reply:
    message = call.message(call.channel(int(Permission.PIN_MESSAGES)))
    call.dispatcher.pins.unpin(message)
    return NOTHING


def _visible(call: Call, channel: Channel) -> list[Message]:
    dispatcher = call.dispatcher
    if not dispatcher.world.permissions(call.application.id, channel) & Permission.READ_MESSAGE_HISTORY:
        return []
    return dispatcher.pins.listed(channel)


def _pinned_at(message: Message) -> dt.datetime:
    return dt.datetime.fromisoformat(message.pinned_at or "")


def _moment(call: Call) -> dt.datetime | None:
    """The query's `before`, taken as UTC if it has no time zone. Refuses anything that isn't a time."""
    given = call.query.get("before")
    if given is None:
        return None
    try:
        moment = dt.datetime.fromisoformat(given)
    except ValueError:
        errors = FormErrors()
        errors.add(("before",), "DATE_TIME_TYPE_PARSE", f"Could not parse {given}. Should be ISO8601.")
        errors.raise_if_any()
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)


_PLACES = ("/channels/{channel_id}/messages/pins", "/channels/{channel_id}/pins")
ROUTES = (
    Route("GET", _PLACES[0], pins),
    Route("GET", _PLACES[1], pinned_messages),
    *(Route("PUT", f"{place}/{{message_id}}", pin) for place in _PLACES),
    *(Route("DELETE", f"{place}/{{message_id}}", unpin) for place in _PLACES),
)
