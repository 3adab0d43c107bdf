"""A simulated run kept as a campaign of its own, marked as simulated."""

import io
from collections.abc import Iterable
from secrets import token_bytes
from typing import Any

from msgspec import Struct

from undercroft.faces.shared.table_names import free_slug
from undercroft.foresight.opening import Opened
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId, Seconds
from undercroft.server.lines import entry
from undercroft.server.new_ids import now
from undercroft.store.log import LEAST_SECRET, Batch, ListedTable
from undercroft.store.portable import export_table, import_table
from undercroft.store.store import Store
from undercroft.table.engine.audience import Told
from undercroft.table.registry import EVENT_KINDS
from undercroft.table.state.ids import ActId


def keep_run(store: Store, opened: Opened) -> ListedTable:
    """Write an opened run as a table of its own; its dice are a run's, and no seal vouches for them."""
    name = f"{opened.now.name} (simulated run {opened.run:,})"
    wall = now()
    table = ListedTable(free_slug(name, {known.id for known in store.tables()}), name, wall)
    entries = tuple(entry(told, wall) for told in opened.told)
    store.create(table, token_bytes(LEAST_SECRET), (Batch(0, "simulated", b"simulated", entries, b"{}"),))
    return table


def keep_run_from(store: Store, table: str, run: int, told: Iterable[Told]) -> ListedTable:
    """Write a run from a table as a table of its own: all that happened before, and then the run.

    What the source promised, its keys and its sealed dice, stays with it.
    """
    source = store.table(table)
    name = f"{source.name} (simulated run {run:,})"
    id = free_slug(name, {known.id for known in store.tables()})
    wall = now()
    entries = tuple(entry(fact, wall) for fact in told)
    copy = io.BytesIO()
    export_table(store, table, copy)
    copy.seek(0)
    made = import_table(store, copy, f"run {run:,} of {table}, simulated", token_bytes(LEAST_SECRET), id=id)
    store.append(id, Batch(made.version, "simulated", b"simulated", entries, b"{}"))
    store.rename(id, name)
    return store.table(id)


def fact_in(raw: bytes) -> Told:
    """A fact of a run as the simulator sent it."""
    plain = wire.decode(dict[str, Any], raw)
    event: dict[str, Any] = plain["event"]
    kind = EVENT_KINDS[event["type"]]
    said: _Fact = wire.from_plain(_Fact, {name: value for name, value in plain.items() if name != "event"})
    return Told(wire.from_plain(kind, event), said.to, said.at, said.act)


class _Fact(Struct, frozen=True):
    """What a fact has besides its event."""

    to: tuple[SeatId, ...]
    at: Seconds
    act: ActId | None
