"""The computer players, which see what one player sees."""
