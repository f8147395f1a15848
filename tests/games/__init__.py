"""Tests of the rules core and of each game."""
