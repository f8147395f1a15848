"""Games that are over: looked at again, reviewed, explained, shared, and played on."""
