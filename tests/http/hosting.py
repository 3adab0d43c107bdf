"""A server with live tables in memory, and those who speak to it: its owner, the seats of a table, and strangers."""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager

import httpx

from tests.serving import same_dice, serving, speaking
from tests.table.small_site import begin
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.kernel.units import SeatId
from undercroft.server.open_table import OpenTable
from undercroft.store.memory import MemoryStore
from undercroft.table.engine.part import Command
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.campaign_start import Begin

TABLE = "crypt"
SECRET = b"for the tests only, nothing else"


class Host:
    """The server while it runs."""

    def __init__(self, lobby: Lobby, address: str, clients: ExitStack) -> None:
        self.lobby = lobby
        self.address = address
        self._clients = clients
        self._keys = 0

    @property
    def table(self) -> OpenTable:
        """The table that is open from the start."""
        return self.lobby.open(TABLE)

    def act(self, command: Command, seat: SeatId = REFEREE, *, by_hand: bool = False) -> None:
        """Something happens at the table, named by the campaign's own ids."""
        self._keys += 1
        self.table.act(seat, self.table.as_known(seat, command), key=f"host-{self._keys}", by_hand=by_hand)

    def stranger(self) -> httpx.Client:
        """Someone who followed no link."""
        return self._clients.enter_context(speaking(self.address))

    def owner(self) -> httpx.Client:
        """The owner of the server."""
        client = self.stranger()
        client.get(f"/enter/{self.lobby.owner_link()}")
        return client

    def seated(self, seat: SeatId = REFEREE) -> httpx.Client:
        """Someone who followed the link of a seat."""
        client = self.stranger()
        client.get(f"/join/{TABLE}/{self.lobby.keys(TABLE).link(seat, self.lobby.editions(self.table)[seat])}")
        return client


@contextmanager
def hosting(opening: Begin | None = None) -> Generator[Host, None, None]:
    """A server that is open meanwhile, with one table."""
    lobby = Lobby(MemoryStore(), SECRET)
    lobby.tables.begin(TABLE, opening or begin(), secret=same_dice)
    with serving(lobby=lobby) as address, ExitStack() as clients:
        yield Host(lobby, address, clients)
    lobby.close()
