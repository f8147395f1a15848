"""What things cost, measured; `make bench` runs all of it."""
