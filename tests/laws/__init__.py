"""The laws that every game on the shelf keeps; `README.md` says how a game comes under them."""
