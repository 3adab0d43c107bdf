"""The viewer of a table: a seat, what it knows, and its choices on the screen."""

from collections.abc import Sequence

from msgspec import Struct

from undercroft.books.sovereign.entry import Style
from undercroft.faces.views.actions import Action, actions
from undercroft.faces.views.dungeon.trail import route
from undercroft.faces.views.log.lines import LogFilter
from undercroft.faces.views.people.results import OwnResult, own_result
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.units import SeatId
from undercroft.server.undo import OwnAct
from undercroft.table.engine.audience import Told
from undercroft.table.engine.history import Act
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import ActId, FoeId, GroupId, HexId, PersonId, ZoneId
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE, SPECTATORS

SUMMED = ("way", "result")
"""What is made of everything that a seat was told, and seldom changes."""
FACT = 1000
"""The steps for a fact of a report."""
LINE = 200
"""The steps for a line of the log."""
RECENT = 400
"""The number of recent facts that panels look at; the pages beside the table show them all."""


class _Seated(Struct, frozen=True):
    """A seat at a table."""

    table: str
    seat: SeatId

    @property
    def referee(self) -> bool:
        """Whether this is the referee."""
        return self.seat == REFEREE

    @property
    def spectates(self) -> bool:
        """Whether this is the spectators' seat."""
        return self.seat == SPECTATORS


class PanelReader(_Seated, frozen=True):
    """The reader of a panel, and their choices. A template knows only this and the panel's values."""

    group: GroupId | None
    members: tuple[PersonId, ...]
    who: PersonId | None
    show: LogFilter
    entry: Style
    goal: HexId | None
    listing: bool


class Viewer(_Seated, frozen=True):
    """A viewer: a seat, what it knows and was told, and its choices on the screen."""

    known: Campaign
    told: Sequence[Told]
    group: Group | None
    who: PersonId | None
    level: int | None = None
    cursor: str = ""
    everybody: bool = False
    """No character in particular is chosen."""
    foe: FoeId | None = None
    """The foe that was chosen, in a fight."""
    weapon: int = 0
    """The weapon that was chosen, by its place among those at hand."""
    show: LogFilter = LogFilter.ALL
    """Which lines of the log."""
    last: ActId | None = None
    """The act that an undo would take back now; only the referee knows it."""
    entry: Style = Style.SOFT
    """How the group goes through the next door."""
    watching: bool = False
    """The referee looks at the table as this seat sees it, and does nothing from there."""
    goal: HexId | None = None
    """The hex that was picked on the map of the country."""
    listing: bool = False
    """The country is shown as a list of its hexes."""
    before: int = 0
    """The number of facts that the seat was told before those in `told`."""
    started: FrozenMap[str] = FrozenMap()
    """When each real timer started, in wall time."""
    curtain: bool = False
    """The referee has drawn the curtain: the screen shows only what everybody knows."""
    drawn: bool = False
    """The drawn map of a level that has a picture."""
    acts: Sequence[Act] = ()
    """The acts that the table remembers, for the referee."""
    code: str = ""
    """The code by which players join, for the referee."""
    own: OwnAct | None = None
    """The player's own last act, which they may undo or ask to undo."""
    title: str = ""
    """The name of the table now; nothing if it is the campaign's."""

    @property
    def groups(self) -> list[Group]:
        """Every group that has members."""
        return [group for group in self.known.groups.values() if group.members]

    @property
    def members(self) -> tuple[PersonId, ...]:
        """The members of the chosen group."""
        return self.group.members if self.group is not None else ()

    @property
    def person(self) -> Person | None:
        """The chosen character."""
        return self.known.people.get(self.who) if self.who is not None else None

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the seat may do now."""
        return actions(self.known, self.seat)

    @property
    def way(self) -> tuple[ZoneId, ...]:
        """The rooms through which the chosen group came, by what the seat was told."""
        return route(self.told, self.group.id, self.group.site) if self.group is not None else ()

    @property
    def result(self) -> OwnResult | None:
        """The last result of the seat's own character, by what the seat was told."""
        return own_result(self.known, self.seat, self.told, self.before)

    @property
    def reader(self) -> PanelReader:
        """The viewer without their knowledge."""
        return PanelReader(
            self.table,
            self.seat,
            self.group.id if self.group is not None else None,
            self.members,
            self.who,
            self.show,
            self.entry,
            self.goal,
            self.listing,
        )


def chosen_group(known: Campaign, seat: SeatId, named: str | None) -> Group | None:
    """The chosen group: the group named, else the group of the viewer's character, else the first."""
    if named is not None and GroupId(named) in known.groups:
        return known.groups[GroupId(named)]
    own = (who for who, person in known.people.items() if person.seat == seat)
    mine = (group for who in own if (group := known.group_of(who)) is not None)
    return next(mine, None) or next((group for group in known.groups.values() if group.members), None)


def chosen_person(known: Campaign, seat: SeatId, group: Group | None, named: str | None) -> PersonId | None:
    """The chosen character: the character named, else the viewer's own in play, else the first who can act."""
    if named is not None and PersonId(named) in known.people:
        return PersonId(named)
    own = [who for who, person in known.people.items() if person.seat == seat and seat != REFEREE]
    living = (who for who in own if known.people[who].alive and known.group_of(who) is not None)
    members = group.members if group is not None and seat == REFEREE else ()
    return (
        next(living, None)
        or next(iter(own), None)
        or next((who for who in members if who in known.people and known.people[who].able), None)
    )


def own_people(viewer: Viewer) -> frozenset[PersonId]:
    """The characters that the seat plays."""
    return frozenset(who for who, person in viewer.known.people.items() if person.seat == viewer.seat)


def in_service(viewer: Viewer) -> frozenset[PersonId]:
    """Those the seat can act for: its characters and their hirelings, without the dead and the retired."""
    people = (viewer.known.people[who] for who in own_people(viewer))
    return frozenset(person.id for person in people if person.alive and not person.retired)
