"""Custom ids: a verb and its arguments, `pick:17:-:4:c,E12`. All state a press needs is in them.

So a restart costs nothing, no view is ever kept in memory, and a press on an old message can be told apart.
"""

from collections.abc import Sequence

from games.core import Seat, Viewer, letter

LONGEST = 100
"""Discord's limit of a custom id, in characters."""


def write(verb: str, *arguments: object) -> str:
    """The custom id of a verb; arguments are written with `str` and hold no colon."""
    made = ":".join([verb, *map(str, arguments)])
    if len(made) > LONGEST:
        raise ValueError(f"a custom id of {len(made)} characters: {made}")
    return made


def read(custom_id: str) -> tuple[str, tuple[str, ...]]:
    """The verb and the arguments of a custom id, also of one that somebody made up."""
    verb, *arguments = custom_id.split(":")
    return verb, tuple(arguments)


def pick(session: int, viewer: Viewer, prompt_version: int, answers: Sequence[str]) -> str:
    """The id of a question's button (`answers` with its choice) or menu (`answers` so far)."""
    return write("pick", session, write_viewer(viewer), prompt_version, ",".join(answers))


def like(session: int, seat: Seat, prompt_version: int, key: str, answers: Sequence[str]) -> str:
    """The id of a button that shows a hand otherwise, asked on after `answers` as it was."""
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
