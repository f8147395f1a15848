"""Help inside Discord: what you can do here, as a picture, with buttons that do it."""

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.order import decisions as order
from bot.table import lobby as lobby_limits
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral, labels_of, pictures_of, text_of
from local_discord.pytest_plugin import Meet
from local_discord.server import LocalDiscord
from tests.bot.conftest import running
from tests.bot.hands import ROOM
from tests.bot.leaving import cards as cards
from tests.bot.leaving import leave, shown_board
from tests.bot.tables import (
    board,
    commands,
    mover,
    open_lobby,
    press_more,
    session_in,
    told,
    toss,
)

ALONE = ["Play a game", "Learn", "Game of the day", "All commands"]


async def help_of(person: Person, channel: str = "games") -> Json:
    return await person.reply_to(await person.command("help", channel=channel))


async def next_of(person: Person, shown: Json, label: str, saying: str) -> Json:
    """What comes in the same place once this button was pressed, and says this."""
    await person.press(shown, label=label)
    return await board(person, shown, saying)


async def test_it_says_what_this_channel_waits_for(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    async def told_to(person: Person) -> str:
        return await told(person, await person.command("help", channel="games"))

    assert "No game is running here" in await told_to(chiara)
    lobby = await open_lobby(chiara)
    assert "There's an open lobby for **Doublolo** here" in await told_to(emi)
    await press_more(chiara, lobby, "Close")
    question = await chiara.wait_for(lambda m: "Close this lobby?" in text_of(m))
    await chiara.press(question, label="Close lobby")
    await board(chiara, lobby, "was closed")
    await toss(chiara, dmitri)
    player = mover(bot, chiara, dmitri)
    other = dmitri if player is chiara else chiara
    assert "It's your turn" in await told_to(player)
    assert f"Waiting for <@{player.id}>" in await told_to(other)
    assert "You're watching" in await told_to(emi)


async def test_its_picture_says_in_words_which_commands_are_in_which_room(
    bot: Parlour, chiara: Person
) -> None:
    (shown,) = pictures_of(await help_of(chiara))
    assert shown["description"].startswith("What you can do here: a house with 6 rooms.")
    assert "Play: /play, /watch and /tables." in shown["description"]
    assert "You: /profile, /settings and /privacy." in shown["description"]
    known = {f"/{one.name}" for one in commands(bot)}
    assert {one.strip(",.") for one in shown["description"].split() if one.startswith("/")} <= known


async def test_direct_messages_are_offered_only_what_discord_has_there(bot: Parlour, chiara: Person) -> None:
    shown = await chiara.reply_to(await chiara.command("help", channel=(await chiara.open_dm())["id"]))
    assert "Play: /play and /tables." in pictures_of(shown)[0]["description"]
    listed = await next_of(chiara, shown, "All commands", "**/play**")
    assert "**/leaderboard**" not in text_of(listed)


async def test_all_commands_are_a_button_away_and_the_picture_comes_back(
    bot: Parlour, chiara: Person
) -> None:
    shown = await help_of(chiara)
    assert "**/play**" not in text_of(shown)
    listed = await next_of(chiara, shown, "All commands", "**/play**")
    for command in commands(bot):
        assert f"**/{command.name}** · {command.description}" in text_of(listed)
    assert pictures_of(listed) == []
    again = await next_of(chiara, listed, "Back", "No game is running")
    assert labels_of(again) == ALONE
    assert pictures_of(again)


async def test_a_game_is_chosen_and_opened_from_there(bot: Parlour, chiara: Person) -> None:
    shown = await help_of(chiara)
    assert is_ephemeral(shown)
    assert labels_of(shown) == ALONE
    games = await next_of(chiara, shown, "Play a game", "What would you like to play?")
    await chiara.press(games, label="Foozle")
    await chiara.wait_for(lambda m: "Join" in labels_of(m))
    lobby = bot.tables.channels.find(int(cast.GAMES))
    assert lobby is not None
    assert lobby.stored.game == "foozle"


async def test_learning_starts_from_there_with_the_list_of_lessons(chiara: Person) -> None:
    lessons = await next_of(chiara, await help_of(chiara), "Learn", "Which game would you like")
    await chiara.press(lessons, label="FourSide")
    await chiara.wait_for(lambda m: "Step 1 of" in text_of(m))


async def test_the_game_of_the_day_is_a_press_away(chiara: Person) -> None:
    card = await next_of(chiara, await help_of(chiara), "Game of the day", "You have one try")
    assert "Play" in labels_of(card)


async def test_somebody_can_join_a_lobby_from_there_and_nobody_is_offered_a_seat_that_they_cannot_take(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    lobby = await open_lobby(chiara)
    assert labels_of(await help_of(chiara)) == ["Rules", "Learn", "All commands"], (
        "the host sits there already"
    )
    shown = await help_of(dmitri)
    assert labels_of(shown) == ["Join", "Rules", "Learn", "All commands"]
    await dmitri.press(shown, label="Join")
    await board(dmitri, lobby, f"**B** · <@{dmitri.id}>")
    full = await help_of(emi)
    assert labels_of(full) == ["Rules", "Learn", "All commands"]
    assert "Press Join" not in text_of(full)


async def test_during_a_game_its_rules_and_its_lesson_are_at_hand(
    chiara: Person, dmitri: Person, emi: Person
) -> None:
    await toss(chiara, dmitri)
    for person in (chiara, emi):
        assert labels_of(await help_of(person)) == ["Rules", "Learn", "All commands"]
    await next_of(emi, await help_of(emi), "Rules", "Doublolo in one minute")


async def test_a_player_gets_their_hand_from_there_and_a_spectator_does_not(
    cards: Settings, meet: Meet
) -> None:
    chiara, ada = await meet(cast.CHIARA), await meet(cast.ADA)
    async with running(cards):
        assert labels_of(await help_of(ada, ROOM)) == ["Rules", "Learn", "All commands"]
        shown = await help_of(chiara, ROOM)
        assert labels_of(shown) == ["My hand", "Rules", "Learn", "All commands"]
        hand = await chiara.reply_to(await chiara.press(shown, label="My hand"))
        assert "You lead" in text_of(hand)


async def test_no_game_is_offered_where_the_server_allows_none(bot: Parlour, chiara: Person) -> None:
    await bot.tables.servers.change(int(cast.GUILD_ID), lambda had: had.having(channels=(int(cast.GAMES),)))
    shown = await help_of(chiara, "general")
    assert f"doesn't allow games in this channel. Use /play in <#{cast.GAMES}>." in text_of(shown)
    assert labels_of(shown) == ["Learn", "Game of the day", "All commands"]
    assert labels_of(await help_of(chiara)) == ALONE


async def test_no_game_is_offered_to_somebody_who_is_kept_away(bot: Parlour, chiara: Person) -> None:
    await order.keep_away(bot.archive, int(cast.GUILD_ID), int(cast.ADA), int(cast.CHIARA), 1, "Cheats")
    shown = await help_of(chiara)
    assert "don't let you play at its tables" in text_of(shown)
    assert labels_of(shown) == ["Learn", "Game of the day", "All commands"]


async def test_no_game_is_offered_to_a_host_of_too_many_lobbies(
    bot: Parlour, chiara: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_limits, "MOST_HERE", 1)
    await open_lobby(chiara, "general")
    shown = await help_of(chiara)
    assert "You already have 1 open lobbies in this server" in text_of(shown)
    assert labels_of(shown) == ["Learn", "Game of the day", "All commands"]


async def test_no_game_is_offered_where_the_bot_cannot_show_a_board(
    bot: Parlour, discord: LocalDiscord, chiara: Person
) -> None:
    discord.faults.forbid({cast.GAMES: ["ATTACH_FILES"]})
    shown = await help_of(chiara)
    assert "I need Attach Files here" in text_of(shown)
    assert labels_of(shown) == ["Learn", "Game of the day", "All commands"]


async def test_somebody_who_left_comes_back_from_there(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    await toss(chiara, dmitri)
    await leave(chiara)
    left = await shown_board(chiara, "who can come back")
    shown = await help_of(chiara)
    assert labels_of(shown)[0] == "Come back"
    await chiara.press(shown, label="Come back")
    await chiara.wait_for(lambda m: m["id"] == left["id"] and "who can come back" not in text_of(m))
    assert not session_in(bot).seats.is_away(int(chiara.id))
