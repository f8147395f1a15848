"""Everything that the bot sends during play, refused by Discord in every way it can."""
