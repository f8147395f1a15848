"""What happens at the tables: lobbies, games under way, computers. Nothing here knows how they are shown."""
