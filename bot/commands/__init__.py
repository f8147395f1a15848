"""Slash commands, one file per subject."""
