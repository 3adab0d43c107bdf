"""`undercroft founder`: links for those who may start campaigns on a server."""

from collections.abc import Generator
from contextlib import closing, contextmanager

from undercroft.faces.cli.output import print_json, tell
from undercroft.faces.shared import store_path
from undercroft.faces.shared.one_line import one_line
from undercroft.faces.shared.server_keep import Founder, keep_of
from undercroft.faces.web.live.access.founding import MOST_TABLES, Founding
from undercroft.interpret.text_charts import columns
from undercroft.kernel.faults import BadInput, NotFound


def founders(data: str | None, *, as_json: bool) -> None:
    """List the founders, and how many campaigns each has."""
    with _founding(data) as (founding, there):
        found = [(founder, sum(started.table in there for started in founder.tables)) for founder in founding.all()]
    if as_json:
        print_json({"founders": [{**_told(founder), "started": started} for founder, started in found]})
        return
    rows = [(founder.id, founder.name, f"{started} of {founder.most} campaigns") for founder, started in found]
    print(*map(one_line, columns(rows)) if rows else ("No founders: only the owner starts campaigns.",), sep="\n")


def add(name: str, tables: str, data: str | None, *, as_json: bool) -> None:
    """Make a founder's link."""
    if not tables.isascii() or not tables.isdigit() or len(tables) > len(str(MOST_TABLES)):
        raise BadInput("bad_limit", f"--tables cannot be “{tables[:20]}”", f"give 1 to {MOST_TABLES:,}")
    with _founding(data) as (founding, _):
        _tell_link(founding, founding.add(name, int(tables)), as_json=as_json)


def link(founder: str, data: str | None, *, new: bool, as_json: bool) -> None:
    """Print a founder's link, or make a new one."""
    with _founding(data) as (founding, _):
        found = _named(founding, founder)
        _tell_link(founding, founding.renew(found.id) if new else found, as_json=as_json)


def end(founder: str, data: str | None, *, as_json: bool) -> None:
    """End a founder's link; the campaigns stay."""
    with _founding(data) as (founding, _):
        gone = founding.end(_named(founding, founder).id)
    tell(_told(gone), f"The link of {one_line(gone.name)} has ended. The campaigns stay.", as_json=as_json)


@contextmanager
def _founding(data: str | None) -> Generator[tuple[Founding, frozenset[str]]]:
    place = store_path.place(data)
    with closing(store_path.writing(place)) as store:
        there = frozenset(table.id for table in store.tables())
        yield Founding(keep_of(store, place), lambda: there), there


def _named(founding: Founding, named: str) -> Founder:
    found = [each for each in founding.all() if named in (each.id, each.name)]
    if len(found) > 1:
        raise BadInput("which_founder", f"several founders are called “{named[:60]}”", "name one by the id")
    if not found:
        raise NotFound("no_such_founder", f"there is no founder “{named[:60]}”", "“undercroft founder list” lists them")
    return found[0]


def _tell_link(founding: Founding, founder: Founder, *, as_json: bool) -> None:
    path = f"/enter/{founding.link(founder)}"
    said = f"{one_line(founder.name)} ({founder.most} campaigns), after the address of your server: {path}"
    tell({**_told(founder), "link": path}, said, as_json=as_json)


def _told(founder: Founder) -> dict[str, str | int]:
    return {"id": founder.id, "name": founder.name, "tables": founder.most}
