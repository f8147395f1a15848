"""Storage on real files."""
