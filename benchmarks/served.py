"""A server to be measured, in its own process: `python -m benchmarks.served FOLDER TABLES SPECTATORS [limited]`.

It is the site that `undercroft serve` opens, with tables of the demo and one in a fight; unless `limited`, without the
limits for a single address. It prints its address, and cookies for each seat of the first table and of the fight.
"""

import json
import sys
from contextlib import closing, nullcontext
from pathlib import Path
from unittest.mock import patch

from undercroft import demo
from undercroft.demo.bookmark_scripts import bookmark
from undercroft.faces.http import connections
from undercroft.faces.http.addresses import addresses, listen
from undercroft.faces.http.guard import Settings
from undercroft.faces.http.runner import run
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.website import site
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.state.ids import PersonId, SiteId
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.things import Carried
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

FIGHT = "fight"
"""The table in a fight."""
MANY = 10**6
"""Of requests and connections, at once and a second: more than any benchmark makes."""
UNLIMITED = Settings(rate=MANY, burst=MANY, attempts=MANY, work=1e12, most_work=10**12)


def main() -> None:
    """Open that many tables, print how to reach them, and serve until stopped."""
    folder, tables, spectators, *limited = sys.argv[1:]
    with closing(SQLiteStore(Path(folder) / "served.db")) as store:
        lobby = Lobby(store, b"for the benchmark only, no others")
        lobby.streams.most_of_an_address = sys.maxsize
        for number in range(int(tables)):
            _begin(lobby, f"table-{number}")
        begin_at(lobby.tables, bookmark("fight"), FIGHT, "The fight")
        keys = lobby.keys("table-0")
        listening = listen("127.0.0.1", 0)
        told = {
            "address": addresses(listening)[0],
            "seats": _cookies(lobby, "table-0"),
            "fighters": _cookies(lobby, FIGHT),
            "spectators": [keys.cookie(SPECTATORS) for _ in range(int(spectators))],
        }
        print(json.dumps(told), flush=True)
        with nullcontext() if limited else patch.multiple(connections, ARRIVALS=MANY, MOST_ARRIVALS=MANY):
            run(site(Settings() if limited else UNLIMITED, lobby=lobby), listening, store.on_stop)
        lobby.tables.close()


def _cookies(lobby: Lobby, table: str) -> dict[str, str]:
    """A cookie for the referee and each player of a table."""
    keys = lobby.keys(table)
    return {seat: keys.cookie(seat) for seat in (REFEREE, *lobby.open(table).now.seats)}


def _begin(lobby: Lobby, id: str) -> None:
    """The demo with its party in the first room, by torchlight."""
    begin = demo.campaign()
    table = lobby.tables.begin(id, begin)
    torch = next(thing for thing in begin.things if thing.item == "torch" and isinstance(thing.place, Carried))
    table.act(REFEREE, EnterSite(MAIN, SiteId(begin.sites[0].id)), key="enter")
    table.act(REFEREE, LightUp(PersonId(getattr(torch.place, "by", "")), torch.id), key="light")


if __name__ == "__main__":
    main()
