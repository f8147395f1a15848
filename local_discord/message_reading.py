"""What a message says and shows to a person."""

from collections.abc import Iterator

from local_discord.codec import Json

EPHEMERAL = 1 << 6
BUTTON = 2


def every_component(components: list[Json]) -> Iterator[Json]:
    """All components of a message or a modal, nested ones after their parent."""
    for component in components:
        yield component
        yield from every_component(component.get("components") or [])
        for key in ("accessory", "component"):
            if component.get(key):
                yield from every_component([component[key]])


def text_of(message: Json) -> str:
    """Everything written in the message: content, text displays, embeds; one piece per line."""
    pieces = [message["content"]]
    pieces += [one["content"] for one in every_component(message["components"]) if one["type"] == 10]
    for embed in message["embeds"]:
        pieces += [embed.get("title", ""), embed.get("description", "")]
    return "\n".join(piece for piece in pieces if piece)


def labels_of(message: Json) -> list[str]:
    """The labels of the message's buttons that can be pressed."""
    buttons = (one for one in every_component(message["components"]) if one["type"] == BUTTON)
    return [one.get("label", "") for one in buttons if not one.get("disabled")]


def pictures_of(message: Json) -> list[Json]:
    """The pictures the message shows, `{url, description}`, from its galleries and attachments."""
    shown = [
        {"url": item["media"]["url"], "description": item["description"]}
        for one in every_component(message["components"])
        for item in one.get("items", ())
    ]
    attached = [{"url": one["url"], "description": one.get("description")} for one in message["attachments"]]
    urls = {one["url"] for one in shown}
    return shown + [one for one in attached if one["url"] not in urls]


def is_ephemeral(message: Json) -> bool:
    return bool(message["flags"] & EPHEMERAL)


def control_of(message: Json, *, label: str | None = None) -> Json:
    """The one button with the label, or without a label the one select menu. Else raises LookupError."""
    controls = [one for one in every_component(message["components"]) if "custom_id" in one]
    if label is None:
        found = [one for one in controls if one["type"] != BUTTON]
    else:
        found = [one for one in controls if one.get("label") == label]
    if len(found) != 1:
        labels = [one.get("label") or one.get("placeholder") for one in controls]
        raise LookupError(f"{len(found)} controls are called {label!r}; there are {labels}.")
    return found[0]


def place_of(message: Json) -> Json:
    """The fields that name the message in an action of the page."""
    return {"channel_id": message["channel_id"], "message_id": message["id"]}
