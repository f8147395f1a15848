"""What the bot knows of a person."""
