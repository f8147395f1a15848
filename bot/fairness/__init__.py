"""Whether chance was fair in a server's games: `/fairness`."""
