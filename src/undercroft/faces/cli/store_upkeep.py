"""`undercroft store`: the upkeep of a store in a database."""

from contextlib import closing

from undercroft.faces.cli.output import tell
from undercroft.faces.cli.table_verify import verify as verify_tables
from undercroft.faces.shared import store_path
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput

MOST_DAYS = 10_000


def migrate(program: str | None, data: str | None, *, as_json: bool) -> None:
    """Make a database ready for this version; needs the role that owns the database."""
    from undercroft.store.postgres.upkeep import migrated

    place = database_place(data)
    before, now = migrated(place.url, program)
    said = f"{place.shown} is ready: schema {now}." if before != now else f"{place.shown} was ready: schema {now}."
    tell({"data": place.shown, "before": before, "schema": now}, said, as_json=as_json)


def verify(data: str | None, *, as_json: bool) -> int:
    """Check every table of a store: the chain of its lines, and everything beside them."""
    return verify_tables(None, data, rules=False, as_json=as_json)


def copy(source: str, target: str, table: str | None, *, as_json: bool) -> None:
    """Move tables from one store to another, with links, answers and dice; the old store keeps a copy to look at."""
    from undercroft.store.copying import is_moved, move

    here, there = store_path.place(source), store_path.place(target)
    if here == there:
        raise BadInput("same_store", "that is one and the same store", "name two")
    with closing(store_path.changing(here)) as old, closing(store_path.writing(there)) as new:
        wanted = [table] if table is not None else [each.id for each in old.tables() if not is_moved(old, each.id)]
        moved = [move(old, new, id) for id in wanted]
    lines = sum(each.lines for each in moved)
    said = f"{counted(len(moved), 'table')} and {counted(lines, 'line')} are in {there.shown}, checked. Play on there."
    tell(
        {"from": here.shown, "to": there.shown, "tables": [each.table for each in moved], "lines": lines},
        said,
        as_json=as_json,
    )


def restored(data: str | None, *, as_json: bool) -> None:
    """After a database was restored to the past: give every table new dice, before anybody plays."""
    from undercroft.store.postgres.upkeep import restored as mark_all

    place = database_place(data)
    tables = mark_all(place.url)
    said = f"{counted(len(tables), 'table')} in {place.shown} will roll new dice, and say so in their logs."
    tell({"data": place.shown, "tables": tables}, said, as_json=as_json)


def purge(older_than: str, data: str | None, *, as_json: bool) -> None:
    """Delete for good what was deleted long ago."""
    from undercroft.store.postgres.upkeep import purged

    place, days = database_place(data), _days(older_than)
    gone = purged(place.url, days)
    said = f"{counted(len(gone.tables), 'table')} and {counted(gone.lines, 'line')} are gone for good."
    tell({"data": place.shown, "tables": gone.tables, "lines": gone.lines}, said, as_json=as_json)


def undelete(table: str, data: str | None, *, as_json: bool) -> None:
    """Bring a deleted table back."""
    from undercroft.store.postgres.upkeep import undeleted

    undeleted(database_place(data).url, table)
    tell({"table": table}, f"{table} is back.", as_json=as_json)


def _days(typed: str) -> int:
    number = typed.removesuffix("d")
    if not number.isascii() or not number.isdigit() or len(number) > len(str(MOST_DAYS)) or int(number) > MOST_DAYS:
        fix = f"give days, such as 30d, at most {MOST_DAYS:,}d"
        raise BadInput("bad_limit", f"--older-than cannot be “{typed[:20]}”", fix, limit=MOST_DAYS)
    return int(number)


def database_place(data: str | None) -> store_path.DatabasePlace:
    """The place of a store that must be a database."""
    place = store_path.place(data)
    if not isinstance(place, store_path.DatabasePlace):
        fix = "write --data postgresql://HOST/NAME"
        raise BadInput("not_a_database", "that works with a store in a database", fix)
    return place
