"""What is kept of a person: they read it, take it away, or have it deleted with `/privacy`."""
