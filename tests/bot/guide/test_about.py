"""What the bot is: its games in a picture, its version, and what to do next."""

from bot import __version__
from bot.app.parlour import Parlour
from bot.host import play as cast
from games.engine import registry
from local_discord.person import Person, is_ephemeral, labels_of, pictures_of, text_of
from tests.bot.guide.test_help import next_of
from tests.bot.tables import open_lobby


async def test_it_says_the_version_and_the_edition_of_each_game(chiara: Person) -> None:
    shown = await chiara.reply_to(await chiara.command("about", channel="games"))
    assert is_ephemeral(shown)
    assert f"Parlour {__version__}" in text_of(shown)
    for game in registry.all_games().values():
        assert f"{game.about.title} {game.about.edition}" in text_of(shown)


async def test_its_picture_says_in_words_for_how_many_each_game_is_and_how_long_it_lasts(
    chiara: Person,
) -> None:
    (shown,) = pictures_of(await chiara.reply_to(await chiara.command("about", channel="games")))
    said = shown["description"]
    for game in registry.all_games().values():
        assert game.about.line in said
    assert "Foozle, 2 to 6 players, 10 or 30 minutes: Lay down sets" in said
    assert said.endswith("With friends, or against 5 computers: Beginner, Easy, Medium, Hard and Expert.")


async def test_its_buttons_lead_to_a_game_a_lesson_and_what_can_be_done(bot: Parlour, chiara: Person) -> None:
    shown = await chiara.reply_to(await chiara.command("about", channel="games"))
    assert labels_of(shown) == ["Play a game", "Learn", "Help"]
    await next_of(chiara, shown, "Help", "No game is running here")
    shown = await chiara.reply_to(await chiara.command("about", channel="games"))
    await next_of(chiara, shown, "Learn", "Which game would you like to learn?")
    shown = await chiara.reply_to(await chiara.command("about", channel="games"))
    await next_of(chiara, shown, "Play a game", "What would you like to play?")


async def test_it_offers_no_game_where_there_is_one_or_where_none_is_allowed(
    bot: Parlour, chiara: Person, emi: Person
) -> None:
    await open_lobby(chiara)
    there = await emi.reply_to(await emi.command("about", channel="games"))
    assert labels_of(there) == ["Learn", "Help"]
    await bot.tables.servers.change(int(cast.GUILD_ID), lambda had: had.having(channels=(int(cast.GAMES),)))
    elsewhere = await emi.reply_to(await emi.command("about", channel="general"))
    assert labels_of(elsewhere) == ["Learn", "Help"]
