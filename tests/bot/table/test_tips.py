"""Tips for people who play a game for the first time: under their questions, until they turn them off."""

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.people.settings import change_settings, settings_of
from games.engine import lessons
from games.engine.lesson import Lesson, Place, moved
from local_discord.codec import Json
from local_discord.person import Person, labels_of, text_of
from local_discord.pytest_plugin import Meet
from storage import Archive
from tests.bot.conftest import running
from tests.bot.hands import CALLS, Three, direct, keep_deal, session_of
from tests.bot.tables import all_alone, legal, play_computer, start_fourside, until


async def test_after_five_moves_of_their_own_nobody_needs_them(seats: Three, settings: Settings) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *CALLS, "a give 4♠", "a reject 6♥ 5♦ 4♦")
    async with running(settings):
        hand = await direct(seats[0], "the widow")
        assert "Tip:" not in text_of(hand)


async def test_people_who_have_played_the_game_before_get_none(seats: Three, settings: Settings) -> None:
    async with Archive.open(settings.storage.url) as archive:
        earlier = await keep_deal(archive, channel=cast.GENERAL)
        await archive.sessions.end(earlier, "stopped", (), 1)
        await keep_deal(archive)
        assert await archive.sessions.has_played_before(int(cast.CHIARA), 2)
        assert not await archive.sessions.has_played_before(int(cast.CHIARA), 1)
        assert not await archive.sessions.has_played_before(int(cast.FARID), 2)
    async with running(settings) as bot:
        hand = await direct(seats[0], "do you pass")
        await until(lambda: session_of(bot).waits_for() == (0,))
        assert "Tip:" not in text_of(hand)


async def tip_on(person: Person, shown: Json, tip: str) -> Json:
    """The board once this tip stands on it."""
    return await person.wait_for(lambda m: m["id"] == shown["id"] and tip in text_of(m))


async def test_on_a_board_without_hands_a_newcomers_tip_stands_under_their_question(
    bot: Parlour, meet: Meet, emi: Person
) -> None:
    host, guest = await meet(cast.CHIARA), await meet(cast.DMITRI)
    shown, asker, rival = await start_fourside(bot, host, guest)
    first = "A square takes the tile whose number is dark"
    shown = await tip_on(asker, shown, f"Which square?\n-# Tip: {first}")
    assert "Turn off tips" in labels_of(shown)
    assert emi.sees.current(shown) == shown, "it's on the board, so everybody reads it"
    await asker.press(shown, label=next(one for one in labels_of(shown) if one.startswith("Tile ")))
    shown = await asker.wait_for(lambda m: m["id"] == shown["id"] and "Where does tile" in text_of(m))
    assert "Tip:" not in text_of(shown), "the rest of the question comes without it"
    await asker.command("move", channel="games", move=legal(bot)[0])
    shown = await tip_on(rival, shown, first)
    await rival.command("move", channel="games", move=legal(bot)[0])
    shown = await asker.wait_for(
        lambda m: m["id"] == shown["id"] and "Which square" in text_of(m) and "Tip:" not in text_of(m)
    )
    assert not [one for one in all_alone(asker) if "Tip:" in text_of(one)], "no message of its own"


async def test_one_press_on_a_boards_tip_turns_them_off_for_good(bot: Parlour, meet: Meet) -> None:
    host, guest = await meet(cast.CHIARA), await meet(cast.DMITRI)
    shown, asker, rival = await start_fourside(bot, host, guest)
    shown = await tip_on(asker, shown, "Tip:")
    refused = await rival.reply_to(await rival.press(shown, label="Turn off tips"))
    assert "isn't your hand" in text_of(refused)
    await asker.press(shown, label="Turn off tips")
    shown = await asker.wait_for(lambda m: m["id"] == shown["id"] and "Tip:" not in text_of(m))
    assert "Turn off tips" not in labels_of(shown)
    assert (await settings_of(bot.archive, int(asker.id))).no_tips
    assert not (await settings_of(bot.archive, int(rival.id))).no_tips


def walked(lesson: Lesson) -> list[Place]:
    """Where somebody is who goes through the lesson, from the beginning to the end."""
    places = [Place()]
    while (place := places[-1]).step < len(lesson.steps) - 1:
        step = lesson.steps[place.step]
        if step.stop is None:
            places.append(Place(place.step + 1, place.moves))
        else:
            places.append(moved(lesson, place, lessons.shown_move(step, lessons.moment(lesson, place))))
    return places


async def test_who_has_finished_the_games_lesson_gets_none(bot: Parlour, meet: Meet) -> None:
    host, lesson = await meet(cast.CHIARA), lessons.find("doublolo")
    before, last = walked(lesson)[-2:]
    await change_settings(bot.archive, int(host.id), lambda had: had.at_place(lesson, before))
    lobby = await host.reply_to(await host.command("play", channel="games", game="doublolo"))
    await play_computer(host, lobby)
    await tip_on(host, lobby, "Heads or tails?\n-# Tip: Call the toss. If you're right, you start.")
    await change_settings(bot.archive, int(host.id), lambda had: had.at_place(lesson, last))
    await host.command("board", channel="games")
    again = await host.wait_for(lambda m: m["id"] != lobby["id"] and "Heads or tails?" in text_of(m))
    assert "Tip:" not in text_of(again)
