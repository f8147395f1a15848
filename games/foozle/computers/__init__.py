"""The computer players, which see only what a player sees."""
