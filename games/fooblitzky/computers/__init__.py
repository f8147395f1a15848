"""The computer players, which only see what a player sees."""
