"""Messages, components and modals: what Discord refuses, and what it says then."""

from typing import Any

import aiohttp
import pytest

from bot.local import cast
from bot.local.person import Person, every_component, pictures_of
from bot.local.uploads import RETIRED_MOST
from tests.local.raw_bot import Json, RawBot

LAYOUT = 1 << 15
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(8) + (300).to_bytes(4, "big") + (200).to_bytes(4, "big")


def button(**fields: Any) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": "x"} | fields


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def menu(count: int = 2, **fields: Any) -> Json:
    options = [{"label": str(one), "value": str(one)} for one in range(count)]
    return {"type": 3, "custom_id": "menu", "options": options} | fields


def buttons(count: int, prefix: str = "") -> list[Json]:
    return [button(custom_id=f"{prefix}{one}") for one in range(count)]


def words(count: int) -> Json:
    return {"type": 10, "content": "x" * count}


def layout(*components: Json, **fields: Any) -> Json:
    return {"flags": LAYOUT, "components": list(components)} | fields


def gallery(*urls: str, **fields: Any) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}} | fields for url in urls]}


def codes(errors: Json, path: str = "") -> dict[str, str]:
    """Every complaint's code by its place, `components.0.label`."""
    if "_errors" in errors:
        return {path: errors["_errors"][0]["code"]}
    found: dict[str, str] = {}
    for key, inner in errors.items():
        found |= codes(inner, f"{path}.{key}" if path else key)
    return found


REFUSED: dict[str, tuple[Json, str, str]] = {
    "content too long": ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    "content no text": ({"content": 5}, "content", "STRING_TYPE_CONVERT"),
    "eleven embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds", "BASE_TYPE_MAX_LENGTH"),
    "embed title": ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    "embeds too much text": (
        {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "six rows": (
        {"components": [row(button(custom_id=str(one))) for one in range(6)]},
        "components",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "six buttons in a row": (
        {"components": [row(*buttons(6))]},
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an empty row": ({"components": [row()]}, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    "an unknown component": ({"components": [{"type": 99}]}, "components.0.type", "UNION_TYPE_CHOICES"),
    "a button at the top": ({"components": [button()]}, "components.0.type", "UNION_TYPE_CHOICES"),
    "a layout without its flag": ({"components": [words(3)]}, "components.0.type", "UNION_TYPE_CHOICES"),
    "a menu beside a button": (
        {"components": [row(menu(), button())]},
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "two custom ids alike": (
        {"components": [row(button(), button())]},
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "custom id too long": (
        {"components": [row(button(custom_id="x" * 101))]},
        "components.0.components.0.custom_id",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "no custom id": (
        {"components": [row({"type": 2, "style": 1, "label": "x"})]},
        "components.0.components.0.custom_id",
        "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED",
    ),
    "a link without url": (
        {"components": [row({"type": 2, "style": 5, "label": "x"})]},
        "components.0.components.0.url",
        "BASE_TYPE_REQUIRED",
    ),
    "a link elsewhere than the web": (
        {"components": [row({"type": 2, "style": 5, "label": "x", "url": "ftp://x"})]},
        "components.0.components.0.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    "both url and custom id": (
        {"components": [row(button(url="https://x.y"))]},
        "components.0.components.0.url",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "label too long": (
        {"components": [row(button(label="x" * 81))]},
        "components.0.components.0.label",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a button that says nothing": (
        {"components": [row(button(label=None))]},
        "components.0.components.0",
        "BUTTON_COMPONENT_REQUIRES_LABEL_OR_EMOJI",
    ),
    "an emoji that is none": (
        {"components": [row(button(emoji={"name": "spade"}))]},
        "components.0.components.0.emoji.name",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "26 options": (
        {"components": [row(menu(26))]},
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "no options": (
        {"components": [row(menu(0))]},
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "option values alike": (
        {"components": [row(menu(options=[{"label": "a", "value": "a"}] * 2))]},
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "placeholder too long": (
        {"components": [row(menu(placeholder="x" * 151))]},
        "components.0.components.0.placeholder",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "more choices than options": (
        {"components": [row(menu(2, max_values=3))]},
        "components.0.components.0.max_values",
        "SELECT_COMPONENT_MAX_VALUES_EXCEEDED",
    ),
    "content beside a layout": (
        layout(words(3), content="x"),
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "embeds beside a layout": (
        layout(words(3), embeds=[{"title": "x"}]),
        "embeds",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "41 components at the top": (layout(*[words(1)] * 41), "components", "BASE_TYPE_MAX_LENGTH"),
    "41 components nested": (
        layout(*[row(*buttons(5, f"{one}-")) for one in range(7)]),
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "too much text in all": (
        layout(words(2001), words(2000)),
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "an empty text": (layout(words(0)), "components.0.content", "BASE_TYPE_REQUIRED"),
    "a container in a container": (
        layout({"type": 17, "components": [{"type": 17, "components": [words(1)]}]}),
        "components.0.components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    "a section without accessory": (
        layout({"type": 9, "components": [words(1)]}),
        "components.0.accessory",
        "BASE_TYPE_REQUIRED",
    ),
    "a section of four": (
        layout({"type": 9, "components": [words(1)] * 4, "accessory": button()}),
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "eleven pictures": (
        layout(gallery(*["https://x.y/z"] * 11)),
        "components.0.items",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "alt text too long": (
        layout(gallery("https://x.y/z", description="x" * 1025)),
        "components.0.items.0.description",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a picture that is not attached": (
        layout(gallery("attachment://none.png")),
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "component ids alike": (
        layout(words(1) | {"id": 3}, words(1) | {"id": 3}),
        "components.1.id",
        "COMPONENT_ID_DUPLICATED",
    ),
    "a reply to nothing": (
        {"content": "x", "message_reference": {"message_id": "1"}},
        "message_reference",
        "REPLIES_UNKNOWN_MESSAGE",
    ),
    "a long nonce": ({"content": "x", "nonce": "x" * 26}, "nonce", "BASE_TYPE_MAX_LENGTH"),
    "mentions allowed twice over": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
async def test_a_message_discord_would_not_take_is_refused(bot: RawBot, case: str) -> None:
    body, place, code = REFUSED[case]
    status, reply = await bot.post(cast.GAMES, body)
    assert (status, reply["code"], reply["message"]) == (400, 50035, "Invalid Form Body")
    assert codes(reply["errors"]) == {place: code}
    assert (await bot.call("GET", f"/channels/{cast.GAMES}/messages"))[1] == []


LARGEST: dict[str, Json] = {
    "emojis": {
        "components": [row(*(button(custom_id=one, emoji={"name": one}) for one in ("♠", "🎲", "ℹ️", "1️⃣")))]
    },
    "content": {"content": "x" * 2000},
    "rows": {"components": [row(*buttons(5, f"{one}-")) for one in range(5)]},
    "options": {"components": [row(menu(25, max_values=25, placeholder="x" * 150))]},
    "label and custom id": {"components": [row(button(label="x" * 80, custom_id="x" * 100))]},
    "layout text": layout(words(2000), words(2000)),
    "layout count": layout(*[words(1)] * 40),
    "link": {"components": [row({"type": 2, "style": 5, "label": "x", "url": "https://x.y"})]},
    "every kind": layout(
        {
            "type": 17,
            "accent_color": 0xFF0000,
            "components": [
                {"type": 9, "components": [words(1)], "accessory": button()},
                {"type": 14, "spacing": 2, "divider": False},
                gallery("https://x.y/z", description="a picture"),
                row(*({"type": kind, "custom_id": f"s{kind}"} for kind in (5,))),
                row({"type": 8, "custom_id": "s8", "channel_types": [0]}),
            ],
        },
        {
            "type": 9,
            "components": [words(1)] * 3,
            "accessory": {"type": 11, "media": {"url": "https://x.y/z"}},
        },
    ),
}


@pytest.mark.parametrize("case", LARGEST)
async def test_the_largest_message_discord_takes_is_taken(bot: RawBot, case: str) -> None:
    status, reply = await bot.post(cast.GAMES, LARGEST[case])
    assert status == 200, reply
    ids = [one["id"] for one in every_component(reply["components"])]
    assert len(set(ids)) == len(ids)


async def test_an_empty_message_is_refused(bot: RawBot) -> None:
    empty: list[Json] = [{}, {"content": ""}, {"content": None, "components": []}]
    for body in empty:
        status, reply = await bot.post(cast.GAMES, body)
        assert (status, reply["code"]) == (400, 50006)


async def test_a_body_that_is_no_json_is_refused(bot: RawBot) -> None:
    url = f"{bot.discord.api_url}/channels/{cast.GAMES}/messages"
    headers = {"Authorization": f"Bot {bot.application.token}", "Content-Type": "application/json"}
    for text in ("{", "[]", '"x"'):
        async with bot.http.post(url, data=text, headers=headers) as response:
            assert (response.status, (await response.json())["code"]) == (400, 50109)


class TestLayout:
    async def test_the_flag_cannot_be_taken_away(self, bot: RawBot) -> None:
        _, message = await bot.post(cast.GAMES, layout(words(3)))
        path = f"/channels/{cast.GAMES}/messages/{message['id']}"
        status, reply = await bot.call("PATCH", path, {"flags": 0, "components": [words(3)]})
        assert status == 400
        assert codes(reply["errors"]) == {"flags": "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG"}
        status, reply = await bot.call("PATCH", path, {"content": "x"})
        assert codes(reply["errors"]) == {"content": "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"}

    async def test_an_edit_needs_no_flag_again(self, bot: RawBot) -> None:
        _, message = await bot.post(cast.GAMES, layout(words(3)))
        path = f"/channels/{cast.GAMES}/messages/{message['id']}"
        status, reply = await bot.call("PATCH", path, {"components": [words(5)]})
        assert (status, reply["flags"]) == (200, LAYOUT)

    async def test_a_plain_message_becomes_one_only_without_its_content(self, bot: RawBot) -> None:
        _, message = await bot.post(cast.GAMES, {"content": "plain"})
        path = f"/channels/{cast.GAMES}/messages/{message['id']}"
        status, _ = await bot.call("PATCH", path, layout(words(3)))
        assert status == 400
        status, reply = await bot.call("PATCH", path, layout(words(3), content=None))
        assert (status, reply["content"], reply["flags"]) == (200, "", LAYOUT)


class TestFiles:
    async def test_a_picture_is_shown_with_its_alt_text(self, ada: Person, bot: RawBot) -> None:
        body = layout(gallery("attachment://board.png", description="An empty board"))
        body["attachments"] = [{"id": 0, "filename": "board.png", "description": "An empty board"}]
        status, message = await bot.post(cast.GAMES, body, files=[("board.png", PICTURE)])
        assert status == 200
        seen = await ada.wait_for(lambda one: one["id"] == message["id"])
        picture = pictures_of(seen)[0]
        media = seen["components"][0]["items"][0]["media"]
        assert (picture["description"], media["width"], media["height"]) == ("An empty board", 300, 200)
        assert await ada.fetch(picture["url"]) == PICTURE

    async def test_an_edit_keeps_replaces_or_drops_files(self, bot: RawBot) -> None:
        _, message = await bot.post(
            cast.GAMES, {"content": "x"}, files=[("a.png", PICTURE), ("b.png", PICTURE)]
        )
        first, second = message["attachments"]
        path = f"/channels/{cast.GAMES}/messages/{message['id']}"
        _, kept = await bot.call("PATCH", path, {"content": "y"})
        assert [one["filename"] for one in kept["attachments"]] == ["a.png", "b.png"]
        body: Json = {"attachments": [{"id": second["id"]}, {"id": 0, "filename": "c.png"}]}
        _, changed = await bot.call("PATCH", path, body, files=[("c.png", PICTURE)])
        assert [one["filename"] for one in changed["attachments"]] == ["b.png", "c.png"]
        _, dropped = await bot.call("PATCH", path, {"attachments": []})
        assert dropped["attachments"] == []
        _, reply = await bot.call("PATCH", path, {"attachments": [{"id": first["id"]}]})
        assert codes(reply["errors"]) == {"attachments.0.id": "ATTACHMENT_NOT_FOUND"}

    async def test_a_file_may_be_ten_megabytes_and_no_more(self, bot: RawBot) -> None:
        status, reply = await bot.post(cast.GAMES, {}, files=[("big.bin", bytes(10 * 1024 * 1024 + 1))])
        assert (status, reply["code"]) == (413, 40005)
        status, _ = await bot.post(cast.GAMES, {}, files=[("big.bin", bytes(10 * 1024 * 1024))])
        assert status == 200

    async def test_ten_files_and_no_more(self, bot: RawBot) -> None:
        files = [(f"{one}.png", PICTURE) for one in range(11)]
        _, reply = await bot.post(cast.GAMES, {}, files=files)
        assert codes(reply["errors"]) == {"attachments": "BASE_TYPE_MAX_LENGTH"}
        assert (await bot.post(cast.GAMES, {}, files=files[:10]))[0] == 200

    async def test_nothing_is_kept_of_a_refused_request(self, bot: RawBot) -> None:
        before = bot.discord.hub.shelf.bytes
        status, _ = await bot.post(cast.GAMES, {"content": "x" * 2001}, files=[("a.png", PICTURE)])
        assert status == 400
        assert bot.discord.hub.shelf.bytes == before

    async def test_pictures_that_were_replaced_are_let_go(self, ada: Person, bot: RawBot) -> None:
        _, message = await bot.post(cast.GAMES, {"content": "x"}, files=[("a.png", PICTURE)])
        path = f"/channels/{cast.GAMES}/messages/{message['id']}"
        for _ in range(RETIRED_MOST + 1):
            body = {"attachments": [{"id": 0, "filename": "a.png"}]}
            await bot.call("PATCH", path, body, files=[("a.png", PICTURE)])
        assert bot.discord.hub.shelf.bytes == (RETIRED_MOST + 1) * len(PICTURE)
        with pytest.raises(aiohttp.ClientResponseError, match="404"):
            await ada.fetch(message["attachments"][0]["url"])

    async def test_an_embed_shows_an_attached_picture(self, bot: RawBot) -> None:
        body = {"embeds": [{"title": "x", "image": {"url": "attachment://a.png"}}]}
        _, message = await bot.post(cast.GAMES, body, files=[("a.png", PICTURE)])
        assert message["attachments"] == []
        assert message["embeds"][0]["image"]["width"] == 300


MODAL: Json = {"title": "A form", "custom_id": "form", "components": []}


def label(component: Json, **fields: Any) -> Json:
    return {"type": 18, "label": "A label", "component": component} | fields


def field(**fields: Any) -> Json:
    return {"type": 4, "custom_id": "field", "style": 1} | fields


def options(count: int) -> list[Json]:
    return [{"label": str(one), "value": str(one)} for one in range(count)]


MODALS_REFUSED: dict[str, tuple[Json, str]] = {
    "title too long": ({"title": "x" * 46, "components": [label(field())]}, "data.title"),
    "nothing in it": ({"components": []}, "data.components"),
    "six": (
        {"components": [label(field(custom_id=str(one))) for one in range(6)]},
        "data.components",
    ),
    "label too long": ({"components": [label(field(), label="x" * 46)]}, "data.components.0.label"),
    "a button": (
        {"components": [label({"type": 2, "style": 1, "custom_id": "x"})]},
        "data.components.0.component.type",
    ),
    "custom ids alike": (
        {"components": [label(field()), label(field())]},
        "data.components.1.component.custom_id",
    ),
    "eleven radio buttons": (
        {"components": [label({"type": 21, "custom_id": "x", "options": options(11)})]},
        "data.components.0.component.options",
    ),
    "a menu in a row": (
        {"components": [row(menu())]},
        "data.components.0.components.0.type",
    ),
}


@pytest.mark.parametrize("case", MODALS_REFUSED)
async def test_a_modal_discord_would_not_open_is_refused(ada: Person, bot: RawBot, case: str) -> None:
    fields, place = MODALS_REFUSED[case]
    await ada.command("greet", channel="games")
    told = await bot.event("INTERACTION_CREATE")
    status, reply = await bot.answer(told, {"type": 9, "data": MODAL | fields})
    assert (status, reply["code"]) == (400, 50035)
    assert list(codes(reply["errors"])) == [place]


async def test_every_kind_of_input_comes_back(ada: Person, bot: RawBot) -> None:
    components = [
        label(field(value="as it was", required=False)),
        label(menu(3)),
        label({"type": 21, "custom_id": "radio", "options": options(3)}),
        label({"type": 22, "custom_id": "boxes", "options": options(3)}),
        label({"type": 23, "custom_id": "box"}),
    ]
    await ada.command("greet", channel="games")
    told = await bot.event("INTERACTION_CREATE")
    status, _ = await bot.answer(told, {"type": 9, "data": MODAL | {"components": components}})
    assert status == 200
    modal = await ada.modal_of(told["id"])
    await ada.submit(modal, menu=["1"], radio="2", boxes=["0", "2"], box=True)
    sent = await bot.event("INTERACTION_CREATE")
    inner = [one["component"] for one in sent["data"]["components"]]
    values = [one.get("value", one.get("values")) for one in inner]
    assert values == ["as it was", ["1"], "2", ["0", "2"], True]
