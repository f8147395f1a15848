"""A game from start to end: setting up, walking, crossing, bumping, the Chance Man, rounds."""
