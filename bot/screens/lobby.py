"""The lobby: what the game is, who sits, what is set, and what each may do about it."""

import discord
from discord import ButtonStyle, ui

from bot.screens import ids
from bot.screens.options import summary
from bot.screens.panel import Screen
from bot.screens.parts import ACCENT, Layout, Row, button, menu, sealed
from bot.tables.lobby import Lobby, either
from bot.tables.refusal import Refusal
from games.core import Seat, letter


def lobby_screen(lobby: Lobby) -> Screen:
    """The lobby's message."""
    about = lobby.game.about
    seats = either(lobby.seating)
    text = [
        f"## {about.title}",
        about.line,
        f"-# {seats} players · about {about.minutes} minutes · rules, edition {about.edition}",
        "",
        *_seats(lobby),
        *([f"-# {why}"] if (why := lobby.why_not_to_start) else []),
        "",
        summary(lobby),
        f"-# Chance is sealed: {lobby.header().commit}",
    ]
    container: ui.Container[Layout] = ui.Container(ui.TextDisplay("\n".join(text)), accent_colour=ACCENT)
    return Screen(sealed([container, *_rows(lobby)]))


def closed_screen(lobby: Lobby) -> Screen:
    """What stays of a lobby that was closed."""
    text = f"The table for **{lobby.game.about.title}** was closed. /play opens another."
    return Screen(sealed([ui.TextDisplay(text)]))


def remove_screen(lobby: Lobby) -> Screen:
    """For the host: whom to ask to stand up. Raises Refusal where he sits alone."""
    number = lobby.id
    options = [
        discord.SelectOption(
            label=f"{letter(Seat(seat)).upper()}: {one.name}"[:100],
            value=f"{seat}:{one.user_id or one.level}",
        )
        for seat, one in enumerate(lobby.players)
        if one.user_id != lobby.host_id
    ]
    if not options:
        raise Refusal("Nobody else sits here.")
    return Screen(
        sealed(
            [
                ui.TextDisplay("Whose seat shall be free?"),
                menu(ids.write("removed", number), "A seat", options),
            ]
        )
    )


def host_screen(lobby: Lobby) -> Screen:
    """For the host: who shall be host instead. Raises Refusal where nobody could be."""
    options = [
        discord.SelectOption(label=one.name[:100], value=str(one.user_id))
        for one in lobby.players
        if one.is_person and one.user_id != lobby.host_id
    ]
    if not options:
        raise Refusal("Nobody else sits here who could be host.")
    return Screen(
        sealed(
            [
                ui.TextDisplay("Who shall be host?"),
                menu(ids.write("hosted", lobby.id), "The new host", options),
            ]
        )
    )


def _seats(lobby: Lobby) -> list[str]:
    rows = []
    held = lobby.seating[lobby.most]
    for number in range(lobby.most):
        own = [letter(Seat(seat)).upper() for seat, holder in enumerate(held) if holder == number]
        label = f"**{' and '.join(own)}**"
        if number >= len(lobby.players):
            rows.append(f"{label} · *free*")
            continue
        one = lobby.players[number]
        name = f"<@{one.user_id}>" if one.is_person else one.name
        rows.append(f"{label} · {name}" + (" · host" if one.user_id == lobby.host_id else ""))
    if not lobby.is_seated(lobby.host_id):
        rows.append(f"-# <@{lobby.host_id}> is the host and watches.")
    return rows


def _rows(lobby: Lobby) -> list[Row]:
    number = lobby.id
    full = len(lobby.players) >= lobby.most
    ready = not lobby.why_not_to_start
    made: list[Row] = [
        ui.ActionRow(
            button("Join", ids.write("join", number), ButtonStyle.success, disabled=full),
            button("Leave", ids.write("leave", number)),
            button("Start", ids.write("start", number), ButtonStyle.primary, disabled=not ready),
        )
    ]
    if not full:
        levels = [
            discord.SelectOption(label=f"Computer ({level})", value=level)
            for level in lobby.game.about.levels
        ]
        made.append(menu(ids.write("computer", number), "Add a computer …", levels))
    made.append(
        ui.ActionRow(
            button("Options", ids.write("options", number)),
            button("Remove", ids.write("remove", number)),
            button("Hand over", ids.write("host", number)),
            button("Close", ids.write("close", number), ButtonStyle.danger),
            button("Rules", ids.write("rules", lobby.stored.game, 0)),
        )
    )
    return made
