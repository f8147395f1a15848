"""What a host types and sees: running the bot, checking everything first, trying it out, and its port."""
