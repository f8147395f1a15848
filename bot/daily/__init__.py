"""The game of the day: one deal for everybody, tried once."""
