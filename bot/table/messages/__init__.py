"""The messages of a table on Discord: who writes them, when, and what becomes of them."""
