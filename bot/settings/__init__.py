"""What a person chooses for themselves, and those who manage a server for it: `/settings`."""
