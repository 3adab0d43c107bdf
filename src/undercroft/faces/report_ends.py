"""How a report ends: the dead, treasure, experience, and what is left open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from undercroft.books.sovereign.equipment import in_coins
from undercroft.interpret.ask import prompt
from undercroft.server.chronicle import Noted
from undercroft.table.bodies import Died
from undercroft.table.campaign import Campaign
from undercroft.table.characters import SheetChanged
from undercroft.table.names import PersonId
from undercroft.table.opening import PersonJoined
from undercroft.table.people import Sheet
from undercroft.table.sites import DoorState, TrapState
from undercroft.table.things import Carried, Kind, Thing

_SHUT = (DoorState.LOCKED, DoorState.STUCK, DoorState.BARRED)


class End(Struct, frozen=True):
    """A list at the end of a report; one that is not always there is left out where it is empty."""

    title: str
    lines: Callable[[Campaign, Sequence[Noted]], list[str]]
    always: bool = True


def _dead(now: Campaign, noted: Sequence[Noted]) -> list[str]:
    """Whoever died meanwhile, and of what."""
    died = {one.told.event.who: one.told.event.cause for one in noted if isinstance(one.told.event, Died)}
    found = [person for id, person in now.people.items() if id in died and not person.alive]
    return [f"{person.name}{f': {died[person.id]}' if died[person.id] else ''}" for person in found]


def _treasure(now: Campaign, _: Sequence[Noted]) -> list[str]:
    carried = [one for one in now.things.values() if isinstance(one.place, Carried) and one.count]
    purses = [one for one in carried if one.kind is Kind.COINS]
    found = [_worth(one) for one in carried if one.kind is Kind.TREASURE]
    held = [f"{_holder(now, one)} {in_coins(one.worth)}" for one in purses if one.worth]
    return [*found, *([f"In purses: {', '.join(held)}"] if held else [])]


def _worth(thing: Thing) -> str:
    many = f"{thing.count} {thing.name}" if thing.count > 1 else thing.name
    return f"{many}, worth {in_coins(thing.worth)}" if thing.worth is not None else f"{many}, not appraised"


def _holder(now: Campaign, thing: Thing) -> str:
    person = now.people.get(thing.place.by) if isinstance(thing.place, Carried) else None
    return person.name if person is not None else "somebody"


def _experience(now: Campaign, noted: Sequence[Noted]) -> list[str]:
    """What each has gained meanwhile, and what waits to be shared out."""
    before: dict[PersonId, Sheet] = {}
    after: dict[PersonId, Sheet] = {}
    for one in noted:
        match one.told.event:
            case PersonJoined(person=person):
                before.setdefault(person.id, person.sheet)
            case SheetChanged(who=who, sheet=sheet):
                before.setdefault(who, sheet)
                after[who] = sheet
            case _:
                pass
    gained = [
        f"{now.people[who].name}: {sheet.xp - before[who].xp:,} XP{_level(before[who], sheet)}"
        for who, sheet in after.items()
        if who in now.people and sheet.xp > before[who].xp
    ]
    return [*gained, *([f"{now.xp_pool:,} XP wait to be shared out"] if now.xp_pool else [])]


def _level(before: Sheet, after: Sheet) -> str:
    return f", now level {after.level}" if after.level > before.level else ""


def _loose_ends(now: Campaign, _: Sequence[Noted]) -> list[str]:
    ends = [f"Waiting: {prompt(asked.question)}" for one in now.wanted.values() for asked in one.questions]
    ends += [f"Declared: {one.text}" for one in now.declared]
    for seen in now.seen.values():
        ends += [f"{seen.name}: the {door.name} is {door.state}" for door in seen.doors.values() if door.state in _SHUT]
        ends += [
            f"{seen.name}: {trap.name}, still armed" for trap in seen.traps.values() if trap.state == TrapState.ARMED
        ]
        ends += [f"{seen.name}: {block.name}, in the way" for block in seen.obstacles.values() if not block.cleared]
        ends += [f"{seen.name}: {clue.text}" for clue in seen.clues]
        ends += [f"{seen.name}: {creatures.name}, met" for creatures in seen.creatures.values()]
    return ends


ENDS: tuple[End, ...] = (
    End("The dead", _dead),
    End("Treasure", _treasure),
    End("Experience", _experience, always=False),
    End("Loose ends", _loose_ends),
)
