"""The bodies of requests to a table, and of its answers."""

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from undercroft.exchange.foreign.report import ImportReport
from undercroft.faces.views.actions import Action, Sent
from undercroft.kernel.rules import says
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.engine.part import Reason
from undercroft.table.state.ids import PersonId
from undercroft.table.state.pictures import Picture

Heard = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Event"})]
Known = Annotated[dict[str, Any], says("all that the seat knows")]


class CommandBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A command as a browser or a program sends it: with its own key and the last cursor it saw."""

    command: Sent
    key: Annotated[str, says("a new one for each command; a repeated key gets the first answer again")] = ""
    expected: Annotated[str | None, says("the last cursor you saw")] = None
    dice: Annotated[
        tuple[int | str | None, ...], says("the dice of its first roll, if you have rolled them already")
    ] = ()


class FileContents(Struct, frozen=True):
    """What a file holds, each part counted in words."""

    contents: tuple[str, ...]


class ImportedFile(Struct, frozen=True):
    """What files of other programs came to, or would come to."""

    what: Annotated[str, says("what the files are")]
    title: str
    contents: Annotated[tuple[str, ...], says("what they hold, each part counted in words")]
    report: Annotated[ImportReport, says("what was kept, guessed and dropped")]
    changes: Annotated[tuple[str, ...], says("what they change at the table, in words")] = ()
    table: Annotated[str | None, says("the table they are in; nothing if they were only looked at")] = None
    upload: Annotated[str | None, says("the id to correct and take them by; nothing once they are taken")] = None


class CommandDone(Struct, frozen=True):
    """A command that was carried out: what the seat was told, and its cursors after that and now."""

    cursor: str
    now: str
    told: tuple[Heard, ...]
    says: Annotated[tuple[str, ...], says("what the seat was told in words, as the log has it")]


class Refusal(Struct, frozen=True):
    """A command that cannot be given now."""

    refused: tuple[Reason, ...]


class TableState(Struct, frozen=True):
    """All that a seat knows."""

    seat: SeatId
    cursor: str
    campaign: Known


class ToldFact(Struct, frozen=True):
    """Something a seat was told."""

    at: Annotated[Seconds, says("seconds of the campaign's clock")]
    act: str | None
    event: Heard
    says: Annotated[str, says("the event as a sentence, by what the seat knows now; empty if it has no line")]


class Events(Struct, frozen=True):
    """What a seat was told, and its cursor after that."""

    cursor: str
    events: tuple[ToldFact, ...]


class WantedAnswer(Struct, frozen=True):
    """Dice or a choice that a command waits for."""

    wanted: Annotated[str, says("the id to send with the answer")]
    ruling: Annotated[int, says("the number to send with the answer")]
    seat: Annotated[SeatId, says("whose dice they are")]
    purpose: str
    roll: Annotated[str, says("the dice to roll; empty for a choice")]
    options: Annotated[tuple[str, ...], says("what can be chosen, the first declines; empty for dice")]
    who: PersonId | None


class Offers(Struct, frozen=True):
    """What a seat may do now, and what is wanted of it before that."""

    offers: tuple[Action, ...]
    wanted: tuple[WantedAnswer, ...] = ()


class SeatLink(Struct, frozen=True):
    """A seat and the link that opens it."""

    seat: SeatId
    name: Annotated[str, says("the name of the seat: its player, or what the seat is")]
    characters: Annotated[tuple[PersonId, ...], says("the characters the seat plays, by the referee's ids")]
    link: Annotated[str, says("the address to follow once; it sets the cookie of the seat. Keep it secret")]


class SeatLinks(Struct, frozen=True):
    """Every seat of a table, for its referee."""

    seats: tuple[SeatLink, ...]


class TableCard(Struct, frozen=True):
    """A campaign on the start page."""

    id: str
    name: str
    events: int
    wall: Annotated[str, says("when it was last written to, in UTC")]
    saved: str
    where: str = ""
    session: str = field(default="", name="evening")
    present: tuple[str, ...] = ()
    damaged: bool = False


class TableList(Struct, frozen=True):
    """Every campaign, the one played last first."""

    tables: tuple[TableCard, ...]


class TableName(Struct, frozen=True, forbid_unknown_fields=True):
    """A table's new name; or its name, to be sure that it is the table that is meant."""

    name: str


class TableAddress(Struct, frozen=True):
    """A table by its id."""

    table: str


class OwnerLink(Struct, frozen=True):
    """The new link of the server's owner."""

    link: str


class NewFounder(Struct, frozen=True, forbid_unknown_fields=True):
    """A person or club that may start campaigns on this server."""

    name: Annotated[str, says("who it is, for the owner's list")]
    tables: Annotated[int, says("how many campaigns they may have at a time")] = 5


class FounderLink(Struct, frozen=True):
    """A founder and their link."""

    id: str
    name: str
    tables: Annotated[int, says("how many campaigns they may have at a time")]
    link: Annotated[str, says("the address to follow; it signs a browser in. Keep it secret")]


class FounderCard(Struct, frozen=True):
    """A founder and the campaigns they have started."""

    id: str
    name: str
    most: Annotated[int, says("how many campaigns they may have at a time")]
    started: Annotated[tuple[str, ...], says("the ids of those they have")] = ()


class Founders(Struct, frozen=True):
    """Everybody who may start campaigns besides the owner."""

    founders: tuple[FounderCard, ...]


class PictureSent(Struct, frozen=True):
    """A picture that is kept with the campaign now."""

    picture: Picture


class Renamed(TableAddress, frozen=True):
    """A table and its new name."""

    name: str


class RecoveredTable(TableAddress, frozen=True):
    """A new table with what can be read of a damaged one, and what is lost."""

    kept: Annotated[int, says("how many events are saved")]
    lost: Annotated[int, says("how many events after these are lost")]
    lost_since: Annotated[str, says("when the first of them was written, if that can be read")]
    says: Annotated[tuple[str, ...], says("the same in words")]


class Removed(TableAddress, frozen=True):
    """A table that is gone, the file that keeps its log, and for a damaged table the file that keeps all the rest."""

    kept: str | None
    raw: str | None = None
