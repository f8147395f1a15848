"""What a player knows: what they were shown, what follows from it, and how to say it."""
