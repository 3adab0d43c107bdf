"""How a report ends: the dead, treasure, experience, and loose ends."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from undercroft.books.sovereign.equipment import in_coins
from undercroft.faces.views.short_names import capital
from undercroft.interpret.ask import prompt
from undercroft.kernel.amounts import counted, series
from undercroft.kernel.units import DAY
from undercroft.server.chronicle import Noted
from undercroft.table.body.condition import Died, HpChanged
from undercroft.table.engine.event import Event
from undercroft.table.engine.time_words import moment
from undercroft.table.fight.chase import ChaseRun
from undercroft.table.fight.field import FightDecided
from undercroft.table.gear.reach import called
from undercroft.table.road.night import GotUp, MorningCame
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId
from undercroft.table.state.seen_sites import SeenSite
from undercroft.table.state.sites import DoorState, TrapState
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.town.advancement import Grew
from undercroft.table.town.experience import XpGained
from undercroft.table.town.selling import Sold

_IN_SHORT: tuple[tuple[type[Event], str, str], ...] = (
    (FightDecided, "fight", "fights"),
    (ChaseRun, "chase", "chases"),
)
"""What the summary counts first, in the singular and the plural."""
_SHUT = (DoorState.LOCKED, DoorState.STUCK, DoorState.BARRED)


class EndingList(Struct, frozen=True):
    """A list at the end of a report; an optional list is left out when empty."""

    title: str
    lines: Callable[[Campaign, Sequence[Noted]], list[str]]
    always: bool = True


def in_short(now: Campaign, noted: Sequence[Noted]) -> list[str]:
    """The session in a few sentences: fights, chases and nights out, the dead, sales, and who reached a level."""
    events = [note.told.event for note in noted]
    counts = [(sum(isinstance(event, kind) for event in events), one, many) for kind, one, many in _IN_SHORT]
    counts.append((_nights(noted), "night in camp", "nights in camp"))
    many_of = [counted(count, one, many) for count, one, many in counts if count]
    said = [f"{series(many_of)}."] if many_of else []
    said += [f"{now.people[who].name} died." for who in _fallen(now, events)]
    coppers = sum(event.coppers for event in events if isinstance(event, Sold))
    said += [f"Sales brought {in_coins(coppers)}."] if coppers else []
    levels = {event.who: event.sheet.level for event in events if isinstance(event, Grew)}
    return [
        *said,
        *(f"{now.people[who].name} reached level {level}." for who, level in levels.items() if who in now.people),
    ]


def _nights(noted: Sequence[Noted]) -> int:
    """The nights that a group slept through or got up from, each once for all groups."""
    return len({note.told.at // DAY for note in noted if isinstance(note.told.event, GotUp | MorningCame)})


def _fallen(now: Campaign, events: Sequence[Event]) -> dict[PersonId, Died]:
    """The people who died and are still dead."""
    died = {event.who: event for event in events if isinstance(event, Died)}
    return {who: event for who, event in died.items() if who in now.people and not now.people[who].alive}


def _dead(now: Campaign, noted: Sequence[Noted]) -> list[str]:
    """The people who died, with when, of what, and by whose hand."""
    at = {note.told.event.who: note.told.at for note in noted if isinstance(note.told.event, Died)}
    blows = {note.told.event.who: note.told.event.cause for note in noted if isinstance(note.told.event, HpChanged)}
    said: list[str] = []
    for who, event in _fallen(now, [note.told.event for note in noted]).items():
        hand = f" from {blows[who]}" if blows.get(who, event.cause) not in ("", event.cause) else ""
        cause = f", of {event.cause}{hand}" if event.cause else ""
        said.append(f"{now.people[who].name}, {moment(now, at[who])}{cause}")
    return said


def _treasure(now: Campaign, noted: Sequence[Noted]) -> list[str]:
    """The treasure found and still carried, what was sold, and what is in each purse."""
    carried = [thing for thing in now.things.values() if isinstance(thing.place, Carried) and thing.count]
    found = [_worth(thing) for thing in carried if thing.kind is ThingKind.TREASURE]
    sales = [note.told.event for note in noted if isinstance(note.told.event, Sold)]
    sold = [f"{sale.what} for {in_coins(sale.coppers)}" for sale in sales]
    purses: dict[str, int] = {}
    for thing in carried:
        if thing.kind is ThingKind.COINS and thing.worth:
            purses[_holder(now, thing)] = purses.get(_holder(now, thing), 0) + thing.worth
    held = [f"{name} {in_coins(coppers)}" for name, coppers in purses.items()]
    lists = (("Sold", sold), ("In purses", held))
    return [*found, *(f"{what}: {series(parts)}" for what, parts in lists if parts)]


def _worth(thing: Thing) -> str:
    worth = f"worth {in_coins(thing.worth)}" if thing.worth is not None else "not appraised"
    return f"{called(thing)}, {worth}"


def _holder(now: Campaign, thing: Thing) -> str:
    person = now.people.get(thing.place.by) if isinstance(thing.place, Carried) else None
    return person.name if person is not None else "another character"


def _experience(now: Campaign, noted: Sequence[Noted]) -> list[str]:
    """The experience each person gained, and what is still to be shared out."""
    shares = {note.told.event.who: note.told.event.xp for note in noted if isinstance(note.told.event, XpGained)}
    levels = {note.told.event.who: note.told.event.sheet.level for note in noted if isinstance(note.told.event, Grew)}
    grown = {who: f", now level {level}" for who, level in levels.items()}
    people = [now.people[who] for who in shares | levels if who in now.people]
    said = [f"{person.name}: {person.sheet.xp:,} XP{grown.get(person.id, '')}" for person in people]
    return [*said, *([f"{now.xp_pool:,} XP still to share"] if now.xp_pool else [])]


def _loose_ends(now: Campaign, _: Sequence[Noted]) -> list[str]:
    ends = [f"Waiting: {prompt(asked.question)}" for wanted in now.wanted.values() for asked in wanted.questions]
    ends += [f"{now.people[said.who].name} said: “{said.text}”" for said in now.declared if said.who in now.people]
    ends += [end for seen in now.seen.values() for end in _left_in(seen)]
    points = [person for person in now.people.values() if person.alive and person.sheet.unspent]
    return [*ends, *(f"{person.name} has {counted(person.sheet.unspent, 'point')} to spend" for person in points)]


def _left_in(seen: SeenSite) -> Iterator[str]:
    """What a site still holds, as far as the seat knows."""
    yield from (f"{seen.name}: the {door.name} is {door.state}" for door in seen.doors.values() if door.state in _SHUT)
    armed = (trap for trap in seen.traps.values() if trap.state == TrapState.ARMED)
    yield from (f"{seen.name}: {trap.name}, still armed" for trap in armed)
    yield from (f"{seen.name}: {block.name}, in the way" for block in seen.obstacles.values() if not block.cleared)
    yield from (f"{seen.name}: {clue.text}" for clue in seen.riddles)
    names = dict.fromkeys(creatures.name for creatures in seen.creatures.values())
    if names:
        yield f"Still in {seen.name}: {series([capital(name) for name in names])}"


ENDS: tuple[EndingList, ...] = (
    EndingList("The dead", _dead),
    EndingList("Treasure", _treasure),
    EndingList("Experience", _experience, always=False),
    EndingList("Loose ends", _loose_ends),
)
