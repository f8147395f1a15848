"""The schema's history; `storage.migrating.upgrade` brings a database up to date at every start."""
