"""The players' names and avatars in the bot's pictures."""

import asyncio

from bot.app.parlour import Parlour
from bot.chat.players import computer, person
from bot.config import Settings
from bot.host import play as cast
from games.engine import registry
from games.kit.faces import Face
from local_discord.person import Person, pictures_of, text_of
from local_discord.server import LocalDiscord
from local_discord.users import Avatar
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.faced import draws_players as draws_players
from tests.bot.faced import face, shows
from tests.bot.hands import Three
from tests.bot.tables import keep, people, session_in, sit_down, sit_down_alone, to_move, toss, type_moves
from tests.games.pictures import photograph


async def test_a_board_shows_the_avatars_of_those_who_sit_at_it(
    discord: LocalDiscord, ada: Person, bruno: Person
) -> None:
    await sit_down(ada, bruno)
    await shows(ada, face(discord, cast.ADA), face(discord, cast.BRUNO))


async def test_a_player_without_an_avatar_has_a_name_and_a_badge(
    discord: LocalDiscord, ada: Person, grim: Person
) -> None:
    await sit_down(ada, grim)
    assert face(discord, cast.GRIM).avatar == b""
    await shows(ada, face(discord, cast.ADA), face(discord, cast.GRIM))


async def test_a_computer_has_the_robot_and_its_level_for_a_name(discord: LocalDiscord, ada: Person) -> None:
    await sit_down_alone(ada, "greedy")
    await shows(ada, face(discord, cast.ADA), Face("Beginner", computer="Beginner"))


async def test_a_changed_avatar_is_seen_at_the_next_move_and_fetched_once(
    discord: LocalDiscord, bot: Parlour, ada: Person, bruno: Person
) -> None:
    await toss(ada, bruno)
    await shows(ada, face(discord, cast.ADA), face(discord, cast.BRUNO))
    discord.world.people[cast.ADA].wear(Avatar(photograph(3)))
    discord.world.people[cast.BRUNO].wear(None)
    await type_moves(bot, ada, bruno, count=2)
    await shows(ada, Face("Ada", photograph(3)), Face("Bruno"))


async def test_the_avatar_that_somebody_has_in_this_server_goes_before_their_own(
    discord: LocalDiscord, ada: Person, bruno: Person
) -> None:
    discord.world.guilds[cast.GUILD_ID].members[cast.ADA].avatar = Avatar(photograph(4))
    await sit_down(ada, bruno)
    await shows(ada, Face("Ada", photograph(4)), face(discord, cast.BRUNO))


async def test_after_a_restart_the_faces_come_back_before_anybody_presses(
    discord: LocalDiscord, settings: Settings, meet: Meet
) -> None:
    ada = await meet(cast.ADA)
    discord.world.guilds[cast.GUILD_ID].members[cast.BRUNO].avatar = Avatar(photograph(5, "GIF"))
    async with Archive.open(settings.storage.url) as archive:
        await keep(archive, people(cast.ADA, cast.BRUNO), to_move(0))
    async with running(settings):
        await shows(ada, face(discord, cast.ADA), Face("Bruno", photograph(5, "GIF")))


async def test_a_player_who_has_left_the_server_keeps_their_face(
    discord: LocalDiscord, settings: Settings, meet: Meet
) -> None:
    ada = await meet(cast.ADA)
    discord.members.leave(discord.world.guilds[cast.GUILD_ID], discord.world.people[cast.BRUNO])
    async with Archive.open(settings.storage.url) as archive:
        await keep(archive, people(cast.ADA, cast.BRUNO), to_move(0))
    async with running(settings) as bot:
        await shows(ada, face(discord, cast.ADA), face(discord, cast.BRUNO))
        assert bot.faces.arriving(session_in(bot)) == [], "it isn't asked for again at each move"


async def test_hands_show_the_faces_of_the_table(
    discord: LocalDiscord, seats: Three, bidding: Parlour
) -> None:
    chiara = seats[0]
    (direct,) = await asyncio.wait_for(_directs(chiara), 10)
    await shows(chiara, *(face(discord, one) for one in (cast.CHIARA, cast.DMITRI, cast.EMI)), channel=direct)


async def _directs(person: Person) -> list[str]:
    await person.wait_until(lambda: any(one["type"] == 1 for one in person.sees.channels.values()))
    return [one["id"] for one in person.sees.channels.values() if one["type"] == 1]


async def test_words_tell_who_has_which_letter_only_where_the_picture_does_not(
    discord: LocalDiscord, ada: Person, bruno: Person
) -> None:
    discord.world.people[cast.BRUNO].raw["global_name"] = "\u674e\u5c0f\u9f99"
    shown = await sit_down(ada, bruno)
    assert f"-# **B** <@{cast.BRUNO}>" in text_of(shown).splitlines()


async def test_words_do_not_repeat_names_that_the_picture_shows(ada: Person, bruno: Person) -> None:
    assert "-# **" not in text_of(await sit_down(ada, bruno))


async def test_alt_text_says_the_names_that_the_picture_shows(ada: Person, bruno: Person) -> None:
    (picture,) = pictures_of(await toss(ada, bruno))
    assert "Ada" in picture["description"]
    assert "Bruno" in picture["description"]


def test_computers_of_one_level_have_their_letters_in_pictures(bot: Parlour) -> None:
    game = registry.find("calabresella")
    three = (person(1, "Ada", ""), computer("easy"), computer("easy"))
    assert [one.name for one in bot.faces.seated(game, three, 0)] == ["Ada", "Easy B", "Easy C"]
    others = (*three[:2], computer("hard"))
    assert [one.name for one in bot.faces.seated(game, others, 0)] == ["Ada", "Easy", "Hard"]
    assert [one.name for one in bot.faces.seated(game, three[:2], 0)] == ["Ada", "Easy"]
