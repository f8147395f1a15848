"""The components of a message, classic rows and Components V2, checked the way Discord does."""

from collections.abc import Callable, Collection, Mapping

from local_discord.channels import Attachment
from local_discord.codec import Json
from local_discord.controls import BUTTON, SELECTS, read_button, read_select
from local_discord.forms import Form, FormErrors, Path

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

    def __init__(self, errors: FormErrors, layout: bool, attachments: Collection[Attachment]) -> None:
        self.errors = errors
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
            BUTTON: read_button,
        } | dict.fromkeys(SELECTS, read_select)

    def read(self, given: list[object], path: Path) -> list[Json]:
        """The components at the top of the message; errors are collected, not raised."""
        top = Form({"components": given}, self.errors, path)
        most = COMPONENTS_MOST if self.layout else ROWS_MOST
        forms = top.children("components", most) or []
        read = [self._read(form, LAYOUT if self.layout else CLASSIC) for form in forms]
        if self.count > COMPONENTS_MOST:
            message = f"The maximum number of total components ({COMPONENTS_MOST}) has been exceeded"
            top.wrong("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
        if self.characters > TEXT_MOST:
            message = f"The total length of displayable text must not exceed {TEXT_MOST} characters"
            top.wrong("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
        self._number(read)
        return read

    def _read(self, form: Form, allowed: Collection[int]) -> Json:
        kind = form.fields.get("type")
        if not isinstance(kind, int) or kind not in allowed:
            choices = ", ".join(str(one) for one in allowed)
            message = f'Value of field "type" must be one of ({choices}).'
            form.wrong("type", "UNION_TYPE_CHOICES", message)
            return {"type": 0}
        self.count += 1
        component = self._readers[kind](form)
        self._name(form, component)
        return component

    def _name(self, form: Form, component: Json) -> None:
        identity = form.whole("id", 0, 2**31 - 1)
        if identity:
            if identity in self.ids:
                form.wrong("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            self.ids.add(identity)
            component["id"] = identity
        custom_id = component.get("custom_id")
        if custom_id is None:
            return
        if custom_id in self.custom_ids:
            message = "Component custom id cannot be duplicated"
            form.wrong("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        self.custom_ids.add(custom_id)

    def _number(self, components: list[Json]) -> None:
        """Gives every component without an id the next free one, in reading order."""
        free = 1
        for component in walk(components):
            if "id" not in component:
                while free in self.ids:
                    free += 1
                component["id"] = free
                free += 1

    def _row(self, form: Form) -> Json:
        children = form.children("components", BUTTONS_MOST, least=1, required=True) or []
        read = [self._read(child, (BUTTON, *SELECTS)) for child in children]
        if len(read) > 1 and any(one["type"] in SELECTS for one in read):
            message = "The specified component exceeds the maximum width"
            form.wrong("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)
        return {"type": ROW, "components": read}

    def _section(self, form: Form) -> Json:
        children = form.children("components", 3, least=1, required=True) or []
        accessory = form.child("accessory", required=True)
        return {
            "type": SECTION,
            "components": [self._read(child, (TEXT,)) for child in children],
            "accessory": self._read(accessory, (BUTTON, THUMBNAIL)) if accessory else None,
        }

    def _text(self, form: Form) -> Json:
        content = form.text("content", TEXT_MOST, least=1, required=True)
        self.characters += len(content or "")
        return {"type": TEXT, "content": content}

    def _thumbnail(self, form: Form) -> Json:
        return {"type": THUMBNAIL} | self._media(form)

    def _gallery(self, form: Form) -> Json:
        items = form.children("items", 10, least=1, required=True) or []
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
        children = form.children("components", COMPONENTS_MOST, least=1, required=True) or []
        container: Json = {
            "type": CONTAINER,
            "accent_color": form.whole("accent_color", 0, 0xFFFFFF),
            "spoiler": bool(form.flag("spoiler")),
        }
        container["components"] = [self._read(child, IN_CONTAINER) for child in children]
        return container


def walk(components: list[Json]) -> list[Json]:
    """Every component in reading order, nested ones after their parent."""
    found = []
    for component in components:
        found.append(component)
        found += walk(component.get("components") or [])
        held = component.get("accessory") or component.get("component")
        if held:
            found += walk([held])
    return found


def find_control(components: list[Json], custom_id: str) -> Json | None:
    """The button or select with this custom id."""
    return next((one for one in walk(components) if one.get("custom_id") == custom_id), None)


def shown_text(components: list[Json]) -> str:
    """All text displays, one per line: the text in which mentions count."""
    return "\n".join(str(one["content"]) for one in walk(components) if one["type"] == TEXT)
