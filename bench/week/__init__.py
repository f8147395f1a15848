"""A week in the life of a busy server, in a few minutes: `python -m bench.week`."""
