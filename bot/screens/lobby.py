"""The lobby: the game, its seats and options, and buttons for the players and the host."""

import discord
from discord import ButtonStyle, ui

from bot.screens import ids
from bot.screens.options import summary
from bot.screens.parts import ACCENT, OPTION_MOST, Layout, Row, button, cut, menu, picture, sealed
from bot.screens.screen import Screen
from bot.screens.words import alt_text, listed
from bot.tables.lobby import Lobby, either
from bot.tables.refusal import Refusal
from games.core import Seat, letter
from games.lessons import has_lesson

PICTURE = "lobby.png"


def lobby_screen(lobby: Lobby, png: bytes | None = None) -> Screen:
    """The lobby's message; the picture shows the game's title, who sits where, and what is free."""
    about = lobby.game.about
    seats = either(lobby.seating)
    heading = [f"**{about.title}:** {about.line}"] if png else [f"## {about.title}", about.line]
    facts = [] if png else [f"-# {seats} players · about {about.minutes} minutes"]
    text = [
        *heading,
        *facts,
        "",
        *about.steps,
        "",
        *_seats(lobby),
        *([f"-# {why}"] if (why := lobby.why_not_to_start) else []),
        "",
        summary(lobby),
    ]
    items: list[ui.Item[Layout]] = [ui.TextDisplay("\n".join(text))]
    files: tuple[discord.File, ...] = ()
    if png:
        gallery, file = picture(PICTURE, png, _described(lobby))
        items, files = [gallery, *items], (file,)
    container: ui.Container[Layout] = ui.Container(*items, accent_colour=ACCENT)
    return Screen(sealed([container, *_rows(lobby)]), files)


def _described(lobby: Lobby) -> str:
    """The picture in words."""
    about, free = lobby.game.about, lobby.most - len(lobby.players)
    here = ", ".join(
        f"{one.name} (host)" if one.user_id == lobby.host_id else one.name for one in lobby.players
    )
    seats = {0: "No seat is free.", 1: "1 seat is free."}.get(free, f"{free} seats are free.")
    return alt_text(
        f"{about.title}, for {either(lobby.seating)} players, about {about.minutes} minutes. "
        f"At the table: {here or 'nobody yet'}. {seats}"
    )


def fair_play(lobby: Lobby) -> str:
    """Why nobody can tamper with chance, and the seed's commitment for people who want to check it."""
    return (
        "Every roll and deal comes from a secret seed that was chosen before anyone joined. "
        "After the game, the record shows it, and you can check it against this fingerprint:\n"
        f"`{lobby.header().commit}`"
    )


def closed_screen(lobby: Lobby) -> Screen:
    """What a closed lobby's message becomes."""
    return _closed(f"The **{lobby.game.about.title}** lobby was closed. Use /play to open a new one.")


def stale_screen(lobby: Lobby) -> Screen:
    """What a lobby's message becomes if nobody has joined for a day."""
    title = lobby.game.about.title
    return _closed(
        f"Nobody has joined this **{title}** lobby for a day, so it has closed. Use /play to open a new one."
    )


def _closed(text: str) -> Screen:
    return Screen(sealed([ui.TextDisplay(text)]))


def remove_screen(lobby: Lobby) -> Screen:
    """For the host: whose seat to free. Raises Refusal if there is nobody else."""
    number = lobby.id
    options = [
        discord.SelectOption(
            label=cut(f"{letter(Seat(seat)).upper()}: {one.name}", OPTION_MOST),
            value=f"{seat}:{one.user_id or one.level}",
        )
        for seat, one in enumerate(lobby.players)
        if one.user_id != lobby.host_id
    ]
    if not options:
        raise Refusal("There's nobody else to remove.")
    return Screen(
        sealed(
            [
                ui.TextDisplay("Who do you want to remove?"),
                menu(ids.write("removed", number), "Choose a player", options),
            ]
        )
    )


def host_screen(lobby: Lobby) -> Screen:
    """For the host: who should be the new host. Raises Refusal if nobody else could be."""
    options = [
        discord.SelectOption(label=cut(one.name, OPTION_MOST), value=str(one.user_id))
        for one in lobby.players
        if one.is_person and one.user_id != lobby.host_id
    ]
    if not options:
        raise Refusal("There's nobody else here who could be host.")
    return Screen(
        sealed(
            [
                ui.TextDisplay("Who should be the new host?"),
                menu(ids.write("hosted", lobby.id), "Choose the new host", options),
            ]
        )
    )


def _seats(lobby: Lobby) -> list[str]:
    rows = []
    held = lobby.seating[lobby.most]
    labels = [
        " and ".join(letter(Seat(seat)).upper() for seat, holder in enumerate(held) if holder == number)
        for number in range(lobby.most)
    ]
    for label, one in zip(labels, lobby.players, strict=False):
        name = f"<@{one.user_id}>" if one.is_person else one.name
        rows.append(f"**{label}** · {name}" + (" · host" if one.user_id == lobby.host_id else ""))
    if free := labels[len(lobby.players) :]:
        rows.append(f"**{free[0]}** · *free*" if len(free) == 1 else f"**{free[0]} to {free[-1]}** · *free*")
    if awaited := [one for one in lobby.table_options.invited if not lobby.is_seated(one)]:
        rows.append(f"Invited: {listed([f'<@{one}>' for one in awaited])}")
    if not lobby.is_seated(lobby.host_id):
        rows.append(f"-# <@{lobby.host_id}> is hosting and watching.")
    return rows


def _rows(lobby: Lobby) -> list[Row]:
    number = lobby.id
    full = len(lobby.players) >= lobby.most
    ready = not lobby.why_not_to_start
    first: list[ui.Button[Layout]] = []
    if not lobby.is_direct:
        first.append(button("Join", ids.write("join", number), ButtonStyle.success, disabled=full))
    if ready or not lobby.is_direct:
        first.append(button("Start", ids.write("start", number), ButtonStyle.primary, disabled=not ready))
    if lobby.game.about.computers and not full:
        alone = len(lobby.players) == 1 and not ready
        first.append(
            button("Play the computer", ids.write("solo", number), ButtonStyle.primary)
            if alone
            else button("Fill with computers", ids.write("fill", number))
        )
    if not lobby.is_direct:
        first.append(button("Leave", ids.write("leave", number)))
    made: list[Row] = [ui.ActionRow(*first)]
    if lobby.game.about.computers and not full:
        levels = [
            discord.SelectOption(label=f"Computer ({level.title})", value=level.name, description=level.line)
            for level in lobby.game.about.computers
        ]
        made.append(menu(ids.write("computer", number), "Add a computer player …", levels))
    made.append(
        ui.ActionRow(
            *(
                [button("Learn", ids.write("learn", lobby.stored.game))]
                if has_lesson(lobby.stored.game)
                else []
            ),
            button("Rules", ids.write("rules", lobby.stored.game, 0)),
            button("Options", ids.write("options", number)),
            button("Fair play", ids.write("fair", number)),
            button("Close", ids.write("close", number)),
        )
    )
    return made
