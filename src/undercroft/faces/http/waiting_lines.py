"""One at a time for each address: what is counted after it is done would be counted too late for a crowd at once."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager


class Turns:
    """The addresses from which something is being tried, each with its own turn."""

    def __init__(self) -> None:
        self._turns: dict[str, tuple[asyncio.Lock, int]] = {}

    def __len__(self) -> int:
        return len(self._turns)

    def waiting(self, address: str) -> int:
        """How many wait for the turn of an address, or have it."""
        return self._turns[address][1] if address in self._turns else 0

    @asynccontextmanager
    async def of(self, address: str) -> AsyncGenerator[None]:
        """Wait for the turn of an address; nothing is kept of it afterwards."""
        turn, waiting = self._turns.get(address, (asyncio.Lock(), 0))
        self._turns[address] = (turn, waiting + 1)
        try:
            async with turn:
                yield
        finally:
            waiting = self._turns[address][1] - 1
            if waiting:
                self._turns[address] = (turn, waiting)
            else:
                del self._turns[address]
