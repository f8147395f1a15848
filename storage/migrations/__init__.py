"""The schema's history; `storage.database.migrate` runs it at every start."""
