"""Where a person has brought the bot along: group messages, and servers that don't have it."""

from pathlib import Path

import pytest

from bot.app.parlour import Parlour
from bot.chat import first_answer
from bot.config import Settings
from bot.host import play as cast
from bot.order.routes import ServerLog
from bot.table.screens import routes
from bot.table.screens.board import ALONE_HERE, AS_A_GUEST
from bot.table.session import Session
from local_discord.applications import Application
from local_discord.codec import Json
from local_discord.person import AT_MOST, Person, Refused, is_ephemeral, labels_of, text_of
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.ratelimit import Limits
from local_discord.server import LocalDiscord
from tests.bot.blank import blank as blank
from tests.bot.conftest import PATIENT, Meet, running, settings_for
from tests.bot.pressing import picks, press_on
from tests.bot.resting import unload
from tests.bot.tables import (
    commands,
    forge,
    join,
    legal_at,
    play_computer,
    resign,
    session_in,
    sit_down,
    told,
    until,
    words_of,
)
from tests.openapi import Recording


@pytest.fixture
def local_discord_options(recording: Recording) -> LocalDiscordOptions:
    return LocalDiscordOptions(cast.PLAYGROUND, limits=Limits(), deadlines=PATIENT, record=recording)


async def open_lobby(
    host: Person, channel: str = cast.GROUP, game: str = "doublolo", form: str = "full"
) -> Json:
    return await host.reply_to(await host.command("play", channel=channel, game=game, form=form))


async def begun(host: Person, guest: Person, channel: str = cast.GROUP, form: str = "full") -> Json:
    """The board of a game of two people that asks the host to call the toss."""
    lobby = await join(guest, await open_lobby(host, channel, form=form))
    await host.press(lobby, label="Start")
    return await host.wait_for(lambda m: m["id"] == lobby["id"] and "Heads or tails?" in words_of(m))


def refused_by_channel(recording: Recording) -> list[str]:
    """What the bot tried in channels that it isn't in."""
    places = (cast.GROUP, cast.LOUNGE, cast.LIBRARY)
    return [
        one.path for one in recording.exchanges if any(f"/channels/{place}" in one.path for place in places)
    ]


async def test_two_people_play_a_whole_game_in_a_group_message(
    bot: Parlour, ada: Person, chiara: Person, recording: Recording
) -> None:
    shown = await begun(ada, chiara, form="quick")
    session = session_in(bot, cast.GROUP)
    await press_on(session, shown, ada, chiara)
    final = await chiara.wait_for(lambda m: m["id"] == shown["id"] and "Rematch" in labels_of(m))
    assert "win" in words_of(final)
    assert [one["id"] for one in chiara.sees.in_channel(cast.GROUP)] == [shown["id"]], "it's one message"
    assert refused_by_channel(recording) == []
    await chiara.press(final, label="Rematch")
    again = await ada.wait_for(lambda m: m["id"] != shown["id"] and "Join" in labels_of(m))
    assert f"<@{ada.id}>" in text_of(again)


async def test_the_lobby_says_what_cannot_be_done_there(bot: Parlour, ada: Person, chiara: Person) -> None:
    lobby = await open_lobby(ada)
    assert "I'm only a guest here" in text_of(lobby)
    assert f"{AS_A_GUEST}\n" in f"{text_of(await join(chiara, lobby))}\n", "a full one says it as a whole"
    assert "guest" not in text_of(await open_lobby(ada, "games"))


@pytest.mark.parametrize(
    ("channel", "said"), [(cast.GROUP, AS_A_GUEST), (cast.LOUNGE, AS_A_GUEST), (cast.LIBRARY, ALONE_HERE)]
)
async def test_a_game_that_begins_at_once_says_so_until_the_first_move(
    bot: Parlour, ada: Person, channel: str, said: str
) -> None:
    await ada.command("play", channel=channel, game="doublolo", against="computer")
    shown = await ada.wait_for(lambda m: m["channel_id"] == channel and picks(m))
    assert said in text_of(shown)
    await ada.press(shown, label="Heads")
    await ada.wait_for(lambda m: m["id"] == shown["id"] and said not in text_of(m))


async def test_a_game_that_is_given_up_before_the_first_move_says_nothing_of_what_will_not_come(
    bot: Parlour, ada: Person
) -> None:
    await ada.command("play", channel=cast.GROUP, game="doublolo", against="computer")
    shown = await ada.wait_for(lambda m: m["channel_id"] == cast.GROUP and picks(m))
    await resign(ada, shown)
    await ada.wait_for(lambda m: "Rematch" in labels_of(m) and AS_A_GUEST not in text_of(m))


async def test_computers_move_on_the_board_by_the_last_press(bot: Parlour, ada: Person) -> None:
    lobby = await open_lobby(ada)
    await play_computer(ada, lobby)
    await until(lambda: isinstance(bot.tables.channels.find(int(cast.GROUP)), Session))
    session = session_in(bot, cast.GROUP)
    await press_on(session, lobby, ada, presses=6)
    assert len(session.table.lines) > 4


async def test_a_press_on_another_table_does_not_count_in_a_group(
    bot: Parlour, ada: Person, chiara: Person, discord: LocalDiscord
) -> None:
    await sit_down(ada, chiara, "games")
    shown = await begun(ada, chiara)
    elsewhere = session_in(bot).id
    said = await told(ada, await forge(discord, ada, shown, routes.Resign(elsewhere).id))
    assert "expired" in said


async def test_an_invited_friend_is_called_in_the_group(bot: Parlour, ada: Person, chiara: Person) -> None:
    shown = await ada.reply_to(
        await ada.command("play", channel=cast.GROUP, game="doublolo", **{"with": chiara.id})
    )
    assert [one["id"] for one in shown["mentions"]] == [chiara.id]


async def test_a_late_lobby_is_for_everybody(
    bot: Parlour, ada: Person, chiara: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(first_answer, "PATIENCE", 0.0)
    await ada.command("play", channel=cast.GROUP, game="doublolo")
    lobby = await chiara.wait_for(lambda m: m["channel_id"] == cast.GROUP and "Join" in labels_of(m))
    monkeypatch.setattr(first_answer, "PATIENCE", AT_MOST)
    await join(chiara, lobby)


async def test_tables_there_are_named_by_what_they_are(bot: Parlour, ada: Person, chiara: Person) -> None:
    await begun(ada, chiara)
    assert "in a group message" in await told(ada, await ada.command("tables", channel="general"))


def end_tokens(discord: LocalDiscord) -> None:
    """Fifteen minutes pass for every answer that the bot has given."""
    for token in discord.interactions.tokens:
        interaction = discord.interactions.by_webhook(discord.applications[0].id, token)
        interaction.born -= discord.interactions.deadlines.token


async def test_the_next_press_shows_what_happened_meanwhile(
    bot: Parlour, ada: Person, chiara: Person, discord: LocalDiscord, recording: Recording
) -> None:
    shown = await begun(ada, chiara)
    session = session_in(bot, cast.GROUP)
    end_tokens(discord)
    await ada.command("move", channel=cast.GROUP, move="heads")
    await until(lambda: len(session.table.lines) > 1)
    await until(lambda: bot.messages.in_channel(int(cast.GROUP)).board.is_showing is False)  # type: ignore[union-attr]
    assert picks(ada.sees.current(shown)) == picks(shown), "nobody can change the board now"
    lines = len(session.table.lines)
    await chiara.press(shown, label="Tails")
    await chiara.wait_for(lambda m: m["id"] == shown["id"] and picks(m) not in ([], picks(shown)))
    assert len(session.table.lines) == lines, "a press on an old board is no move"
    assert refused_by_channel(recording) == []
    await press_on(session, shown, ada, chiara, presses=3)


async def test_a_press_counts_if_nothing_has_happened(
    bot: Parlour, ada: Person, chiara: Person, discord: LocalDiscord
) -> None:
    shown = await begun(ada, chiara)
    end_tokens(discord)
    await ada.press(shown, label="Heads")
    await ada.wait_for(lambda m: m["id"] == shown["id"] and picks(m) not in ([], picks(shown)))


async def test_any_press_on_the_board_gives_it_another_token(
    bot: Parlour, ada: Person, chiara: Person, discord: LocalDiscord
) -> None:
    shown = await begun(ada, chiara)
    end_tokens(discord)
    await chiara.reply_to(await chiara.press(shown, label="Resign"))
    await ada.command("move", channel=cast.GROUP, move="heads")
    await ada.wait_for(lambda m: m["id"] == shown["id"] and picks(m) not in ([], picks(shown)))


async def test_board_brings_the_table_back(
    bot: Parlour, ada: Person, chiara: Person, discord: LocalDiscord
) -> None:
    shown = await begun(ada, chiara)
    end_tokens(discord)
    await ada.command("move", channel=cast.GROUP, move="heads")
    await until(lambda: len(session_in(bot, cast.GROUP).table.lines) > 1)
    again = await chiara.reply_to(await ada.command("board", channel=cast.GROUP))
    assert picks(again) not in ([], picks(shown))
    await press_on(session_in(bot, cast.GROUP), again, ada, chiara, presses=3)


async def test_a_table_goes_on_after_a_restart(settings: Settings, meet: Meet, recording: Recording) -> None:
    ada, chiara = await meet(cast.ADA), await meet(cast.CHIARA)
    async with running(settings):
        shown = await begun(ada, chiara)
    async with running(settings) as bot:
        await bot.tables.load_channel(int(cast.GROUP))
        session = session_in(bot, cast.GROUP)
        await ada.outcome(await ada.press(ada.sees.current(shown), label="Heads"))
        await press_on(session, shown, ada, chiara, presses=3)
        assert session.table.lines
    assert refused_by_channel(recording) == []


async def test_a_press_finds_a_table_that_has_left_memory(bot: Parlour, ada: Person, chiara: Person) -> None:
    shown = await begun(ada, chiara)
    await unload(bot)
    await ada.press(shown, label="Heads")
    await ada.wait_for(lambda m: m["id"] == shown["id"] and picks(m) not in ([], picks(shown)))
    assert len(session_in(bot, cast.GROUP).table.lines) > 1


async def test_nobody_is_reminded_in_the_group(settings: Settings, meet: Meet, recording: Recording) -> None:
    settings.play.remind_after = settings.play.minute = 0.1
    ada, chiara = await meet(cast.ADA), await meet(cast.CHIARA)
    async with running(settings):
        await begun(ada, chiara)
        call = await ada.wait_for(lambda m: "It's your turn in" in text_of(m))
        assert "a group message" in text_of(call)
    assert refused_by_channel(recording) == []


async def test_a_game_alone_goes_on_after_a_restart(settings: Settings, meet: Meet) -> None:
    ada = await meet(cast.ADA)
    async with running(settings):
        shown = await ada.reply_to(await ada.command("play", channel=cast.LIBRARY, game="calabresella"))
        shown = await ada.wait_for(lambda m: m["id"] == shown["id"] and picks(m))
    async with running(settings) as bot:
        await ada.press(shown, picks(shown)[0])
        await until(lambda: bot.tables.in_memory.sessions_of(int(ada.id)))
        (session,) = bot.tables.in_memory.sessions_of(int(ada.id))
        await press_on(session, shown, ada, presses=3)
    async with running(settings) as bot:
        again = await ada.reply_to(await ada.command("board", channel=cast.LIBRARY))
        assert is_ephemeral(again)
        assert again["id"] != shown["id"]
        (session,) = bot.tables.in_memory.sessions_of(int(ada.id))
        await press_on(session, again, ada, presses=2)


async def test_board_brings_back_the_end_of_a_game_alone(
    bot: Parlour, ada: Person, discord: LocalDiscord
) -> None:
    shown = await ada.reply_to(await ada.command("play", channel=cast.LIBRARY, game="doublolo"))
    (session,) = bot.tables.in_memory.sessions_of(int(ada.id))
    question = await ada.reply_to(await ada.command("stop", channel=cast.LIBRARY))
    end_tokens(discord)
    await ada.press(question, label="Stop the game")
    await until(lambda: session.table.over)
    assert "Rematch" not in labels_of(ada.sees.current(shown))
    again = await ada.reply_to(await ada.command("board", channel=cast.LIBRARY))
    assert "Rematch" in labels_of(again)


async def test_hands_are_shown_to_each_player_alone(
    bot: Parlour, ada: Person, chiara: Person, recording: Recording
) -> None:
    await ada.do("close_dms", closed=True)
    lobby = await join(chiara, await open_lobby(ada, game="calabresella"))
    lobby = await ada.wait_for(lambda m: m["id"] == lobby["id"] and "Fill with computers" in labels_of(m))
    await ada.press(lobby, label="Fill with computers")
    lobby = await ada.wait_for(lambda m: m["id"] == lobby["id"] and "Start" in labels_of(m))
    await ada.press(lobby, label="Start")
    shown = await ada.wait_for(lambda m: m["id"] == lobby["id"] and "My hand" in labels_of(m))
    hand = await ada.reply_to(await ada.press(shown, label="My hand"))
    assert is_ephemeral(hand)
    assert hand["channel_id"] == cast.GROUP
    assert refused_by_channel(recording) == []


async def test_in_a_server_without_the_bot_people_play_too(
    bot: Parlour, ada: Person, chiara: Person, recording: Recording
) -> None:
    shown = await begun(ada, chiara, cast.LOUNGE)
    await press_on(session_in(bot, cast.LOUNGE), shown, ada, chiara, presses=4)
    assert refused_by_channel(recording) == []


async def test_where_only_they_see_the_answer_people_play_against_computers(
    bot: Parlour, ada: Person, chiara: Person, recording: Recording
) -> None:
    shown = await ada.reply_to(await ada.command("play", channel=cast.LIBRARY, game="calabresella"))
    assert is_ephemeral(shown)
    (session,) = bot.tables.in_memory.sessions_of(int(ada.id))
    await press_on(session, shown, ada, presses=4)
    again = await ada.reply_to(await ada.command("board", channel=cast.LIBRARY))
    assert is_ephemeral(again)
    await ada.wait_gone(shown)
    await press_on(session, again, ada, presses=2)
    assert chiara.sees.in_channel(cast.LIBRARY) == []
    assert refused_by_channel(recording) == []


async def test_there_a_game_is_played_undone_and_stopped_by_commands(
    bot: Parlour, ada: Person, recording: Recording
) -> None:
    shown = await ada.reply_to(await ada.command("play", channel=cast.LIBRARY, game="doublolo"))
    (session,) = bot.tables.in_memory.sessions_of(int(ada.id))
    await until(session.waits_for)
    await press_on(session, shown, ada, presses=1)
    await until(lambda: session.waits_for() == (0,) and len(session.table.lines) > 2)
    move = legal_at(session.table)[0]
    offered = await ada.autocomplete("move", "move", move=move, channel=cast.LIBRARY)
    assert move in [one["value"] for one in offered]
    again = await ada.reply_to(await ada.command("move", channel=cast.LIBRARY, move=move))
    assert is_ephemeral(again)
    assert move in [line.text for line in session.table.lines]
    await ada.wait_gone(shown)
    await until(lambda: session.waits_for() == (0,))
    undone = await ada.reply_to(await ada.command("undo", channel=cast.LIBRARY))
    await ada.wait_for(lambda m: m["id"] == undone["id"] and picks(m))
    assert session.table.lines[-1].text.startswith("/undo ")
    question = await ada.reply_to(await ada.command("stop", channel=cast.LIBRARY))
    await ada.press(question, label="Stop the game")
    await until(lambda: session.table.over)
    assert refused_by_channel(recording) == []


async def test_there_a_finished_game_is_looked_at_and_played_on(
    bot: Parlour, ada: Person, recording: Recording
) -> None:
    shown = await ada.reply_to(await ada.command("play", channel=cast.LIBRARY, game="fourside"))
    (session,) = bot.tables.in_memory.sessions_of(int(ada.id))
    await press_on(session, shown, ada, presses=3)
    question = await ada.reply_to(await ada.command("stop", channel=cast.LIBRARY))
    await ada.press(question, label="Stop the game")
    final = await ada.wait_for(lambda m: m["id"] == shown["id"] and "Replay" in labels_of(m))
    replay = await ada.reply_to(await ada.press(final, label="Replay"))
    assert is_ephemeral(replay)
    begun = await ada.reply_to(await ada.press(replay, label="Play from here"))
    assert is_ephemeral(begun)
    again = await ada.wait_for(lambda m: m["id"] == begun["id"] and picks(m))
    (session,) = bot.tables.in_memory.sessions_of(int(ada.id))
    await press_on(session, again, ada, presses=2)
    assert refused_by_channel(recording) == []


async def test_there_nobody_can_be_invited(bot: Parlour, ada: Person, chiara: Person) -> None:
    said = await told(
        ada, await ada.command("play", channel=cast.LIBRARY, game="doublolo", **{"with": chiara.id})
    )
    assert "answer only you" in said


async def test_a_game_alone_is_played_to_its_end_and_again(bot: Parlour, ada: Person) -> None:
    shown = await open_lobby(ada, cast.LIBRARY, form="quick")
    (session,) = bot.tables.in_memory.sessions_of(int(ada.id))
    await press_on(session, shown, ada)
    final = await ada.wait_for(lambda m: m["id"] == shown["id"] and "Rematch" in labels_of(m))
    await ada.press(final, label="Rematch")
    again = await ada.wait_for(lambda m: m["id"] != shown["id"] and picks(m))
    assert is_ephemeral(again)


@pytest.mark.parametrize("channel", [cast.GROUP, cast.LOUNGE, cast.LIBRARY])
async def test_the_game_of_the_day_is_played_where_it_was_asked_for(
    bot: Parlour, ada: Person, channel: str, recording: Recording
) -> None:
    card = await ada.reply_to(await ada.command("daily", channel=channel))
    assert "Nobody has played yet" in words_of(card)
    assert "played yet in" not in words_of(card), "nobody is counted in a server without the bot"
    shown = await ada.reply_to(await ada.press(card, label="Play"))
    assert is_ephemeral(shown)
    (session,) = bot.tables.in_memory.sessions_of(int(ada.id))
    await press_on(session, shown, ada, presses=3)
    assert refused_by_channel(recording) == []


@pytest.mark.parametrize("channel", [cast.GROUP, cast.LIBRARY])
async def test_lessons_are_taken_there(bot: Parlour, ada: Person, channel: str) -> None:
    shown = await ada.reply_to(await ada.command("learn", channel=channel, game="doublolo"))
    assert is_ephemeral(shown)
    await ada.press(shown, label="Show me")
    await ada.wait_for(lambda m: m["id"] == shown["id"] and labels_of(m) != labels_of(shown))


@pytest.mark.parametrize("channel", [cast.GROUP, cast.LOUNGE, cast.LIBRARY])
async def test_there_help_leads_to_a_game_that_is_seen_as_far_as_the_bot_is(
    bot: Parlour, ada: Person, channel: str
) -> None:
    shown = await ada.reply_to(await ada.command("help", channel=channel))
    await ada.press(shown, label="Play a game")
    games = await ada.wait_for(lambda m: m["id"] == shown["id"] and "FourSide" in labels_of(m))
    begun = await ada.reply_to(await ada.press(games, label="FourSide"))
    assert is_ephemeral(begun) == (channel == cast.LIBRARY)


@pytest.mark.parametrize("channel", [cast.GROUP, cast.LOUNGE, cast.LIBRARY])
@pytest.mark.parametrize("is_playing", [False, True])
async def test_every_command_is_answered_there(
    bot: Parlour, ada: Person, channel: str, is_playing: bool, recording: Recording
) -> None:
    if is_playing:
        await ada.command("play", channel=channel, game="doublolo", against="computer")
        await ada.wait_for(lambda m: m["channel_id"] == channel and picks(m))
    for command in commands(bot):
        values = {"move": "heads", "game": "doublolo", "table": "1", "rule": "0"}
        typed = {one.display_name: values[one.display_name] for one in command.parameters if one.required}
        if command.guild_only and channel == cast.GROUP:
            with pytest.raises(Refused, match="can't be used in"):
                await ada.command(command.qualified_name, channel=channel, **typed)
            continue
        used = await ada.command(command.qualified_name, channel=channel, **typed)
        assert await ada.outcome(used) == "answered"
    await ada.wait_until(lambda: "waiting" not in ada.sees.interactions.values())
    texts = [text_of(one) for one in ada.sees.in_channel(channel)]
    assert not [one for one in texts if "went wrong" in one or "Discord didn't" in one]
    assert not [one for one in texts if "in a server." in one], "or Discord shouldn't offer that here"
    assert refused_by_channel(recording) == []


async def test_a_duel_needs_a_server_with_the_bot(bot: Parlour, ada: Person) -> None:
    assert "only a guest" in await told(ada, await ada.command("duel", channel=cast.LOUNGE, game="doublolo"))


@pytest.mark.parametrize(("people", "kinds"), [((), [0, 1]), (None, [0])])
async def test_commands_are_for_people_s_own_accounts_if_the_application_is(
    tmp_path: Path, people: tuple[str, ...] | None, kinds: list[int]
) -> None:
    application = Application("Parlour", people=people)
    async with (
        LocalDiscord(cast.PLAYGROUND, applications=[application]) as discord,
        running(settings_for(discord, tmp_path / "parlour.sqlite3")),
    ):
        commands = application.commands.values()
        for one in commands:
            assert one["integration_types"] == ([0] if one["name"] == "server" else kinds)
        in_servers = {one["name"] for one in commands if one["contexts"] == [0]}
        assert in_servers == {"watch", "leaderboard", "profile", "fairness", "server"}
        assert all(one["contexts"] == [0, 1, 2] for one in commands if one["name"] not in in_servers)


class TestWithoutAServerInCommon:
    """Bruno has added the bot to his account, and is in no server that has it."""

    @pytest.fixture
    def local_discord_options(self, recording: Recording) -> LocalDiscordOptions:
        home, strange = cast.PLAYGROUND.guilds
        others = tuple(one.id for one in cast.PLAYGROUND.people if one.id != cast.BRUNO)
        role = home.roles[0].model_copy(update={"members": ()})
        home = home.model_copy(update={"members": others, "roles": (role,)})
        world = cast.PLAYGROUND.model_copy(update={"guilds": (home, strange)})
        return LocalDiscordOptions(world, limits=Limits(), deadlines=PATIENT, record=recording)

    async def test_he_plays_in_his_direct_messages_with_it(self, bot: Parlour, bruno: Person) -> None:
        channel = (await bruno.open_dm())["id"]
        lobby = await open_lobby(bruno, channel)
        await play_computer(bruno, lobby)
        await until(lambda: isinstance(bot.tables.channels.find(int(channel)), Session))
        session = session_in(bot, channel)
        await press_on(session, lobby, bruno, presses=3)
        again = await bruno.reply_to(await bruno.command("board", channel=channel))
        await bruno.wait_gone(lobby)
        await press_on(session, again, bruno, presses=3)

    async def test_he_plays_the_game_of_the_day_there(self, bot: Parlour, bruno: Person) -> None:
        channel = (await bruno.open_dm())["id"]
        card = await bruno.reply_to(await bruno.command("daily", channel=channel))
        shown = await bruno.reply_to(await bruno.press(card, label="Play"))
        await press_on(session_in(bot, channel), shown, bruno, presses=3)

    async def test_his_hand_is_shown_to_him_in_the_group(
        self, bot: Parlour, ada: Person, bruno: Person, recording: Recording
    ) -> None:
        lobby = await join(bruno, await open_lobby(ada, game="calabresella"))
        lobby = await ada.wait_for(lambda m: m["id"] == lobby["id"] and "Fill with computers" in labels_of(m))
        await ada.press(lobby, label="Fill with computers")
        await ada.press(
            await ada.wait_for(lambda m: m["id"] == lobby["id"] and "Start" in labels_of(m)), label="Start"
        )
        shown = await bruno.wait_for(lambda m: m["id"] == lobby["id"] and "My hand" in labels_of(m))
        hand = await bruno.reply_to(await bruno.press(shown, label="My hand"))
        assert is_ephemeral(hand)
        assert refused_by_channel(recording) == []


class TestWhoManagesAServerWithoutIt:
    """Chiara owns that server, and has added the bot to her account, too."""

    @pytest.fixture
    def local_discord_options(self, recording: Recording) -> LocalDiscordOptions:
        (application,) = cast.PLAYGROUND.applications
        people = (*(application.people or ()), cast.CHIARA)
        applications = (application.model_copy(update={"people": people}),)
        world = cast.PLAYGROUND.model_copy(update={"applications": applications})
        return LocalDiscordOptions(world, limits=Limits(), deadlines=PATIENT, record=recording)

    async def test_she_keeps_no_order_with_it_but_can_stop_a_game(
        self, bot: Parlour, discord: LocalDiscord, ada: Person, chiara: Person, recording: Recording
    ) -> None:
        shown = await begun(ada, chiara, cast.LOUNGE)
        with pytest.raises(Refused, match="no command /server"):
            await chiara.command("server keep-away", channel=cast.LOUNGE, person=ada.id, time=1, why="Mine")
        made_up = await forge(discord, chiara, shown, ServerLog(0).id)
        assert "I'm not in this server" in await told(chiara, made_up)
        question = await chiara.reply_to(await chiara.command("stop", channel=cast.LOUNGE))
        await chiara.press(question, label="Stop the game")
        await until(lambda: bot.tables.channels.id_in(int(cast.LOUNGE)) is None)
        ranks = await chiara.reply_to(await chiara.command("leaderboard", channel=cast.LOUNGE))
        assert "this server" in words_of(ranks), "Discord doesn't tell its name"
        assert refused_by_channel(recording) == []
