"""Chance and computers that nobody can steer: a committed seed, the players' join clicks, and a counter.

The seed's hash is shown before anybody joins, so the bot's host can't pick a seed that suits them. Every
person's join click goes into each draw, so the seed alone decides nothing either. After the game the seed is
shown, and anybody can repeat each `*` line and each choice of a computer.
"""

import hashlib
import hmac
from collections.abc import Iterable
from random import Random


def commit(seed: bytes) -> str:
    """What is shown before the game: `sha256:` and the hash of the seed in hexadecimal."""
    return "sha256:" + hashlib.sha256(seed).hexdigest()


def chance_rng(seed: bytes, n: int, interaction_ids: Iterable[str]) -> Random:
    """The generator for chance move `n`, counted from 0 over the `*` lines that stand (`Table.drawn`).

    So a draw that was undone comes back the same in its place, and nobody gets a better one by undoing.
    """
    return Random(hmac.digest(seed, "/".join([str(n), *interaction_ids]).encode(), "sha256"))


def computer_key(seed: bytes, ply: int, seat: int, interaction_ids: Iterable[str]) -> bytes:
    """The key of a computer's choice for this seat after `ply` lines that stand: 32 bytes.

    It's as secret as the seed, and reveals nothing about the seed or any other key. Its label begins with a
    word, and a chance move's with a number, so the two never clash.
    See docs/decisions/0013-a-computers-secret.md.
    """
    return hmac.digest(seed, "/".join(["computer", str(ply), str(seat), *interaction_ids]).encode(), "sha256")


def computer_rng(key: bytes) -> Random:
    """The generator that a computer uses for the choice with this key."""
    return Random(key)
