"""What people see: boards, lobbies, questions, pictures, and the answer to each click."""
