"""Who leads: standings folded from the results of finished games. Nothing is kept that could not be made anew."""
