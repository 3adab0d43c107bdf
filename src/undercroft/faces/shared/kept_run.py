"""A simulated run kept as a campaign of its own, marked as simulated."""

from secrets import token_bytes

from undercroft.faces.shared.new_campaign import free_slug
from undercroft.foresight.opening import Opened
from undercroft.server.lines import entry
from undercroft.server.new_ids import now
from undercroft.store.log import LEAST_SECRET, Batch, Store, Table


def keep_run(store: Store, opened: Opened) -> Table:
    """Write an opened run as a table of its own; its dice are a run's, and no seal vouches for them."""
    name = f"{opened.now.name} (simulated run {opened.run:,})"
    wall = now()
    table = Table(free_slug(name, {known.id for known in store.tables()}), name, wall)
    entries = tuple(entry(told, wall) for told in opened.told)
    store.create(table, token_bytes(LEAST_SECRET), (Batch(0, "simulated", b"simulated", entries, b"{}"),))
    return table
