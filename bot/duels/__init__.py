"""Duels: two people play the same deal, each against computers, and the better score wins."""
