"""The page of the local Discord, in Chromium, before the real server and a bot on discord.py."""
