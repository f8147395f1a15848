"""A bot with one of everything that a person can see on the page. It doesn't play games."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from typing import Any

import discord
from discord import app_commands, ui

from local_discord import users
from local_discord.server import LocalDiscord
from tests.local_discord.clients import logged_in

GAMES = ("Doublolo", "Calabresella", "Foozle")
SQUARES = ("A1", "B2", "C3", "D4")

Press = discord.Interaction[discord.Client]


class Kiosk(discord.Client):
    """Knows its commands by the time it is ready."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.thought = asyncio.Event()
        """Set once it has thought over what it was asked slowly."""
        self.tree: app_commands.CommandTree[Kiosk] = app_commands.CommandTree(self)
        for command in COMMANDS:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        await self.tree.sync()


class Panel(ui.LayoutView):
    """Text, a picture, buttons and two menus in one container, as a game's panel has them."""

    def __init__(self, counter: int, picture: discord.File, person: str = "nobody") -> None:
        super().__init__(timeout=60)
        self.counter = counter
        alternative = f"A disc, drawn {counter} times"
        box: ui.Container[Panel] = ui.Container(accent_colour=0x2255CC)
        box.add_item(ui.TextDisplay(f"## Panel {counter}\nLast pressed by {person}."))
        box.add_item(ui.MediaGallery(discord.MediaGalleryItem(picture, description=alternative)))
        box.add_item(self._buttons())
        box.add_item(self._menu(f"one:{counter}", "Choose a square", 1))
        box.add_item(self._menu(f"two:{counter}", "Choose two squares", 2))
        self.add_item(box)

    def _buttons(self) -> "ui.ActionRow[Panel]":
        row: ui.ActionRow[Panel] = ui.ActionRow()
        for label, answer in (
            ("Turn", self.turn),
            ("Form", self.form),
            ("Secret", secret),
            ("Nothing", nothing),
        ):
            button: ui.Button[Panel] = ui.Button(label=label, custom_id=f"{label}:{self.counter}")
            button.callback = answer  # type: ignore[method-assign, assignment]  # the library's own way of making one in code
            row.add_item(button)
        row.add_item(ui.Button(label="Closed", custom_id="closed", disabled=True))
        return row

    def _menu(self, custom_id: str, placeholder: str, count: int) -> "ui.ActionRow[Panel]":
        options = [discord.SelectOption(label=one, value=one.lower(), description="free") for one in SQUARES]
        menu: ui.Select[Panel] = ui.Select(
            custom_id=custom_id, placeholder=placeholder, options=options, min_values=count, max_values=count
        )

        async def chosen(interaction: Press) -> None:
            await interaction.response.send_message(f"Chosen: {' '.join(menu.values)}", ephemeral=True)

        menu.callback = chosen  # type: ignore[method-assign]  # as above
        row: ui.ActionRow[Panel] = ui.ActionRow()
        row.add_item(menu)
        return row

    async def turn(self, interaction: Press) -> None:
        picture = disc(interaction)
        view = Panel(self.counter + 1, picture, interaction.user.display_name)
        await interaction.response.edit_message(view=view, attachments=[picture])

    async def form(self, interaction: Press) -> None:
        await interaction.response.send_modal(Form())


class Form(ui.Modal, title="A form"):
    """One field of every kind."""

    named: ui.Label["Form"] = ui.Label(
        text="Name",
        description="As on the door",
        component=ui.TextInput(custom_id="name", min_length=2, max_length=8),
    )
    level: ui.Label["Form"] = ui.Label(
        text="Level",
        component=ui.Select(
            custom_id="level",
            options=[discord.SelectOption(label=one, value=one) for one in ("easy", "hard")],
        ),
    )
    side: ui.Label["Form"] = ui.Label(
        text="Side",
        component=ui.RadioGroup(
            custom_id="side",
            options=[discord.RadioGroupOption(label=one, value=one) for one in ("heads", "tails")],
        ),
    )
    extras: ui.Label["Form"] = ui.Label(
        text="Extras",
        component=ui.CheckboxGroup(
            custom_id="extras",
            options=[discord.CheckboxGroupOption(label=one, value=one) for one in ("clock", "log", "sound")],
            max_values=2,
            required=False,
        ),
    )
    rated: ui.Label["Form"] = ui.Label(text="Rated", component=ui.Checkbox(custom_id="rated"))

    def __init__(self) -> None:
        super().__init__(timeout=60)

    async def on_submit(self, interaction: Press) -> None:
        name, level, side, extras, rated = (
            label.component for label in (self.named, self.level, self.side, self.extras, self.rated)
        )
        assert isinstance(name, ui.TextInput)
        assert isinstance(level, ui.Select)
        assert isinstance(side, ui.RadioGroup)
        assert isinstance(extras, ui.CheckboxGroup)
        assert isinstance(rated, ui.Checkbox)
        said = f"{name.value} {level.values} {side.value} {sorted(extras.values)} {rated.value}"
        await interaction.response.send_message(f"Form: {said}", ephemeral=True)


def disc(interaction: Press) -> discord.File:
    """A small picture."""
    drawn = users.disc(0x334455)
    return discord.File(BytesIO(drawn), "disc.png")


def lone_menu() -> ui.View:
    """A classic view with one menu."""
    view = ui.View(timeout=60)
    options = [discord.SelectOption(label=one) for one in SQUARES]
    view.add_item(ui.Select(custom_id="lone", placeholder="Pick", options=options))
    return view


class Quiz(ui.LayoutView):
    """One question after another in the same message, with a pause in between.

    Besides its answers there is a button that stays, and one that stays under another id.
    """

    def __init__(self, number: int, *, asks: bool = True) -> None:
        super().__init__(timeout=60)
        self.number = number
        self.add_item(ui.TextDisplay(f"### Question {number}" if asks else "### Wait for the next one"))
        if asks:
            self.add_item(self._row(*(f"{letter}{number}" for letter in "AB")))
        self.add_item(self._row("Give up"))
        self.add_item(self._row("Sort", version=f":{number}{asks}"))

    def _row(self, *labels: str, version: str = "") -> "ui.ActionRow[Quiz]":
        row: ui.ActionRow[Quiz] = ui.ActionRow()
        for label in labels:
            button: ui.Button[Quiz] = ui.Button(label=label, custom_id=f"{label}{version}")
            button.callback = self._answered  # type: ignore[method-assign]  # as in a panel
            row.add_item(button)
        return row

    async def _answered(self, interaction: Press) -> None:
        """Question 2 comes at once; question 3 only after another edit of the message."""
        if self.number == 1:
            await interaction.response.edit_message(view=Quiz(2))
            return
        await interaction.response.edit_message(view=Quiz(2, asks=False))


async def secret(interaction: Press) -> None:
    await interaction.response.send_message("Between us.", ephemeral=True)


async def nothing(_: Press) -> None:
    """Says nothing, as a bot that hangs."""


@app_commands.command(description="Show the panel")
@app_commands.describe(game="Which game", seats="How many sit down")
async def panel(interaction: Press, game: str, seats: app_commands.Range[int, 2, 6] = 2) -> None:
    picture = disc(interaction)
    view = Panel(0, picture, f"{game} for {seats}")
    await interaction.response.send_message(view=view, file=picture)


@panel.autocomplete("game")
async def games(_: Press, typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=one, value=one.lower()) for one in GAMES if typed.lower() in one.lower()]


@app_commands.command(description="Call a side")
@app_commands.choices(side=[app_commands.Choice(name=one, value=one.lower()) for one in ("Heads", "Tails")])
async def sit(interaction: Press, side: str) -> None:
    await interaction.response.send_message(f"{interaction.user.mention} calls {side}.")


@app_commands.command(description="Write to a person")
async def letter(interaction: Press, person: discord.User) -> None:
    await person.send(f"A letter for {person.mention}.")
    await interaction.response.send_message("Sent.", ephemeral=True)


@app_commands.command(description="Never answers")
async def silent(_: Press) -> None:
    """Says nothing, as a bot that hangs."""


@app_commands.command(description="Thinks first")
async def slow(interaction: Press) -> None:
    await interaction.response.defer(thinking=True)
    assert isinstance(interaction.client, Kiosk)
    await interaction.client.thought.wait()
    await interaction.followup.send("thought over")


@app_commands.command(description="One number")
async def size(interaction: Press, width: app_commands.Range[int, 1, 20]) -> None:
    await interaction.response.send_message(f"{width} wide")


@app_commands.command(description="Say hello")
async def greet(interaction: Press, whom: str = "everybody") -> None:
    await interaction.response.send_message(f"Hello {whom}!")


@app_commands.command(description="Ask")
async def quiz(interaction: Press) -> None:
    await interaction.response.send_message(view=Quiz(1))


COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (
    panel,
    sit,
    letter,
    silent,
    slow,
    size,
    greet,
    quiz,
)


@asynccontextmanager
async def kiosk(local: LocalDiscord) -> AsyncIterator[Kiosk]:
    """The bot, logged in to this local Discord, until the end of the block."""
    async with logged_in(Kiosk(), local) as client:
        yield client
