"""The laws that every game keeps; `README.md` explains them."""
