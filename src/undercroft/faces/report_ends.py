"""How a report ends: the dead, treasure, experience, and what is left open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from undercroft.books.sovereign.equipment import in_coins
from undercroft.interpret.ask import prompt
from undercroft.kernel.amounts import counted, series
from undercroft.server.chronicle import Noted
from undercroft.table.advancing import Grew
from undercroft.table.bodies import Died, HpChanged
from undercroft.table.campaign import Campaign
from undercroft.table.moments import moment
from undercroft.table.names import PersonId
from undercroft.table.procedures.camping import CampMade
from undercroft.table.procedures.chasing import ChaseRun
from undercroft.table.procedures.fight_field import FightDecided
from undercroft.table.reaching import called
from undercroft.table.rooms import Event
from undercroft.table.seen import SeenSite
from undercroft.table.selling import Sold
from undercroft.table.sharing import XpGained
from undercroft.table.sites import DoorState, TrapState
from undercroft.table.things import Carried, Kind, Thing

_IN_SHORT: tuple[tuple[type[Event], str, str], ...] = (
    (FightDecided, "fight", "fights"),
    (ChaseRun, "chase", "chases"),
    (CampMade, "night in camp", "nights in camp"),
)
"""What is counted first thing, one and several of it."""
_SHUT = (DoorState.LOCKED, DoorState.STUCK, DoorState.BARRED)


class End(Struct, frozen=True):
    """A list at the end of a report; one that is not always there is left out where it is empty."""

    title: str
    lines: Callable[[Campaign, Sequence[Noted]], list[str]]
    always: bool = True


def in_short(now: Campaign, noted: Sequence[Noted]) -> list[str]:
    """The evening in a few words: fights, chases, nights out, the dead, what was sold, and who has grown."""
    events = [one.told.event for one in noted]
    counts = [(sum(isinstance(event, kind) for event in events), one, many) for kind, one, many in _IN_SHORT]
    said = [counted(count, one, many) for count, one, many in counts if count]
    said += [f"{now.people[who].name} dead" for who in _fallen(now, events)]
    coppers = sum(event.coppers for event in events if isinstance(event, Sold))
    said += [f"{in_coins(coppers)} for what was sold"] if coppers else []
    levels = {event.who: event.sheet.level for event in events if isinstance(event, Grew)}
    return [*said, *(f"{now.people[who].name} level {level}" for who, level in levels.items() if who in now.people)]


def _fallen(now: Campaign, events: Sequence[Event]) -> dict[PersonId, Died]:
    """Whoever died, and is dead still."""
    died = {event.who: event for event in events if isinstance(event, Died)}
    return {who: event for who, event in died.items() if who in now.people and not now.people[who].alive}


def _dead(now: Campaign, noted: Sequence[Noted]) -> list[str]:
    """Whoever died meanwhile, when, of what, and by whose hand."""
    at = {one.told.event.who: one.told.at for one in noted if isinstance(one.told.event, Died)}
    blows = {one.told.event.who: one.told.event.cause for one in noted if isinstance(one.told.event, HpChanged)}
    said: list[str] = []
    for who, event in _fallen(now, [one.told.event for one in noted]).items():
        hand = f" by {blows[who]}" if blows.get(who, event.cause) not in ("", event.cause) else ""
        cause = f", of {event.cause}{hand}" if event.cause else ""
        said.append(f"{now.people[who].name}, {moment(now, at[who])}{cause}")
    return said


def _treasure(now: Campaign, noted: Sequence[Noted]) -> list[str]:
    """What was found and is carried still, what was sold, and what is in each purse."""
    carried = [one for one in now.things.values() if isinstance(one.place, Carried) and one.count]
    found = [_worth(one) for one in carried if one.kind is Kind.TREASURE]
    sales = [one.told.event for one in noted if isinstance(one.told.event, Sold)]
    sold = [f"{one.what} for {in_coins(one.coppers)}" for one in sales]
    purses: dict[str, int] = {}
    for one in carried:
        if one.kind is Kind.COINS and one.worth:
            purses[_holder(now, one)] = purses.get(_holder(now, one), 0) + one.worth
    held = [f"{name} {in_coins(coppers)}" for name, coppers in purses.items()]
    lists = (("Sold", sold), ("In purses", held))
    return [*found, *(f"{what}: {series(parts)}" for what, parts in lists if parts)]


def _worth(thing: Thing) -> str:
    worth = f"worth {in_coins(thing.worth)}" if thing.worth is not None else "not appraised"
    return f"{called(thing)}, {worth}"


def _holder(now: Campaign, thing: Thing) -> str:
    person = now.people.get(thing.place.by) if isinstance(thing.place, Carried) else None
    return person.name if person is not None else "somebody"


def _experience(now: Campaign, noted: Sequence[Noted]) -> list[str]:
    """What each has gained meanwhile, and what waits to be shared out."""
    shares = {one.told.event.who: one.told.event.xp for one in noted if isinstance(one.told.event, XpGained)}
    levels = {one.told.event.who: one.told.event.sheet.level for one in noted if isinstance(one.told.event, Grew)}
    grown = {who: f", now level {level}" for who, level in levels.items()}
    people = [now.people[who] for who in shares | levels if who in now.people]
    said = [f"{one.name}: {one.sheet.xp:,} XP{grown.get(one.id, '')}" for one in people]
    return [*said, *([f"{now.xp_pool:,} XP wait to be shared out"] if now.xp_pool else [])]


def _loose_ends(now: Campaign, _: Sequence[Noted]) -> list[str]:
    ends = [f"Waiting: {prompt(asked.question)}" for one in now.wanted.values() for asked in one.questions]
    ends += [f"Declared: {one.text}" for one in now.declared]
    ends += [end for seen in now.seen.values() for end in _left_in(seen)]
    points = [person for person in now.people.values() if person.alive and person.sheet.points]
    return [*ends, *(f"{person.name} has {counted(person.sheet.points, 'point')} to spend" for person in points)]


def _left_in(seen: SeenSite) -> Iterator[str]:
    """What a site still holds, by what is known of it."""
    yield from (f"{seen.name}: the {one.name} is {one.state}" for one in seen.doors.values() if one.state in _SHUT)
    armed = (trap for trap in seen.traps.values() if trap.state == TrapState.ARMED)
    yield from (f"{seen.name}: {trap.name}, still armed" for trap in armed)
    yield from (f"{seen.name}: {block.name}, in the way" for block in seen.obstacles.values() if not block.cleared)
    yield from (f"{seen.name}: {clue.text}" for clue in seen.riddles)
    names = dict.fromkeys(creatures.name for creatures in seen.creatures.values())
    if names:
        yield f"Still in {seen.name}: {series([f'{name[:1].upper()}{name[1:]}' for name in names])}"


ENDS: tuple[End, ...] = (
    End("The dead", _dead),
    End("Treasure", _treasure),
    End("Experience", _experience, always=False),
    End("Loose ends", _loose_ends),
)
