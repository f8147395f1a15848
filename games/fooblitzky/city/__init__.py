"""The city and all that lies and stands in it: blocks, ways, the clock, items, shelves and bags."""
