"""What Foozle shows: the court's cards and tokens, the table, a hand, and the end."""
