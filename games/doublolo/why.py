"""Hints in Doublolo: what a move does."""

from games.doublolo.notation import Move, Place
from games.doublolo.view import View
from games.kit.prose import counted


def why(view: View, move: Move) -> str:
    """How many stones a placed stone flips (rules 5 to 9)."""
    if not isinstance(move, Place):
        return "Heads and tails are equally likely."
    return f"This flips {counted(view.flips(move.square), 'stone')}."
