"""A game that's over, played on from one of its moves, or once more from its first, against computers."""

from dataclasses import replace

from bot.chat.players import Player, computer
from bot.refusal import Refusal
from bot.replays.replays import Replayed
from bot.table.deal import Deal
from bot.table.hosting import Place, new_lobby, open_lobby, open_where_free
from bot.table.lobby import Lobby
from bot.table.open_tables import OpenTables
from bot.table.options import TableOptions
from bot.table.session import Session
from games.core import Seat
from games.game import AnyGame
from storage import StoredLine


async def play_on(
    tables: OpenTables, place: Place, shown: Replayed, number: int, seat: Seat | None, user: Player
) -> Lobby:
    """A lobby whose game begins after this move of another game, with this person in a seat of their own.

    That's the `seat`, or by default the one they had there, or else the one to move. Computers have the
    others, those of the other game or Medium. The record has the other game's lines up to there, and what
    chance draws after them is its own.
    Raises Refusal if that game is over there or the channel has a table.
    """
    playback = shown.playback
    table, lines = playback.at(number), playback.lines_to(number)
    owes = sorted(table.turn.owes)
    if not owes:
        raise Refusal("The game is over here. Go back to an earlier move to play on.")
    held = table.holders[next(iter([*([] if seat is None else [seat]), *_own_seats(shown, user), *owes]))]
    rival = _rival(playback.game, shown.players)
    players = tuple(
        user if one == held else _computer_at(shown.players[table.holders.index(one)], rival)
        for one in sorted(set(table.holders))
    )
    game = "a record from a file" if shown.stored is None else f"game {shown.stored.id}"
    origin = TableOptions(origin=f"move {number} of {game}", copied=len(lines))
    # Without their notes, which a stranger may have written, and without times: nobody waits for them here.
    copied = [StoredLine(index, one.who, one.text) for index, one in enumerate(lines)]
    assert user.user_id is not None
    new = new_lobby(place, playback.game, user.user_id, dict(playback.header.options), origin)
    return await open_lobby(tables, new, players, copied, starts_at_once=True)


async def play_deal(tables: OpenTables, channel_id: int, shown: Replayed, user: Player) -> Session:
    """A table in this person's direct messages with the deal of a finished game, begun at once.

    They have the seat that they had there, or else the winner's, and computers have the others. Chance draws
    the same as there as long as everybody makes the same moves. Raises Refusal if that game can't be dealt
    again, or there's a table.
    """
    before, header, game = shown.stored, shown.playback.header, shown.playback.game
    if before is None or shown.is_old or header.copied or not shown.playback.is_whole:
        raise Refusal("I can't deal this game again: its rules have changed, or it began with another game.")
    assert user.user_id is not None
    table, rival = shown.playback.end, _rival(game, shown.players)
    held = table.holders[_seat_to_play(shown, user)]
    # The Join clicks of that game go into chance, in their order, no matter who sits there now.
    clicks = dict(zip(dict.fromkeys(table.holders), header.interaction_ids, strict=False))
    players = tuple(
        replace(
            user if one == held else _computer_at(shown.players[seat], rival),
            interaction_id=clicks.get(one, ""),
        )
        for seat, one in enumerate(table.holders)
    )
    options = TableOptions(origin=f"the deal of game {before.id}", deal_of=before.id, rated=False)
    deal = Deal(game, before.options, (), before.seed)
    new = replace(deal.table(user.user_id, channel_id), table_options=options.write())
    session = await tables.session((await open_where_free(tables, new, players)).id)
    await session.settle()
    return session


def _seat_to_play(shown: Replayed, user: Player) -> Seat:
    """The seat that this person had, or else the winner's."""
    table = shown.playback.end
    won = shown.playback.game.about.winners(table.outcome.places) if table.outcome is not None else ()
    return next(iter([*_own_seats(shown, user), *won, *table.seats]))


def _own_seats(shown: Replayed, user: Player) -> list[Seat]:
    """The seats that this person had."""
    return [seat for seat in shown.playback.end.seats if shown.players[seat].user_id == user.user_id]


def _rival(game: AnyGame, players: tuple[Player, ...]) -> Player:
    """The computer that takes people's places: the strongest that was there, else Medium or the strongest."""
    about = game.about
    there = {about.level(one.level).name for one in players if one.level is not None}
    if not about.computers:
        raise Refusal(f"{about.title} has no computers to play on against.")
    found = [level for level in about.computers if level.name in there]
    medium = [level for level in about.computers if level.title == "Medium"]
    level = [*about.computers[-1:], *medium, *found][-1]
    return computer(level.name, level.title)


def _computer_at(player: Player, rival: Player) -> Player:
    return rival if player.level is None else computer(player.level, player.name)
