"""What a bot's answer to an interaction does, by callback type."""

from collections.abc import Callable, Sequence
from enum import IntEnum

from local_discord.channels import EPHEMERAL, LOADING, Message
from local_discord.codec import Json
from local_discord.errors import unknown_message
from local_discord.files import Upload
from local_discord.forms import Form, refusal
from local_discord.interactions import Interaction, Interactions, Kind
from local_discord.message_payloads import SETTABLE, MessagePayload, MessagePayloadReader
from local_discord.messages import Messages
from local_discord.modals import ModalReader

CHOICES_MOST = 25


class Answer(IntEnum):
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


ALLOWED = {
    Kind.COMMAND: (Answer.MESSAGE, Answer.DEFERRED_MESSAGE, Answer.MODAL),
    Kind.COMPONENT: (
        Answer.MESSAGE,
        Answer.DEFERRED_MESSAGE,
        Answer.DEFERRED_UPDATE,
        Answer.UPDATE,
        Answer.MODAL,
    ),
    Kind.AUTOCOMPLETE: (Answer.CHOICES,),
    Kind.MODAL_SUBMIT: (
        Answer.MESSAGE,
        Answer.DEFERRED_MESSAGE,
        Answer.DEFERRED_UPDATE,
        Answer.UPDATE,
    ),
}


class Callbacks:
    """Carries out the answers; each either does everything or raises `APIError` and does nothing."""

    def __init__(self, interactions: Interactions, messages: Messages) -> None:
        self.interactions = interactions
        self.messages = messages
        self._by_kind: dict[int, Callable[[Interaction, Json, Sequence[Upload]], None]] = {
            Answer.MESSAGE: self._message,
            Answer.DEFERRED_MESSAGE: self._deferred_message,
            Answer.DEFERRED_UPDATE: self._deferred_update,
            Answer.UPDATE: self._update,
            Answer.CHOICES: self._choices,
            Answer.MODAL: self._modal,
        }

    def take(self, interaction: Interaction, body: Json, uploads: Sequence[Upload]) -> None:
        """Reads the callback and does it."""
        self.interactions.require_channel(interaction)
        kind = body.get("type")
        allowed = ALLOWED[interaction.kind]
        if interaction.kind is Kind.MODAL_SUBMIT and interaction.message is None:
            allowed = allowed[:2]
        if kind not in allowed:
            choices = ", ".join(str(int(one)) for one in allowed)
            raise refusal(("type",), "BASE_TYPE_CHOICES", f"Value must be one of ({choices}).")
        self._by_kind[int(body["type"])](interaction, body.get("data") or {}, uploads)

    def result(self, interaction: Interaction) -> Json:
        """The reply to a callback that asked for one."""
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

    def follow_up(self, interaction: Interaction, body: Json, uploads: Sequence[Upload]) -> Message:
        """Another message; the first after a deferred answer becomes that answer."""
        original = interaction.original
        if original is not None and original.flags & LOADING:
            return self.amend(interaction, original, body, uploads)
        payload = self._read(interaction, body, uploads, settable=SETTABLE | EPHEMERAL)
        return self._post(interaction, payload, interaction.original.id if interaction.original else None)

    def amend(
        self, interaction: Interaction, message: Message, body: Json, uploads: Sequence[Upload]
    ) -> Message:
        """Edits a message of the interaction; this also answers a deferred one."""
        payload = self._read(interaction, body, uploads, previous=message)
        loading = bool(message.flags & LOADING)
        if loading:
            payload.flags = payload.flags or 0
        self.messages.edit(message, payload)
        if loading:
            self.interactions.tell(interaction, "answered")
        return message

    def _read(
        self,
        interaction: Interaction,
        body: Json,
        uploads: Sequence[Upload],
        *,
        previous: Message | None = None,
        in_data: bool = False,
        settable: int = SETTABLE,
    ) -> MessagePayload:
        self.interactions.require_channel(interaction)
        path = ("data",) if in_data else ()
        channel_id = interaction.channel.id
        store = self.messages.attachments
        reader = MessagePayloadReader(
            body, uploads, store, channel_id, previous=previous, path=path, settable=settable
        )
        payload = reader.read()
        # An answer belongs to its interaction: like Discord, we ignore a reply it asks for.
        payload.reference = None
        return payload

    def _post(
        self, interaction: Interaction, payload: MessagePayload, original_id: str | None = None
    ) -> Message:
        seen_by = interaction.person.id if (payload.flags or 0) & EPHEMERAL else None
        return self.messages.post(
            interaction.channel,
            interaction.application.user,
            payload,
            application=interaction.application,
            seen_by=seen_by,
            metadata=interaction.metadata(original_id),
        )

    def _message(self, interaction: Interaction, body: Json, uploads: Sequence[Upload]) -> None:
        payload = self._read(interaction, body, uploads, in_data=True, settable=SETTABLE | EPHEMERAL)
        self.interactions.answered(interaction, Answer.MESSAGE)
        interaction.original = self._post(interaction, payload)

    def _deferred_message(self, interaction: Interaction, body: Json, _: Sequence[Upload]) -> None:
        flags = int(body.get("flags") or 0) & EPHEMERAL
        self.interactions.answered(interaction, Answer.DEFERRED_MESSAGE, "thinking")
        interaction.original = self._post(interaction, MessagePayload(flags=flags | LOADING))

    def _deferred_update(self, interaction: Interaction, _: Json, __: Sequence[Upload]) -> None:
        interaction.original = interaction.message
        self.interactions.answered(interaction, Answer.DEFERRED_UPDATE)

    def _update(self, interaction: Interaction, body: Json, uploads: Sequence[Upload]) -> None:
        message = interaction.message
        if message is None or message.id not in message.channel.messages:
            raise unknown_message()
        payload = self._read(interaction, body, uploads, previous=message, in_data=True)
        interaction.original = message
        self.interactions.answered(interaction, Answer.UPDATE)
        self.messages.edit(message, payload)

    def _choices(self, interaction: Interaction, body: Json, _: Sequence[Upload]) -> None:
        choices = read_choices(body)
        self.interactions.answered(interaction, Answer.CHOICES)
        if interaction.choices and not interaction.choices.done():
            interaction.choices.set_result(choices)

    def _modal(self, interaction: Interaction, body: Json, _: Sequence[Upload]) -> None:
        modal = ModalReader().read(body)
        self.interactions.answered(interaction, Answer.MODAL)
        self.interactions.open_modal(interaction, modal)


def read_choices(body: object) -> list[Json]:
    """The choices of a completion, 25 at most."""
    with Form(body, path=("data",)) as form:
        choices = form.children("choices", CHOICES_MOST, required=True) or []
        for choice in choices:
            choice.text("name", 100, least=1, required=True)
            if isinstance(choice.fields.get("value"), str):
                choice.text("value", 100, required=True)
            elif not isinstance(choice.fields.get("value"), int | float):
                choice.missing("value")
    return [choice.fields for choice in choices]
