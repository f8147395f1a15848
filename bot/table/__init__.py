"""What happens at the tables: lobbies, games under way, computers, and what becomes of games that are over.

Only `screens` and `messages` know how that is shown.
"""
