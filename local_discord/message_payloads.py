"""The message that a bot asks to create or edit. The request is read strictly before anything is created."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from local_discord.channels import (
    IS_COMPONENTS_V2,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Attachment,
    Message,
)
from local_discord.codec import Json
from local_discord.components import ComponentReader, Emojis
from local_discord.errors import empty_message
from local_discord.files import AttachmentStore, Upload
from local_discord.forms import Form, FormErrors, Path, given

# Embeds

EMBEDS_MOST = 10
TOTAL_MOST = 6000


def read_embeds(form: Form) -> list[Json] | None:
    """The embeds of a message as Discord stores them; None when the field was not given."""
    forms = form.children("embeds", EMBEDS_MOST)
    if not form.given("embeds"):
        return None
    embeds = [_read_embed(one) for one in forms]
    if sum(_characters(embed) for embed in embeds) > TOTAL_MOST:
        message = f"Embed size exceeds maximum size of {TOTAL_MOST}"
        form.wrong("embeds", "MAX_EMBED_SIZE_EXCEEDED", message)
    return embeds


def _read_embed(form: Form) -> Json:
    embed: Json = {"type": "rich"} | given(
        title=form.text("title", 256),
        description=form.text("description", 4096),
        url=form.url("url"),
        color=form.whole("color", 0, 0xFFFFFF),
        timestamp=form.text("timestamp", 64),
    )
    for key, inner, most in (("footer", "text", 2048), ("author", "name", 256)):
        held = form.child(key)
        if held:
            links = given(icon_url=held.fields.get("icon_url"), url=held.fields.get("url"))
            embed[key] = {inner: held.text(inner, most, required=True)} | links
    for key in ("image", "thumbnail"):
        held = form.child(key)
        if held:
            url = held.url("url", required=True, schemes=("http", "https", "attachment"))
            embed[key] = {"url": url}
    fields = form.children("fields", 25)
    if fields:
        embed["fields"] = [_read_field(one) for one in fields]
    return embed


def _read_field(form: Form) -> Json:
    return {
        "name": form.text("name", 256, least=1, required=True),
        "value": form.text("value", 1024, least=1, required=True),
        "inline": bool(form.flag("inline")),
    }


def _characters(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for one in embed.get("fields", []):
        texts += [one["name"], one["value"]]
    return sum(len(text or "") for text in texts)


# The whole message

CONTENT_MOST = 2000
ATTACHMENTS_MOST = 10
DESCRIPTION_MOST = 1024

SETTABLE = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | IS_COMPONENTS_V2


@dataclass(slots=True)
class MessagePayload:
    """What the message should contain. In an edit None means unchanged."""

    content: str | None = None
    embeds: list[Json] | None = None
    components: list[Json] | None = None
    attachments: list[Attachment] | None = None
    flags: int | None = None
    allowed_mentions: Json | None = None
    reference: Json | None = None
    nonce: str | None = None
    enforce_nonce: bool = False
    tts: bool = False


@dataclass(slots=True)
class MessagePayloadReader:
    """Reads one request to create or, given `previous`, to edit a message.

    `path` says where in the request the message is (in `data` for an answer to an interaction).
    Raises `APIError`; files are stored only if the whole request is valid.
    """

    fields: object
    uploads: Sequence[Upload]
    store: AttachmentStore
    channel_id: str
    emojis: Emojis
    previous: Message | None = None
    path: Path = ()
    settable: int = SETTABLE
    form: Form = field(init=False)
    kept: list[Attachment] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.form = Form(self.fields, FormErrors(), self.path)

    def read(self) -> MessagePayload:
        try:
            with self.form:
                payload = self._read()
            after = self._after(payload)
            if not any((after.pop("content", "").strip(), *after.values())):
                raise empty_message()
        except Exception:
            self.store.drop(self.kept)
            raise
        return payload

    def _read(self) -> MessagePayload:
        form = self.form
        content = form.text("content", CONTENT_MOST)
        payload = MessagePayload(content and self.emojis.in_text(content), read_embeds(form))
        if self.previous is not None:
            self._empty_where_null(payload)
        layout = self._read_flags(payload)
        payload.attachments = self._attachments()
        shown = self._after(payload)["attachments"]
        components = form.items("components", 40)
        if components is not None:
            reader = ComponentReader(form.errors, layout, shown, self.emojis)
            payload.components = reader.read(components, self.path)
        if layout:
            self._refuse_legacy(payload)
        self._unfurl_embeds(payload, shown)
        payload.allowed_mentions = self._allowed_mentions()
        self._read_sending(payload)
        return payload

    def _empty_where_null(self, payload: MessagePayload) -> None:
        """In an edit null empties a field that an absent one leaves alone."""
        fields = self.form.fields
        for key, empty in (("content", ""), ("embeds", []), ("components", [])):
            if key in fields and fields[key] is None:
                setattr(payload, key, empty)

    def _read_flags(self, payload: MessagePayload) -> bool:
        """Reads the flags. Returns whether the message will be one of Components V2, which it then stays."""
        flags = self.form.whole("flags", 0, 2**53)
        payload.flags = None if flags is None else flags & self.settable
        asked = bool((payload.flags or 0) & IS_COMPONENTS_V2)
        is_one = self.previous is not None and bool(self.previous.flags & IS_COMPONENTS_V2)
        if is_one and not asked and payload.flags is not None:
            message = "MessageFlags.IS_COMPONENTS_V2 cannot be removed from a message"
            self.form.wrong("flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", message)
        return asked or is_one

    def _refuse_legacy(self, payload: MessagePayload) -> None:
        """A message with Components V2 can't have content, embeds, polls or stickers."""
        fields = self.form.fields
        asked = self._after(payload) | {key: fields.get(key) for key in ("poll", "sticker_ids")}
        for key in ("content", "embeds", "poll", "sticker_ids"):
            if asked.get(key):
                message = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                self.form.wrong(key, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)

    def _attachments(self) -> list[Attachment] | None:
        """The attachments the message will have; None in an edit that leaves them alone."""
        listed = self.form.given("attachments")
        if not listed and not self.uploads:
            return None if self.previous else []
        about: dict[int, Json] = {}
        before = {one.id: one for one in self.previous.attachments} if self.previous else {}
        result = [] if listed else list(before.values())
        numbers = {upload.number for upload in self.uploads}
        for one in self.form.children("attachments", ATTACHMENTS_MOST):
            one.text("description", DESCRIPTION_MOST)
            identity = one.snowflake("id", required=True) or ""
            if identity in before:
                result.append(before[identity])
            elif identity.isdigit() and int(identity) in numbers:
                about[int(identity)] = one.fields
            elif identity:
                one.wrong("id", "ATTACHMENT_NOT_FOUND", "Attachment data not found")
        if len(result) + len(self.uploads) > ATTACHMENTS_MOST:
            message = f"Must be {ATTACHMENTS_MOST} or fewer in length."
            self.form.wrong("attachments", "BASE_TYPE_MAX_LENGTH", message)
        self.kept = [self.store.keep(one, self.channel_id, about.get(one.number)) for one in self.uploads]
        return result + self.kept

    def _unfurl_embeds(self, payload: MessagePayload, attachments: Collection[Attachment]) -> None:
        by_name = {f"attachment://{one.filename}": one for one in attachments}
        for embed in payload.embeds or ():
            for key in ("image", "thumbnail"):
                attachment = by_name.get((embed.get(key) or {}).get("url", ""))
                if attachment:
                    raw = attachment.raw
                    embed[key] = {"url": raw["url"], "proxy_url": raw["proxy_url"]}
                    embed[key] |= {side: raw[side] for side in ("width", "height") if side in raw}

    def _allowed_mentions(self) -> Json | None:
        form = self.form.child("allowed_mentions")
        if form is None:
            return None
        parse = form.items("parse", 3) or []
        for place, one in enumerate(parse):
            if one not in ("users", "roles", "everyone"):
                message = "Value must be one of ('users', 'roles', 'everyone')."
                form.at("parse", place, {}).wrong(None, "BASE_TYPE_CHOICES", message)
        for kind in ("users", "roles"):
            ids = form.items(kind, 100) or []
            if ids and kind in parse:
                message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
                form.wrong(None, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)
        return form.fields

    def _read_sending(self, payload: MessagePayload) -> None:
        form = self.form
        nonce = form.fields.get("nonce")
        if isinstance(nonce, str):
            nonce = form.text("nonce", 25)
        payload.nonce = None if nonce is None else str(nonce)
        payload.enforce_nonce = bool(form.flag("enforce_nonce"))
        payload.tts = bool(form.flag("tts"))
        reference = form.child("message_reference")
        if reference:
            reference.snowflake("message_id", required=True)
            payload.reference = reference.fields

    def _after(self, payload: MessagePayload) -> Json:
        """What the message will contain, with whatever the request leaves as it was."""
        before = self.previous
        after = {key: before.raw[key] for key in ("content", "embeds", "components")} if before else {}
        after["attachments"] = before.attachments if before else []
        return after | given(
            content=payload.content,
            embeds=payload.embeds,
            components=payload.components,
            attachments=payload.attachments,
        )
