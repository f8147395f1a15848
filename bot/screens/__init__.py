"""What a message says and shows."""
