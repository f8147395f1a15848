"""Buttons and select menus: checked the way Discord does, and turned into the objects it stores."""

from local_discord.codec import Json
from local_discord.forms import Form

BUTTON = 2
STRING_SELECT = 3
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
LINK = 5
PREMIUM = 6

_EMOJI_MOST = 100


def copy_fields(source: Json, target: Json, *keys: str) -> Json:
    """Copies the fields that were given."""
    for key in keys:
        value = source.get(key)
        if value is not None:
            target[key] = value
    return target


def read_emoji(form: Form) -> Json | None:
    emoji = form.child("emoji")
    if emoji is None:
        return None
    name = emoji.text("name", _EMOJI_MOST)
    identity = emoji.snowflake("id")
    if not identity and not is_emoji(name or ""):
        emoji.wrong("name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    read: Json = {"name": name or ""}
    if identity:
        read["id"] = identity
    return copy_fields(emoji.fields, read, "animated")


def is_emoji(name: str) -> bool:
    """Whether the text can be an emoji at all: something outside ASCII that isn't a letter."""
    # Emojis that look like letters, such as ℹ, begin at U+2000.
    return not name.isascii() and not any(one.isalpha() and one < "\u2000" for one in name)


def read_button(form: Form) -> Json:
    """A button. A link has a URL, any other a custom id, never both; and each has a label or an emoji."""
    style = form.choice("style", (1, 2, 3, 4, 5, 6), required=True) or 2
    label = form.text("label", 80)
    emoji = read_emoji(form)
    form.flag("disabled")
    button: Json = {"type": BUTTON, "style": style}
    copy_fields(form.fields, button, "disabled")
    if label:
        button["label"] = label
    if emoji:
        button["emoji"] = emoji
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


def read_select(form: Form, *, in_modal: bool = False) -> Json:
    """A select menu of any kind; a string select carries 1 to 25 options with different values."""
    kind = form.fields["type"]
    select: Json = {"type": kind, "custom_id": form.text("custom_id", 100, least=1, required=True)}
    copy_fields({"placeholder": form.text("placeholder", 150)}, select, "placeholder")
    least = form.whole("min_values", 0, 25)
    most = form.whole("max_values", 1, 25)
    select["min_values"] = 1 if least is None else least
    select["max_values"] = 1 if most is None else most
    if select["min_values"] > select["max_values"]:
        form.wrong("min_values", "BASE_TYPE_MAX_LENGTH", "min_values must not exceed max_values")
    form.flag("disabled")
    form.flag("required")
    keys = ("required",) if in_modal else ("disabled",)
    copy_fields(form.fields, select, *keys)
    if kind == STRING_SELECT:
        select["options"] = read_options(form, 25, select)
        if sum(one.get("default") is True for one in select["options"]) > select["max_values"]:
            message = f"Must have {select['max_values']} or fewer options that are chosen by default"
            form.wrong("options", "SELECT_COMPONENT_DEFAULT_VALUES_EXCEEDED", message)
    else:
        copy_fields(form.fields, select, "default_values", "channel_types")
    return select


def read_options(form: Form, most: int, select: Json | None = None, *, least: int = 1) -> list[Json]:
    """The options of a select, a radio group or a checkbox group."""
    options = []
    values: set[str] = set()
    for option in form.children("options", most, least=least, required=True) or ():
        read: Json = {
            "label": option.text("label", 100, least=1, required=True),
            "value": option.text("value", 100, least=1, required=True),
        }
        emoji = read_emoji(option)
        description = option.text("description", 100)
        copy_fields({"description": description, "emoji": emoji}, read, "description", "emoji")
        option.flag("default")
        copy_fields(option.fields, read, "default")
        if read["value"] in values:
            message = "The specified option value is already used"
            option.wrong("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
        values.add(read["value"])
        options.append(read)
    if select and options and select["max_values"] > len(options):
        message = f"Must be less than or equal to the number of options ({len(options)})"
        form.wrong("max_values", "SELECT_COMPONENT_MAX_VALUES_EXCEEDED", message)
    return options
