"""Chance that nobody can steer: a committed seed, the clicks of those who sat down, and a counter.

The seed's hash is shown before anybody joins, so the host's bot cannot choose the seed to fit; every person's
join click goes into each draw, so the published hash alone fixes nothing. After the end the seed is shown and
everybody can make each `*` line again.
"""

import hashlib
import hmac
from collections.abc import Iterable
from random import Random


def commit(seed: bytes) -> str:
    """What is shown beforehand: `sha256:` and the hash of the seed in hexadecimal."""
    return "sha256:" + hashlib.sha256(seed).hexdigest()


def chance_rng(seed: bytes, n: int, joins: Iterable[str]) -> Random:
    """The generator for chance move `n`, counted from 0 over all `*` lines of the record, undone ones too."""
    return Random(hmac.digest(seed, "/".join([str(n), *joins]).encode(), "sha256"))


def computer_rng(commitment: str, ply: int, seat: int) -> Random:
    """The generator of a computer's choice, settled by the record, the number of its lines and the seat."""
    return Random(hashlib.sha256(f"{commitment}/{ply}/{seat}".encode()).digest())
