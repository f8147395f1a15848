"""Tables of Calabresella: three people sit down, or find a deal that an earlier run of the bot began."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from bot.app.parlour import Parlour
from bot.chat.players import Player
from bot.host import play as cast
from bot.table.session import Session
from local_discord.codec import Json
from local_discord.person import Person, every_component, is_ephemeral, labels_of
from storage import Archive
from tests.bot import tables
from tests.bot.tables import keep_lines, line_of, people, until, words_of

GAME = "calabresella"
ROOM = "card-room"
SEATED = (cast.CHIARA, cast.DMITRI, cast.EMI)
Three: TypeAlias = tuple[Person, Person, Person]
"""Those who are seated, on a, b and c."""

DEALER = "* dealer b"
HANDS = (
    "7♠ 4♠ A♥ 6♥ 7♦ 5♦ 4♦ 2♣ A♣ K♣ 5♣ 4♣",
    "A♠ K♠ Q♠ 6♠ K♥ Q♥ 5♥ 4♥ 2♦ K♦ J♣ 7♣",
    "J♠ 5♠ 3♥ 2♥ J♥ 3♦ A♦ Q♦ J♦ 6♦ 3♣ 6♣",
)
WIDOW = "3♠ 2♠ 7♥ Q♣"
DEAL = f"* deal {' / '.join(HANDS)} / {WIDOW}"
"""a bids first, then b and c; a leads to the first trick."""

CALLS = ("a pass", "b pass", "c pass", "a solo", "a call 3♣")
"""a gets the 3♣ of c in the second round and is to give a card for it."""

EXCHANGE = (*CALLS, "a give 4♠", "a reject 6♥ 5♦ 4♦", "a take 3♠ 2♠ Q♣")
"""a is to lead."""


async def keep_deal(
    archive: Archive,
    *written: str,
    options: dict[str, str] | None = None,
    seats: Sequence[Player] | None = None,
    channel: str = cast.CARD_ROOM,
    deal: str = DEAL,
) -> int:
    """Store a table with this deal and these lines; returns its number. The three are a, b and c."""
    players = people(*SEATED) if seats is None else tuple(seats)
    return await keep_lines(
        archive, GAME, players, (DEALER, deal, *written), options=options, channel=channel
    )


def session_of(bot: Parlour, channel: str = cast.CARD_ROOM) -> Session:
    """The game in the card room."""
    return tables.session_in(bot, channel)


async def direct(person: Person, saying: str = "") -> Json:
    """The person's hand in direct messages, once it says this."""
    return await person.wait_for(lambda m: m["channel_id"] in directs(person) and saying in words_of(m))


def directs(person: Person) -> set[str]:
    """The person's direct message channels."""
    return {one["id"] for one in person.sees.channels.values() if one.get("type") == 1}


def all_direct(person: Person) -> list[Json]:
    """Everything in the person's direct messages."""
    return [one for channel in directs(person) for one in person.sees.messages.get(channel, {}).values()]


async def board_of(viewer: Person, saying: str) -> Json:
    """The board in the card room, once it says this."""
    room = viewer.sees.channel(ROOM)["id"]
    return await viewer.wait_for(
        lambda m: m["channel_id"] == room and not is_ephemeral(m) and saying in words_of(m)
    )


async def my_hand(person: Person, saying: str = "to move") -> Json:
    """The person's ephemeral hand from the button under the board."""
    shown = await person.wait_for(lambda m: "My hand" in labels_of(m))
    return await person.reply_to(await person.press(shown, label="My hand"))


async def say_moves(bot: Parlour, seats: Sequence[Person], moves: Iterable[str]) -> None:
    """Everyone types their moves, each as soon as the one before is saved."""
    session = session_of(bot)
    for move in moves:
        line = line_of(move)
        count = len(session.table.lines)
        await seats[line.who].command("move", channel=ROOM, move=line.text)
        await until(lambda count=count: len(session.table.lines) > count)  # type: ignore[misc]  # bound as it is now


async def at_rest(bot: Parlour, session: Session, *viewers: Person) -> None:
    """Wait until the board and every hand show what is known now, and these people have seen it."""
    await (await bot.messages.of(session)).sent()
    for viewer in viewers:
        # The socket keeps its order: with this answer everything that was told before it is there.
        await viewer.do("history", channel_id=viewer.sees.channel(ROOM)["id"])


def offered(message: Json) -> list[str]:
    """The values that can be chosen in a message's menu, or its buttons that are cards."""
    menus = (one for one in every_component(message["components"]) if one["type"] == 3)
    chosen = [option["value"] for one in menus for option in one["options"]]
    return chosen or [label for label in labels_of(message) if label[-1] in "♠♥♦♣"]


async def play_card(person: Person, shown: Json, card: str) -> str:
    """One press, or one choice in the menu."""
    if card in labels_of(shown):
        return await person.press(shown, label=card)
    return await person.select(shown, card)
