"""Components, classic rows and Components V2, checked the way Discord does."""

import re
from collections.abc import Callable, Collection, Container, Iterator, Mapping
from dataclasses import dataclass

from local_discord.channels import Attachment
from local_discord.codec import Json
from local_discord.forms import Form, FormErrors, Path, given

# Custom emojis

_CUSTOM = re.compile(r"<a?(:\w{2,32}:)(\d{1,20})>", re.ASCII)


@dataclass(frozen=True, slots=True)
class Emojis:
    """The custom emojis that a message may use, by id; with `refused` its components can't have any.

    An unknown one is a mistake in a component and turns to `:name:` in a text.
    """

    known: Container[str] = ()
    refused: bool = False

    def fit(self, emoji_id: str) -> bool:
        """Whether a component may have this one."""
        return emoji_id in self.known and not self.refused

    def in_text(self, text: str) -> str:
        return _CUSTOM.sub(lambda found: found[0] if found[2] in self.known else found[1], text)


# Buttons and select menus

BUTTON = 2
STRING_SELECT = 3
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
SELECTABLE = {
    USER_SELECT: ("users",),
    ROLE_SELECT: ("roles",),
    MENTIONABLE_SELECT: ("users", "roles"),
    CHANNEL_SELECT: ("channels",),
}
"""What can be chosen in which menu, by the names in `resolved`."""
LINK = 5
PREMIUM = 6

_EMOJI_MOST = 100


def read_emoji(form: Form, emojis: Emojis) -> Json | None:
    """The emoji of a button or an option. The code for a wrong one is the same (discord-api-docs 8071)."""
    emoji = form.child("emoji")
    if emoji is None:
        return None
    name, identity = emoji.text("name", _EMOJI_MOST) or "", emoji.snowflake("id")
    if not (emojis.fit(identity) if identity else is_emoji(name)):
        emoji.wrong("id" if identity else "name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    return {"name": name} | given(id=identity, animated=emoji.fields.get("animated"))


def is_emoji(name: str) -> bool:
    """Whether the text can be an emoji at all: something outside ASCII that isn't a letter."""
    # Emojis that look like letters, such as ℹ, begin at U+2000.
    return not name.isascii() and not any(one.isalpha() and one < "\u2000" for one in name)


def read_button(form: Form, emojis: Emojis) -> Json:
    """A button. A link has a URL, any other a custom id, never both; and each has a label or an emoji."""
    style = form.choice("style", (1, 2, 3, 4, 5, 6), required=True) or 2
    label, emoji = form.text("label", 80) or None, read_emoji(form, emojis)
    button: Json = {"type": BUTTON, "style": style}
    button |= given(label=label, emoji=emoji, disabled=form.flag("disabled"))
    _read_target(form, style, button)
    if not label and not emoji and style != PREMIUM:
        form.wrong(None, "BUTTON_COMPONENT_REQUIRES_LABEL_OR_EMOJI", "A button needs a label or an emoji")
    return button


def _read_target(form: Form, style: int, button: Json) -> None:
    custom_id = form.text("custom_id", 100, least=1)
    if style == LINK:
        button["url"] = form.url("url", required=True, schemes=("http", "https", "discord"))
        if custom_id is not None:
            message = "A custom id and url cannot both be specified"
            form.wrong("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)
    elif style == PREMIUM:
        button["sku_id"] = form.snowflake("sku_id", required=True)
    else:
        if form.given("url"):
            message = "A custom id and url cannot both be specified"
            form.wrong("url", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)
        if form.fields.get("custom_id") in (None, ""):
            form.wrong("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
        button["custom_id"] = custom_id


def read_select(form: Form, emojis: Emojis, *, in_modal: bool = False) -> Json:
    """A select menu of any kind; a string select carries 1 to 25 options with different values."""
    kind = form.fields["type"]
    disabled, required = form.flag("disabled"), form.flag("required")
    select: Json = {
        "type": kind,
        "custom_id": form.text("custom_id", 100, least=1, required=True),
        "min_values": form.whole("min_values", 0, 25, default=1),
        "max_values": form.whole("max_values", 1, 25, default=1),
    }
    select |= given(placeholder=form.text("placeholder", 150))
    select |= given(required=required) if in_modal else given(disabled=disabled)
    if select["min_values"] > select["max_values"]:
        form.wrong("min_values", "BASE_TYPE_MAX_LENGTH", "min_values must not exceed max_values")
    if kind == STRING_SELECT:
        select["options"] = read_options(form, emojis, 25, select)
        if sum(one.get("default") is True for one in select["options"]) > select["max_values"]:
            message = f"Must have {select['max_values']} or fewer options that are chosen by default"
            form.wrong("options", "SELECT_COMPONENT_DEFAULT_VALUES_EXCEEDED", message)
    else:
        select |= given(**{key: form.fields.get(key) for key in ("default_values", "channel_types")})
    return select


def read_options(
    form: Form, emojis: Emojis, most: int, select: Json | None = None, *, least: int = 1
) -> list[Json]:
    """The options of a select, a radio group or a checkbox group."""
    options = []
    values: set[str] = set()
    for option in form.children("options", most, least=least, required=True):
        read: Json = {
            "label": option.text("label", 100, least=1, required=True),
            "value": option.text("value", 100, least=1, required=True),
        }
        description = option.text("description", 100)
        emoji, default = read_emoji(option, emojis), option.flag("default")
        read |= given(description=description, emoji=emoji, default=default)
        code, message = (
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
            "The specified option value is already used",
        )
        option.require_new("value", read["value"], values, code, message)
        options.append(read)
    if select and options and select["max_values"] > len(options):
        message = f"Must be less than or equal to the number of options ({len(options)})"
        form.wrong("max_values", "SELECT_COMPONENT_MAX_VALUES_EXCEEDED", message)
    return options


def require_new_custom_id(form: Form, custom_id: str | None, seen: set[str]) -> None:
    """Refuses a custom id that another component of the message or the modal has."""
    code, message = "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
    form.require_new("custom_id", custom_id, seen, code, message)


# A message's components

ROW, SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 1, 9, 10, 11, 12, 13, 14, 17
CLASSIC = (ROW,)
LAYOUT = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)

ROWS_MOST = 5
BUTTONS_MOST = 5
COMPONENTS_MOST = 40
TEXT_MOST = 4000
DESCRIPTION_MOST = 1024


class ComponentReader:
    """Reads a message's components once, into the form that Discord would store.

    `layout` says whether the message has the flag for Components V2. Attachments may be named as
    `attachment://filename`.
    """

    def __init__(
        self, errors: FormErrors, layout: bool, attachments: Collection[Attachment], emojis: Emojis
    ) -> None:
        self.errors = errors
        self.emojis = emojis
        self.layout = layout
        self.attachments = attachments
        self.custom_ids: set[str] = set()
        self.ids: set[int] = set()
        self.count = 0
        self.characters = 0
        self._readers: Mapping[int, Callable[[Form], Json]] = {
            ROW: self._row,
            SECTION: self._section,
            TEXT: self._text,
            THUMBNAIL: self._thumbnail,
            GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
            BUTTON: lambda form: read_button(form, emojis),
        } | dict.fromkeys(SELECTS, lambda form: read_select(form, emojis))

    def read(self, given: list[object], path: Path) -> list[Json]:
        """The components at the top of the message; errors are collected, not raised."""
        top = Form({"components": given}, self.errors, path)
        most = COMPONENTS_MOST if self.layout else ROWS_MOST
        allowed = LAYOUT if self.layout else CLASSIC
        read = [self._read(form, allowed) for form in top.children("components", most)]
        if self.count > COMPONENTS_MOST:
            message = f"The maximum number of total components ({COMPONENTS_MOST}) has been exceeded"
            top.wrong("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
        if self.characters > TEXT_MOST:
            message = f"The total length of displayable text must not exceed {TEXT_MOST} characters"
            top.wrong("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
        self._number(read)
        return read

    def _read(self, form: Form, allowed: Collection[int]) -> Json:
        kind = form.kind(allowed)
        if kind is None:
            return {"type": 0}
        self.count += 1
        component = self._readers[kind](form)
        self._name(form, component)
        return component

    def _name(self, form: Form, component: Json) -> None:
        identity = form.whole("id", 0, 2**31 - 1)
        if identity:
            message = "Component id cannot be duplicated"
            form.require_new("id", identity, self.ids, "COMPONENT_ID_DUPLICATED", message)
            component["id"] = identity
        require_new_custom_id(form, component.get("custom_id"), self.custom_ids)

    def _number(self, components: list[Json]) -> None:
        """Gives every component without an id the next free one, in reading order."""
        free = 1
        for component in every_component(components):
            if "id" not in component:
                while free in self.ids:
                    free += 1
                component["id"] = free
                free += 1

    def _row(self, form: Form) -> Json:
        children = form.children("components", BUTTONS_MOST, least=1, required=True)
        read = [self._read(child, (BUTTON, *SELECTS)) for child in children]
        if len(read) > 1 and any(one["type"] in SELECTS for one in read):
            message = "The specified component exceeds the maximum width"
            form.wrong("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)
        return {"type": ROW, "components": read}

    def _section(self, form: Form) -> Json:
        children = form.children("components", 3, least=1, required=True)
        accessory = form.child("accessory", required=True)
        return {
            "type": SECTION,
            "components": [self._read(child, (TEXT,)) for child in children],
            "accessory": self._read(accessory, (BUTTON, THUMBNAIL)) if accessory else None,
        }

    def _text(self, form: Form) -> Json:
        content = form.text("content", TEXT_MOST, least=1, required=True)
        self.characters += len(content or "")
        return {"type": TEXT, "content": content and self.emojis.in_text(content)}

    def _thumbnail(self, form: Form) -> Json:
        return {"type": THUMBNAIL} | self._media(form)

    def _gallery(self, form: Form) -> Json:
        items = form.children("items", 10, least=1, required=True)
        return {"type": GALLERY, "items": [self._media(item) for item in items]}

    def _media(self, form: Form) -> Json:
        return {
            "media": self._unfurl(form.child("media", required=True)),
            "description": form.text("description", DESCRIPTION_MOST, least=1),
            "spoiler": bool(form.flag("spoiler")),
        }

    def _file(self, form: Form) -> Json:
        media = form.child("file", required=True)
        if media and not str(media.fields.get("url", "")).startswith("attachment://"):
            message = "Only attachments may be shown as files"
            media.wrong("url", "UNFURLED_MEDIA_ITEM_NOT_AN_ATTACHMENT", message)
        file = self._unfurl(media)
        named = next((one for one in self.attachments if one.id == file.get("attachment_id")), None)
        return {
            "type": FILE,
            "file": file,
            "spoiler": bool(form.flag("spoiler")),
            "name": named.filename if named else None,
            "size": named.raw["size"] if named else None,
        }

    def _unfurl(self, form: Form | None) -> Json:
        """The media object of a URL: an attachment of this message, or an unchecked file elsewhere."""
        url = form.url("url", required=True, schemes=("http", "https", "attachment")) if form else None
        if form is None or url is None:
            return {}
        name = url.removeprefix("attachment://")
        for attachment in self.attachments:
            if attachment.filename == name or attachment.raw["url"] == url:
                return attachment.media()
        if name != url:
            message = f"The attachment {name} was not found in this message"
            form.wrong("url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message)
        return {"id": "0", "url": url, "proxy_url": url, "width": None, "height": None, "content_type": None}

    def _separator(self, form: Form) -> Json:
        divider = form.flag("divider")
        return {
            "type": SEPARATOR,
            "divider": True if divider is None else divider,
            "spacing": form.choice("spacing", (1, 2)) or 1,
        }

    def _container(self, form: Form) -> Json:
        children = form.children("components", COMPONENTS_MOST, least=1, required=True)
        return {
            "type": CONTAINER,
            "accent_color": form.whole("accent_color", 0, 0xFFFFFF),
            "spoiler": bool(form.flag("spoiler")),
            "components": [self._read(child, IN_CONTAINER) for child in children],
        }


def every_component(components: list[Json]) -> Iterator[Json]:
    """All components of a message or a modal, nested ones after their parent."""
    for component in components:
        yield component
        yield from every_component(component.get("components") or [])
        for key in ("accessory", "component"):
            if component.get(key):
                yield from every_component([component[key]])


def find_control(components: list[Json], custom_id: str) -> Json | None:
    """The button or select with this custom id."""
    return next((one for one in every_component(components) if one.get("custom_id") == custom_id), None)


def shown_text(components: list[Json]) -> str:
    """All text displays, one per line: the text in which mentions count."""
    return "\n".join(str(one["content"]) for one in every_component(components) if one["type"] == TEXT)
