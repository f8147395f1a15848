"""What a press carries. It may be made up: anything that doesn't parse is answered as an expired button."""

from dataclasses import dataclass

import discord

from bot.screens import ids
from bot.tables.refusal import Expired, Refusal
from games.core import Viewer


@dataclass(frozen=True, slots=True)
class Pressed:
    """The arguments of a custom id, and the values chosen in a menu or typed into a form."""

    arguments: tuple[str, ...]
    values: tuple[str, ...]

    def argument(self, place: int) -> str:
        """The argument at this place. Raises Refusal if there is none."""
        if place >= len(self.arguments):
            raise Expired
        return self.arguments[place]

    def number(self, place: int) -> int:
        """The argument at this place as a whole number. Raises Refusal if it isn't one."""
        word = self.argument(place)
        if not (word.isascii() and word.isdecimal()) or len(word) > 18:
            raise Expired
        return int(word)

    def viewer(self, place: int) -> Viewer:
        """The argument at this place as a viewer. Raises Refusal if it isn't one."""
        try:
            return ids.read_viewer(self.argument(place))
        except ValueError:
            raise Expired from None

    def value(self) -> str:
        """The one thing chosen. Raises Refusal if nothing was."""
        if not self.values:
            raise Refusal("Choose one from the menu.")
        return self.values[0]


def read(interaction: discord.Interaction) -> tuple[str, Pressed]:
    """The verb of a press and what it carries."""
    data = dict(interaction.data or {})
    verb, arguments = ids.read(str(data.get("custom_id", "")))
    return verb, Pressed(arguments, tuple(_values(data)))


def _values(data: dict[str, object]) -> list[str]:
    """A menu has its values itself; a form has them in its labels."""
    found: list[str] = []
    match data.get("values"):
        case [*values]:
            found += map(str, values)
    match data.get("value"):
        case str(value):
            found.append(value)
    match data.get("component"):
        case dict(inner):
            found += _values(inner)
    match data.get("components"):
        case [*parts]:
            for part in parts:
                found += _values(part) if isinstance(part, dict) else []
    return found
