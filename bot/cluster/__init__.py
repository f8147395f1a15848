"""Several processes of one bot."""
