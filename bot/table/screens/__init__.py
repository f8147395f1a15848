"""What a message of a table says and shows."""
