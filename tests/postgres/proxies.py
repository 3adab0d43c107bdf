"""A socket in front of PostgreSQL that loses, delays and swallows what passes it."""

import socket
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path

PORT = ".s.PGSQL.5432"


class Cut(StrEnum):
    """What happens to the statement that is waited for."""

    BEFORE = "before"
    """The connection ends before the statement gets through."""
    DURING = "during"
    """It gets through, and the connection ends at once."""
    AFTER = "after"
    """Its answer comes back, and is lost."""
    DRIP = "drip"
    """Its answer comes back byte by byte."""
    HANG = "hang"
    """It gets through, and nothing comes back."""


class Proxy:
    """Passes everything on, but the next statement that has some bytes in it."""

    def __init__(self, listening: socket.socket, behind: Path) -> None:
        self._listening = listening
        self._behind = behind
        self._wanted: tuple[bytes, Cut] | None = None
        self._open: list[socket.socket] = []
        threading.Thread(target=self._take, daemon=True).start()

    def next(self, having: bytes, cut: Cut) -> None:
        """Do that to the next statement that has these bytes."""
        self._wanted = (having, cut)

    @property
    def done(self) -> bool:
        """Whether that has happened."""
        return self._wanted is None

    def close(self) -> None:
        """End every connection."""
        for each in (self._listening, *self._open):
            _end(each)

    def _take(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._behind))
                self._open += [client, server]
                threading.Thread(target=self._pass_on, args=(client, server), daemon=True).start()

    def _pass_on(self, client: socket.socket, server: socket.socket) -> None:
        cut: list[Cut] = []
        answers = threading.Thread(target=self._answer, args=(client, server, cut), daemon=True)
        answers.start()
        with suppress(OSError):
            while data := client.recv(1 << 20):
                if self._wanted is not None and self._wanted[0] in data:
                    cut.append(self._wanted[1])
                    self._wanted = None
                    if cut[0] is Cut.BEFORE:
                        break
                server.sendall(data)
                if cut and cut[0] is Cut.DURING:
                    break
        if not cut or cut[0] in (Cut.BEFORE, Cut.DURING):
            _end(client)
            _end(server)

    @staticmethod
    def _answer(client: socket.socket, server: socket.socket, cut: list[Cut]) -> None:
        with suppress(OSError):
            while data := server.recv(1 << 20):
                match cut:
                    case [Cut.AFTER]:
                        break
                    case [Cut.HANG]:
                        continue
                    case [Cut.DRIP]:
                        for at in range(len(data)):
                            client.sendall(data[at : at + 1])
                            time.sleep(0.0005)
                    case _:
                        client.sendall(data)
        _end(client)
        _end(server)


def _end(each: socket.socket) -> None:
    with suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)
    each.close()


@contextmanager
def proxied(folder: Path, behind: Path) -> Generator[Proxy, None, None]:
    """A proxy that listens in a folder, before the PostgreSQL whose socket is in another."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / PORT))
        listening.listen(50)
        proxy = Proxy(listening, behind / PORT)
        try:
            yield proxy
        finally:
            proxy.close()
