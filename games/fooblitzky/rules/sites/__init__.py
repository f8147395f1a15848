"""What happens in the city's places: stores, pawn shops, lockers and all the others."""
