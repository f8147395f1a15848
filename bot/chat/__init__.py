"""Discord's edge: what comes in and how it is answered, what is sent and when, and what Discord refuses."""
