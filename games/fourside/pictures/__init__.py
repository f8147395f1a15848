"""The pictures, drawn from a view alone."""
