"""The city and everything in it: the map, walks, the clock, items, stock, bags and lockers."""
