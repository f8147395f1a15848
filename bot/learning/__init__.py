"""Learning a game: its rules with examples, its lesson and its computers."""
