"""A game from its start to its end: setting up, walking, crossing, bumping, the Chance Man, rounds."""
