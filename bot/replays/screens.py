"""A game that's over, one move at a time: its picture with a time line, what happened, and buttons."""

from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.chat import links
from bot.chat.parts import (
    Layout,
    Screen,
    alt_text,
    button,
    cut,
    escaped,
    form,
    listed,
    menu,
    name_amid,
    paragraph,
    picture,
    plainly,
    rows,
    screen,
    with_plain_quotes,
)
from bot.chat.pictures import Faces, Pictures
from bot.replays import routes
from bot.replays.reasons import can_explain
from bot.replays.replays import Replayed
from bot.table.screens.story import described, told_of
from games.core import Choice, Seat, Viewer, letter
from games.engine.review import can_review
from games.kit.prose import counted

REPLAY = "replay"
"""The purpose of this ephemeral message: another replay in the channel takes its place."""

PICTURE = "replay.png"

EVERYBODY = "-"
"""The choice of seeing everything, among the seats."""

_FAULT = 300
"""How many characters of what's wrong with a record are shown."""

_SENTENCES = 1_500
"""How many characters of what was said at a move are shown."""


async def replay_screen(
    pictures: Pictures, faces: Faces, shown: Replayed, at: int, eyes: Viewer, *, is_posted: bool = False
) -> Screen:
    """The game after this move, or its last; seen by this seat, or with nothing hidden.

    `is_posted` says that everybody in the channel sees the message.
    """
    playback, players = shown.playback, shown.players
    at = playback.nearest(at)
    eyes = eyes if eyes in playback.end.seats else None
    view = playback.view(at, eyes)
    guild_id = shown.stored.guild_id if shown.stored is not None else None
    seated = faces.seated(playback.game, players, guild_id or 0)
    drawn = await pictures.draw(playback.game, view, (), seated, told_of(playback, at, eyes))
    said = [plainly(players, event.heard_by(eyes)) for event in playback.events(at, eyes)]
    place = f"Move {at} of {playback.last}"
    told = " ".join(said) or plainly(players, playback.told(at, eyes).text)
    alt = alt_text(f"{place}: {told} {plainly(players, described(playback.game, view))}")
    return screen(
        f"**{_heading(shown)}**",
        picture(PICTURE, drawn, alt),
        paragraph(
            *(f"> {escaped(cut(one, _SENTENCES // len(said)))}" for one in said),
            "" if drawn is not None else place,
            *_notes(shown, at),
        ),
        rows(_turning(shown.key, at, playback.last, eyes)),
        _moments(shown, at, eyes),
        _eyes(shown, at, eyes),
        rows(_more(shown, at, eyes, is_posted=is_posted)),
    )


def jump_form(shown: Replayed, eyes: Viewer) -> ui.Modal:
    """Asks for the number of a move."""
    entry: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="value", max_length=6, placeholder="34")
    asked = f"A move from 0 to {shown.playback.last}"
    return form("Jump to a move", routes.JumpTo(shown.key, eyes), asked, entry)


def _heading(shown: Replayed) -> str:
    """`Foozle · Ada, Chiara and Hard · 12 August`."""
    game = shown.playback.game.about.title
    if shown.stored is None:
        return f"{game} · a record from a file"
    held = shown.playback.end.holders
    names = [escaped(name_amid(shown.players, Seat(held.index(one)))) for one in sorted(set(held))]
    at = shown.stored.ended_at
    return " · ".join([game, listed(names), *([f"<t:{at // 1000}:D>"] if at is not None else [])])


def _notes(shown: Replayed, at: int) -> list[str]:
    """Small lines: that the rules have changed, how far the record replays, what else is wrong with it."""
    playback, found = shown.playback, []
    if shown.is_old and not playback.is_whole:
        found.append(f"The rules have changed since then, so only {_moves(playback.last)} can be replayed.")
    elif shown.is_old:
        found.append("This game was played under an older edition of the rules.")
    elif not playback.is_whole:
        found.append(f"This record is only right up to here: {_moves(playback.last)} can be replayed.")
    if shown.stored is None and playback.faults and at in (0, playback.last):
        found.append(with_plain_quotes(cut(playback.faults[0], _FAULT)))
        if (more := len(playback.faults) - 1) > 0:
            found.append(f"And {counted(more, 'more problem')} like this.")
    return [f"-# {one}" for one in found]


def _moves(number: int) -> str:
    return "its beginning" if number == 0 else f"its first {counted(number, 'move')}"


def _turning(key: str, at: int, last: int, eyes: Viewer) -> list[ui.Button[Any]]:
    """First, back, forward and last. All have words, and with two icons they fit in a row on a phone."""
    places = (("First", "", 0), ("Back", "◀️", at - 1), ("Next", "▶️", at + 1), ("Last", "", last))
    return [
        button(
            label,
            links.Replay(key, min(max(to, 0), last), eyes, label.casefold()),
            ButtonStyle.primary if label == "Next" else ButtonStyle.secondary,
            disabled=at == (0 if label in ("First", "Back") else last),
            emoji=discord.PartialEmoji(name=icon) if icon else None,
        )
        for label, icon, to in places
    ]


def _moments(shown: Replayed, at: int, eyes: Viewer) -> list[ui.Item[Layout]]:
    """The menu of what's worth a look; the newest that the game has reached is chosen."""
    found = shown.playback.outline.moments
    if not found:
        return []
    choices = [
        Choice(str(one.at), f"{one.at}: {plainly(shown.players, one.words)}", _told(shown, one.at))
        for one in found
    ]
    reached = [str(one.at) for one in found if one.at == at]
    return [menu(routes.ReplayMoment(shown.key, eyes), "Moments", choices, reached)]


def _told(shown: Replayed, at: int) -> str:
    return plainly(shown.players, shown.playback.told(at, None).in_short(None))


def _eyes(shown: Replayed, at: int, eyes: Viewer) -> list[ui.Item[Layout]]:
    """The menu of whose eyes to see with, in a game where they see different things."""
    if not shown.playback.game.about.hands:
        return []
    seats = [
        Choice(letter(seat), f"As {name_amid(shown.players, seat)} saw it")
        for seat in shown.playback.end.seats
    ]
    choices = [Choice(EVERYBODY, "Everything open"), *seats]
    chosen = EVERYBODY if eyes is None else letter(eyes)
    return [menu(routes.ReplayEyes(shown.key, at), "Whose eyes?", choices, [chosen])]


def _more(shown: Replayed, at: int, eyes: Viewer, *, is_posted: bool) -> list[ui.Button[Any]]:
    """Everything else that can be done here."""
    buttons = [button("Why?", routes.Why(shown.key, at))] if can_explain(shown, at) else []
    buttons.append(button("Jump to …", routes.JumpTo(shown.key, eyes)))
    if at < shown.playback.last and shown.playback.game.about.computers:
        buttons.append(button("Play from here", routes.PlayOn(shown.key, at, eyes)))
    buttons.append(button("Share", links.Share(shown.key)))
    if can_review(shown.playback):
        buttons.append(button("Review", routes.Review(shown.key)))
    if not is_posted:
        buttons.append(button("Post for all", routes.PostReplay(shown.key, at, eyes)))
    return buttons
