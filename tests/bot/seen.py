"""What a person sees in a message, as the text that scenarios compare with."""

import re

from bot import play as cast
from local_discord.codec import Json
from local_discord.person import every_component, labels_of, pictures_of, text_of

_NAMES = {f"<@{one.id}>": f"@{one.username}" for one in cast.PEOPLE}
_NAMES |= {f"<#{one.id}>": f"#{one.name}" for one in cast.CHANNELS}


def words(text: str) -> str:
    """The text on one line with people's and channels' names, times as `<time>`, and no emphasis."""
    for mention, name in _NAMES.items():
        text = text.replace(mention, name)
    text = re.sub(r"^(#+|-#) |\*+", "", text, flags=re.MULTILINE)
    return " ".join(re.sub(r"<t:\d+(:\w)?>", "<time>", text).split())


def buttons(message: Json) -> str:
    """The buttons that can be pressed: `[Join] [Leave]`."""
    return " ".join(f"[{label}]" for label in labels_of(message))


def whole(message: Json) -> str:
    """Words, `picture: alt text`, `pings: @ada`, menus with a ✓ at what is chosen, and buttons."""
    parts = [words(text_of(message))]
    parts += [f"picture: {words(one['description'] or '')}" for one in pictures_of(message)]
    parts += [
        f"file: {one['filename']}" for one in message["attachments"] if one["filename"].endswith(".txt")
    ]
    if message["mentions"]:
        parts.append(
            "pings: " + ", ".join(_NAMES.get(f"<@{one['id']}>", "a bot") for one in message["mentions"])
        )
    for menu in every_component(message["components"]):
        if options := menu.get("options"):
            parts.append(f"{menu.get('placeholder', 'menu')}: {', '.join(map(_option, options))}")
    return "\n".join([*parts, buttons(message)])


def _option(option: Json) -> str:
    note = f" ({words(option['description'])})" if option.get("description") else ""
    return f"{'✓' * bool(option.get('default'))}{words(option['label'])}{note}"
