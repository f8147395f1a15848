"""The lobby: joining, leaving, computers, options, the host's rights, starting and closing."""

import asyncio

import pytest

from bot.app import Parlour
from bot.tables.lobby import either
from games import fair, registry
from local_discord.person import (
    Person,
    Refused,
    control_of,
    is_ephemeral,
    labels_of,
    pictures_of,
    text_of,
)
from local_discord.server import LocalDiscord
from tests.bot.tables import board, commitment_of, forge, join, open_lobby, press_as_host, told


async def test_play_opens_a_lobby_that_all_see_with_its_host_on_the_first_seat(
    chiara: Person, emi: Person
) -> None:
    lobby = await open_lobby(chiara)
    text = text_of(await emi.wait_for(lambda m: m["id"] == lobby["id"]))
    assert "Doublolo" in text
    assert f"**A** · <@{chiara.id}> · host" in text
    assert "**B** · *free*" in text
    assert "sha256:" not in text
    assert not lobby["mentions"], "a lobby calls nobody"


async def test_fair_play_tells_one_person_how_chance_is_fixed(
    bot: Parlour, chiara: Person, emi: Person
) -> None:
    lobby = await open_lobby(chiara)
    seen = await emi.wait_for(lambda m: m["id"] == lobby["id"])
    stored = await bot.archive.sessions.find(1)
    assert stored is not None
    assert await commitment_of(emi, seen) == fair.commit(stored.seed)
    assert "Fair play" in labels_of(emi.sees.current(lobby)), "the lobby stays as it is"


async def test_play_suggests_every_game_with_its_whole_description(chiara: Person) -> None:
    offered = await chiara.autocomplete("play", "game", channel="games", game="")
    abouts = [game.about for game in registry.all_games().values()]
    assert [one["name"] for one in offered] == [f"{about.title}: {about.line}" for about in abouts]


async def test_play_offers_known_games_and_says_kindly_that_a_game_is_unknown(
    chiara: Person,
) -> None:
    offered = await chiara.autocomplete("play", "game", channel="games", game="doub")
    assert [one["value"] for one in offered] == ["doublolo"]
    sentence = await told(chiara, await chiara.command("play", channel="games", game="whist"))
    assert "whist" in sentence
    assert "doublolo" in sentence.casefold()


async def test_a_channel_has_one_table_and_a_thread_counts_as_a_channel(
    chiara: Person, dmitri: Person
) -> None:
    await open_lobby(chiara)
    sentence = await told(dmitri, await dmitri.command("play", channel="games", game="doublolo"))
    assert "already running here" in sentence
    channel_id = chiara.sees.channel("games")["id"]
    thread = (await chiara.do("create_thread", channel_id=channel_id, name="a side table"))["channel"]
    lobby = await open_lobby(chiara, thread["id"])
    assert lobby["channel_id"] == thread["id"]


async def test_two_who_open_a_table_in_the_same_moment_get_one_table(chiara: Person, dmitri: Person) -> None:
    sent = await asyncio.gather(
        chiara.command("play", channel="games", game="doublolo"),
        dmitri.command("play", channel="games", game="doublolo"),
    )
    answers = await asyncio.gather(chiara.reply_to(sent[0]), dmitri.reply_to(sent[1]))
    assert sorted(is_ephemeral(one) for one in answers) == [False, True]


async def test_joining_twice_and_leaving_without_a_seat_are_answered_with_a_sentence(
    chiara: Person, dmitri: Person
) -> None:
    lobby = await open_lobby(chiara)
    assert "already at this table" in await told(chiara, await chiara.press(lobby, label="Join"))
    assert "not at this table" in await told(dmitri, await dmitri.press(lobby, label="Leave"))


async def test_nobody_can_join_a_full_lobby(chiara: Person, dmitri: Person, emi: Person) -> None:
    lobby = await open_lobby(chiara)
    seen = await emi.wait_for(lambda m: m["id"] == lobby["id"])
    open_button = control_of(seen, label="Join")["custom_id"]
    lobby = await join(dmitri, lobby)
    assert "Join" not in labels_of(lobby)
    with pytest.raises(Refused, match="disabled"):
        await emi.press(seen, open_button)


async def test_if_two_people_take_the_last_seat_at_once_one_is_told_that_the_table_is_full(
    chiara: Person, dmitri: Person, emi: Person
) -> None:
    lobby = await open_lobby(chiara)
    for one in (dmitri, emi):
        await one.wait_for(lambda m: m["id"] == lobby["id"])
    sent = await asyncio.gather(dmitri.press(lobby, label="Join"), emi.press(lobby, label="Join"))
    ends = await asyncio.gather(dmitri.outcome(sent[0]), emi.outcome(sent[1]))
    assert set(ends) == {"answered"}
    lobby = await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "*free*" not in text_of(m))
    late, press = (emi, sent[1]) if f"<@{dmitri.id}>" in text_of(lobby) else (dmitri, sent[0])
    assert "This table is full" in await told(late, press)


async def test_a_guest_can_decide_nothing(chiara: Person, dmitri: Person) -> None:
    lobby = await join(dmitri, await open_lobby(chiara))
    for label in ("Start", "Options"):
        sentence = await told(dmitri, await dmitri.press(lobby, label=label))
        assert f"Only the host, <@{chiara.id}>, can do that" in sentence
    assert "host" in await told(dmitri, await dmitri.press(lobby, label="Close"))


async def test_when_the_host_leaves_the_next_person_becomes_host(chiara: Person, dmitri: Person) -> None:
    lobby = await join(dmitri, await open_lobby(chiara))
    await chiara.press(lobby, label="Leave")
    lobby = await board(dmitri, lobby, f"**A** · <@{dmitri.id}> · host")
    assert f"<@{chiara.id}>" not in text_of(lobby)


async def test_the_first_person_at_an_empty_table_is_its_host(chiara: Person, dmitri: Person) -> None:
    lobby = await open_lobby(chiara)
    await chiara.press(lobby, label="Leave")
    await board(dmitri, lobby, "**A to B** · *free*")
    assert f"<@{dmitri.id}> · host" in text_of(await join(dmitri, lobby))


async def test_the_host_hands_the_table_over(chiara: Person, dmitri: Person) -> None:
    lobby = await join(dmitri, await open_lobby(chiara))
    menu = await chiara.reply_to(await press_as_host(chiara, lobby, "Change host"))
    assert is_ephemeral(menu)
    await chiara.select(menu, dmitri.id)
    await board(dmitri, lobby, f"<@{dmitri.id}> · host")
    assert "Only the host" in await told(chiara, await chiara.press(lobby, label="Options"))


async def test_the_host_removes_a_guest_or_a_computer(chiara: Person, dmitri: Person) -> None:
    lobby = await join(dmitri, await open_lobby(chiara))
    menu = await chiara.reply_to(await press_as_host(chiara, lobby, "Remove player"))
    await chiara.select(menu, f"1:{dmitri.id}")
    lobby = await board(chiara, lobby, "**B** · *free*")
    await chiara.select(lobby, "easy")
    lobby = await board(chiara, lobby, "Computer (Easy)")
    menu = await chiara.reply_to(await press_as_host(chiara, lobby, "Remove player"))
    await chiara.select(menu, "1:easy")
    await board(chiara, lobby, "**B** · *free*")


async def test_a_seat_that_changed_hands_meanwhile_is_not_freed(chiara: Person, dmitri: Person) -> None:
    lobby = await join(dmitri, await open_lobby(chiara))
    menu = await chiara.reply_to(await press_as_host(chiara, lobby, "Remove player"))
    await dmitri.press(lobby, label="Leave")
    lobby = await board(chiara, lobby, "**B** · *free*")
    await chiara.select(lobby, "easy")
    await board(chiara, lobby, "Computer (Easy)")
    assert "just changed" in await told(chiara, await chiara.select(menu, f"1:{dmitri.id}"))
    assert "Computer (Easy)" in text_of(chiara.sees.current(lobby))


async def test_starting_needs_enough_seats(chiara: Person) -> None:
    lobby = await open_lobby(chiara)
    assert "Start" not in labels_of(lobby)
    assert "Join" in labels_of(lobby)


async def test_a_lobby_that_lost_a_guest_since_it_was_shown_does_not_start(
    chiara: Person, dmitri: Person
) -> None:
    lobby = await join(dmitri, await open_lobby(chiara))
    await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "Start" in labels_of(m))
    sent = await asyncio.gather(dmitri.press(lobby, label="Leave"), chiara.press(lobby, label="Start"))
    ends = await asyncio.gather(dmitri.outcome(sent[0]), chiara.outcome(sent[1]))
    assert set(ends) == {"answered"}
    assert "Waiting for 1 more player." in await told(chiara, sent[1])


async def test_nobody_leaves_or_joins_a_game_that_begins_in_the_same_moment(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    lobby = await join(dmitri, await open_lobby(chiara))
    await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "Start" in labels_of(m))
    sent = await asyncio.gather(chiara.press(lobby, label="Start"), dmitri.press(lobby, label="Leave"))
    assert "already started" in await told(dmitri, sent[1])
    await board(chiara, lobby, "Heads or tails?")
    (stored,) = await bot.archive.sessions.open_tables()
    assert [one.user_id for one in await bot.archive.sessions.seats(stored.id)] == [
        int(chiara.id),
        int(dmitri.id),
    ]


async def test_closing_asks_first_and_then_frees_the_channel(chiara: Person, dmitri: Person) -> None:
    lobby = await open_lobby(chiara)
    question = await chiara.reply_to(await chiara.press(lobby, label="Close"))
    assert is_ephemeral(question)
    assert "Doublolo" in text_of(chiara.sees.current(lobby))
    await chiara.press(question, label="Close lobby")
    closed = await board(dmitri, lobby, "was closed")
    assert labels_of(closed) == []
    assert f"<@{dmitri.id}> · host" in text_of(await open_lobby(dmitri))


async def test_a_moderator_closes_a_lobby_and_stop_does_it_too(chiara: Person, bruno: Person) -> None:
    lobby = await open_lobby(chiara)
    question = await bruno.reply_to(await bruno.command("stop", channel="games"))
    await bruno.press(question, label="Close lobby")
    await board(chiara, lobby, "was closed")


async def test_a_late_click_on_close_says_that_the_lobby_was_closed(
    discord: LocalDiscord, chiara: Person
) -> None:
    lobby = await open_lobby(chiara)
    question = await chiara.reply_to(await chiara.press(lobby, label="Close"))
    confirmation = control_of(question, label="Close lobby")["custom_id"]
    await chiara.press(question, label="Close lobby")
    closed = await board(chiara, lobby, "was closed")
    assert "was closed" in await told(chiara, await forge(discord, chiara, closed, confirmation))


async def test_names_with_markdown_and_mentions_do_no_harm(grim: Person, chiara: Person) -> None:
    lobby = await open_lobby(chiara)
    lobby = await join(grim, lobby)
    menu = await chiara.reply_to(await press_as_host(chiara, lobby, "Remove player"))
    assert not menu["mention_everyone"]
    await chiara.press(lobby, label="Start")
    shown = await board(chiara, lobby, "Heads or tails?")
    assert not shown["mention_everyone"]
    assert "@everyone" not in text_of(shown)


@pytest.mark.parametrize(
    ("numbers", "told"), [((2,), "2"), ((2, 3), "2 or 3"), ((2, 3, 4), "2 to 4"), ((2, 3, 5), "2, 3 or 5")]
)
def test_numbers_of_players_are_told_in_few_words(numbers: tuple[int, ...], told: str) -> None:
    assert either(numbers) == told


async def test_the_new_host_of_doublolo_is_red(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    lobby = await join(dmitri, await open_lobby(chiara))
    question = await chiara.reply_to(await press_as_host(chiara, lobby, "Change host"))
    await chiara.select(question, dmitri.id)
    lobby = await board(dmitri, lobby, f"**A** · <@{dmitri.id}> · host\n**B** · <@{chiara.id}>")
    await dmitri.press(lobby, label="Start")
    await board(dmitri, lobby, f"<@{dmitri.id}>: Heads or tails?")


async def test_the_lobby_has_a_picture_that_is_described(chiara: Person) -> None:
    lobby = await open_lobby(chiara)
    (picture,) = pictures_of(lobby)
    assert "Doublolo, for 2 players" in picture["description"]
    assert "1 seat is free" in picture["description"]
    assert (await chiara.fetch(picture["url"])).startswith(b"\x89PNG")


async def test_play_without_a_name_shows_all_games_and_opens_the_chosen_one(chiara: Person) -> None:
    shown = await chiara.reply_to(await chiara.command("play", channel="games"))
    assert is_ephemeral(shown)
    assert pictures_of(shown)
    titles = [game.about.title for game in registry.all_games().values()]
    assert labels_of(shown) == titles
    lobby = await chiara.reply_to(await chiara.press(shown, label="Foozle"))
    assert "Foozle" in text_of(lobby)
    assert "Join" in labels_of(lobby)
    assert not is_ephemeral(lobby)
