"""Lessons: played alone with buttons, left and continued, and followed by a first game."""

import pytest

from bot.app.parlour import Parlour
from bot.chat.players import computer, person
from bot.config import Settings
from bot.host import play as cast
from bot.learning.lesson import called
from bot.people.settings import change_settings
from games.engine import lessons, registry
from games.engine.lesson import Place
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral, labels_of, pictures_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.tables import alone, board, forge, open_lobby, press_more, session_in, told, until, words_of
from tests.openapi import Description, Recording

GAME = "fourside"
LAST = len(lessons.find(GAME).steps)


async def begin(person: Person, channel: str = "games", game: str = GAME) -> Json:
    """The first thing that /learn shows."""
    return await person.reply_to(await person.command("learn", channel=channel, game=game))


async def at_step(person: Person, shown: Json, step: int) -> Json:
    """The lesson's message once it is at this step, counted from 1."""
    return await board(person, shown, f"Step {step} of")


async def press(person: Person, shown: Json, label: str, step: int) -> Json:
    """The lesson after a press that leads to this step."""
    await person.press(shown, label=label)
    return await at_step(person, shown, step)


async def walk(person: Person, shown: Json, until_step: int) -> Json:
    """Go on by Next and Show me from the first step to this one."""
    for step in range(2, until_step + 1):
        assert pictures_of(shown)
        shown = await press(person, shown, "Next" if "Next" in labels_of(shown) else "Show me", step)
    return shown


async def jump(bot: Parlour, person: Person, step: int, channel: str = "games") -> Json:
    """The lesson at this step, as if Show me had made the moves before it."""
    lesson, place = lessons.find(GAME), Place()
    for number in range(step - 1):
        now, made = lesson.steps[number], place.moves
        if now.stop:
            made = (*made, lessons.shown_move(now, lessons.moment(lesson, place)))
        place = Place(number + 1, made)
    await change_settings(bot.archive, int(person.id), lambda had: had.at_place(lesson, place))
    asked = await begin(person, channel)
    there = next(one for one in labels_of(asked) if one.startswith(("Go on", "Show the last step")))
    return await press(person, asked, there, step)


async def test_a_lesson_is_played_by_the_games_own_buttons_and_opens_no_table(
    bot: Parlour, chiara: Person
) -> None:
    first = await begin(chiara)
    assert is_ephemeral(first)
    assert "Step 1 of" in text_of(first)
    (picture,) = pictures_of(first)
    assert "It's Chiara's turn to place a tile." in picture["description"]
    shown = await press(chiara, first, "Next", 2)
    assert "Which square?" in text_of(shown)
    assert {"Back", "Show me", "Leave the lesson", "D4", "E3", "Hint (3 left)"} <= set(labels_of(shown))
    await chiara.press(shown, "try:fourside:1:tile4")
    shown = await chiara.wait_for(lambda m: m["id"] == first["id"] and "Choose again" in labels_of(m))
    assert "Where does tile 4 go?" in text_of(shown)
    await chiara.press(shown, "try:fourside:1:tile4,4@D4")
    done = await at_step(chiara, shown, 3)
    (picture,) = pictures_of(done)
    assert "Chiara places tile 4 on D4 for 4 points" in picture["description"]
    assert "4 points" not in text_of(done), "the picture's caption says it"
    assert bot.tables.channels.find(int(cast.GAMES)) is None
    assert await bot.archive.sessions.find(1) is None


async def test_a_move_of_another_kind_is_answered_with_a_reason_above_the_same_question(
    chiara: Person,
) -> None:
    shown = await walk(chiara, await begin(chiara), 2)
    await chiara.press(shown, label="Hint (3 left)")
    shown = await board(chiara, shown, "Hints come later.")
    assert "Step 2 of" in text_of(shown)
    assert text_of(shown).index("Hints come later.") < text_of(shown).index("Which square?")


async def test_show_me_makes_the_move_and_says_why(chiara: Person) -> None:
    shown = await walk(chiara, await begin(chiara), 2)
    shown = await press(chiara, shown, "Show me", 3)
    assert "Tile 4 has a 4 on its right" in text_of(shown)
    assert "4 points" in words_of(shown)


async def test_back_takes_the_move_back(chiara: Person) -> None:
    shown = await walk(chiara, await begin(chiara), 3)
    shown = await press(chiara, shown, "Back", 2)
    assert "Which square?" in text_of(shown)


async def test_a_lesson_that_was_left_goes_on_after_a_restart_or_starts_over(
    discord: LocalDiscord, settings: Settings, meet: Meet
) -> None:
    async with running(settings):
        chiara = await meet(cast.CHIARA)
        shown = await walk(chiara, await begin(chiara), 5)
        await chiara.press(shown, label="Leave the lesson")
        shown = await board(chiara, shown, "Your place is saved")
        assert labels_of(shown) == ["Go on"]
    async with running(settings):
        await until(lambda: any(one["name"] == "learn" for one in discord.directory.commands()))
        asked = await begin(chiara)
        assert "You're at step 5 of" in text_of(asked)
        assert labels_of(asked) == ["Go on at step 5", "Start over"]
        shown = await press(chiara, asked, "Go on at step 5", 5)
        assert "10" in text_of(shown).split("(4 + 1)")[0], "the moves are kept, too"
        asked = await begin(chiara)
        await press(chiara, asked, "Start over", 1)
        assert "Step 1 of" in text_of(await begin(chiara))


async def test_an_old_button_says_so_and_shows_where_you_are(discord: LocalDiscord, chiara: Person) -> None:
    shown = await walk(chiara, await begin(chiara), 4)
    await forge(discord, chiara, shown, "demo:fourside:1")
    shown = await board(chiara, shown, "That button is from an earlier step.")
    assert "Step 4 of" in text_of(shown)
    assert "Which square?" in text_of(shown)
    await forge(discord, chiara, shown, "try:fourside:1:D4")
    assert "Step 4 of" in text_of(await board(chiara, shown, "That button is from an earlier step."))
    await chiara.press(chiara.sees.current(shown), label="Tile 1")
    await chiara.wait_for(lambda m: m["id"] == shown["id"] and "Choose again" in labels_of(m))
    await forge(discord, chiara, shown, "lesson:fourside:2:1")
    assert "Step 4 of" in text_of(await board(chiara, shown, "That button is from an earlier step."))
    await chiara.press(chiara.sees.current(shown), label="Show me")
    await at_step(chiara, shown, 5)


async def test_a_second_click_is_one_step(discord: LocalDiscord, chiara: Person) -> None:
    shown = await walk(chiara, await begin(chiara), 2)
    for _ in range(2):
        await forge(discord, chiara, shown, "demo:fourside:1")
    shown = await at_step(chiara, shown, 3)
    for _ in range(2):
        await forge(discord, chiara, shown, "lesson:fourside:3:2")
    shown = await at_step(chiara, shown, 4)
    assert await chiara.outcome(await forge(discord, chiara, shown, "lesson:fourside:3:2")) == "answered"
    assert "earlier step" not in text_of(chiara.sees.current(shown))
    shown = await press(chiara, chiara.sees.current(shown), "Back", 3)
    assert await chiara.outcome(await forge(discord, chiara, shown, "demo:fourside:1")) == "answered"
    assert "earlier step" not in text_of(chiara.sees.current(shown))


@pytest.mark.parametrize(
    "custom_id",
    ["try:fourside:1:9", "try:fourside:1:1,r0,A1", "try:fourside:1:zz", "lesson:fourside:x", "demo:"],
)
async def test_made_up_buttons_are_refused(discord: LocalDiscord, chiara: Person, custom_id: str) -> None:
    shown = await walk(chiara, await begin(chiara), 2)
    assert await told(chiara, await forge(discord, chiara, shown, custom_id))
    assert "Step 2 of" in text_of(chiara.sees.current(shown))


async def test_the_lobby_and_the_list_of_games_offer_the_lesson_for_the_person_alone(
    chiara: Person, emi: Person
) -> None:
    listed = await chiara.reply_to(await chiara.command("play", channel="games"))
    shown = await chiara.reply_to(await chiara.select(listed, GAME, custom_id="learn:menu"))
    assert "FourSide · Your first tile · Step 1 of" in text_of(shown)
    await chiara.command("play", channel="games", game=GAME)
    lobby = await emi.wait_for(lambda m: "More" in labels_of(m) and "Join" in labels_of(m))
    shown = await emi.reply_to(await press_more(emi, lobby, "Learn"))
    assert is_ephemeral(shown)
    assert "Step 1 of" in text_of(shown)
    assert "Join" in labels_of(emi.sees.current(lobby))


async def test_learn_without_a_name_is_about_this_channels_game_or_lists_all(chiara: Person) -> None:
    listed = await chiara.reply_to(await chiara.command("learn", channel="games"))
    titles = [game.about.title for name, game in registry.all_games().items() if lessons.has_lesson(name)]
    assert labels_of(listed) == titles
    shown = await chiara.reply_to(await chiara.press(listed, label="FourSide"))
    assert "Step 1 of" in text_of(shown)
    await until(lambda: len(alone(chiara)) == 1)
    await open_lobby(chiara)
    shown = await chiara.reply_to(await chiara.command("learn", channel="games"))
    assert "Doublolo" in text_of(shown)


async def test_the_list_of_lessons_says_which_are_finished_and_where_one_is_in_the_others(
    bot: Parlour, chiara: Person
) -> None:
    await jump(bot, chiara, LAST)
    foozle = lessons.find("foozle")
    await change_settings(bot.archive, int(chiara.id), lambda had: had.at_place(foozle, Place(1)))
    listed = await chiara.reply_to(await chiara.command("learn", channel="general"))
    assert [one for one in labels_of(listed) if "✓" in one] == ["FourSide ✓"]
    assert f"**Foozle**: you're at step 2 of {len(foozle.steps)}." in text_of(listed)
    assert "Doublolo**" not in text_of(listed)


async def test_a_game_nobody_knows_is_refused(chiara: Person) -> None:
    sentence = await told(chiara, await chiara.command("learn", channel="games", game="whist"))
    assert "There's no game called “whist”." in sentence
    choices = await chiara.autocomplete("learn", "game", channel="games", game="four")
    assert [one["value"] for one in choices] == [GAME]


async def test_the_end_leads_to_a_quick_game_with_an_easy_computer(bot: Parlour, chiara: Person) -> None:
    shown = await jump(bot, chiara, LAST)
    assert "Next" not in labels_of(shown)
    await chiara.press(shown, label="Play the computer")
    await until(lambda: bot.tables.channels.find(int(cast.GAMES)) is not None)
    await chiara.wait_for(lambda m: "Resign" in labels_of(m))
    session = session_in(bot)
    assert dict(session.table.header.options) == {"level": "beginner", "length": "quick"}
    assert [one.level for one in session.players] == [None, "rising"]
    assert "finished" in text_of(await begin(chiara, "card-room"))
    answered = await told(chiara, await chiara.press(shown, label="Play the computer"))
    assert "A game is already running here" in answered


async def test_the_end_starts_the_lobby_in_which_the_learner_waits_alone(
    bot: Parlour, chiara: Person
) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game="fourside"))
    shown = await jump(bot, chiara, LAST)
    await chiara.press(shown, label="Play the computer")
    await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "Resign" in labels_of(m))
    session = session_in(bot)
    assert dict(session.table.header.options) == {"level": "beginner", "length": "quick"}
    assert [one.level for one in session.players] == [None, "rising"]


async def test_the_end_leaves_a_lobby_alone_where_somebody_else_has_sat_down(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game="fourside"))
    await dmitri.press(lobby, label="Join")
    shown = await jump(bot, chiara, LAST)
    answered = await told(chiara, await chiara.press(shown, label="Play the computer"))
    assert "A game is already running here" in answered


async def test_a_finished_lesson_that_is_opened_again_leads_to_a_game_too(
    bot: Parlour, chiara: Person
) -> None:
    await jump(bot, chiara, LAST)
    await chiara.press(await begin(chiara, "card-room"), label="Play the computer")
    await chiara.wait_for(lambda m: m["channel_id"] == cast.CARD_ROOM and "Resign" in labels_of(m))


async def test_a_lesson_can_be_taken_in_direct_messages_and_leads_to_a_game_there(
    bot: Parlour, chiara: Person
) -> None:
    direct = await chiara.open_dm()
    shown = await walk(chiara, await begin(chiara, direct["id"]), 3)
    assert is_ephemeral(shown)
    shown = await jump(bot, chiara, LAST, direct["id"])
    await chiara.press(shown, label="Play the computer")
    await chiara.wait_for(lambda m: m["channel_id"] == direct["id"] and "Resign" in labels_of(m))
    assert dict(session_in(bot, direct["id"]).table.header.options) == {
        "level": "beginner",
        "length": "quick",
    }


async def test_settings_that_were_saved_before_are_kept(
    settings: Settings, bot: Parlour, chiara: Person
) -> None:
    await bot.archive.people.change_settings(
        int(cast.CHIARA), lambda _: '{"likings": {"foozle": {"order": "rank"}}}'
    )
    await walk(chiara, await begin(chiara), 2)
    async with Archive.open(settings.storage.url) as archive:
        person = await archive.people.person(int(cast.CHIARA))
    assert '"likings": {"foozle": {"order": "rank"}}' in person.settings
    assert '"lessons": {"fourside": {"step": 1, "moves": []}}' in person.settings


@pytest.mark.parametrize("game", sorted(filter(lessons.has_lesson, registry.all_games())))
async def test_every_lesson_is_followed_to_its_end_in_messages_with_pictures_that_discord_takes(
    bot: Parlour, recording: Recording, chiara: Person, game: str
) -> None:
    lesson = lessons.find(game)
    shown = await walk(chiara, await begin(chiara, game=game), len(lesson.steps))
    assert "Start over" in labels_of(shown)
    place = await bot.archive.people.person(int(cast.CHIARA))
    assert f'"{game}": {{"step": {len(lesson.steps) - 1}' in place.settings
    if description := Description.load():
        assert description.all_objections(recording) == []


async def test_the_coach_calls_a_single_opponent_the_computer(chiara: Person) -> None:
    first = await begin(chiara)
    assert "You and the computer take turns." in text_of(first)
    assert "Beginner" not in words_of(first)
    shown = await begin(chiara, "card-room", game="calabresella")
    assert "Here Easy B is the soloist, so Easy C is your partner." in text_of(shown)


def test_a_sentence_about_the_computer_begins_with_a_capital() -> None:
    two = person(1, "Ada", ""), computer("easy")
    assert called("{b} has passed. {b}'s card wins: {b} leads.", two) == (
        "The computer has passed. The computer's card wins: the computer leads."
    )


async def test_of_two_lessons_opened_one_after_the_other_the_later_one_stays_though_its_answer_comes_first(
    bot: Parlour, chiara: Person, discord: LocalDiscord
) -> None:
    late = discord.faults.hold_next("POST", "/callback")
    first = await chiara.command("learn", channel="games", game="fourside")
    await late.arrived.wait()
    later = await chiara.reply_to(await chiara.command("learn", channel="games", game="doublolo"))
    late.released.set()
    before = await chiara.reply_to(first)
    await until(lambda: before["id"] not in {one["id"] for one in alone(chiara)})
    await chiara.press(later, label="Leave the lesson")
    await chiara.wait_for(lambda m: m["id"] == later["id"] and "Leave the lesson" not in labels_of(m))
