"""What a seat knows about its own bag and lockers, unless Lockers tell is on (rule 25).

An item from a locker stays unseen in the bag until the owner next sees the whole bag: in a pawn shop, at a
locker, at a Check Point or in a bump. At most one thing is unseen at a time, because at a locker the owner
first sees everything they carry. Worlds are the possibilities that fit what the owner did and was told.
"""

from collections.abc import Iterable
from dataclasses import replace

from games.core import Event, Seat
from games.fooblitzky.rules.city.board import Board, Lockers, Player, Unknown, World
from games.fooblitzky.rules.city.items import MOST_CARRIED, Bag, Item, added, listed


def looked(player: Player) -> Player:
    """The owner sees everything they carry; an item they find but did not pick is correct."""
    fits = [world for world in player.worlds if _is(world.unseen, player.unseen)]
    strange = player.unseen is not None and any(isinstance(world.unseen, Unknown) for world in fits)
    return replace(
        player,
        worlds=_different(world._replace(unseen=None) for world in fits),
        found=player.unseen if strange else player.found,
        unseen=None,
    )


def shown_to(board: Board, seat: Seat) -> tuple[Board, tuple[Event, ...]]:
    """The seat sees its whole bag, and is told what is in it if something may have been unseen."""
    player = board.players[seat]
    if not any(world.unseen for world in player.worlds):
        return board, ()
    after = looked(player)
    told = Event("", seat, {seat: f"You carry {listed(after.bag)}."}, is_minor=True)
    return board.with_player(seat, after), (told,)


def tried_to_buy(player: Player, is_full: bool) -> Player:
    """The thumb tells the owner whether the bag is full."""
    fits = (
        world for world in player.worlds if (len(player.seen) + bool(world.unseen) >= MOST_CARRIED) == is_full
    )
    return replace(player, worlds=tuple(fits))


def robbed_of_unseen(player: Player) -> Player:
    """The thief took the thing that the owner hadn't seen."""
    fits = (world._replace(unseen=None) for world in player.worlds if world.unseen)
    return replace(player, worlds=_different(fits), unseen=None)


def opened(player: Player, side: int, inside: Item | None, things: Bag) -> Player:
    """After opening a locker: it now holds `inside`, and the bag has `things` and what was in the locker."""
    there = player.lockers[side]
    worlds = (
        World(_with(world.lockers, side, inside), world.lockers[side])
        for world in player.worlds
        if inside or world.lockers[side]
    )
    one, other = player.lockers
    lockers: Lockers = (inside, other) if side == 0 else (one, inside)
    return replace(
        _known(player, side),
        lockers=lockers,
        bag=added(things, there) if there else things,
        shown=None,
        worlds=_different(worlds),
        unseen=there,
    )


def found_empty(player: Player, side: int) -> Player:
    """After finding a locker empty."""
    fits = (world for world in player.worlds if world.lockers[side] is None)
    return replace(_known(player, side), worlds=tuple(fits))


def _known(player: Player, side: int) -> Player:
    one, other = player.opened
    return replace(player, opened=(True, other) if side == 0 else (one, True))


def _with(
    guess: tuple[Item | Unknown | None, Item | Unknown | None], side: int, item: Item | None
) -> tuple[Item | Unknown | None, Item | Unknown | None]:
    one, other = guess
    return (item, other) if side == 0 else (one, item)


def _is(guess: Item | Unknown | None, there: Item | None) -> bool:
    return there is not None if isinstance(guess, Unknown) else guess == there


def _different(worlds: Iterable[World]) -> tuple[World, ...]:
    return tuple(dict.fromkeys(worlds))
