"""What comes in: one press or command, its answer, and what stops it."""
