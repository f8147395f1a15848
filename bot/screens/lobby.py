"""The lobby: the game, its seats and options, and buttons for the players and the host."""

from typing import Literal, get_args, get_origin

import discord
from annotated_types import Ge, Gt, Le, Lt
from discord import ButtonStyle, ui
from pydantic.fields import FieldInfo

from bot import routes
from bot.refusal import Refusal
from bot.screens.parts import (
    ACCENT,
    OPTION_MOST,
    Layout,
    Row,
    Screen,
    alt_text,
    button,
    cut,
    listed,
    menu,
    picture,
    sealed,
    with_plain_quotes,
)
from bot.tables.lobby import Lobby, either
from bot.tables.options import Option
from games.core import Seat, letter
from games.lessons import has_lesson

MENU_LIMIT = 25

LISTED = 6
"""A lobby lists all options if there are at most this many, else only the changed ones."""

PAGE = 8
"""Options per page: each takes three of the 40 components a message can have."""


def summary(lobby: Lobby) -> str:
    """One line per option, with changed values in bold.

    If the game has many options, only the changed ones; of the table's own options, always just those.
    """
    choices = lobby.choices
    games = [one for one in choices if not one.is_tables]
    shown = [one for one in choices if one.is_changed or (one in games and len(games) <= LISTED)]
    rows = [f"{_title(one)}: {f'**{told}**' if one.is_changed else told}" for one, told in _told(shown)]
    left = sum(one not in shown for one in games)
    if left == len(games) > 0:
        rows.append(f"-# All {left} options are at their defaults. The host can change them.")
    elif left:
        rows.append(f"-# The other options ({left}) are at their defaults. The host can change them.")
    return "\n".join(rows)


def _told(options: list[Option]) -> list[tuple[Option, str]]:
    return [(one, _noted(one.field, one.value)) for one in options]


def options_screen(lobby: Lobby, page: int = 0, refused: str = "") -> Screen:
    """For the host: a menu for each option, or a button for a form if it has too many values.

    A message can have 40 components, so long lists have pages; an invalid page becomes the nearest one.
    `refused` says why the last change wasn't made.
    """
    everything = lobby.choices
    last = max((len(everything) - 1) // PAGE, 0)
    page = min(max(page, 0), last)
    items: list[ui.Item[ui.LayoutView]] = []
    for one in everything[page * PAGE : (page + 1) * PAGE]:
        note = f"\n-# {one.field.description}" if one.field.description else ""
        items.append(ui.TextDisplay(f"**{_title(one)}**: {_noted(one.field, one.value)}{note}"))
        items.append(_control(lobby.id, one))
    if refused:
        items.append(ui.TextDisplay(f"**Not changed.** {with_plain_quotes(refused)}"))
    if last:
        items.append(
            ui.ActionRow(
                button("Back", routes.Options(lobby.id, page - 1), disabled=page == 0),
                button("More options", routes.Options(lobby.id, page + 1), disabled=page == last),
            )
        )
    people = [button("Remove player", routes.RemovePlayer(lobby.id))]
    if not lobby.is_direct:
        people.append(button("Change host", routes.ChangeHost(lobby.id)))
    items.append(ui.ActionRow(*people))
    return Screen(sealed(items))


def page_of(lobby: Lobby, name: str) -> int:
    """The page that shows an option."""
    return [one.name for one in lobby.choices].index(name) // PAGE


def option_form(session: int, option: Option) -> ui.Modal:
    """A form for a number with many values."""
    least, most = bounds(option.field)
    form = ui.Modal(
        title=_title(option)[:45], custom_id=routes.SetOption(session, option.name).id, timeout=60
    )
    entry: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="value", default=str(option.value), max_length=12)
    form.add_item(ui.Label(text=f"A whole number from {least} to {most}"[:45], component=entry))
    form.stop()
    return form


def values(field: FieldInfo) -> list[str] | None:
    """All values of a field as text, or None if there are too many for a menu."""
    kind = field.annotation
    if kind is bool:
        return ["true", "false"]
    if get_origin(kind) is Literal:
        return [str(one) for one in get_args(kind)]
    least, most = bounds(field)
    return [str(one) for one in range(least, most + 1)] if most - least < MENU_LIMIT else None


def bounds(field: FieldInfo) -> tuple[int, int]:
    """The smallest and largest value of a whole number. Raises ValueError for an unbounded field."""
    least, most = None, None
    for bound in field.metadata:
        match bound:
            case Ge(ge=int(number)):
                least = number
            case Gt(gt=int(number)):
                least = number + 1
            case Le(le=int(number)):
                most = number
            case Lt(lt=int(number)):
                most = number - 1
    if least is None or most is None:
        raise ValueError("an option is a bool, a Literal or a bounded int")
    return least, most


def wording(value: object) -> str:
    """A value written for people."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _title(option: Option) -> str:
    return option.field.title or option.name


def _control(session: int, option: Option) -> Row:
    name, field, value = option.name, option.field, option.value
    route = routes.SetOption(session, name)
    known = values(field)
    if known is None:
        return ui.ActionRow(button("Change", routes.TypeOption(session, name)))
    options = [
        discord.SelectOption(
            label=_label(one),
            value=one,
            default=one == _text(value),
            description=", ".join(filter(None, (note_of(field, one), _default(field, one)))) or None,
        )
        for one in known
    ]
    return menu(route, field.title or name, options)


def note_of(field: FieldInfo, value: str) -> str:
    """A field's note on one of its values, from `notes` in its `json_schema_extra`; else empty."""
    extra = field.json_schema_extra
    notes = extra.get("notes") if isinstance(extra, dict) else None
    return str(notes.get(value, "")) if isinstance(notes, dict) else ""


def _noted(field: FieldInfo, value: object) -> str:
    note = note_of(field, _text(value))
    return f"{wording(value)} ({note})" if note else wording(value)


def _default(field: FieldInfo, value: str) -> str:
    return "default" if value == _text(field.default) else ""


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _label(text: str) -> str:
    return {"true": "yes", "false": "no"}.get(text, text)


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
                menu(routes.ReallyRemove(number), "Choose a player", options),
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
                menu(routes.ReallyChangeHost(lobby.id), "Choose the new host", options),
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
        first.append(button("Join", routes.Join(number), ButtonStyle.success, disabled=full))
    if ready or not lobby.is_direct:
        first.append(button("Start", routes.Start(number), ButtonStyle.primary, disabled=not ready))
    if lobby.game.about.computers and not full:
        alone = len(lobby.players) == 1 and not ready
        first.append(
            button("Play the computer", routes.PlayComputer(number), ButtonStyle.primary)
            if alone
            else button("Fill with computers", routes.Fill(number))
        )
    if not lobby.is_direct:
        first.append(button("Leave", routes.StandUp(number)))
    made: list[Row] = [ui.ActionRow(*first)]
    if lobby.game.about.computers and not full:
        levels = [
            discord.SelectOption(label=f"Computer ({level.title})", value=level.name, description=level.line)
            for level in lobby.game.about.computers
        ]
        made.append(menu(routes.AddComputer(number), "Add a computer player …", levels))
    made.append(
        ui.ActionRow(
            *([button("Learn", routes.Learn(lobby.stored.game))] if has_lesson(lobby.stored.game) else []),
            button("Rules", routes.Rules(lobby.stored.game, 0)),
            button("Options", routes.Options(number)),
            button("Fair play", routes.FairPlay(number)),
            button("Close", routes.CloseLobby(number)),
        )
    )
    return made
