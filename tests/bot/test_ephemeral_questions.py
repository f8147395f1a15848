"""Questions that only one person sees: each goes away once it's answered or no longer needed."""

from bot import play as cast
from local_discord.person import Person, labels_of
from local_discord.server import LocalDiscord
from tests.bot.cities import open_city, set_option
from tests.bot.conftest import Meet
from tests.bot.ephemerals import left
from tests.bot.tables import alone, board, join, open_lobby, press_as_host, sit_down


async def test_an_answered_question_goes_and_the_board_tells_the_rest(chiara: Person, dmitri: Person) -> None:
    lobby = await join(dmitri, await open_lobby(chiara))
    for label, value, told_by in (
        ("Change host", dmitri.id, f"<@{dmitri.id}> · host"),
        ("Remove player", f"1:{chiara.id}", "**B** · *free*"),
    ):
        host = chiara if label == "Change host" else dmitri
        question = await host.reply_to(await press_as_host(host, host.sees.current(lobby), label))
        await host.select(question, value)
        await board(host, lobby, told_by)
        await left(host, "Blocked squares")
    question = await dmitri.reply_to(await dmitri.press(dmitri.sees.current(lobby), label="Close"))
    await dmitri.press(question, label="Close lobby")
    await board(dmitri, lobby, "was closed")
    await left(dmitri)


async def test_questions_and_options_go_with_what_they_are_about(chiara: Person, dmitri: Person) -> None:
    lobby = await join(dmitri, await open_lobby(chiara))
    for label in ("Options", "Close"):
        await chiara.reply_to(await chiara.press(chiara.sees.current(lobby), label=label))
    await chiara.press(chiara.sees.current(lobby), label="Start")
    shown = await board(chiara, lobby, "Heads or tails?")
    await left(chiara)
    await chiara.reply_to(await chiara.press(shown, label="Resign"))
    question = await dmitri.reply_to(await dmitri.press(shown, label="Resign"))
    await dmitri.press(question, label="Resign")
    await left(chiara)
    await left(dmitri)


async def test_two_clicks_on_start_are_one_and_leave_no_message(chiara: Person, dmitri: Person) -> None:
    lobby = await join(dmitri, await open_lobby(chiara))
    await chiara.wait_until(lambda: "Start" in labels_of(chiara.sees.current(lobby)) or None)
    clicks = [await chiara.press(chiara.sees.current(lobby), label="Start") for _ in range(2)]
    assert [await chiara.outcome(one) for one in clicks] == ["answered"] * 2
    await board(chiara, lobby, "Heads or tails?")
    assert not alone(chiara)


async def test_two_clicks_on_a_confirmation_are_one_and_leave_no_message(
    chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    question = await dmitri.reply_to(await dmitri.press(shown, label="Resign"))
    clicks = [await dmitri.press(question, label="Resign") for _ in range(2)]
    assert [await dmitri.outcome(one) for one in clicks] == ["answered"] * 2
    await board(dmitri, shown, "wins")
    await left(dmitri)


async def test_a_player_who_resigns_where_no_board_can_be_shown_is_told_that_it_is_done(
    discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    question = await dmitri.reply_to(await dmitri.press(shown, label="Resign"))
    discord.faults.forbid({cast.GAMES: ["VIEW_CHANNEL"]})
    await dmitri.press(question, label="Resign")
    await left(dmitri, "Done, but nobody can see it.")


async def test_a_question_that_is_refused_goes_and_says_why(chiara: Person, dmitri: Person) -> None:
    lobby = await join(dmitri, await open_lobby(chiara))
    question = await chiara.reply_to(await press_as_host(chiara, chiara.sees.current(lobby), "Remove player"))
    await dmitri.press(dmitri.sees.current(lobby), label="Leave")
    await board(chiara, lobby, "**B** · *free*")
    await chiara.select(question, f"1:{dmitri.id}")
    await left(chiara, "Blocked squares", "just changed")


async def test_the_options_stay_one_message_however_often_they_are_used(chiara: Person, meet: Meet) -> None:
    lobby = await open_city(chiara, wage="6")
    (shown,) = alone(chiara)
    await set_option(chiara, shown, "days", "3")
    await chiara.reply_to(await chiara.press(chiara.sees.current(lobby), label="Options"))
    await chiara.wait_gone(shown)
    assert len(alone(chiara)) == 1
