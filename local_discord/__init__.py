"""Discord's HTTP API and gateway on loopback, in memory, for trying a bot without Discord.

Nothing here knows the bot that logs in: see README.md beside this file for what is spoken.
"""
