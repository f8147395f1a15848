"""What happens in the places of the city: stores, pawn shops, lockers and all others."""
