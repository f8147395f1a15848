"""One request to the HTTP API, from its arrival to its answer."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from aiohttp import web
from multidict import MultiMapping

from local_discord import errors
from local_discord.applications import Application
from local_discord.backend import Backend
from local_discord.channels import Channel, Message
from local_discord.codec import Json, encode
from local_discord.errors import APIError, found
from local_discord.failures import Failure, reset
from local_discord.files import Upload, read_multipart
from local_discord.forms import refusal
from local_discord.guild import Guild
from local_discord.message_payloads import MessagePayloadReader
from local_discord.permissions import Permission
from local_discord.ratelimit import VIA, Verdict
from local_discord.users import Member
from local_discord.world import World

UNANSWERED = 500
"""From this status on a request counts as unanswered: it isn't recorded."""
JSON_HEADERS = {"Content-Type": "application/json"}


Answerer = Callable[["Call"], object]
"""Does what a request asks. Returns the answer's JSON, or None for an empty one, or raises `APIError`."""
A = TypeVar("A", bound=Answerer)


@dataclass(frozen=True, slots=True)
class Route:
    """One method of one path template. `open` routes are authorized by their path, not by a token."""

    method: str
    path: str
    answer: Answerer
    open: bool = False
    limited: bool = True

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"


ROUTES: list[Route] = []
"""The whole HTTP API. Of two that fit a path the first one answers."""


def route(method: str, *paths: str, open: bool = False, limited: bool = True) -> Callable[[A], A]:  # noqa: A002 - reads best at the routes
    """Says which requests the function below it answers."""

    def add(answer: A) -> A:
        ROUTES.extend(Route(method, path, answer, open, limited) for path in paths)
        return answer

    return add


@dataclass(slots=True)
class Call:
    """One request and everything a route needs to know about it. A route may set the answer's `status`."""

    discord: Backend
    request: web.Request
    route: Route
    body: object = None
    uploads: Sequence[Upload] = ()
    status: int = 200
    _application: Application | None = field(default=None)

    @property
    def application(self) -> Application:
        """The application whose token came with the request."""
        return found(self._application, errors.unauthorized())

    @property
    def world(self) -> World:
        return self.discord.world

    @property
    def query(self) -> MultiMapping[str]:
        return self.request.query

    def __getitem__(self, name: str) -> str:
        """A part of the path."""
        return self.request.match_info[name]

    async def read(self) -> None:
        """Reads the body, JSON or multipart. Refuses anything else with 50109."""
        if not self.request.can_read_body:
            return
        try:
            # aiohttp's own `content_type` parses the whole header again for each request.
            if self.request.headers.get("Content-Type", "").lower().startswith("multipart/"):
                payload, self.uploads = await read_multipart(await self.request.multipart())
                content = payload if payload is not None else b"{}"
            else:
                content = await self.request.read()
            self.body = json.loads(content) if content else None
        except ValueError:
            raise errors.not_json() from None

    def fields(self) -> Json:
        """The body as an object."""
        if self.body is None:
            return {}
        if not isinstance(self.body, dict):
            raise errors.not_json()
        return self.body

    def authorize(self) -> None:
        given = self.request.headers.get("Authorization", "")
        self._application = self.discord.world.by_token.get(given.removeprefix("Bot "))
        if self._application is None and not self.route.open:
            raise errors.unauthorized()

    def verdict(self) -> Verdict:
        if not self.route.limited:
            return Verdict({})
        path = self.request.match_info
        major = path.get("channel_id") or path.get("guild_id") or path.get("token") or ""
        bot = self._application.id if self._application else ""
        return self.discord.limiter.count(self.route.name, major, bot)

    def asks_for(self, name: str) -> bool:
        """Whether the query has this set to true."""
        return self.query.get(name, "").lower() in ("1", "true")

    def number(self, name: str, default: int, least: int, most: int) -> int:
        """A number in the query. Refuses anything that isn't a number or is out of bounds."""
        given = self.query.get(name, str(default))
        if given.isascii() and given.isdigit() and least <= int(given) <= most:
            return int(given)
        raise refusal((name,), "NUMBER_TYPE_COERCE", f"int value must lie between {least} and {most}.")

    # What the bot may do, and what the path names

    def may(self, needed: Permission, channel: Channel) -> bool:
        return bool(self.world.permissions(self.application.id, channel) & needed)

    def payload(
        self, channel: Channel, previous: Message | None = None, by: Application | None = None
    ) -> MessagePayloadReader:
        """Reads the body as a new message, or as an edit of `previous`. Moderation may refuse either.

        `by` is the application if the request came without its token.
        """
        self.world.refusals.require_message(channel, bool(self.uploads))
        store, emojis = self.discord.attachments, self.world.emojis_of(by or self.application)
        return MessagePayloadReader(self.fields(), self.uploads, store, channel.id, emojis, previous)

    def channel(self, needed: int = 0) -> Channel:
        """The path's channel: 10003 if there is none, 50001 if hidden from the bot, 50013 if forbidden.

        In an outage of its server it's 503 or 10003.
        """
        channel = found(self.world.channels.get(self["channel_id"]), errors.unknown_channel())
        self.world.must_be_available(channel)
        permissions = self.world.permissions(self.application.id, channel)
        if not self.world.may_read(self.application.id, channel):
            raise errors.missing_access()
        if needed & ~permissions:
            raise errors.missing_permissions()
        return channel

    def message(self, channel: Channel) -> Message:
        """The message in the path. Ephemeral ones can't be found here."""
        message = channel.messages.get(self["message_id"])
        if message is None or message.seen_by is not None:
            raise errors.unknown_message()
        return message

    def guild(self, needed: int = 0) -> Guild:
        """The path's server: 10004 if there is none, 50001 if the bot isn't in it, 50013 if forbidden."""
        guild = found(self.world.guilds.get(self["guild_id"]), errors.unknown_guild())
        if guild.id in self.world.outages:
            raise errors.unavailable()
        own = found(guild.members.get(self.application.id), errors.missing_access())
        if needed & ~guild.permissions_of(own):
            raise errors.missing_permissions()
        return guild

    def member(self, guild: Guild) -> Member:
        """The server's member in the path: 10007 if there is none."""
        return found(guild.members.get(self["user_id"]), errors.unknown_member())

    def require_own_application(self) -> None:
        if self["application_id"] != self.application.id:
            raise APIError(403, 20012, "You are not authorized to perform this action on this application")


async def respond(discord: Backend, route: Route, request: web.Request) -> web.Response:
    """Answers one request that has come over the bots' network, and sends the answer back over it."""
    await discord.faults.travel(request.content_length or 0)
    answer = await _answered(discord, route, request)
    await discord.faults.travel()
    return answer


async def _answered(discord: Backend, route: Route, request: web.Request) -> web.Response:
    """The answer to a request: faults, token, rate limit, then the route; every answer is recorded."""
    call = Call(discord, request, route)
    faults = discord.faults
    await faults.hold_up(request.method, request.path)
    failure = faults.failure_for(request.method, request.path) if faults.failures else None
    if failure and not failure.after:
        return _failed(failure, request)
    verdict = Verdict({})
    body: object
    try:
        call.authorize()
        verdict = call.verdict()
        if verdict.error:
            status, body = 429, verdict.error
        else:
            await call.read()
            body = route.answer(call)
            status = 204 if body is None else call.status
    except APIError as error:
        status, body = error.status, error.body
    except ConnectionError:  # the client was gone before the request was complete: a killed bot, for example
        return web.Response(status=400)
    if failure:
        return _failed(failure, request)
    if discord.record and status < UNANSWERED:
        query = dict(request.query)
        discord.record(request.method, request.path, query, call.body, status, body)
    if body is None:
        return web.Response(status=204, headers=verdict.headers)
    return _json(status, body, verdict.headers)


def _json(status: int, body: object, headers: dict[str, str]) -> web.Response:
    if status == 429:
        headers = headers | VIA
    return web.Response(status=status, body=encode(body).encode(), headers=JSON_HEADERS | headers)


def _failed(failure: Failure, request: web.Request) -> web.Response:
    if failure.reset:
        reset(request.transport)
        return web.Response()  # nobody gets it
    body, headers = failure.answer()
    if isinstance(body, str):
        return web.Response(status=failure.status, text=body, headers=headers, content_type="text/html")
    return _json(failure.status, body, headers)
