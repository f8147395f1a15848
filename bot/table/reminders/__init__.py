"""Reminders: whom a table waits for, what each is told when, and the messages that tell them."""
