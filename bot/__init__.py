"""Parlour on Discord: the only part of the project that talks to Discord."""

__version__ = "0.15.0"
