"""What is owned, in which order it starts and stops, and how a press gets to what answers it."""
