"""Parlour on Discord: the only part of the project that knows what Discord is."""

__version__ = "0.8.0"
