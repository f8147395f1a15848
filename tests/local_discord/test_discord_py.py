"""A bot on an unchanged discord.py works on the local Discord."""

import asyncio
import io
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import discord as dpy
import pytest
from discord import app_commands, ui

from local_discord import sample
from local_discord.person import Person, is_ephemeral, labels_of, pictures_of, text_of
from local_discord.ratelimit import Limit, Limits
from local_discord.server import LocalDiscord
from tests.local_discord.clients import logged_in
from tests.local_discord.raw_bot import Json
from tests.openapi import Recording

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(8) + (300).to_bytes(4, "big") + (200).to_bytes(4, "big")


class Counter(ui.DynamicItem[ui.Button[Any]], template=r"count:(?P<so_far>\d+)"):
    """A button that keeps its state in its custom id."""

    def __init__(self, so_far: int) -> None:
        super().__init__(ui.Button(label=str(so_far), custom_id=f"count:{so_far}"))
        self.so_far = so_far

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: Any, /) -> "Counter":
        return cls(int(match["so_far"]))

    async def callback(self, interaction: dpy.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=board(self.so_far + 1), attachments=[picture()])


def picture() -> dpy.File:
    return dpy.File(io.BytesIO(PICTURE), "board.png", description="An empty board")


def board(so_far: int) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    gallery: ui.MediaGallery[Any] = ui.MediaGallery()
    gallery.add_item(media="attachment://board.png", description="An empty board")
    row: ui.ActionRow[Any] = ui.ActionRow(Counter(so_far))
    view.add_item(ui.Container(ui.TextDisplay(f"Pressed {so_far} times"), gallery, row))
    return view


class Form(ui.Modal, title="A form"):
    move: ui.Label[Any] = ui.Label(text="Your move", component=ui.TextInput(custom_id="move"))

    async def on_submit(self, interaction: dpy.Interaction[Any], /) -> None:
        assert isinstance(self.move.component, ui.TextInput)
        await interaction.response.send_message(f"You typed {self.move.component.value}", ephemeral=True)


class Bot(dpy.Client):
    def __init__(self) -> None:
        super().__init__(intents=dpy.Intents.all(), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.said: asyncio.Queue[dpy.Message] = asyncio.Queue()
        self.resumed = asyncio.Event()
        self.add_dynamic_items(Counter)
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_message(self, message: dpy.Message) -> None:
        if message.author != self.user:
            self.said.put_nowait(message)

    async def on_resumed(self) -> None:
        self.resumed.set()


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    @tree.command(description="Show a board")
    async def show(interaction: dpy.Interaction[Any]) -> None:
        await interaction.response.send_message(view=board(0), file=picture())

    @tree.command(description="Think, then say")
    async def think(interaction: dpy.Interaction[Any], text: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send(text)
        await interaction.followup.send("And more", ephemeral=True)

    @think.autocomplete("text")
    async def _complete(_: dpy.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=current + end, value=current + end) for end in ("a", "b")]

    @tree.command(description="Open a form")
    async def form(interaction: dpy.Interaction[Any]) -> None:
        await interaction.response.send_modal(Form(timeout=60))


def shows(labels: list[str], message: Json) -> bool:
    return labels_of(message) == labels


@pytest.fixture
async def client(quiet: None, discord: LocalDiscord) -> AsyncIterator[Bot]:
    async with logged_in(Bot(), discord) as bot:
        yield bot


async def test_a_board_is_shown_and_its_button_edits_it(client: Bot, ada: Person) -> None:
    shown = await ada.reply_to(await ada.command("show", channel="games"))
    assert text_of(shown) == "Pressed 0 times"
    assert pictures_of(shown)[0]["description"] == "An empty board"
    for count in range(1, 4):
        interaction_id = await ada.press(ada.sees.current(shown), label=str(count - 1))
        assert await ada.outcome(interaction_id) == "answered"
        after = await ada.wait_for(partial(shows, [str(count)]))
        assert after["id"] == shown["id"]
        assert len(after["attachments"]) == 1
        assert await ada.fetch(pictures_of(after)[0]["url"]) == PICTURE


async def test_thinking_ends_in_an_ephemeral_answer(client: Bot, ada: Person) -> None:
    choices = await ada.autocomplete("think", "text", channel="games", text="x")
    assert [one["value"] for one in choices] == ["xa", "xb"]
    interaction_id = await ada.command("think", channel="games", text="Thought")
    first = await ada.wait_for(lambda one: one["content"] == "Thought")
    second = await ada.wait_for(lambda one: one["content"] == "And more")
    assert await ada.outcome(interaction_id) == "answered"
    assert is_ephemeral(first)
    assert is_ephemeral(second)


async def test_a_form_is_answered(client: Bot, ada: Person) -> None:
    modal = await ada.modal_of(await ada.command("form", channel="games"))
    reply = await ada.reply_to(await ada.submit(modal, move="E12"))
    assert text_of(reply) == "You typed E12"


async def test_the_server_is_known_with_its_people_and_channels(client: Bot) -> None:
    guild = client.get_guild(int(sample.GUILD_ID))
    assert guild
    assert {one.name for one in guild.members} >= {"ada", "bruno", "chiara", "dmitri", "emi", "farid"}
    closed = guild.get_channel(int(sample.NO_BOTS_HERE))
    assert isinstance(closed, dpy.TextChannel)
    assert not closed.permissions_for(guild.me).send_messages
    assert guild.owner
    assert guild.owner.name == "ada"
    assert [one.name for one in guild.roles if one.permissions.manage_messages] == ["Moderator"]


async def test_a_channel_is_written_to_edited_replied_in_and_cleared(client: Bot, ada: Person) -> None:
    channel = client.get_channel(int(sample.GAMES))
    assert isinstance(channel, dpy.TextChannel)
    first = await channel.send("first", nonce="n1", silent=True)
    again = await channel.send("first", nonce="n1")
    assert again.id == first.id
    await ada.say("games", f"<@{client.user.id if client.user else 0}> hello")
    heard = await client.said.get()
    assert heard.mentions == [client.user]
    reply = await heard.reply("hello back")
    assert reply.reference
    assert reply.reference.message_id == heard.id
    seen = await ada.wait_for(lambda one: one["content"] == "hello back")
    assert [one["id"] for one in seen["mentions"]] == [sample.ADA]
    await first.edit(content="second", attachments=[picture()])
    assert [one.content async for one in channel.history()] == ["hello back", heard.content, "second"]
    fetched = await channel.fetch_message(first.id)
    assert await fetched.attachments[0].read() == PICTURE
    await first.delete()
    with pytest.raises(dpy.NotFound):
        await channel.fetch_message(first.id)
    async with channel.typing():
        await ada.wait_until(lambda: ada.sees.typing)


async def test_a_thread_is_a_channel(client: Bot, ada: Person) -> None:
    channel = client.get_channel(int(sample.GAMES))
    assert isinstance(channel, dpy.TextChannel)
    started = await channel.send("a table")
    thread = await started.create_thread(name="Table 1")
    assert thread.id == started.id
    await thread.send("Sit down")
    await ada.wait_for(lambda one: one["content"] == "Sit down")
    assert ada.sees.channel("Table 1")["parent_id"] == sample.GAMES
    shown = await ada.reply_to(await ada.command("show", channel="Table 1"))
    assert shown["channel_id"] == str(thread.id)
    await thread.edit(archived=True)
    assert thread.archived or (await client.fetch_channel(thread.id)).archived  # type: ignore[union-attr]  # a thread


async def test_direct_messages_arrive_or_are_refused(client: Bot, ada: Person) -> None:
    person = await client.fetch_user(int(sample.ADA))
    await person.send("Your move")
    await ada.wait_for(lambda one: one["content"] == "Your move")
    await ada.do("close_dms", closed=True)
    with pytest.raises(dpy.Forbidden) as refused:
        await person.send("Your move")
    assert refused.value.code == 50007


async def test_a_dropped_connection_is_resumed_and_nothing_is_missed(client: Bot, ada: Person) -> None:
    await ada.do("faults", drop_gateway={"code": 4000})
    await ada.say("games", "while you were away")
    interaction_id = await ada.command("show", channel="games")
    async with asyncio.timeout(10):
        await client.resumed.wait()
        assert (await client.said.get()).content == "while you were away"
    assert await ada.outcome(interaction_id) == "answered"


async def test_a_server_error_is_tried_again(client: Bot, ada: Person) -> None:
    channel = client.get_channel(int(sample.GAMES))
    assert isinstance(channel, dpy.TextChannel)
    for status in (429, 500):
        await ada.do("faults", fail_next=[{"status": status, "retry_after": 0.01}])
        sent = await channel.send(f"after {status}")
        await ada.wait_until(partial(ada.sees.messages[sample.GAMES].get, str(sent.id)))


async def test_refusals_are_discord_pys_errors(client: Bot) -> None:
    closed = client.get_channel(int(sample.NO_BOTS_HERE))
    assert isinstance(closed, dpy.TextChannel)
    with pytest.raises(dpy.Forbidden) as forbidden:
        await closed.send("x")
    assert forbidden.value.code == 50013
    games = client.get_channel(int(sample.GAMES))
    assert isinstance(games, dpy.TextChannel)
    with pytest.raises(dpy.HTTPException) as wrong:
        await games.send("x" * 2001)
    assert wrong.value.code == 50035
    assert "2000 or fewer" in wrong.value.text


async def test_the_application_and_its_emojis_are_known(client: Bot) -> None:
    info = await client.application_info()
    assert info.name == "Test Bot"
    assert str(info.owner.id) == sample.ADA
    made = await client.create_application_emoji(name="spade", image=PICTURE)
    assert [one.name for one in await client.fetch_application_emojis()] == ["spade"]
    await made.delete()
    assert await client.fetch_application_emojis() == []
    assert len(await client.tree.fetch_commands()) == 3


async def test_limits_are_kept_without_a_single_429(quiet: None, recording: Recording) -> None:
    limits = Limits(routes={"POST /channels/{channel_id}/messages": Limit(3, 0.3)})
    async with LocalDiscord(limits=limits, record=recording) as local, logged_in(Bot(), local) as bot:
        channel = bot.get_channel(int(sample.GAMES))
        assert isinstance(channel, dpy.TextChannel)
        for number in range(8):
            await channel.send(str(number))
    assert 429 not in {one.status for one in recording.exchanges}
