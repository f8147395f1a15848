"""The words: what is told, asked and described, and why a move is good."""
