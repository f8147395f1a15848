"""Interactions: a person's command, press, choice or form on its way to the bot, and the bot's answer."""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from local_discord import errors
from local_discord.applications import Application
from local_discord.channels import EPHEMERAL, LOADING, Channel, Message
from local_discord.codec import OBJECTS, Json, new_snowflake
from local_discord.errors import ClientError
from local_discord.files import FILE_BYTES_MOST, Upload
from local_discord.forms import Form, Path, refusal
from local_discord.lists import Announcer
from local_discord.message_payloads import SETTABLE, MessagePayload, MessagePayloadReader
from local_discord.messages import Messages
from local_discord.modals import ModalReader
from local_discord.permissions import VISITING, Permission
from local_discord.users import User


@dataclass(frozen=True, slots=True)
class Deadlines:
    """In seconds: to answer an interaction, to use its token, between heartbeats, and until a thread in which
    nobody writes is archived; None for as long as the thread itself says."""

    answer: float = 3.0
    token: float = 900.0
    heartbeat: float = 41.25
    archive: float | None = None


LOCALE = "en-US"
BEGINNING = "aW50"
"""How every token begins."""
IN_GUILD, IN_BOT_DM, IN_GROUP = 0, 1, 2
"""Where somebody uses an application. Direct messages of two people count as a group message."""
BY_GUILD, BY_PERSON = 0, 1
"""Who has added an application."""
FOLLOW_UPS_MOST = 5
"""How many messages may follow an answer where only a person has added the application."""


class Kind(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class Answer(IntEnum):
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


_POSTING = (Answer.MESSAGE, Answer.DEFERRED_MESSAGE)
_UPDATING = (Answer.DEFERRED_UPDATE, Answer.UPDATE)
ALLOWED = {
    Kind.COMMAND: (*_POSTING, Answer.MODAL),
    Kind.COMPONENT: (*_POSTING, *_UPDATING, Answer.MODAL),
    Kind.AUTOCOMPLETE: (Answer.CHOICES,),
    Kind.MODAL_SUBMIT: (*_POSTING, *_UPDATING),
}
CHOICES_MOST = 25


@dataclass(eq=False, slots=True)
class Interaction:
    """One interaction. `answer` is the callback type that answered it, `original` the message it made."""

    kind: Kind
    application: Application
    person: User
    channel: Channel
    details: Json
    message: Message | None = None
    trigger: "Interaction | None" = None
    installs: Json = field(default_factory=dict)
    id: str = field(default_factory=new_snowflake)
    token: str = field(default_factory=lambda: f"{BEGINNING}{secrets.token_urlsafe(48)}")
    born: float = field(default_factory=lambda: time.monotonic())  # noqa: PLW0108 - which a test may replace
    answer: int | None = None
    original: Message | None = None
    modal: Json | None = None
    modal_sent: bool = False
    follow_ups: int = 0
    failed: bool = False
    choices: asyncio.Future[list[Json]] | None = None
    timer: asyncio.TimerHandle | None = None

    @property
    def guild_id(self) -> str | None:
        return self.channel.guild_id

    def owners(self) -> Json:
        """Who added the application; for a press, so that there is the message."""
        if self.installs:
            return self.installs
        made = self.message.raw.get("interaction_metadata") if self.message else None
        if self.trigger is not None:
            return self.trigger.owners()
        return dict(made["authorizing_integration_owners"]) if made else {"0": self.guild_id or "0"}

    @property
    def is_visit(self) -> bool:
        """Whether only a person has added the application, which isn't where this was used."""
        return str(BY_GUILD) not in self.owners()

    def metadata(self, original_id: str | None = None) -> Json:
        """What messages made by this interaction say about it."""
        said: Json = {
            "id": self.id,
            "type": int(self.kind),
            "user": self.person.raw,
            "authorizing_integration_owners": self.owners(),
        }
        if original_id:
            said["original_response_message_id"] = original_id
        if self.kind is Kind.COMMAND:
            said |= {"name": self.details["name"], "command_type": self.details["type"]}
        elif self.kind is Kind.COMPONENT and self.message:
            said["interacted_message_id"] = self.message.id
        elif self.trigger:
            said["triggering_interaction_metadata"] = self.trigger.metadata()
        return said


def context_of(application: Application, channel: Channel) -> int:
    """Where somebody uses this application."""
    if channel.guild_id:
        return IN_GUILD
    return IN_BOT_DM if channel.bot is application.user else IN_GROUP


@dataclass(eq=False)
class Interactions(Announcer):
    """All interactions whose token is still valid, and what the bots' answers do.

    Each answer either does everything or raises `APIError` and does nothing.
    """

    _messages: Messages
    deadlines: Deadlines
    _by_token: dict[str, Interaction] = field(default_factory=dict)
    _by_id: dict[str, Interaction] = field(default_factory=dict)

    def start(self, interaction: Interaction) -> Interaction:
        """Sends the interaction to the bot; if no answer comes in time, the person sees that it failed."""
        self._remember(interaction)
        loop = asyncio.get_running_loop()
        interaction.timer = loop.call_later(self.deadlines.answer, self._give_up, interaction)
        if interaction.kind is Kind.AUTOCOMPLETE:
            interaction.choices = loop.create_future()
        else:
            self.tell(interaction, "waiting")
        self.deliver(interaction)
        return interaction

    def deliver(self, interaction: Interaction) -> None:
        """Sends the interaction to its application's bot, even if it was sent before."""
        payload = self._payload(interaction)
        application, guild_id = interaction.application, interaction.guild_id
        self._gateway.to_application(application, "INTERACTION_CREATE", guild_id, payload)

    def find(self, interaction_id: str) -> Interaction:
        """The interaction with this id. Raises KeyError once its token is dead."""
        return self._by_id[interaction_id]

    @property
    def tokens(self) -> list[str]:
        """The valid tokens, oldest first."""
        return list(self._by_token)

    def to_answer(self, interaction_id: str, token: str) -> Interaction:
        """The interaction that an answer is for. Refuses unknown, late and second answers."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id or interaction.failed:
            raise errors.unknown_interaction()
        if interaction.answer is not None:
            raise errors.already_answered()
        return interaction

    def by_webhook(self, application_id: str, token: str) -> Interaction:
        """The interaction whose token is used as a webhook's: after its answer, for 15 minutes."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.application.id != application_id:
            raise errors.expired_token() if token.startswith(BEGINNING) else errors.unknown_webhook()
        if time.monotonic() - interaction.born > self.deadlines.token:
            raise errors.expired_token()
        if interaction.answer is None:
            raise errors.unknown_webhook()
        return interaction

    def of_modal(self, interaction_id: str, person: User) -> Interaction:
        """The interaction that opened the modal this person is sending."""
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.person is not person or interaction.modal is None:
            raise ClientError("That form is no longer open.")
        if interaction.modal_sent:
            raise ClientError("That form has already been sent.")
        return interaction

    def tell(self, interaction: Interaction, state: str) -> None:
        """Tells the person's pages the state of the interaction."""
        raw: Json = {"interaction_id": interaction.id, "state": state, "channel_id": interaction.channel.id}
        if interaction.message:
            raw["message_id"] = interaction.message.id
        if interaction.kind is Kind.COMPONENT:
            raw["custom_id"] = interaction.details["custom_id"]
        self._pages.to_person(interaction.person.id, "INTERACTION", raw)

    def stop(self) -> None:
        for interaction in self._by_token.values():
            if interaction.timer:
                interaction.timer.cancel()

    def _remember(self, interaction: Interaction) -> None:
        oldest = time.monotonic() - self.deadlines.token
        while self._by_token:
            known = next(iter(self._by_token.values()))
            if known.born >= oldest:
                break
            del self._by_token[known.token], self._by_id[known.id]
        self._by_token[interaction.token] = interaction
        self._by_id[interaction.id] = interaction

    def _give_up(self, interaction: Interaction) -> None:
        interaction.failed = True
        if interaction.trigger:
            interaction.trigger.modal_sent = False
        if interaction.choices and not interaction.choices.done():
            interaction.choices.set_exception(ClientError("Loading options failed: the bot did not answer."))
        elif interaction.kind is not Kind.AUTOCOMPLETE:
            self.tell(interaction, "failed")

    def _payload(self, interaction: Interaction) -> Json:
        world = self._world
        channel, person, application = interaction.channel, interaction.person, interaction.application
        permissions = str(world.permissions(person.id, channel))
        payload: Json = OBJECTS["interaction"] | {
            "id": interaction.id,
            "application_id": application.id,
            "type": int(interaction.kind),
            "token": interaction.token,
            "data": interaction.details,
            "channel": channel.raw(application.id) | {"permissions": permissions},
            "channel_id": channel.id,
            "app_permissions": str(self._app_permissions(interaction)),
            "authorizing_integration_owners": interaction.owners(),
            "context": context_of(application, channel),
            "attachment_size_limit": FILE_BYTES_MOST,
        }
        guild, member = world.guild_of(channel), world.member_in(channel, person.id)
        if guild is None or member is None:
            payload["user"] = person.raw
        else:
            payload |= {"guild_id": guild.id, "guild_locale": LOCALE}
            payload["guild"] = {"id": guild.id, "locale": LOCALE, "features": []}
            payload["member"] = member.full() | {"permissions": permissions}
        if interaction.message:
            payload["message"] = interaction.message.raw_for(application.id)
        return payload

    def _app_permissions(self, interaction: Interaction) -> int:
        world, channel = self._world, interaction.channel
        if not interaction.is_visit:
            return world.permissions_of_application(interaction.application, channel)
        return VISITING & world.permissions(interaction.person.id, channel) if channel.guild_id else VISITING

    def _must_be_private(self, interaction: Interaction) -> bool:
        """Whether the application can answer only the person: nobody else allows it to write there."""
        permissions = self._world.permissions(interaction.person.id, interaction.channel)
        return interaction.is_visit and not permissions & Permission.USE_EXTERNAL_APPS

    # What the answers do

    def take(self, interaction: Interaction, body: Json, uploads: Sequence[Upload]) -> None:
        """Reads the bot's answer and does it."""
        self._require_channel(interaction)
        allowed = ALLOWED[interaction.kind]
        if interaction.kind is Kind.MODAL_SUBMIT and interaction.message is None:
            allowed = _POSTING
        if body.get("type") not in allowed:
            choices = ", ".join(str(int(one)) for one in allowed)
            raise refusal(("type",), "BASE_TYPE_CHOICES", f"Value must be one of ({choices}).")
        answers: dict[int, Callable[[Interaction, Json, Sequence[Upload]], None]] = {
            Answer.MESSAGE: self._message,
            Answer.DEFERRED_MESSAGE: self._deferred_message,
            Answer.DEFERRED_UPDATE: self._deferred_update,
            Answer.UPDATE: self._update,
            Answer.CHOICES: self._choices,
            Answer.MODAL: self._modal,
        }
        if body["type"] in (*_POSTING, *_UPDATING):
            self._require_open(interaction, editing=body["type"] == Answer.UPDATE)
        answers[int(body["type"])](interaction, body.get("data") or {}, uploads)

    def result(self, interaction: Interaction) -> Json:
        """The reply to an answer that asked for one."""
        said = {"id": interaction.id, "type": int(interaction.kind)} | interaction.channel.place()
        original = interaction.original
        if original is None:
            return {"interaction": said}
        said["response_message_id"] = original.id
        said["response_message_loading"] = bool(original.flags & LOADING)
        said["response_message_ephemeral"] = original.seen_by is not None
        result: Json = {"interaction": said}
        if interaction.answer in (Answer.MESSAGE, Answer.UPDATE):
            result["resource"] = {"type": interaction.answer, "message": original.raw}
        return result

    def _require_open(self, interaction: Interaction, *, editing: bool) -> None:
        """Refuses to write in a locked thread with 403 and 50083 if the bot can't manage threads, also while
        it's active (issues 5517 and 7707 of discord-api-docs; where only one person sees it too, and that
        acknowledging a press is refused as well, is a guess). Edits are also refused in an archived one."""
        thread = interaction.channel
        if thread.is_locked and not self._app_permissions(interaction) & Permission.MANAGE_THREADS:
            raise errors.thread_closed()
        if thread.is_archived and editing:
            raise errors.thread_archived()

    def follow_up(self, interaction: Interaction, body: Json, uploads: Sequence[Upload]) -> Message:
        """Another message; the first after a deferred answer becomes that answer."""
        original = interaction.original
        if original is not None and original.flags & LOADING:
            return self.amend(interaction, original, body, uploads)
        if interaction.is_visit and interaction.follow_ups >= FOLLOW_UPS_MOST:
            raise errors.too_many_follow_ups()
        self._require_open(interaction, editing=False)
        payload = self._read(interaction, body, uploads, settable=SETTABLE | EPHEMERAL)
        interaction.follow_ups += 1
        return self._post(interaction, payload, original.id if original else None)

    def amend(
        self, interaction: Interaction, message: Message, body: Json, uploads: Sequence[Upload]
    ) -> Message:
        """Edits a message of the interaction; this also answers a deferred one."""
        self._require_open(interaction, editing=message.seen_by is None)
        payload = self._read(interaction, body, uploads, previous=message)
        loading = bool(message.flags & LOADING)
        if loading:
            payload.flags = payload.flags or 0
        self._messages.edit(message, payload)
        if loading:
            self.tell(interaction, "answered")
        return message

    def _require_channel(self, interaction: Interaction) -> None:
        if interaction.channel.id not in self._world.channels:
            raise errors.unknown_channel()
        self._world.must_be_available(interaction.channel)

    def _read(
        self,
        interaction: Interaction,
        body: Json,
        uploads: Sequence[Upload],
        *,
        previous: Message | None = None,
        path: Path = (),
        settable: int = SETTABLE,
    ) -> MessagePayload:
        self._require_channel(interaction)
        self._world.refusals.require_message(interaction.channel, bool(uploads))
        store, emojis = self._messages.attachments, self._world.emojis_of(interaction.application)
        place = interaction.channel.id
        reader = MessagePayloadReader(body, uploads, store, place, emojis, previous, path, settable)
        payload = reader.read()
        # An answer belongs to its interaction: like Discord, we ignore a reply it asks for.
        payload.reference = None
        return payload

    def _post(
        self, interaction: Interaction, payload: MessagePayload, original_id: str | None = None
    ) -> Message:
        is_private = (payload.flags or 0) & EPHEMERAL or self._must_be_private(interaction)
        return self._messages.post(
            interaction.channel,
            interaction.application.user,
            payload,
            application=interaction.application,
            seen_by=interaction.person.id if is_private else None,
            metadata=interaction.metadata(original_id),
        )

    def _answered(self, interaction: Interaction, answer: Answer, state: str = "answered") -> None:
        interaction.answer = answer
        if interaction.timer:
            interaction.timer.cancel()
        if interaction.kind is not Kind.AUTOCOMPLETE:
            self.tell(interaction, state)

    def _message(self, interaction: Interaction, body: Json, uploads: Sequence[Upload]) -> None:
        payload = self._read(interaction, body, uploads, path=("data",), settable=SETTABLE | EPHEMERAL)
        interaction.original = self._post(interaction, payload)
        self._answered(interaction, Answer.MESSAGE)

    def _deferred_message(self, interaction: Interaction, body: Json, _: Sequence[Upload]) -> None:
        flags = int(body.get("flags") or 0) & EPHEMERAL
        self._answered(interaction, Answer.DEFERRED_MESSAGE, "thinking")
        interaction.original = self._post(interaction, MessagePayload(flags=flags | LOADING))

    def _deferred_update(self, interaction: Interaction, _: Json, __: Sequence[Upload]) -> None:
        interaction.original = interaction.message
        self._answered(interaction, Answer.DEFERRED_UPDATE)

    def _update(self, interaction: Interaction, body: Json, uploads: Sequence[Upload]) -> None:
        message = interaction.message
        if message is None or message.id not in message.channel.messages:
            raise errors.unknown_message()
        payload = self._read(interaction, body, uploads, previous=message, path=("data",))
        interaction.original = message
        self._messages.edit(message, payload)
        self._answered(interaction, Answer.UPDATE)

    def _choices(self, interaction: Interaction, body: Json, _: Sequence[Upload]) -> None:
        choices = read_choices(body)
        self._answered(interaction, Answer.CHOICES)
        if interaction.choices and not interaction.choices.done():
            interaction.choices.set_result(choices)

    def _modal(self, interaction: Interaction, body: Json, _: Sequence[Upload]) -> None:
        emojis = self._world.emojis_of(interaction.application)
        interaction.modal = modal = ModalReader(emojis).read(body)
        self._answered(interaction, Answer.MODAL)
        self._pages.to_person(interaction.person.id, "MODAL", {"interaction_id": interaction.id, **modal})


def read_choices(body: object) -> list[Json]:
    """The choices of a completion, 25 at most."""
    with Form(body, path=("data",)) as form:
        choices = form.children("choices", CHOICES_MOST, required=True)
        for choice in choices:
            choice.text("name", 100, least=1, required=True)
            if isinstance(choice.fields.get("value"), str):
                choice.text("value", 100, required=True)
            elif not isinstance(choice.fields.get("value"), int | float):
                choice.missing("value")
    return [choice.fields for choice in choices]
