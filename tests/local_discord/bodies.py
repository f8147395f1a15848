"""Bodies of messages: their parts, those that Discord refuses, and the largest it accepts."""

from typing import Any

from tests.local_discord.raw_bot import Json

LAYOUT = 1 << 15
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(8) + (300).to_bytes(4, "big") + (200).to_bytes(4, "big")


def button(**fields: Any) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": "x"} | fields


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def menu(count: int = 2, **fields: Any) -> Json:
    options = [{"label": str(one), "value": str(one)} for one in range(count)]
    return {"type": 3, "custom_id": "menu", "options": options} | fields


def buttons(count: int, prefix: str = "") -> list[Json]:
    return [button(custom_id=f"{prefix}{one}") for one in range(count)]


def words(count: int) -> Json:
    return {"type": 10, "content": "x" * count}


def layout(*components: Json, **fields: Any) -> Json:
    return {"flags": LAYOUT, "components": list(components)} | fields


def gallery(*urls: str, **fields: Any) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}} | fields for url in urls]}


def codes(errors: Json, path: str = "") -> dict[str, str]:
    """Every complaint's code by its place, `components.0.label`."""
    if "_errors" in errors:
        return {path: errors["_errors"][0]["code"]}
    found: dict[str, str] = {}
    for key, inner in errors.items():
        found |= codes(inner, f"{path}.{key}" if path else key)
    return found


REFUSED: dict[str, tuple[Json, str, str]] = {
    "content too long": ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    "content no text": ({"content": 5}, "content", "STRING_TYPE_CONVERT"),
    "eleven embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds", "BASE_TYPE_MAX_LENGTH"),
    "embed title": ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    "embeds too much text": (
        {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "six rows": (
        {"components": [row(button(custom_id=str(one))) for one in range(6)]},
        "components",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "six buttons in a row": (
        {"components": [row(*buttons(6))]},
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an empty row": ({"components": [row()]}, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    "an unknown component": ({"components": [{"type": 99}]}, "components.0.type", "UNION_TYPE_CHOICES"),
    "a button at the top": ({"components": [button()]}, "components.0.type", "UNION_TYPE_CHOICES"),
    "a layout without its flag": ({"components": [words(3)]}, "components.0.type", "UNION_TYPE_CHOICES"),
    "a menu beside a button": (
        {"components": [row(menu(), button())]},
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "two custom ids alike": (
        {"components": [row(button(), button())]},
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "custom id too long": (
        {"components": [row(button(custom_id="x" * 101))]},
        "components.0.components.0.custom_id",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "no custom id": (
        {"components": [row({"type": 2, "style": 1, "label": "x"})]},
        "components.0.components.0.custom_id",
        "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED",
    ),
    "a link without url": (
        {"components": [row({"type": 2, "style": 5, "label": "x"})]},
        "components.0.components.0.url",
        "BASE_TYPE_REQUIRED",
    ),
    "a link elsewhere than the web": (
        {"components": [row({"type": 2, "style": 5, "label": "x", "url": "ftp://x"})]},
        "components.0.components.0.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    "both url and custom id": (
        {"components": [row(button(url="https://x.y"))]},
        "components.0.components.0.url",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "label too long": (
        {"components": [row(button(label="x" * 81))]},
        "components.0.components.0.label",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a button that says nothing": (
        {"components": [row(button(label=None))]},
        "components.0.components.0",
        "BUTTON_COMPONENT_REQUIRES_LABEL_OR_EMOJI",
    ),
    "an emoji that is none": (
        {"components": [row(button(emoji={"name": "spade"}))]},
        "components.0.components.0.emoji.name",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "26 options": (
        {"components": [row(menu(26))]},
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "no options": (
        {"components": [row(menu(0))]},
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "option values alike": (
        {"components": [row(menu(options=[{"label": "a", "value": "a"}] * 2))]},
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "placeholder too long": (
        {"components": [row(menu(placeholder="x" * 151))]},
        "components.0.components.0.placeholder",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "more choices than options": (
        {"components": [row(menu(2, max_values=3))]},
        "components.0.components.0.max_values",
        "SELECT_COMPONENT_MAX_VALUES_EXCEEDED",
    ),
    "more chosen at first than may be": (
        {"components": [row(menu(options=[{"label": one, "value": one, "default": True} for one in "ab"]))]},
        "components.0.components.0.options",
        "SELECT_COMPONENT_DEFAULT_VALUES_EXCEEDED",
    ),
    "content beside a layout": (
        layout(words(3), content="x"),
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "embeds beside a layout": (
        layout(words(3), embeds=[{"title": "x"}]),
        "embeds",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "41 components at the top": (layout(*[words(1)] * 41), "components", "BASE_TYPE_MAX_LENGTH"),
    "41 components nested": (
        layout(*[row(*buttons(5, f"{one}-")) for one in range(7)]),
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "too much text in all": (
        layout(words(2001), words(2000)),
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "an empty text": (layout(words(0)), "components.0.content", "BASE_TYPE_REQUIRED"),
    "a container in a container": (
        layout({"type": 17, "components": [{"type": 17, "components": [words(1)]}]}),
        "components.0.components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    "a section without accessory": (
        layout({"type": 9, "components": [words(1)]}),
        "components.0.accessory",
        "BASE_TYPE_REQUIRED",
    ),
    "a section of four": (
        layout({"type": 9, "components": [words(1)] * 4, "accessory": button()}),
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "eleven pictures": (
        layout(gallery(*["https://x.y/z"] * 11)),
        "components.0.items",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "alt text too long": (
        layout(gallery("https://x.y/z", description="x" * 1025)),
        "components.0.items.0.description",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a picture that is not attached": (
        layout(gallery("attachment://none.png")),
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "component ids alike": (
        layout(words(1) | {"id": 3}, words(1) | {"id": 3}),
        "components.1.id",
        "COMPONENT_ID_DUPLICATED",
    ),
    "a reply to nothing": (
        {"content": "x", "message_reference": {"message_id": "1"}},
        "message_reference",
        "REPLIES_UNKNOWN_MESSAGE",
    ),
    "a long nonce": ({"content": "x", "nonce": "x" * 26}, "nonce", "BASE_TYPE_MAX_LENGTH"),
    "mentions of nobody known": (
        {"content": "x", "allowed_mentions": {"parse": ["users", "friends"]}},
        "allowed_mentions.parse.1",
        "BASE_TYPE_CHOICES",
    ),
    "mentions allowed twice over": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
}
"""The body, the place of the one mistake in it, and what Discord calls that."""

LARGEST: dict[str, Json] = {
    "emojis": {
        "components": [row(*(button(custom_id=one, emoji={"name": one}) for one in ("♠", "🎲", "ℹ️", "1️⃣")))]
    },
    "content": {"content": "x" * 2000},
    "rows": {"components": [row(*buttons(5, f"{one}-")) for one in range(5)]},
    "options": {"components": [row(menu(25, max_values=25, placeholder="x" * 150))]},
    "label and custom id": {"components": [row(button(label="x" * 80, custom_id="x" * 100))]},
    "layout text": layout(words(2000), words(2000)),
    "layout count": layout(*[words(1)] * 40),
    "link": {"components": [row({"type": 2, "style": 5, "label": "x", "url": "https://x.y"})]},
    "every kind": layout(
        {
            "type": 17,
            "accent_color": 0xFF0000,
            "components": [
                {"type": 9, "components": [words(1)], "accessory": button()},
                {"type": 14, "spacing": 2, "divider": False},
                gallery("https://x.y/z", description="a picture"),
                row(*({"type": kind, "custom_id": f"s{kind}"} for kind in (5,))),
                row({"type": 8, "custom_id": "s8", "channel_types": [0]}),
            ],
        },
        {
            "type": 9,
            "components": [words(1)] * 3,
            "accessory": {"type": 11, "media": {"url": "https://x.y/z"}},
        },
    ),
}
