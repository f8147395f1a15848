"""What every game runs on, which nobody has to open to add one: tables, records, chance and replays."""
