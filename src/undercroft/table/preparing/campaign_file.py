"""The referee's own campaign file: its text is kept, so that a file written later keeps its comments and order."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.event import SecretEvent
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign

MOST_CHARACTERS = 1024 * 1024


class KeepFile(Command, frozen=True, tag="keep_file"):
    """Keep the text of your campaign file: the next file that is written has its comments and its order."""

    text: Annotated[str, Meta(max_length=MOST_CHARACTERS)]
    ABOUT = About(deed="a campaign file kept", listed=False, while_waiting=True, setting=True)

    def why_not(self, _known: Campaign, seat: SeatId) -> Iterable[Reason]:
        return referee_only(seat)

    def do(self, play: Play) -> None:
        play.tell(FileKept(self.text))


class FileKept(SecretEvent, frozen=True, tag="table.file-kept"):
    """The text of the referee's campaign file was kept."""

    text: str


PART = Part(commands=(KeepFile,), events=(FileKept,))
