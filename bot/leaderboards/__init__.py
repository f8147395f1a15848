"""Who leads, how a person stands, and the games that were finished."""
