"""`undercroft table recover`: a damaged table saved as a new one."""

from contextlib import closing

from undercroft.faces.cli.output import print_json
from undercroft.faces.shared import store_path
from undercroft.faces.shared.damaged_tables import recover as recovered
from undercroft.faces.shared.one_line import one_line
from undercroft.faces.shared.table_names import checked_id
from undercroft.kernel import wire


def recover(table: str, into: str | None, data: str | None, *, as_json: bool) -> None:
    """Save what can be read as a new table, and say what is lost."""
    chosen = None if into is None else checked_id(into)
    with closing(store_path.changing(store_path.place(data))) as store:
        saved = recovered(store, table, chosen)
    if as_json:
        print_json({**wire.plain(saved), "says": saved.says})
        return
    print(*map(one_line, saved.says), sep="\n")
    print(one_line(f"{table} stays as it is. “undercroft table delete {table}” removes it and keeps its files."))
