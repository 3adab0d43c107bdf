"""`undercroft table rename` and `delete`."""

from contextlib import closing

from undercroft.faces.cli.output import print_json
from undercroft.faces.shared import store_path
from undercroft.faces.shared.one_line import one_line
from undercroft.faces.shared.table_removal import check_name, removed, renamed, table_of


def rename(table: str, name: str, where: str | None, *, as_json: bool) -> None:
    """Rename a table (its id stays the same)."""
    place = store_path.place(where)
    with closing(store_path.writing(place)) as store:
        title = renamed(store, table, name)
    if as_json:
        print_json({"table": table, "name": title})
    else:
        print(one_line(f"{table} is called {title} now."))


def delete(table: str, name: str, where: str | None, *, as_json: bool) -> None:
    """Delete a table once its name is confirmed; its log is kept in a file."""
    place = store_path.place(where)
    with closing(store_path.writing(place)) as store:
        check_name(table_of(store, table), name)
        kept = removed(store, table, place.path)
    if as_json:
        print_json({"table": table, "kept": str(kept) if kept is not None else None})
    elif kept is None:
        print(one_line(f"{table} is gone. Its log was damaged, so no file of it is kept."))
    else:
        print(
            one_line(f"{table} is gone. Its log is kept in {kept}, with every secret; “table import” brings it back.")
        )
