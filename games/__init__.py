"""Rules of games, and nothing else: no Discord, no storage, no clock, no global randomness."""
