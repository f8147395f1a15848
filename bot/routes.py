"""Custom ids, written and read: a verb and its arguments, which hold all the state a press needs.

So a restart loses nothing, no view stays in memory, and clicks on old messages can be recognized.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.refusal import Expired, Refusal
from games.core import Seat, Viewer, letter

LONGEST = 100
"""Discord's limit for a custom id, in characters."""


def write(verb: str, *arguments: object) -> str:
    """The custom id of a verb; arguments are written with `str` and must not contain a colon."""
    made = ":".join([verb, *map(str, arguments)])
    if len(made) > LONGEST:
        raise ValueError(f"a custom id of {len(made)} characters: {made}")
    return made


def written(verb: str, *arguments: object) -> str | None:
    """The custom id as `write` makes it; None if it would be too long or misread."""
    parts = [*map(str, arguments)]
    fits = len(":".join([verb, *parts])) <= LONGEST and not any(":" in part for part in parts)
    return write(verb, *parts) if fits else None


def read(custom_id: str) -> tuple[str, tuple[str, ...]]:
    """The verb and arguments of a custom id, even of a made-up one."""
    verb, *arguments = custom_id.split(":")
    return verb, tuple(arguments)


def pick(session: int, viewer: Viewer, prompt_version: int, answers: Sequence[str]) -> str:
    """The id of a question's button (`answers` includes its choice) or menu (the `answers` so far)."""
    return write("pick", session, write_viewer(viewer), prompt_version, ",".join(answers))


def like(session: int, seat: Seat, prompt_version: int, key: str, answers: Sequence[str]) -> str:
    """The id of a button that changes how a hand is shown and keeps the `answers` so far."""
    return write("like", session, write_viewer(seat), prompt_version, key, ",".join(answers))


def write_viewer(viewer: Viewer) -> str:
    """A seat's letter, or `-` for the channel."""
    return "-" if viewer is None else letter(viewer)


def read_viewer(text: str) -> Viewer:
    """What `write_viewer` wrote. Raises ValueError for anything else."""
    if text == "-":
        return None
    if len(text) != 1 or not "a" <= text <= "z":
        raise ValueError(f"no viewer: {text}")
    return Seat(ord(text) - ord("a"))


def read_answers(text: str) -> tuple[str, ...]:
    """Answers that were joined by commas."""
    return tuple(text.split(",")) if text else ()


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
            return read_viewer(self.argument(place))
        except ValueError:
            raise Expired from None

    def value(self) -> str:
        """The one thing chosen. Raises Refusal if nothing was."""
        if not self.values:
            raise Refusal("Choose one from the menu.")
        return self.values[0]


def read_press(interaction: discord.Interaction) -> tuple[str, Pressed]:
    """The verb of a press and what it carries."""
    data = dict(interaction.data or {})
    verb, arguments = read(str(data.get("custom_id", "")))
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
