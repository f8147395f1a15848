"""Who leads: standings folded from the results of finished games, and made anew whenever asked."""
