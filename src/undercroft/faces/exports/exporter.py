"""What an exporter is given, and what it is."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from undercroft.faces.exports.file_types import FileType
from undercroft.faces.shared.secret_names import secret_name
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.server.chronicle import Chronicle, chronicle
from undercroft.store.ids import file_stem
from undercroft.store.store import Store
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PictureId
from undercroft.table.state.seats import REFEREE, SPECTATORS


class Subject(Struct, frozen=True):
    """A campaign as one seat knows it: nothing that the seat was not told is in it."""

    table: str
    seat: SeatId
    chronicle: Chronicle
    pictures: Mapping[PictureId, bytes] = {}

    @property
    def now(self) -> Campaign:
        """The campaign as the seat knows it now."""
        return self.chronicle.now

    @property
    def secrets(self) -> bool:
        """Whether it has the referee's secrets."""
        return self.seat == REFEREE


class Lack(Struct, frozen=True):
    """Why there is nothing to write, and what to do about it."""

    code: str
    what: str
    fix: str

    def refused(self) -> BadInput:
        """The same as a fault."""
        return BadInput(self.code, self.what, self.fix)


def _nothing(_now: Campaign, _secrets: bool) -> None:
    return None


class Exporter(Struct, frozen=True):
    """A format to write: its name on the command line, what is in its file, and what people do with that."""

    name: str
    what: str
    use: str
    kind: FileType
    write: Callable[[Subject], bytes]
    lacks: Callable[[Campaign, bool], Lack | None] = _nothing
    """Why there is nothing to write of what a seat knows, with secrets or without; None if there is something."""
    secret: bool = True
    """Whether the referee's file has more than that for players."""

    def content(self, subject: Subject) -> bytes:
        """The file; refused where there is nothing to write."""
        lack = self.lacks(subject.now, subject.secrets)
        if lack is not None:
            raise lack.refused()
        return self.write(subject)

    def file_name(self, table: str, *, players: bool) -> str:
        """The name of its file; a file with the referee's secrets says so."""
        plain = f"{file_stem(table)}-{self.name}.{self.kind.ending}"
        return plain if players or not self.secret else secret_name(table, self.kind.ending, self.name)


def subject_of(store: Store, table: str, *, players: bool) -> Subject:
    """A campaign for the referee, or as everybody at the table knows it."""
    seat = SPECTATORS if players else REFEREE
    return Subject(table, seat, chronicle(store, table, seat))
