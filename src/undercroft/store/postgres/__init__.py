"""A store in a PostgreSQL database, for any number of processes. Start at `store.py`."""
