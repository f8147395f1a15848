"""Interactions: a person's command, press, choice or form on its way to the bot, and the bot's answer."""

import asyncio
import secrets
import time
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from local_discord.applications import Application
from local_discord.channels import Channel, Message
from local_discord.codec import Json, new_snowflake
from local_discord.errors import (
    ClientError,
    already_answered,
    expired_token,
    unknown_channel,
    unknown_interaction,
    unknown_webhook,
)
from local_discord.files import FILE_BYTES_MOST
from local_discord.gateway import Gateway
from local_discord.lists import Announcer
from local_discord.pages import Pages
from local_discord.users import User
from local_discord.world import World


@dataclass(frozen=True, slots=True)
class Deadlines:
    """In seconds: to answer an interaction, to use its token, and between heartbeats."""

    answer: float = 3.0
    token: float = 900.0
    heartbeat: float = 41.25


LOCALE = "en-US"
BEGINNING = "aW50"
"""How every token begins."""
IN_GUILD, IN_BOT_DM = 0, 1


class Kind(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


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
    id: str = field(default_factory=new_snowflake)
    token: str = field(default_factory=lambda: f"{BEGINNING}{secrets.token_urlsafe(48)}")
    born: float = field(default_factory=time.monotonic)
    answer: int | None = None
    original: Message | None = None
    modal: Json | None = None
    modal_sent: bool = False
    failed: bool = False
    choices: asyncio.Future[list[Json]] | None = None
    timer: asyncio.TimerHandle | None = None

    @property
    def guild_id(self) -> str | None:
        return self.channel.guild_id

    def owners(self) -> Json:
        return {"0": self.guild_id or "0"}

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


class Interactions(Announcer):
    """All interactions whose token is still valid."""

    def __init__(self, world: World, gateway: Gateway, pages: Pages, deadlines: Deadlines) -> None:
        super().__init__(world, gateway, pages)
        self.deadlines = deadlines
        self._by_token: dict[str, Interaction] = {}
        self._by_id: dict[str, Interaction] = {}

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
            raise unknown_interaction()
        if interaction.answer is not None:
            raise already_answered()
        return interaction

    def answered(self, interaction: Interaction, answer: int, state: str = "answered") -> None:
        interaction.answer = answer
        if interaction.timer:
            interaction.timer.cancel()
        if interaction.kind is not Kind.AUTOCOMPLETE:
            self.tell(interaction, state)

    def by_webhook(self, application_id: str, token: str) -> Interaction:
        """The interaction whose token is used as a webhook's: after its answer, for 15 minutes."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.application.id != application_id:
            raise expired_token() if token.startswith(BEGINNING) else unknown_webhook()
        if time.monotonic() - interaction.born > self.deadlines.token:
            raise expired_token()
        if interaction.answer is None:
            raise unknown_webhook()
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

    def open_modal(self, interaction: Interaction, modal: Json) -> None:
        """Shows the form to the person."""
        interaction.modal = modal
        raw = {"interaction_id": interaction.id, **modal}
        self._pages.to_person(interaction.person.id, "MODAL", raw)

    def require_channel(self, interaction: Interaction) -> None:
        """Refuses with 10003 if the interaction's channel is gone."""
        if interaction.channel.id not in self._world.channels:
            raise unknown_channel()

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
        payload: Json = {
            "id": interaction.id,
            "application_id": application.id,
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "data": interaction.details,
            "channel": channel.raw(application.id) | {"permissions": permissions},
            "channel_id": channel.id,
            "app_permissions": str(world.permissions(application.id, channel)),
            "locale": LOCALE,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": interaction.owners(),
            "context": IN_GUILD if channel.guild_id else IN_BOT_DM,
            "attachment_size_limit": FILE_BYTES_MOST,
        }
        payload |= self._whose(interaction, permissions)
        if interaction.message:
            payload["message"] = interaction.message.raw_for(application.id)
        return payload

    def _whose(self, interaction: Interaction, permissions: str) -> dict[str, Any]:
        guild = self._world.guild_of(interaction.channel)
        member = guild.members.get(interaction.person.id) if guild else None
        if guild is None or member is None:
            return {"user": interaction.person.raw}
        return {
            "guild_id": guild.id,
            "guild": {"id": guild.id, "locale": LOCALE, "features": []},
            "guild_locale": LOCALE,
            "member": member.full() | {"permissions": permissions},
        }
