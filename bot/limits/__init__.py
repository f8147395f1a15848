"""Discord's limits for the whole bot: requests a second, and refused ones in ten minutes."""
