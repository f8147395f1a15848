"""Finding one's way: what can be done here, what the bot is, and an answer to those who write to it."""
