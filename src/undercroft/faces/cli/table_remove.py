"""`undercroft table rename` and `delete`."""

from contextlib import closing

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
        kept = removed(store, table, place.path)
    if kept is None:
        what = "Its log was damaged, so no file of it is kept."
    else:
        what = f"Its log is kept in {kept}, with every secret; “table import” brings it back."
    told = {"table": table, "kept": str(kept) if kept is not None else None}
    tell(told, f"{table} is deleted. {what}", as_json=as_json)
