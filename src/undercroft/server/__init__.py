"""Open tables: the one writer of each, its dice, who listens. Start at `open_table.py`; `tables.py` holds several."""
