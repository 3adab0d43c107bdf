"""A settlement: what the party brought home and what each would have of it, who can rise, and what is for sale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from undercroft.books.sovereign.advancement import THRESHOLDS
from undercroft.books.sovereign.equipment import in_coins
from undercroft.faces.views.actions import Action
from undercroft.faces.views.clocktime import day
from undercroft.faces.views.growth import Rising, rising
from undercroft.table.campaign import Campaign, Group
from undercroft.table.moments import time_of_day
from undercroft.table.names import PersonId
from undercroft.table.people import Person, Role
from undercroft.table.purses import coins
from undercroft.table.scenes import Town
from undercroft.table.sharing import foretold, haul, survivors


class Grower(Struct, frozen=True):
    """Somebody with experience: their level, and how far the next is."""

    id: PersonId
    name: str
    what: str
    level: int
    xp: int
    needed: int | None
    share: int
    """How far on the way to the next level, in percent."""
    gains: int
    """What the experience that is to be shared would bring."""
    purse: str
    hp: int
    hp_max: int
    own: bool


class Homecoming(Struct, frozen=True):
    """A group in a settlement."""

    name: str
    day: str
    time: str
    pool: int
    monsters: int
    treasure: tuple[str, ...]
    delver: int
    henchman: int
    henchmen: bool
    lost: int
    share: Action | None
    people: tuple[Grower, ...]
    rising: tuple[Rising, ...]
    rest: tuple[Action, ...]
    care: tuple[Action, ...]
    hire: tuple[Action, ...]
    sell: tuple[Action, ...]
    buy: tuple[Action, ...]


CARE = ("buy_cure", "treat_frailty", "bed_rest", "first_aid")
HIRE = ("hire", "take_on", "pay_wages", "dismiss_servant")


def homecoming(known: Campaign, group: Group, town: Town, offered: Sequence[Action]) -> Homecoming:
    """What a group finds to do in a settlement."""
    members = frozenset(group.members)
    ours = [one for one in offered if one.group == group.id or one.who in members]
    pool, shares = foretold(known, group.id)
    counted = frozenset(one.id for one in survivors(known, group.id))
    return Homecoming(
        town.name,
        day(known, group.time),
        time_of_day(known, group.time),
        pool.pool,
        known.xp_pool,
        tuple(f"{one.name}{f', {in_coins(one.worth)}' if one.worth else ''}" for one in haul(known, group.id)),
        shares.delver_xp,
        shares.henchman_xp,
        any(one.role is Role.HENCHMAN for one in known.those_in(group.id)),
        shares.lost,
        _first(ours, "share_experience"),
        tuple(
            _grower(known, one, _share_of(one, shares.delver_xp, shares.henchman_xp) if one.id in counted else 0)
            for one in known.those_in(group.id)
        ),
        tuple(
            found
            for one in known.those_in(group.id)
            if (found := rising(known, one, [act for act in ours if act.who == one.id])) is not None
        ),
        _all(ours, ("stay_in_town",)),
        _worth_showing(_all(ours, CARE)),
        _all(ours, HIRE),
        _all(ours, ("sell",)),
        _all(ours, ("equip",)),
    )


def _share_of(person: Person, delver: int, henchman: int) -> int:
    return henchman if person.role is Role.HENCHMAN else delver


def _first(ours: Iterable[Action], kind: str) -> Action | None:
    return next((one for one in ours if one.kind == kind), None)


def _all(ours: Iterable[Action], kinds: Sequence[str]) -> tuple[Action, ...]:
    return tuple(one for one in ours if one.kind in kinds)


def _worth_showing(care: Sequence[Action]) -> tuple[Action, ...]:
    """What can be done; where nobody can do it for somebody, one line that says why."""
    done = frozenset(one.command.get("patient") for one in care if not one.refused)
    found: dict[object, Action] = {}
    for place, one in enumerate(care):
        patient = one.command.get("patient")
        if not one.refused or patient not in done:
            found.setdefault(patient if one.refused else place, one)
    return tuple(found.values())


def _grower(known: Campaign, person: Person, gains: int) -> Grower:
    sheet = person.sheet
    needed, base = THRESHOLDS.get(sheet.level + 1), THRESHOLDS[min(sheet.level, max(THRESHOLDS))]
    share = 100 if needed is None else max(0, min(100, (sheet.xp - base) * 100 // (needed - base)))
    return Grower(
        person.id,
        person.name,
        sheet.character_class.replace("_", " "),
        sheet.level,
        sheet.xp,
        needed,
        share,
        gains,
        in_coins(coins(known, person.id)),
        person.hp,
        person.hp_max,
        person.role in (Role.DELVER, Role.HENCHMAN),
    )
