"""`undercroft store`: the upkeep of a store in a database."""

from undercroft.faces.cli.output import tell
from undercroft.faces.shared import store_path
from undercroft.kernel.faults import BadInput


def migrate(program: str | None, data: str | None, *, as_json: bool) -> None:
    """Make a database ready for this version; needs the role that owns the database."""
    from undercroft.store.postgres.upkeep import migrated

    place = database_place(data)
    before, now = migrated(place.url, program)
    said = f"{place.shown} is ready: schema {now}." if before != now else f"{place.shown} was ready: schema {now}."
    tell({"data": place.shown, "before": before, "schema": now}, said, as_json=as_json)


def database_place(data: str | None) -> store_path.DatabasePlace:
    """The place of a store that must be a database."""
    place = store_path.place(data)
    if not isinstance(place, store_path.DatabasePlace):
        fix = "write --data postgresql://HOST/NAME"
        raise BadInput("not_a_database", "that works with a store in a database", fix)
    return place
