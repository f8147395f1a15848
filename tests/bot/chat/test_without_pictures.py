"""A message whose picture Discord doesn't take is sent in words: nothing that people can press is lost."""

import discord

from bot.app.parlour import Parlour
from bot.chat.parts import COMPONENTS_MOST, TEXT_MOST, Gallery, Screen, paragraph, screen
from bot.host import play as cast
from bot.order.screens import export_screen
from local_discord.codec import Json
from local_discord.person import Person, every_component, labels_of, pictures_of, text_of
from tests.bot.tables import join, open_lobby, toss

NO_PICTURE = "Discord didn't take my picture, so here it is in words."


async def sent(bot: Parlour, reader: Person, shown: Screen) -> Json:
    """The message as somebody sees it."""
    channel = bot.client.get_partial_messageable(int(cast.GENERAL))
    made = await channel.send(**shown.to_send())
    return await reader.wait_for(lambda m: m["id"] == str(made.id))


async def board_screen(bot: Parlour) -> Screen:
    messages = bot.messages.in_channel(int(cast.GAMES))
    assert messages is not None
    return await messages.board.screen()


async def test_a_board_in_words_says_what_its_picture_shows_and_keeps_its_buttons(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    with_picture = await toss(chiara, dmitri)
    in_words = await sent(bot, chiara, (await board_screen(bot)).without_pictures())
    assert NO_PICTURE in text_of(in_words)
    assert not in_words["attachments"]
    assert not pictures_of(in_words)
    (shown,) = pictures_of(with_picture)
    assert shown["description"] in text_of(in_words)
    assert text_of(with_picture) in text_of(in_words)
    assert labels_of(in_words) == labels_of(with_picture)


async def test_a_lobby_in_words_keeps_its_frame_and_everything_else(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    with_picture = await join(dmitri, await open_lobby(chiara))
    in_words = await sent(bot, chiara, (await board_screen(bot)).without_pictures())
    assert [one["type"] for one in in_words["components"]] == [
        one["type"] for one in with_picture["components"]
    ]
    assert in_words["components"][0]["accent_color"] == with_picture["components"][0]["accent_color"]
    assert NO_PICTURE in text_of(in_words)
    assert labels_of(in_words) == labels_of(with_picture)


async def test_a_download_that_is_not_taken_is_named(bot: Parlour, chiara: Person) -> None:
    in_words = await sent(bot, chiara, export_screen(7, b"packed").without_pictures())
    assert not in_words["attachments"]
    assert "Discord didn't take the file **parlour-server-7.jsonl.gz**." in text_of(in_words)


async def test_words_in_place_of_several_pictures_have_room_and_are_read_as_plain_text(
    bot: Parlour, chiara: Person
) -> None:
    alts = ["It's *Chiara*'s turn.", *(f"{n}" * 1000 for n in range(1, 6))]
    galleries = [Gallery([(f"step{n}.png", b"png", alt)]) for n, alt in enumerate(alts)]
    full = screen(galleries, paragraph("Your turn."), [discord.ui.TextDisplay("…") for _ in range(33)])
    assert full.layout.total_children_count == COMPONENTS_MOST
    in_words = await sent(bot, chiara, full.without_pictures())
    assert len(list(every_component(in_words["components"]))) == COMPONENTS_MOST
    text = text_of(in_words)
    assert text.count(NO_PICTURE) == 1
    assert "It's \\*Chiara\\*'s turn." in text
    assert "Your turn." in text
    assert len(text.replace("\n", "")) <= TEXT_MOST


def test_a_screen_with_pictures_can_still_be_sent_after_it_was_put_in_words() -> None:
    long = "Your turn. " * 300
    shown = screen([Gallery([(f"{n}.png", b"png", "1" * 1000)]) for n in range(4)], long)
    shown.without_pictures()
    *galleries, text = shown.layout.children
    assert isinstance(text, discord.ui.TextDisplay)
    assert text.content == long
    assert len(galleries) == len(shown.files)


def test_a_screen_without_pictures_stays_as_it_is() -> None:
    plain = screen("Your turn.")
    assert plain.without_pictures() is plain
