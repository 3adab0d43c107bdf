"""Open tables, each with its only writer, dice and listeners. Start at `open_table.py`; `tables.py` holds several."""
