"""Reading a whole campaign file: the start of the campaign, or every problem of the file."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from fractions import Fraction
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from undercroft.exchange.campaignfile.belongings import anywhere, carried
from undercroft.exchange.campaignfile.checking import checked
from undercroft.exchange.campaignfile.documents import Document, NotToml, parsed
from undercroft.exchange.campaignfile.entries import Entries, FileEntry, by_id, listed
from undercroft.exchange.campaignfile.forms import CAMPAIGN
from undercroft.exchange.campaignfile.house import house_rules
from undercroft.exchange.campaignfile.lands import check_lands, lands_in, lands_made
from undercroft.exchange.campaignfile.lore import (
    check_monsters,
    check_tables,
    completed,
    monster_known,
    monsters_made,
    tables_made,
)
from undercroft.exchange.campaignfile.problems import BadCampaign, FileNotes, FileProblem, Path, cut
from undercroft.exchange.campaignfile.references import check_site, dice, named
from undercroft.exchange.campaignfile.sites import BY_LEVEL, PARTS, SiteParts, taken_apart
from undercroft.exchange.foreign_signs import known_by_signs
from undercroft.exchange.problems import Enough, Severity
from undercroft.kernel import wire
from undercroft.kernel.units import DAY, HOUR, MINUTE, Seconds
from undercroft.table import bridge
from undercroft.table.lore.starter import STARTER
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.ids import MonsterId, PersonId
from undercroft.table.state.lore import Monster
from undercroft.table.state.names import looks, wrong_with
from undercroft.table.state.people import Person, Role
from undercroft.table.state.seats import REFEREE, SPECTATORS, Seat
from undercroft.table.state.sites import Site
from undercroft.table.state.things import Thing
from undercroft.table.world.campaign_start import Begin

S = TypeVar("S", bound=Struct)

MOST_CHARACTERS = 1024 * 1024


def read(text: str, name: str) -> Begin:
    """The start of a campaign from the file of that name. Raises BadCampaign with every error at once."""
    begin, found = _read(text)
    if begin is None:
        raise BadCampaign(name, _errors(found))
    return begin


def problems(text: str) -> tuple[FileProblem, ...]:
    """Every error, from the top of the file to the bottom."""
    return _errors(findings(text))


def findings(text: str) -> tuple[FileProblem, ...]:
    """Every error and warning, from the top of the file to the bottom."""
    return _read(text)[1]


def paths(text: str) -> Mapping[Path, Path]:
    """Where a file without errors has each part: by the part's path in a file that lists every part by its owner."""
    return dict(_Reader(FileNotes(dict), parsed(text, _number).values).paths())


def _errors(found: tuple[FileProblem, ...]) -> tuple[FileProblem, ...]:
    return tuple(problem for problem in found if problem.grade is Severity.ERROR)


def _read(text: str) -> tuple[Begin | None, tuple[FileProblem, ...]]:
    if len(text) > MOST_CHARACTERS:
        return None, (FileProblem("too_big", "the file is larger than 1 MiB", "split it", 1),)
    try:
        document = parsed(text, _number)
    except NotToml as fault:
        other = known_by_signs(text)
        if other is not None:
            return None, (FileProblem("foreign", f"this is {other.what}", other.fix, 1),)
        return None, fault.problems
    return _campaign(document)


def _number(written: str) -> object:
    """A number with a decimal point as an exact fraction; other text is refused later, in its place."""
    return Fraction(written) if wire.FRACTION.fullmatch(written) else float("nan")


def _campaign(document: Document) -> tuple[Begin | None, tuple[FileProblem, ...]]:
    notes = FileNotes(document.lines)
    with suppress(Enough):
        reader = _Reader(notes, document.values)
        if notes.usable:
            return reader.begin(), notes.in_order
    return None, notes.in_order


class _Reader:
    """A document in parts, each checked by itself and against the others. Without problems it makes a campaign."""

    def __init__(self, notes: FileNotes, document: Mapping[str, Any]) -> None:
        self.notes = notes
        self.top = FileEntry("", checked(notes, CAMPAIGN, document, ()), ())
        self.house = house_rules(notes, FileEntry("house", self.top.table("house"), ("house",)))
        self.seats = by_id(notes, listed(notes, self.top, "seats"))
        self.people = by_id(notes, self._people())
        self.sites = {
            id: taken_apart(notes, site) for id, site in by_id(notes, listed(notes, self.top, "sites")).items()
        }
        self.lands = lands_in(notes, self.top)
        self.monsters = by_id(notes, listed(notes, self.top, "bestiary"))
        self.tables = by_id(notes, listed(notes, self.top, "tables"))
        self.things = by_id(notes, self._things())
        self._check()

    def _people(self) -> list[FileEntry]:
        usual = {"role": Role.HIRELING.value, "seat": REFEREE}
        hirelings = listed(self.notes, self.top, "hirelings")
        return [
            *listed(self.notes, self.top, "characters"),
            *(hireling.with_fields({**usual, **hireling.fields}) for hireling in hirelings),
        ]

    def _things(self) -> list[FileEntry]:
        """The things in the order of their owners: people, sites, and then the others."""
        on_people = [thing for person in self.people.values() for thing in carried(self.notes, person)]
        in_sites = [thing for parts in self.sites.values() for thing in parts.things]
        return [*on_people, *in_sites, *anywhere(self.notes, self.top)]

    def _check(self) -> None:
        _check_name(self.notes, self.top)
        _seats(self.notes, self.seats)
        seats = self.seats.keys() | {REFEREE}
        on_the_roll = [person for person in self.people.values() if person.get("role") != Role.CREATURE]
        _check_distinct(self.notes, on_the_roll, "is already the name of another person")
        for person in self.people.values():
            _person(self.notes, person, seats)
            named(self.notes, "character", person.get("employer"), self.people, person.at("employer"))
        for parts in self.sites.values():
            check_site(self.notes, parts, self.things, self.people, {*STARTER, *self.monsters})
            for creatures in parts.creatures.values():
                monster_known(self.notes, creatures, self.monsters)
        by_id(self.notes, (door for parts in self.sites.values() for door in parts.doors.values()))
        for thing in self.things.values():
            self._place(thing)
        if self.lands:
            check_lands(self.notes, self.lands, self.sites, {*STARTER, *self.monsters})
            for creatures in self.lands.creatures.values():
                monster_known(self.notes, creatures, self.monsters)
        check_monsters(self.notes, self.monsters)
        check_tables(self.notes, self.tables)
        named(self.notes, "hex", self.top.get("hex"), self.lands.hexes if self.lands else (), ("hex",))
        self._party()

    def _party(self) -> None:
        """Check that each member of the party is named once."""
        gone: set[str] = set()
        for number, id in self.top.items("party"):
            named(self.notes, "character", id, self.people, ("party", number))
            if id in gone:
                self.notes.add("twice", ("party", number), f"“{id}” is already in the party", "name everybody once")
            gone.add(id)

    def _place(self, thing: FileEntry) -> None:
        """Check that the place of a thing exists; a thing listed under its owner is always in place."""
        place = thing.table("place")
        by_itself = thing.path[0] == "things"
        at = thing.at("place") if by_itself else thing.path
        if place.get("type") == "carried":
            named(self.notes, "character", place.get("by"), self.people, (*at, "by"))
        elif named(self.notes, "site", place.get("site"), self.sites, (*at, "site")):
            parts = self.sites[place["site"]]
            named(self.notes, "zone", place.get("zone"), parts.zones, (*at, "zone"))
            named(self.notes, "creature", place.get("by"), parts.creatures, (*at, "by" if by_itself else "with"))

    def paths(self) -> Iterator[tuple[Path, Path]]:
        """The path of each part by its owner, and its path in this file."""
        singles = {"seats": self.seats, "bestiary": self.monsters, "tables": self.tables}
        yield from (((kind, id), part.path) for kind, parts in singles.items() for id, part in parts.items())
        yield from (((str(person.path[0]), id), person.path) for id, person in self.people.items())
        for site, parts in self.sites.items():
            yield ("sites", site), parts.site.path
            for kind in ("zones", *PARTS):
                found: Entries = getattr(parts, kind)
                yield from ((("sites", site, kind, id), part.path) for id, part in found.items())
            yield from ((("sites", site, "things", thing.id), thing.path) for thing in parts.things)
        yield from ((("things", thing.id), thing.path) for thing in self.things.values() if thing.path[0] == "things")
        if self.lands:
            yield ("lands",), ("lands",)
            yield from ((("lands", "creatures", id), part.path) for id, part in self.lands.creatures.items())
            yield from ((("lands", "regions", id), part.path) for id, part in self.lands.regions.items())
            for hex, part in self.lands.hexes.items():
                yield ("lands", "hexes", hex), part.path
                features = self.lands.features[hex].items()
                yield from ((("lands", "hexes", hex, "features", id), one.path) for id, one in features)

    def begin(self) -> Begin:
        """The campaign, once there are no problems."""
        house: HouseRules = wire.from_plain(HouseRules, self.house)
        people = tuple(_person_made(person, house) for person in self.people.values())
        party = self.top.get("party")
        bestiary = monsters_made(self.monsters)
        known = {**STARTER, **{monster.id: monster for monster in bestiary}}
        everybody = [person.id for person in people if person.role is not Role.CREATURE]
        return Begin(
            name=self.top.get("name"),
            house=house,
            day_begins=_moment(self.top.fields.get("day", 1), self.top.fields.get("hour", "00:00")),
            seats=tuple(_made(Seat, seat) for seat in self.seats.values()),
            people=people,
            things=tuple(_made(Thing, thing) for thing in self.things.values()),
            sites=tuple(_site(parts, known) for parts in self.sites.values()),
            party=tuple(map(PersonId, everybody if party is None else party)),
            lands=lands_made(self.lands, known),
            bestiary=bestiary,
            tables=tables_made(self.tables),
            hex=self.top.get("hex"),
        )


def _made(kind: type[S], entry: FileEntry, **fields: Any) -> S:
    left_out = {"gear"} | fields.keys()
    rest = {key: value for key, value in entry.fields.items() if key not in left_out}
    made: S = wire.from_plain(kind, {"id": entry.id, **rest, **fields})
    return made


def _person_made(person: FileEntry, house: HouseRules) -> Person:
    """A person from an entry. If only one of the two hit point fields is given, the person is unhurt."""
    sheet = dict(person.table("sheet"))
    if "class" in sheet:
        sheet["character_class"] = sheet.pop("class")
    given = {key: person.get(key) for key in ("hp", "hp_max") if key in person.fields}
    unhurt = {key: points for points in given.values() for key in ("hp", "hp_max")}
    made = _made(Person, person, sheet=sheet, **{**unhurt, **given})
    return made if "fp" in person.fields else replace(made, fp=bridge.fatigue_max(made, house.fatigue))


def _site(parts: SiteParts, monsters: Mapping[MonsterId, Monster]) -> Site:
    made: dict[str, Any] = {}
    for kind in ("zones", *PARTS):
        found: Entries = getattr(parts, kind)
        made[kind] = {id: _part(kind, entry, monsters) for id, entry in found.items()}
    for name in BY_LEVEL:
        made[name] = {int(level): value for level, value in parts.site.table(name).items()}
    return _made(Site, parts.site, entrance=parts.entrance, **made)


def _part(kind: str, part: FileEntry, monsters: Mapping[MonsterId, Monster]) -> Mapping[str, Any]:
    """A part of a site with its id. A door joins two zones, and creatures may not be placed yet."""
    match kind:
        case "doors":
            sides = part.get("from"), part.get("to")
            return {"id": part.id, **part.without("from", "to").fields, "between": sides}
        case "creatures":
            return {"id": part.id, "zone": None, **completed(part.fields, monsters)}
        case _:
            return {"id": part.id, **part.fields}


def _moment(day: int, hour: str) -> Seconds:
    """The start of the campaign, counted from the midnight before its first day."""
    hours, minutes, seconds = [*map(int, hour.split(":")), 0][:3]
    return Seconds((day - 1) * DAY + hours * HOUR + minutes * MINUTE + seconds)


def _seats(notes: FileNotes, seats: Entries) -> None:
    """Check the ids and names of the seats."""
    for seat in seats.values():
        if seat.id == SPECTATORS:
            notes.add("reserved", seat.path, "the spectators already have this id", "choose another id")
        _check_name(notes, seat)
    _check_distinct(notes, seats.values(), "is already the name of another seat")


def _check_distinct(notes: FileNotes, entries: Iterable[FileEntry], taken: str) -> None:
    """Check that no name could be mistaken for another."""
    known: set[str] = set()
    for entry in entries:
        name = entry.get("name")
        if name is not None and looks(name) in known:
            notes.add("twice", entry.at("name"), f"“{cut(name)}” {taken}", "give another name")
        known.add(looks(name or ""))


def _check_name(notes: FileNotes, entry: FileEntry) -> None:
    """Check that the name of a seat or a person is readable, and cannot be mistaken for a reserved one."""
    name = entry.get("name")
    if name is not None and (fault := wrong_with(name)) is not None:
        notes.add("bad_name", entry.at("name"), fault, "choose another")


def _person(notes: FileNotes, person: FileEntry, seats: AbstractSet[str]) -> None:
    named(notes, "seat", person.get("seat"), seats, person.at("seat"))
    _check_name(notes, person)
    hp, hp_max = person.get("hp"), person.get("hp_max")
    if hp is not None and hp_max is not None and hp > hp_max:
        notes.add("too_many", person.at("hp"), f"{hp} is more than hp_max, {hp_max}", f"write at most {hp_max}")
    sheet = FileEntry("", person.table("sheet"), person.at("sheet"))
    for number, power in sheet.items("powers"):
        for key in ("damage", "healing"):
            dice(notes, power.get(key) or None, sheet.at("powers", number, key))
