"""What a host sees of a bot that runs: its log and its metrics."""
