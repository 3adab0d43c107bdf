"""`undercroft table rename` and `delete`."""

from contextlib import closing
from pathlib import Path

from undercroft.faces.cli.output import tell
from undercroft.faces.shared import store_path
from undercroft.faces.shared.table_removal import check_name, removed, renamed, table_of


def rename(table: str, name: str, data: str | None, *, as_json: bool) -> None:
    """Rename a table (its id stays the same)."""
    with closing(store_path.changing(store_path.place(data))) as store:
        title = renamed(store, table, name)
    tell({"table": table, "name": title}, f"{table} is now called {title}.", as_json=as_json)


def delete(table: str, name: str, data: str | None, *, as_json: bool) -> None:
    """Delete a table once its name is confirmed; its log is kept in a file."""
    place = store_path.place(data)
    with closing(store_path.changing(place)) as store:
        check_name(table_of(store, table), name)
        if isinstance(place, store_path.DatabasePlace):
            store.remove(table)
            said = f"{table} is deleted. “undercroft table undelete {table}” brings it back until it is purged."
            tell({"table": table, "kept": None, "raw": None}, said, as_json=as_json)
            return
        kept = removed(store, table, place.path)
    log = f"Its log is kept in {kept.log}, with every secret; “table import” brings it back."
    what = log if kept.log is not None else "None of its log can be read."
    if kept.raw is not None:
        log = f"What can be read of its log is kept in {kept.log}, with every secret; “table import” brings it back."
        what = f"{log if kept.log is not None else what} Everything else is in {kept.raw}."
    told = {"table": table, "kept": _name(kept.log), "raw": _name(kept.raw)}
    tell(told, f"{table} is deleted. {what}", as_json=as_json)


def _name(file: Path | None) -> str | None:
    return None if file is None else str(file)
