"""What people see: panels, lobbies, questions, pictures, and the one answer to each press."""
