"""How seats and game sentences are written in Discord, in every screen."""

import re
import unicodedata
from dataclasses import replace
from functools import lru_cache

import discord

from bot.tables.seats import Player, name_at
from bot.tables.session import Session
from games.core import Question, Seat, letter, name_seats
from games.kit.brush.header import writes

ALT_LIMIT = 1024
"""Discord's limit for alt text, in characters."""

_QUOTATION = re.compile("“[^”]*”")
_MEANS_MORE = re.compile(r"[\\*_~|`\[<]|@(?=everyone|here)|:(?=//)")
"""Characters that Discord could read as markup, so they need a backslash."""

_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""Some emoji and scripts need them between visible characters."""

_SIGN = re.compile(r"(?<=[\d)]) ([=+−×]) (?=[\d(−])")


def with_mentions(session: Session, text: str) -> str:
    """A game's sentence with mentions in place of seat marks. Messages in the channel never ping."""
    return whole_sums(name_seats(text, session.seats.called))


def whole_sums(text: str) -> str:
    """The text with sums such as `3 + 20 = 23` kept on one line."""
    return _SIGN.sub("\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", text)


def with_names(session: Session, text: str) -> str:
    """A game's sentence with names, for alt text and files, where mentions do not work."""
    return name_seats(text, lambda seat: name_of(session.seats.named, seat))


def named(players: tuple[Player, ...], asked: Question) -> Question:
    """The question with names in place of seat marks, for buttons and menus, where mentions do not work."""

    def plainly(text: str) -> str:
        return name_seats(text, lambda seat: name_of(players, seat))

    choices = (replace(one, label=plainly(one.label), note=plainly(one.note)) for one in asked.choices)
    return replace(asked, text=plainly(asked.text), choices=tuple(choices))


def name_of(players: tuple[Player, ...], seat: Seat) -> str:
    """A seat's name as plain text: one line, without invisible characters or any that reverse the text.

    A player whose name is empty then is “Player A”, by the letter of their seat.
    """
    line = _plain_line(name_at(players, seat)) if seat < len(players) else ""
    return line if line.strip(_JOINERS) else f"Player {letter(seat).upper()}"


@lru_cache(1024)
def _plain_line(name: str) -> str:
    shown = "".join(one for one in discord.utils.remove_markdown(name) if one in _JOINERS or _is_shown(one))
    return " ".join(shown.split())


def _is_shown(character: str) -> bool:
    return character.isspace() or not unicodedata.category(character).startswith("C")


def seating(session: Session, *, shows_players: bool) -> str:
    """A small line that says which player has which letter; empty if the picture says it.

    A picture that shows the players leaves out any whose names it can't write.
    """
    letters: dict[int, list[str]] = {}
    for seat, held in zip(session.table.seats, session.table.holders, strict=True):
        letters.setdefault(held, []).append(letter(seat).upper())
    names = [
        f"**{' and '.join(letters[held])}** {f'<@{one.user_id}>' if one.is_person else one.name}"
        for held, one in enumerate(session.seats.participants)
        if not (shows_players and writes(one.name))
    ]
    return "-# " + " · ".join(names) if names else ""


def refused(sentence: str) -> str:
    """A refusal for Discord, with quotations as plain text: no formatting, mentions, links or emoji."""
    return _QUOTATION.sub(lambda found: _MEANS_MORE.sub(r"\\\g<0>", found[0]), sentence)


def alt_text(text: str) -> str:
    """The text, shortened to fit Discord's limit for alt text."""
    return text if len(text) <= ALT_LIMIT else text[: ALT_LIMIT - 1] + "…"


def listed(names: list[str], last: str = "and") -> str:
    """`A`, `A and B`, `A, B and C`; or with “or” before the last."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"
