"""`undercroft table new`."""

from __future__ import annotations

import re
from contextlib import closing
from importlib import import_module
from unicodedata import normalize

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces import data
from undercroft.faces.cli.errors import one_line
from undercroft.faces.cli.output import print_json
from undercroft.faces.cli.textfile import named, text_of
from undercroft.kernel.faults import BadInput, NotFound
from undercroft.server.tables import Tables
from undercroft.table.house import PRESETS
from undercroft.table.opening import Begin

MOST_NAME = 64


class Source(Struct, frozen=True):
    """What a campaign begins from: a file, the demo, or nothing; and other house rules than its own."""

    file: str | None
    demo: bool
    preset: str | None


def new(name: str, source: Source, where: str | None, *, as_json: bool) -> None:
    """Make a table and begin a campaign at it."""
    title = normalize("NFC", name.strip())
    if not 0 < len(title) <= MOST_NAME or not title.isprintable():
        raise BadInput("bad_name", f"a table's name has 1 to {MOST_NAME} printable characters", "choose another")
    begin = _begin(title, source)
    with closing(data.writing(data.place(where))) as store:
        tables = Tables(store)
        table = tables.begin(slug(title), begin, name=title)
        tables.close()
    if as_json:
        print_json({"table": table.id, "name": title, "campaign": table.now.name, "lines": table.version})
    else:
        print(one_line(f"{table.id}: {table.now.name} begins. “undercroft play {table.id}” plays it."))


def slug(name: str) -> str:
    """A table's id: its name in small letters and digits."""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    found = "-".join(re.findall(r"[a-z0-9]+", plain))
    if not found:
        raise BadInput("bad_name", f"“{name[:60]}” has no letter or digit for an id", "choose another name")
    return found


def _begin(title: str, source: Source) -> Begin:
    if source.file is not None and source.demo:
        raise BadInput("usage", "--campaign and --demo are two campaigns", "give one of them")
    if source.file is not None:
        text = text_of(source.file)
        begin: Begin = import_module("undercroft.exchange.campaignfile").read(text, named(source.file))
    elif source.demo:
        begin = import_module("undercroft.demo").campaign()
    else:
        begin = Begin(title)
    if source.preset is None:
        return begin
    if source.preset not in PRESETS:
        raise NotFound(
            "no_such_preset", f"there is no preset “{source.preset[:60]}”", f"there are {', '.join(PRESETS)}"
        )
    return replace(begin, house=PRESETS[source.preset])
