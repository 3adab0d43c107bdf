"""A settlement: what the party brought home and each person's share, who can level up, and what is for sale."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from undercroft.books.sovereign.advancement import THRESHOLDS
from undercroft.books.sovereign.equipment import in_coins
from undercroft.faces.views.actions import Action
from undercroft.faces.views.people.growth import GrowthView, growth_view
from undercroft.faces.views.time_of_day import day
from undercroft.table.engine.about import Section
from undercroft.table.engine.part import Command
from undercroft.table.engine.time_words import time_of_day
from undercroft.table.gear.buying import Equip
from undercroft.table.gear.money import coins
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person, Role
from undercroft.table.state.scenes import Town
from undercroft.table.town.experience import ShareExperience, haul, share_preview, survivors
from undercroft.table.town.selling import Sell
from undercroft.table.town.town import StayInTown


class ExperienceRow(Struct, frozen=True):
    """A person with experience: their level, and how far away the next is."""

    id: PersonId
    name: str
    what: str
    level: int
    xp: int
    needed: int | None
    share: int
    """Progress to the next level, in percent."""
    gains: int
    """What the experience still to be shared would bring."""
    purse: str
    hp: int
    hp_max: int
    own: bool


class TownView(Struct, frozen=True):
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
    people: tuple[ExperienceRow, ...]
    rising: tuple[GrowthView, ...]
    rest: tuple[Action, ...]
    care: tuple[Action, ...]
    hire: tuple[Action, ...]
    sell: tuple[Action, ...]
    buy: tuple[Action, ...]


def town_view(known: Campaign, group: Group, town: Town, offered: Sequence[Action]) -> TownView:
    """What a group can do in a settlement."""
    members = frozenset(group.members)
    ours = [action for action in offered if action.group == group.id or action.who in members]
    pool, shares = share_preview(known, group.id)
    counted = frozenset(survivor.id for survivor in survivors(known, group.id))
    return TownView(
        town.name,
        day(known, group.time),
        time_of_day(known, group.time),
        pool.pool,
        known.xp_pool,
        tuple(f"{thing.name}{f', {in_coins(thing.worth)}' if thing.worth else ''}" for thing in haul(known, group.id)),
        shares.delver_xp,
        shares.henchman_xp,
        any(person.role is Role.HENCHMAN for person in known.those_in(group.id)),
        shares.lost,
        next(iter(_all(ours, ShareExperience)), None),
        tuple(
            _experience_row(
                known, person, _share_of(person, shares.delver_xp, shares.henchman_xp) if person.id in counted else 0
            )
            for person in known.those_in(group.id)
        ),
        tuple(
            found
            for person in known.those_in(group.id)
            if (found := growth_view(known, person, [act for act in ours if act.who == person.id])) is not None
        ),
        _all(ours, StayInTown),
        _worth_showing(_shown(ours, Section.CARE)),
        _shown(ours, Section.HIRING),
        _all(ours, Sell),
        _all(ours, Equip),
    )


def _share_of(person: Person, delver: int, henchman: int) -> int:
    return henchman if person.role is Role.HENCHMAN else delver


def _all(ours: Iterable[Action], kind: type[Command]) -> tuple[Action, ...]:
    return tuple(action for action in ours if action.kind == kind.tag)


def _shown(ours: Iterable[Action], section: Section) -> tuple[Action, ...]:
    return tuple(action for action in ours if action.about.shown_in(section))


def _worth_showing(care: Sequence[Action]) -> tuple[Action, ...]:
    """What can be done; if nobody can do it for a person, one line that says why."""
    done = frozenset(action.command.get("patient") for action in care if not action.refused)
    found: dict[object, Action] = {}
    for place, action in enumerate(care):
        patient = action.command.get("patient")
        if not action.refused or patient not in done:
            found.setdefault(patient if action.refused else place, action)
    return tuple(found.values())


def _experience_row(known: Campaign, person: Person, gains: int) -> ExperienceRow:
    sheet = person.sheet
    needed, base = THRESHOLDS.get(sheet.level + 1), THRESHOLDS[min(sheet.level, max(THRESHOLDS))]
    share = 100 if needed is None else max(0, min(100, (sheet.xp - base) * 100 // (needed - base)))
    return ExperienceRow(
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
