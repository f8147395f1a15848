"""Foozle's pictures: the court's cards and tokens, the table, a hand, and the end."""
