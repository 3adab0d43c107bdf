"""What seats write to each other: whispers, handouts, and the page that everybody writes on."""

from msgspec import Struct

from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.state.ids import MessageId, PictureId


class WhisperLine(Struct, frozen=True):
    """One whisper: who wrote it, and the players' seats that read it. The referee reads every whisper."""

    id: MessageId
    by: SeatId
    members: tuple[SeatId, ...]
    """The players' seats of its thread, the writer's too, in order."""
    text: str
    at: Seconds
    read_by: tuple[SeatId, ...] = ()


class Handout(Struct, frozen=True):
    """A text, a picture, or both, for players to keep. As long as it is shown to nobody, it is prepared."""

    id: MessageId
    title: str
    text: str = ""
    picture: PictureId | None = None
    width: int = 0
    height: int = 0
    """The pixels of the picture."""
    alt: str = ""
    """What the picture shows, for those who cannot see it."""
    shown_to: tuple[SeatId, ...] = ()
    """The players' seats that have it."""
    everybody: bool = False
    """The whole table has it, also seats that come later."""
    read_by: tuple[SeatId, ...] = ()

    @property
    def shown(self) -> bool:
        """Whether any player has it."""
        return self.everybody or bool(self.shown_to)


class SharedPage(Struct, frozen=True):
    """The page that everybody at the table reads and writes."""

    text: str = ""
    version: MessageId = MessageId("")
    """The version: another each time it is written."""
    by: SeatId | None = None
    """The seat that wrote it last."""
    before: str = ""
    """The text before that."""
