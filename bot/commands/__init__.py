"""Slash commands, one file a subject."""
