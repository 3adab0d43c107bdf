"""What was guessed in a file, each guess with the answers that a referee can choose instead."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from undercroft.exchange.foreign.corrections import Corrections, Small
from undercroft.exchange.foreign.grid import PORTCULLIS_KG, SQUARE_FT
from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.foreign.report import ImportNote
from undercroft.kernel.amounts import counted
from undercroft.table.fight.muster import impossible_scale
from undercroft.table.site.room_numbers import room_numbers
from undercroft.table.state.changes import address
from undercroft.table.state.ids import PartId, ZoneId
from undercroft.table.state.lore import ArmourScale
from undercroft.table.state.sites import Door, DoorState, Hindrance, Site

SQUARES = (5, SQUARE_FT)
"""The feet that a square usually has."""
WEIGHTS = (100, int(PORTCULLIS_KG), 400)
"""The kilograms that a portcullis may have."""
_SCALES = (
    (ArmourScale.DESCENDING, "down from 9"),
    (ArmourScale.ASCENDING, "up from 10"),
    (ArmourScale.FROM_ZERO, "up from 0"),
)
"""How an AC may count."""
MOST_HD = 20
MOST_LISTED = 40
"""The guesses of one kind that have an answer of their own on the page."""
FEW = 3
"""So many answers stand beside each other; more are a list to choose from."""
ANSWERED = frozenset(
    {"small", "square", "bars", "portcullis", "entrance", "lit", "hd", "armour", "aloud", "columns", "seat"}
)
"""What guesses are about that have their answers here."""


class GuessAnswer(Struct, frozen=True):
    """One answer to a guess: its value, its words, and whether it counts now."""

    value: str
    words: str
    on: bool


class ImportGuess(Struct, frozen=True):
    """A guess: what it is about, the correction that answers it, and all answers."""

    what: str
    slot: str
    """The correction that is sent."""
    of: str
    """The part that is corrected; empty where one answer is for the whole file."""
    answers: tuple[GuessAnswer, ...]
    part: PartId | None = None
    """The part to look at."""

    @property
    def few(self) -> bool:
        """Whether the answers stand beside each other."""
        return len(self.answers) <= FEW


def plain_guesses(file: Imported) -> tuple[ImportNote, ...]:
    """The guesses that have no other answers here: what they chose is corrected on the map, or later in the editors."""
    return tuple(note for note in file.report.guessed if note.about.partition("/")[0] not in ANSWERED)


def guesses(
    file: Imported, now: Imported, wanted: Corrections, seats: Sequence[tuple[str, str]]
) -> tuple[ImportGuess, ...]:
    """Every guess with its answers."""
    drawn = [whole.site for whole in file.sites]
    sites = {whole.site.id: whole.site for whole in now.sites}
    return (
        *_small(drawn, wanted),
        *(guess for site in sites.values() for guess in _of_site(site, file, wanted)),
        *_portcullises(drawn, wanted),
        *_squares(drawn, wanted),
        *_armour(file, wanted),
        *_columns(file, wanted),
        *_characters(now, seats),
    )


def _answers(options: Sequence[tuple[str, str]], now: str) -> tuple[GuessAnswer, ...]:
    return tuple(GuessAnswer(value, words, value == now) for value, words in options)


def _small(sites: Sequence[Site], wanted: Corrections) -> Iterator[ImportGuess]:
    many = sum(zone.corridor for site in sites for zone in site.zones.values())
    if many:
        options = [(Small.PASSAGES.value, "Passages"), (Small.ROOMS.value, "Rooms")]
        now = (wanted.small or Small.PASSAGES).value
        are = "is a passage" if many == 1 else "are passages"
        yield ImportGuess(f"{counted(many, 'small place')} {are}", "small", "", _answers(options, now))


def _squares(sites: Sequence[Site], wanted: Corrections) -> Iterator[ImportGuess]:
    if sites:
        now = str(wanted.square_ft or SQUARE_FT)
        yield ImportGuess("One square is", "square_ft", "", _answers([(str(n), f"{n} ft") for n in SQUARES], now))


def _portcullises(sites: Sequence[Site], wanted: Corrections) -> Iterator[ImportGuess]:
    weights = (each for site in sites for each in site.obstacles.values() if each.kind is Hindrance.PORTCULLIS)
    if next(weights, None) is not None:
        now = str(wanted.portcullis_kg or PORTCULLIS_KG)
        yield ImportGuess(
            "A portcullis weighs", "portcullis_kg", "", _answers([(str(n), f"{n} kg") for n in WEIGHTS], now)
        )


def _of_site(site: Site, file: Imported, wanted: Corrections) -> Iterator[ImportGuess]:
    numbers, at = room_numbers(site), address("sites", site.id)

    def called(zone: ZoneId) -> str:
        return f"{numbers[zone]} {site.zones[zone].name}"

    several = len(file.sites) > 1
    where = f" in {site.name}" if several else ""
    rooms = [(id, called(id)) for id, zone in site.zones.items() if not zone.corridor or id == site.entrance]
    if len(rooms) > 1:
        part = address("sites", site.id, "zones", site.entrance)
        yield ImportGuess(f"People enter{where} at", "entrances", at, _answers(rooms, site.entrance), part)
    for door in [each for each in site.doors.values() if each.state is DoorState.BARRED][:MOST_LISTED]:
        yield _bar(site, door, called)
    if any(zone.lit for whole in file.sites if whole.site.id == site.id for zone in whole.site.zones.values()):
        lit = any(zone.lit for zone in site.zones.values())
        options = [("true", "Lit"), ("false", "Dark")]
        yield ImportGuess(f"The site{where} is", "lit", at, _answers(options, str(lit).lower()))
    if any(texts.site == site.id for texts in file.rooms):
        options = [("false", "Yours"), ("true", "Read aloud")]
        aloud = str(wanted.aloud.get(at, False)).lower()
        yield ImportGuess(f"The rooms' texts{where} are", "aloud", at, _answers(options, aloud))
    for creatures in [*site.creatures.values()][:MOST_LISTED] if _guessed(file, "hd") else ():
        options = [(str(hd), f"{hd} HD") for hd in range(1, MOST_HD + 1)]
        zone = "" if creatures.zone is None else f", room {numbers[creatures.zone]}"
        part = address("sites", site.id, "creatures", creatures.id)
        at_zone = address("sites", site.id, "zones", creatures.zone) if creatures.zone is not None else None
        now = str(wanted.hit_dice.get(part, creatures.hd))
        yield ImportGuess(f"{creatures.name}{zone}", "hit_dice", part, _answers(options, now), at_zone)


def _guessed(file: Imported, about: str) -> bool:
    return any(note.about == about for note in file.report.guessed)


def _bar(site: Site, door: Door, called: Callable[[ZoneId], str]) -> ImportGuess:
    part = address("sites", site.id, "doors", door.id)
    one, other = door.between
    options = [(one, called(one)), (other, called(other))]
    return ImportGuess(
        f"The bar of the {door.name} is in", "bars", part, _answers(options, str(door.barred_from)), part
    )


def _armour(file: Imported, wanted: Corrections) -> Iterator[ImportGuess]:
    asked = {note.about for note in file.report.guessed}
    for monster in [each for each in file.monsters if f"armour/{each.id}" in asked][:MOST_LISTED]:
        part = address("bestiary", monster.id)
        options = [(scale.value, words) for scale, words in _SCALES if not impossible_scale(monster.ac, scale)]
        now = wanted.armour.get(part, monster.scale).value
        yield ImportGuess(f"AC {monster.ac} of {monster.name} counts", "armour", part, _answers(options, now))


def _columns(file: Imported, wanted: Corrections) -> Iterator[ImportGuess]:
    for each in file.columns[:MOST_LISTED]:
        part = address("tables", each.together.id)
        split = wanted.columns.get(part, each.split)
        options = [("false", "One table"), ("true", "A table each")]
        heads = ", ".join(table.name.removeprefix(f"{each.together.name}: ") for table in each.apart[:4])
        yield ImportGuess(
            f"Columns of {each.together.name} ({heads})", "columns", part, _answers(options, str(split).lower())
        )


def _characters(now: Imported, seats: Sequence[tuple[str, str]]) -> Iterator[ImportGuess]:
    for person in now.people[:MOST_LISTED]:
        part = address("people", person.id)
        yield ImportGuess(f"The dice of {person.name} are rolled by", "seats", part, _answers(seats, person.seat))
