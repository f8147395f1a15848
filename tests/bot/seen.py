"""What a person sees where, and a message as the text that scenarios compare with."""

import re

from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import Person, every_component, is_ephemeral, labels_of, pictures_of, text_of
from tests.bot.tables import is_tip

_NAMES = {f"<@{one.id}>": f"@{one.username}" for one in cast.PEOPLE}
_NAMES |= {f"<#{one.id}>": f"#{one.name}" for one in cast.CHANNELS}


def words(text: str) -> str:
    """The text on one line with people's and channels' names, times as `<time>`, and no emphasis.

    Isolates, which keep a name from right to left in its place, are left out.
    """
    text = re.sub("[\u2068\u2069]", "", text)
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


def says(seen: str, what: str) -> bool:
    """Whether it has all these buttons, or this text; or is this text if that stands in quotes."""
    if what.startswith("["):
        return all(one in seen for one in re.findall(r"\[.*?\]", what))
    return seen.split("\n")[0] == what[1:-1] if what.startswith('"') else what in seen


def choices(message: Json, labels: list[str], placeholder: str | None) -> list[tuple[str, list[str]]]:
    """Custom id and values in each menu of the message that has these labels, and this placeholder if any."""
    menus = [one for one in every_component(message["components"]) if one.get("options")]
    known = [(one, {each["label"]: each["value"] for each in one["options"]}) for one in menus]
    return [
        (one["custom_id"], [values[label] for label in labels])
        for one, values in known
        if set(labels) <= set(values) and placeholder in (None, one.get("placeholder"))
    ]


def direct(person: Person) -> list[str]:
    """The person's channels of direct messages."""
    return [number for number, one in person.sees.channels.items() if one["type"] == 1]


def there(person: Person, place: str | None, room: str) -> list[Json]:
    """The bot's messages in this place of the room, oldest first, without a newcomer's tip.

    Of `board`, `answer` and `hand` it's the newest one, unless `all of` them are asked for.
    """
    where = (place or "").removeprefix("all of ")
    mine = [message for one in direct(person) for message in person.sees.in_channel(one)]
    in_room = person.sees.in_channel(where[1:] if where.startswith("#") else room)
    written = mine if where == "hand" else in_room if where else [*mine, *in_room]
    of_bot = [
        one for one in written if one["author"].get("bot") and (where in ("", "hand") or not is_tip(one))
    ]
    if where == "answer":
        of_bot = [one for one in of_bot if is_ephemeral(one)]
    elif where == "board" or where.startswith("#"):
        of_bot = [one for one in of_bot if not is_ephemeral(one)]
    if where in ("board", "hand"):
        of_bot = [one for one in of_bot if labels_of(one) or pictures_of(one)] or of_bot
    return of_bot[-1:] if place in ("board", "answer", "hand") else of_bot
