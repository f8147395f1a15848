"""Learning a game: its rules with examples, its lesson, its computers, and `/help`."""
