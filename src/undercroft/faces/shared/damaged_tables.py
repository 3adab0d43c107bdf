"""A damaged table saved as a new one, as far as it can be read, and in words what is lost."""

from secrets import token_bytes

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.shared.table_names import free_slug
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput
from undercroft.server.chronicle import chronicle
from undercroft.server.open_table import OpenTable
from undercroft.store import chain
from undercroft.store.faults import Integrity
from undercroft.store.log import LEAST_SECRET, Clean, ListedTable, Salvage
from undercroft.store.memory import MemoryStore
from undercroft.store.store import Store
from undercroft.table.engine.time_words import moment
from undercroft.table.state.seats import REFEREE

ADDED = "recovered"
"""What is added to the id and the name of a table."""


class Recovered(Struct, frozen=True):
    """The new table, and what is lost."""

    table: str
    """The id of the new table."""
    damaged: str
    """The id of the damaged one."""
    kept: int
    lost: int
    lost_since: str
    mended: int
    pictures_lost: int
    last: str
    """The last sentence of the log that is kept, with its time."""

    @property
    def says(self) -> tuple[str, ...]:
        """What is saved and what is lost, in words."""
        saved = f"{self.table}: {counted(self.kept, 'event')} of {self.damaged} saved. Play on there."
        last = (f"The last event saved: {self.last}",) if self.last else ()
        return (saved, *_losses(self), *last)


def losses(salvage: Salvage) -> tuple[str, ...]:
    """What is missing in a table that was saved, or was mended, in words."""
    return _lost(len(salvage.lines), salvage.lost, salvage.lost_since, salvage.mended, 0)


def _losses(saved: Recovered) -> tuple[str, ...]:
    return _lost(saved.kept, saved.lost, saved.lost_since, saved.mended, saved.pictures_lost)


def _lost(kept: int, lost: int, since: str, mended: int, pictures: int) -> tuple[str, ...]:
    found: list[str] = []
    if lost:
        span = f"event {kept + 1}" if lost == 1 else f"events {kept + 1:,} to {kept + lost:,}"
        when = f", everything since {since[:16].replace('T', ' ')} UTC" if since else ""
        found.append(f"Lost: {span}{when}.")
    if pictures:
        found.append(f"Lost: {counted(pictures, 'picture')}.")
    if mended:
        found.append(f"Mended: {counted(mended, 'flipped bit')}.")
    return tuple(found) if lost or pictures else ("No event is lost.", *found)


def recover(store: Store, id: str, into: str | None = None) -> Recovered:
    """Save a damaged table as a new one, which can be played. The damaged one stays as it is."""
    if isinstance(store.verify(id), Clean):
        fix = f"“undercroft table export {id}” saves it in a file"
        raise BadInput("not_damaged", f"table “{id}” is not damaged", fix)
    salvage = store.salvage(id)
    if not salvage.lines:
        raise Integrity(id, 1, "no event of it can be read", "restore a backup")
    taken = {table.id for table in store.tables()}
    new = replace(
        salvage.table,
        id=into or free_slug(f"{salvage.table.id}-{ADDED}", taken),
        name=f"{salvage.table.name} ({ADDED})",
        origin=None,
    )
    trial = MemoryStore()
    _save(trial, salvage, new)
    recovered = _opened(trial, salvage, new.id, id)
    _save(store, salvage, new)
    return recovered


def _save(store: Store, salvage: Salvage, new: ListedTable) -> None:
    old, lines = salvage.table, chain.moved(salvage.table, new, salvage.lines)
    store.adopt(new, token_bytes(LEAST_SECRET), old.id, lines, old.id, salvage.pictures)


def _opened(trial: MemoryStore, salvage: Salvage, new: str, damaged: str) -> Recovered:
    """Open what is saved, to see that it can be played and what it knows last."""
    now = OpenTable(trial, new).now
    told = chronicle(trial, new, REFEREE)
    last = next((noted for noted in reversed(told.noted) if noted.says), None)
    return Recovered(
        new,
        damaged,
        len(salvage.lines),
        salvage.lost,
        salvage.lost_since,
        salvage.mended,
        len(set(now.pictures) - {picture.id for picture in salvage.pictures}),
        f"“{last.says}”, {moment(told.now, last.told.at)}." if last is not None else "",
    )
