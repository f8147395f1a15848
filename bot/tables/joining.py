"""Who sits down at a lobby: people join and leave, and the host adds computers and frees seats.

Hold the lobby's lock. Everything here raises Refusal if nothing may change at the lobby; see `Lobby`.
"""

from bot.tables.lobby import Lobby
from bot.tables.player import computer, person
from bot.tables.refusal import Refusal
from games.kit.prose import quoted


async def join(lobby: Lobby, user_id: int, name: str, interaction_id: str) -> None:
    """Take the next free seat. The first person at an empty table becomes its host."""
    lobby.must_be_open()
    if lobby.is_seated(user_id):
        raise Refusal("You're already at this table.")
    if lobby.is_direct and user_id != lobby.host_id:
        raise Refusal("This table is in somebody's direct messages, so nobody else can join.")
    if user_id != lobby.host_id and not lobby.table_options.admits(user_id):
        raise Refusal(f"Only people <@{lobby.host_id}> invited can join this table.")
    _must_have_room(lobby)
    was_empty = not lobby.players
    await lobby.seat((*lobby.players, person(user_id, name, interaction_id)))
    if was_empty and lobby.host_id != user_id:
        await lobby.hand_over(lobby.host_id, user_id)


async def leave(lobby: Lobby, user_id: int) -> None:
    """Leave the seat. The next person becomes host; with only computers left, the host stays host."""
    lobby.must_be_open()
    if not lobby.is_seated(user_id):
        raise Refusal("You're not at this table.")
    await lobby.seat(tuple(one for one in lobby.players if one.user_id != user_id))
    heirs = [one.user_id for one in lobby.players if one.user_id is not None]
    if user_id == lobby.host_id and heirs:
        await lobby.hand_over(user_id, heirs[0])


async def add_computer(lobby: Lobby, user_id: int, level: str) -> None:
    """The host puts a computer on the next free seat."""
    lobby.must_be_open()
    lobby.must_be_host(user_id)
    _must_have_room(lobby)
    about = lobby.game.about
    if level not in about.levels:
        raise Refusal(f"There's no computer player called {quoted(level)} in {about.title}.")
    await lobby.seat((*lobby.players, computer(level, about.level(level).title)))


async def fill(lobby: Lobby, user_id: int, players: int) -> None:
    """The host has easy computers take free seats until there are this many players."""
    lobby.must_be_open()
    lobby.must_be_host(user_id)
    level = lobby.game.about.easy
    if level is None:
        raise Refusal(f"{lobby.game.about.title} has no computer players.")
    missing = players - len(lobby.players)
    if missing > 0:
        await lobby.seat((*lobby.players, *[computer(level.name, level.title)] * missing))


async def remove(lobby: Lobby, user_id: int, seat: int, who: str) -> None:
    """The host frees a seat; `who` is the user id or computer level that the host saw there."""
    lobby.must_be_open()
    lobby.must_be_host(user_id)
    player = dict(enumerate(lobby.players)).get(seat)
    if player is None or who not in (str(player.user_id), player.level):
        raise Refusal("That seat just changed. Check the lobby and try again.")
    if player.user_id == lobby.host_id:
        raise Refusal("You can't remove yourself. Choose a new host first, or press Leave.")
    await lobby.seat((*lobby.players[:seat], *lobby.players[seat + 1 :]))


def _must_have_room(lobby: Lobby) -> None:
    if len(lobby.players) >= lobby.most:
        raise Refusal("This table is full.")
