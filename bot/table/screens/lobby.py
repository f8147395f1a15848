"""The lobby: the game, its seats and options, and buttons for the players and the host."""

from collections.abc import Collection
from typing import Literal, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from discord import ButtonStyle, ui
from pydantic.fields import FieldInfo

from bot.chat import links
from bot.chat.drawing import Drawn
from bot.chat.parts import (
    ACCENT,
    MENU_MOST,
    Layout,
    Row,
    Screen,
    alt_text,
    button,
    form,
    listed,
    menu,
    name_amid,
    not_changed,
    paragraph,
    picture,
    rows,
    screen,
)
from bot.chat.players import mention, name_at
from bot.refusal import Refusal
from bot.table.lobby import Lobby, either, next_level
from bot.table.options import Option, written
from bot.table.screens import routes
from bot.table.screens.board import AS_A_GUEST
from games.core import Choice, Seat, letter
from games.engine import registry
from games.engine.lessons import has_lesson
from games.game import About
from games.kit.brush.lobby import LobbyCard, Step
from games.kit.faces import Face

_MOST_SHOWN = 10
"""How many options have a menu: each takes three of the 40 components a message can have."""

_APART = "\N{EM SPACE}"


def summary(lobby: Lobby) -> str:
    """What was chosen in place of the defaults, on one line; those of the Quick form by its name."""
    quick = lobby.game.quick if lobby.is_quick else {}
    changed = [one for one in lobby.choices if one.is_changed and (one.is_tables or one.name not in quick)]
    words = [f"{_title(one)}: **{_noted(one)}**" for one in changed]
    return _APART.join([*(["**Quick game**"] if quick else []), *words])


def options_screen(lobby: Lobby, chosen: str = "", refused: str = "") -> Screen:
    """For the host: a menu for each option that isn't as usual, and for the one `chosen` from the list.

    An option with too many values has a button for a form. `refused` says why the last change wasn't made.
    """
    everything = lobby.choices
    shown = [one for one in everything if one.is_changed or one.name == chosen]
    while len(shown) > _MOST_SHOWN:
        shown.remove(next(one for one in shown if one.name != chosen))
    parts: list[ui.Item[Layout]] = []
    for one in shown:
        note = f"-# {one.field.description}" if one.field.description else ""
        parts += [*paragraph(_heading(one), note), _control(lobby.id, one)]
    named = [Choice(one.name, _title(one), _noted(one)) for one in everything]
    lists = [named[at : at + MENU_MOST] for at in range(0, len(named), MENU_MOST)]
    return screen(
        "" if shown else "Everything is as usual. What would you like to change?",
        parts,
        not_changed(refused),
        [
            menu(routes.Options(lobby.id, number), "All options …" if number == 0 else "More options …", some)
            for number, some in enumerate(lists)
        ],
    )


def _heading(option: Option) -> str:
    """Its name, with the value if its menu doesn't say that, and what that value means."""
    value = _noted(option) if values(option.field) is None else note_of(option.field, written(option.value))
    return f"**{_title(option)}**{f': {value}' if value else ''}"


def option_form(session: int, option: Option) -> ui.Modal:
    """A form for a number with many values."""
    least, most = bounds(option.field)
    entry: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="value", default=str(option.value), max_length=12)
    asked = f"A whole number from {least} to {most}"
    return form(_title(option), routes.SetOption(session, option.name), asked, entry)


def values(field: FieldInfo) -> list[str] | None:
    """All values of a field as text, or None if there are too many for a menu."""
    kind = field.annotation
    if kind is bool:
        return ["true", "false"]
    if get_origin(kind) is Literal:
        return [str(one) for one in get_args(kind)]
    least, most = bounds(field)
    return [str(one) for one in range(least, most + 1)] if most - least < MENU_MOST else None


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


def wording(value: str) -> str:
    """A value written for people."""
    return {"true": "yes", "false": "no"}.get(value, value)


def _title(option: Option) -> str:
    return option.field.title or option.name


def _control(session: int, option: Option) -> Row:
    known = values(option.field)
    if known is None:
        return ui.ActionRow(button("Change", routes.TypeOption(session, option.name)))
    default = written(option.field.default)
    options = [
        Choice(
            one,
            wording(one),
            ", ".join(filter(None, (note_of(option.field, one), "default" if one == default else ""))),
        )
        for one in known
    ]
    return menu(routes.SetOption(session, option.name), _title(option), options, [written(option.value)])


def note_of(field: FieldInfo, value: str) -> str:
    """A field's note on one of its values, from `notes` in its `json_schema_extra`; else empty."""
    extra = field.json_schema_extra
    notes = extra.get("notes") if isinstance(extra, dict) else None
    return str(notes.get(value, "")) if isinstance(notes, dict) else ""


def _noted(option: Option) -> str:
    value = written(option.value)
    note = note_of(option.field, value)
    return f"{wording(value)} ({note})" if note else wording(value)


PICTURE = "lobby.png"


def lobby_screen(
    lobby: Lobby,
    drawn: Drawn | None = None,
    *,
    is_new: bool = False,
    beaten: Collection[str] = (),
) -> Screen:
    """The lobby's message; the picture shows the game's title, who sits where, and what is free.

    `is_new` says that the host has never played the game, and `beaten` which levels of computers they have.
    """
    about = lobby.game.about
    heading = [f"**{about.title}:** {about.line}"]
    if drawn is None:
        heading = [f"## {about.title}", about.line, f"-# {facts(lobby)}"]
    chosen = summary(lobby)
    lines = [
        *heading,
        _seats(lobby),
        chosen and f"-# {chosen}",
        f"-# {AS_A_GUEST}" if lobby.answers_only else "",
    ]
    if is_new and lobby.game.quick and not lobby.is_quick:
        lines.append("-# Your first game? Begin with a quick one.")
    lines.append(f"**{_state(lobby, beaten)}**")
    shown = [*picture(PICTURE, drawn, _described(lobby, beaten)), *paragraph(*lines)]
    return screen(ui.Container(*shown, accent_colour=ACCENT), _rows(lobby, is_new=is_new, beaten=beaten))


def _state(lobby: Lobby, beaten: Collection[str]) -> str:
    if not lobby.why_not_to_start:
        return f"Ready: <@{lobby.host_id}> can start."
    level = next_level(lobby.game.about, beaten)
    if level is None or not _can_begin_alone(lobby):
        return lobby.why_not_to_start
    if lobby.is_direct:
        return f"Play the computer ({level.title}):"
    return f"{lobby.why_not_to_start} Or play the computer now ({level.title}):"


def _can_begin_alone(lobby: Lobby) -> bool:
    """Whether one press of the only person here can begin a game against computers."""
    is_alone = len(lobby.players) == 1 and lobby.is_seated(lobby.host_id)
    return is_alone and bool(lobby.why_not_to_start) and bool(lobby.game.about.computers)


def facts(lobby: Lobby) -> str:
    """For how many players it is with these options, and how long it lasts."""
    form = "quick, " if lobby.is_quick else ""
    return f"{either(lobby.seating)} players, {form}about {lobby.minutes} minutes"


def lobby_card(lobby: Lobby, faces: tuple[Face, ...], beaten: Collection[str]) -> LobbyCard | None:
    """The lobby's picture, for a host who has `beaten` these levels; None without a title picture."""
    about = lobby.game.about
    title = registry.title_picture(about.name)
    if not title:
        return None
    host = next((seat for seat, one in enumerate(lobby.players) if one.user_id == lobby.host_id), None)
    if not _can_begin_alone(lobby):
        return LobbyCard(title, lobby.most, faces, host, facts(lobby))
    coming = next_level(about, beaten)
    steps = tuple(Step(one.title, one.name in beaten, one == coming) for one in about.computers)
    return LobbyCard(title, lobby.most, faces, host, facts(lobby), steps, _progress(about, beaten))


def _progress(about: About, beaten: Collection[str]) -> str:
    done, every = sum(one.name in beaten for one in about.computers), len(about.computers)
    return f"{done} of {every} computers beaten" if done else "Can you beat them all?"


def _described(lobby: Lobby, beaten: Collection[str]) -> str:
    """The picture in words."""
    about, free = lobby.game.about, lobby.most - len(lobby.players)
    here = ", ".join(
        f"{name_amid(lobby.players, Seat(seat))}{' (host)' if one.user_id == lobby.host_id else ''}"
        for seat, one in enumerate(lobby.players)
    )
    seats = {0: "No seat is free.", 1: "1 seat is free."}.get(free, f"{free} seats are free.")
    told = f"{about.title}, for {facts(lobby)}. At the table: {here or 'nobody yet'}. {seats}"
    if _can_begin_alone(lobby):
        won = [one.title for one in about.computers if one.name in beaten]
        told += f" {_progress(about, beaten)}{f': {listed(won)}.' if won else ''}"
    return alt_text(told)


def more_screen(lobby: Lobby, user_id: int, *, may_close: bool) -> Screen:
    """For the person who asks: everything that they can do in a lobby, besides what its message offers."""
    number, game, is_host = lobby.id, lobby.stored.game, user_id == lobby.host_id
    is_full, computers = len(lobby.players) >= lobby.most, lobby.game.about.computers
    reading = [button("Rules", links.Rules(game, 0)), button("Fair play", routes.FairPlay(number))]
    if has_lesson(game):
        reading.insert(0, button("Learn", links.Learn(game)))
    seats: list[ui.Button[Layout]] = []
    adding: list[Row] = []
    if is_host and computers and not is_full:
        levels = [Choice(level.name, level.title, level.line) for level in computers]
        adding = [menu(routes.AddComputer(number), "Add a computer player …", levels)]
        seats.append(button("Fill with computers", routes.Fill(number)))
    others = [one for one in lobby.players if one.user_id != lobby.host_id]
    if is_host and others:
        seats.append(button("Remove player", routes.RemovePlayer(number)))
    if is_host and any(one.is_person for one in others):
        seats.append(button("Change host", routes.ChangeHost(number)))
    if lobby.is_seated(user_id) and not lobby.is_direct:
        seats.append(button("Leave", routes.StandUp(number)))
    table = [button("Options", routes.Options(number), ButtonStyle.primary)] if is_host else []
    if is_host and lobby.game.quick:
        other = "full" if lobby.is_quick else "quick"
        table.append(button(f"Choose the {other} game", routes.SetForm(number, not lobby.is_quick)))
    if may_close:
        table.append(button("Close", routes.CloseLobby(number)))
    return screen(adding, rows(seats), rows([*table, *reading]))


def fair_play(lobby: Lobby) -> str:
    """Why nobody can tamper with chance, and the seed's commitment for people who want to check it."""
    return (
        "Every roll and deal comes from a secret seed that was chosen before anyone joined. "
        "After the game, the record shows it, and you can check it against this fingerprint:\n"
        f"`{lobby.header().commit}`"
    )


def closed_screen(lobby: Lobby) -> Screen:
    """What a closed lobby's message becomes."""
    return screen(f"The **{lobby.game.about.title}** lobby was closed. Use /play to open a new one.")


def stale_screen(lobby: Lobby) -> Screen:
    """What a lobby's message becomes if nobody has joined for a day."""
    title = lobby.game.about.title
    return screen(
        f"Nobody has joined this **{title}** lobby for a day, so it has closed. Use /play to open a new one."
    )


def remove_screen(lobby: Lobby) -> Screen:
    """For the host: whose seat to free. Raises Refusal if there is nobody else."""
    options = [
        Choice(
            f"{seat}:{one.user_id or one.level}",
            f"{letter(Seat(seat)).upper()}: {name_amid(lobby.players, Seat(seat))}",
        )
        for seat, one in enumerate(lobby.players)
        if one.user_id != lobby.host_id
    ]
    if not options:
        raise Refusal("There's nobody else to remove.")
    choosing = menu(routes.ReallyRemove(lobby.id), "Choose a player", options)
    return screen("Who do you want to remove?", choosing)


def host_screen(lobby: Lobby) -> Screen:
    """For the host: who should be the new host. Raises Refusal if nobody else could be."""
    options = [
        Choice(str(one.user_id), name_at(lobby.players, Seat(seat)))
        for seat, one in enumerate(lobby.players)
        if one.is_person and one.user_id != lobby.host_id
    ]
    if not options:
        raise Refusal("There's nobody else here who could be host.")
    choosing = menu(routes.ReallyChangeHost(lobby.id), "Choose the new host", options)
    return screen("Who should be the new host?", choosing)


def _seats(lobby: Lobby) -> str:
    """Who has which seat, on one line, with who was invited; and who hosts without a seat."""
    shown = []
    held = lobby.seating[lobby.most]
    labels = [
        " and ".join(letter(Seat(seat)).upper() for seat, holder in enumerate(held) if holder == number)
        for number in range(lobby.most)
    ]
    for label, one in zip(labels, lobby.players, strict=False):
        name = mention(one.user_id, one.name) if one.is_person else one.name
        shown.append(f"**{label}** · {name}" + (" · host" if one.user_id == lobby.host_id else ""))
    if free := labels[len(lobby.players) :]:
        shown.append(f"**{free[0]}** · *free*" if len(free) == 1 else f"**{free[0]} to {free[-1]}** · *free*")
    lines = [_APART.join(shown)]
    if awaited := [one for one in lobby.table_options.invited if not lobby.is_seated(one)]:
        lines.append(f"Invited: {listed([f'<@{one}>' for one in awaited])}")
    if not lobby.is_seated(lobby.host_id):
        lines.append(f"<@{lobby.host_id}> is hosting and watching.")
    return "\n".join(f"-# {line}" for line in lines)


def _rows(lobby: Lobby, *, is_new: bool, beaten: Collection[str]) -> list[Row]:
    """What begins the game in green, and what else its host may do now; the rest is behind *More*."""
    number, here = lobby.id, len(lobby.players)
    is_ready, has_room = not lobby.why_not_to_start, here < lobby.most
    begin = _begin(lobby, is_new=is_new)
    others: list[ui.Button[Layout]] = []
    if has_room and not lobby.is_direct:
        style = ButtonStyle.secondary if is_ready else ButtonStyle.success
        others.append(button("Join", routes.Join(number), style))
    if not begin and has_room and lobby.game.about.computers:
        others.append(button("Fill with computers", routes.Fill(number), ButtonStyle.primary))
    others.append(button("More", routes.More(number)))
    if is_new and has_lesson(lobby.stored.game):
        others.append(button("Learn", links.Learn(lobby.stored.game)))
    return [*rows(begin), *_levels(lobby, beaten, is_new=is_new), *rows(others)]


def _levels(lobby: Lobby, beaten: Collection[str], *, is_new: bool) -> list[Row]:
    """A menu of all computers that the only person here can play at once."""
    if not _can_begin_alone(lobby):
        return []
    form = _usual(lobby, is_new=is_new)
    which = f"{form.capitalize()} game against …" if form else "Or against …"
    choices = [
        Choice(one.name, one.title, f"{one.line} You beat it." if one.name in beaten else one.line)
        for one in lobby.game.about.computers
    ]
    return [menu(routes.PlayAgainst(lobby.id, form), which, choices)]


def _usual(lobby: Lobby, *, is_new: bool) -> routes.Form:
    """The form in which one person usually plays computers: the chosen one, or a newcomer's Quick."""
    if not lobby.game.quick:
        return ""
    return "quick" if lobby.is_quick or is_new else "full"


def _begin(lobby: Lobby, *, is_new: bool) -> list[ui.Button[Layout]]:
    """What begins the game, in either form: the chosen one is green, or alone a newcomer's Quick."""
    number, is_quick = lobby.id, lobby.is_quick
    if not lobby.why_not_to_start:
        start, other = routes.Start(number), routes.Start(number, "full" if is_quick else "quick")
        return [button("Start", start, ButtonStyle.success), *_in_form(lobby, other, ButtonStyle.secondary)]
    if not _can_begin_alone(lobby):
        return []
    if not lobby.game.quick:
        return [button("Play the computer", routes.PlayComputer(number), ButtonStyle.success)]
    green, grey = ButtonStyle.success, ButtonStyle.secondary
    is_usual = _usual(lobby, is_new=is_new) == "quick"
    return [
        *_in_form(lobby, routes.PlayComputer(number, "quick"), green if is_usual else grey),
        *_in_form(lobby, routes.PlayComputer(number, "full"), grey if is_usual else green),
    ]


def _in_form(
    lobby: Lobby, route: routes.Start | routes.PlayComputer, style: ButtonStyle
) -> list[ui.Button[Layout]]:
    """A button that begins the form of the game which the route names, if there are two."""
    if not lobby.game.quick:
        return []
    minutes = lobby.minutes if lobby.is_quick == (route.form == "quick") else lobby.other_minutes
    return [button(f"{route.form.capitalize()} game: {minutes} minutes", route, style)]
