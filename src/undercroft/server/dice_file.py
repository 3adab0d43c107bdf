"""The dice file: the seals, words and throws that a seat was told, in order, with nothing else of the log.

Anybody can check it with `undercroft table audit`, or in a browser with the page that needs no server.
docs/fair-dice.md describes it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.interpret.play import Answered, DieSource
from undercroft.interpret.sealed import REFEREES_STREAM, Drawn, name_of
from undercroft.kernel.dice import Formula, Roll, Throw
from undercroft.kernel.throwing import KnownFaces, throw
from undercroft.kernel.units import SeatId
from undercroft.server.lines import NO_ACT, LineReader
from undercroft.store.log import Line
from undercroft.store.store import Store
from undercroft.table.engine.event import Event
from undercroft.table.engine.history import Restored, Retracted
from undercroft.table.engine.record import AskedAgain, Settled, Thrown
from undercroft.table.engine.wanted_dice import Withdrawn
from undercroft.table.session.dice_seals import DiceOpened, DiceSealed, WordAdded
from undercroft.table.state.dice_seals import Occasion
from undercroft.table.state.seats import REFEREE

Format: TypeAlias = Literal["undercroft-dice-1"]
FORMAT: Format = "undercroft-dice-1"

Hex: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Sealed(Struct, frozen=True, tag="sealed", forbid_unknown_fields=True):
    """Dice were sealed."""

    number: int
    open: Hex
    secret: Hex
    occasion: Occasion
    session: int


class Word(Struct, frozen=True, tag="word", forbid_unknown_fields=True):
    """A word was mixed in."""

    seal: int
    word: str


class KeyShown(Struct, frozen=True, tag="opened", forbid_unknown_fields=True):
    """A key was shown."""

    seal: int
    key: Hex
    of_secret: bool


Fate: TypeAlias = Literal["counts", "undone", "called off"]


class ThrowLine(Struct, frozen=True, tag="throw", forbid_unknown_fields=True):
    """Dice fell: the rolled faces and where they came from, and how many dice people typed."""

    what: str
    dice: tuple[str, ...]
    """The rolled dice in the order they fell: `d20`, `dF` for a fudge die, `d66`."""
    faces: tuple[int, ...]
    """What they showed."""
    typed: int
    """How many more dice people typed."""
    drawn: Drawn | None
    fate: Fate = "counts"
    overruled: bool = False

    @property
    def secret(self) -> bool:
        """Whether only the referee saw the dice fall."""
        return self.drawn is not None and self.drawn.stream == REFEREES_STREAM


Entry: TypeAlias = Sealed | Word | KeyShown | ThrowLine


class DiceFile(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is needed to check the dice of a table, as far as a seat was told."""

    format: Format
    table: str
    entries: tuple[Entry, ...]


_KINDS = (DiceSealed, DiceOpened, WordAdded, Settled, Thrown, AskedAgain, Withdrawn, Retracted, Restored)
_TAGS = frozenset(str(kind.__struct_config__.tag) for kind in _KINDS)
_SEALS = (DiceSealed, DiceOpened, WordAdded)


class _Read(Struct):
    """An entry, the act it belongs to, and whether the seat was told."""

    entry: Entry
    act: str
    told: bool


def dice_file(store: Store, table: str, seat: SeatId = REFEREE) -> DiceFile:
    """The dice as a seat was told of them; for the referee, every die. Secret dice are in it once they are opened."""
    name = next((listed.name for listed in store.tables() if listed.id == table), table)
    return dice_file_of(store.read(table), name, seat)


def dice_file_of(lines: Iterable[Line], name: str, seat: SeatId = REFEREE) -> DiceFile:
    """The same from the lines of a log."""
    reader = LineReader()
    found: list[_Read] = []
    undone: set[str] = set()
    for line in lines:
        if line.tag in _TAGS:
            event = reader.told(line).event
            if isinstance(event, Retracted):
                undone.add(event.act)
            elif isinstance(event, Restored):
                undone.discard(event.act)
            else:
                public = isinstance(event, _SEALS)
                found += [_Read(entry, line.act, public or seat in line.audience) for entry in _entries(event)]
    opened = {read.entry.seal for read in found if isinstance(read.entry, KeyShown) and read.entry.of_secret}
    seen = (shown for read in found if (shown := _shown(read, undone, opened)) is not None)
    return DiceFile(FORMAT, name, tuple(_once(seen)))


def _entries(event: Event) -> Iterator[Entry]:
    match event:
        case DiceSealed(seal=seal):
            yield Sealed(seal.number, seal.open, seal.secret, seal.occasion, seal.session)
        case WordAdded(number=number, added=added):
            yield Word(number, added.word)
        case DiceOpened(number=number, key=key, of_secret=of_secret):
            yield KeyShown(number, key, of_secret)
        case Settled(throws=throws, overruled=overruled):
            yield from (replace(throw, overruled=bool(overruled)) for throw in _throws(throws))
        case Thrown(throws=throws):
            yield from _throws(throws)
        case AskedAgain(dropped=throws) | Withdrawn(throws=throws):
            yield from (replace(throw, fate="called off") for throw in _throws(throws))
        case _:
            pass


def _throws(throws: Iterable[Answered]) -> Iterator[ThrowLine]:
    for answered in throws:
        if isinstance(answered.question, Throw):
            fell = zip(_names(answered.question.roll, answered.faces), answered.faces, answered.sources, strict=True)
            rolled = [(name, face) for name, face, source in fell if source is DieSource.ROLLED]
            dice, faces = tuple(name for name, _ in rolled), tuple(face for _, face in rolled)
            yield ThrowLine(answered.question.purpose, dice, faces, len(answered.faces) - len(faces), answered.drawn)


def _names(formula: Formula, faces: Sequence[int]) -> list[str]:
    """The name of each die of a formula in the order they fell, by the formula and not by what the server says."""
    names: list[str] = []
    row = KnownFaces(faces)

    def drawn(roll: Roll, count: int, /) -> Sequence[int]:
        names.extend([name_of(roll)] * count)
        return row(roll, count)

    throw(formula, drawn)
    row.finish()
    return names


def _shown(read: _Read, undone: set[str], opened: set[int]) -> Entry | None:
    """An entry as the seat may see it. Of opened secret dice it sees the faces, but not what they were for."""
    entry = read.entry
    if not isinstance(entry, ThrowLine):
        return entry
    if read.told:
        gone = read.act != NO_ACT and read.act in undone
        return replace(entry, fate="undone") if gone and entry.fate == "counts" else entry
    if entry.secret and entry.drawn is not None and entry.drawn.seal in opened:
        return ThrowLine("", entry.dice, entry.faces, 0, entry.drawn)
    return None


def _once(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Each seal and each throw once: a throw kept for another result counts for the act that keeps it."""
    places: dict[object, int] = {}
    found: list[Entry] = []
    for entry in entries:
        match entry:
            case Sealed(number=number):
                name: object = ("seal", number)
            case ThrowLine(drawn=drawn, faces=faces) if drawn is not None:
                name = (drawn, faces)
            case _:
                name = len(found)
        if name not in places:
            places[name] = len(found)
            found.append(entry)
        elif isinstance(entry, ThrowLine):
            found[places[name]] = entry
    return iter(found)
