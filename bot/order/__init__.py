"""Order in a server that has the bot, for the people who manage it: `/server`."""
