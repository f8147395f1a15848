"""Files of messages: kept, replaced, dropped and forgotten."""

import aiohttp
import pytest

from local_discord import sample
from local_discord.files import RETIRED_MOST
from local_discord.person import Person, pictures_of
from tests.local_discord.bodies import PICTURE, codes, gallery, layout
from tests.local_discord.raw_bot import Json, RawBot


async def test_a_picture_is_shown_with_its_alt_text(ada: Person, bot: RawBot) -> None:
    body = layout(gallery("attachment://board.png", description="An empty board"))
    body["attachments"] = [{"id": 0, "filename": "board.png", "description": "An empty board"}]
    status, message = await bot.post(sample.GAMES, body, files=[("board.png", PICTURE)])
    assert status == 200
    seen = await ada.wait_for(lambda one: one["id"] == message["id"])
    picture = pictures_of(seen)[0]
    media = seen["components"][0]["items"][0]["media"]
    assert (picture["description"], media["width"], media["height"]) == ("An empty board", 300, 200)
    assert await ada.fetch(picture["url"]) == PICTURE


async def test_an_edit_keeps_replaces_or_drops_files(bot: RawBot) -> None:
    _, message = await bot.post(
        sample.GAMES, {"content": "x"}, files=[("a.png", PICTURE), ("b.png", PICTURE)]
    )
    first, second = message["attachments"]
    path = f"/channels/{sample.GAMES}/messages/{message['id']}"
    _, kept = await bot.call("PATCH", path, {"content": "y"})
    assert [one["filename"] for one in kept["attachments"]] == ["a.png", "b.png"]
    body: Json = {"attachments": [{"id": second["id"]}, {"id": 0, "filename": "c.png"}]}
    _, changed = await bot.call("PATCH", path, body, files=[("c.png", PICTURE)])
    assert [one["filename"] for one in changed["attachments"]] == ["b.png", "c.png"]
    _, dropped = await bot.call("PATCH", path, {"attachments": []})
    assert dropped["attachments"] == []
    _, reply = await bot.call("PATCH", path, {"attachments": [{"id": first["id"]}]})
    assert codes(reply["errors"]) == {"attachments.0.id": "ATTACHMENT_NOT_FOUND"}


async def test_a_file_may_be_ten_megabytes_and_no_more(bot: RawBot) -> None:
    status, reply = await bot.post(sample.GAMES, {}, files=[("big.bin", bytes(10 * 1024 * 1024 + 1))])
    assert (status, reply["code"]) == (413, 40005)
    status, _ = await bot.post(sample.GAMES, {}, files=[("big.bin", bytes(10 * 1024 * 1024))])
    assert status == 200


async def test_ten_files_and_no_more(bot: RawBot) -> None:
    files = [(f"{one}.png", PICTURE) for one in range(11)]
    _, reply = await bot.post(sample.GAMES, {}, files=files)
    assert codes(reply["errors"]) == {"attachments": "BASE_TYPE_MAX_LENGTH"}
    assert (await bot.post(sample.GAMES, {}, files=files[:10]))[0] == 200


async def test_nothing_is_kept_of_a_refused_request(bot: RawBot) -> None:
    before = bot.discord.attachments.size
    status, _ = await bot.post(sample.GAMES, {"content": "x" * 2001}, files=[("a.png", PICTURE)])
    assert status == 400
    assert bot.discord.attachments.size == before


@pytest.mark.parametrize("fields", [{"embeds": [{"title": "x"}]}, {"message_reference": {"message_id": "1"}}])
async def test_nothing_is_kept_of_a_message_refused_for_what_else_is_in_it(bot: RawBot, fields: Json) -> None:
    bot.discord.faults.set({"forbid": {sample.GAMES: ["EMBED_LINKS"]}})
    status, _ = await bot.post(sample.GAMES, {"content": "x"} | fields, files=[("a.png", PICTURE)])
    assert status in (400, 403)
    assert bot.discord.attachments.size == 0


async def test_of_a_message_sent_twice_the_files_are_kept_once(ada: Person, bot: RawBot) -> None:
    body = {"content": "x", "nonce": "7", "enforce_nonce": True}
    for _ in range(2):
        _, message = await bot.post(sample.GAMES, body, files=[("a.png", PICTURE)])
        assert await ada.fetch(message["attachments"][0]["url"]) == PICTURE
    assert bot.discord.attachments.size == len(PICTURE)


async def test_pictures_that_were_replaced_are_let_go(ada: Person, bot: RawBot) -> None:
    _, message = await bot.post(sample.GAMES, {"content": "x"}, files=[("a.png", PICTURE)])
    path = f"/channels/{sample.GAMES}/messages/{message['id']}"
    for _ in range(RETIRED_MOST + 1):
        body = {"attachments": [{"id": 0, "filename": "a.png"}]}
        await bot.call("PATCH", path, body, files=[("a.png", PICTURE)])
    assert bot.discord.attachments.size == (RETIRED_MOST + 1) * len(PICTURE)
    with pytest.raises(aiohttp.ClientResponseError, match="404"):
        await ada.fetch(message["attachments"][0]["url"])


async def test_an_embed_shows_an_attached_picture(bot: RawBot) -> None:
    body = {"embeds": [{"title": "x", "image": {"url": "attachment://a.png"}}]}
    _, message = await bot.post(sample.GAMES, body, files=[("a.png", PICTURE)])
    assert message["attachments"] == []
    assert message["embeds"][0]["image"]["width"] == 300


async def sent(bot: RawBot, body: bytes, boundary: str = "x") -> tuple[int, Json]:
    """A body written by hand, posted in #games."""
    headers = {
        "Authorization": f"Bot {bot.application.token}",
        "Content-Type": f"multipart/form-data; boundary={boundary}",
    }
    url = f"{bot.discord.api_url}/channels/{sample.GAMES}/messages"
    async with bot.http.post(url, data=body, headers=headers) as response:
        return response.status, dict(await response.json())


async def test_a_name_in_another_alphabet_arrives_in_either_way_of_writing_it(bot: RawBot) -> None:
    for written in ("filename*=UTF-8''%C3%A9t%C3%A9.txt", 'filename="été.txt"'):
        head = f'--x\r\nContent-Disposition: form-data; name="files[0]"; {written}\r\n\r\n'
        status, message = await sent(bot, head.encode() + b"text\r\n--x--\r\n")
        assert status == 200
        assert message["attachments"][0]["filename"] == "été.txt"


async def test_a_body_that_is_not_multipart_after_all_is_refused(bot: RawBot) -> None:
    for body in (b"nonsense", b"--x\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y--\r\n--x--\r\n"):
        status, reply = await sent(bot, body)
        assert (status, reply["code"]) == (400, 50109)


async def test_a_request_larger_than_discord_takes_is_refused(bot: RawBot) -> None:
    files = [(f"{one}.bin", bytes(9 * 1024 * 1024)) for one in range(3)]
    assert (await bot.post(sample.GAMES, {}, files=files))[1]["code"] == 40005
