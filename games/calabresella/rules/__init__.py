"""The rules: options, positions, moves and how they're written, and what follows from a move."""
