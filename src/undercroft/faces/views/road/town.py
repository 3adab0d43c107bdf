"""A settlement: what the party brought home and each person's share, who can level up, and what is for sale."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from undercroft.books.sovereign.advancement import xp_pool
from undercroft.books.sovereign.equipment import in_coins
from undercroft.books.violence.advancement import experience_pool
from undercroft.faces.views.actions import Action
from undercroft.faces.views.people.growth import GrowthView, growth_view
from undercroft.faces.views.road.market import ServiceLine, market_says, services_of, wages_of
from undercroft.faces.views.time_of_day import day
from undercroft.kernel.phrases import thing_named
from undercroft.kernel.units import SeatId
from undercroft.table.bridge import experience
from undercroft.table.bridge.class_names import class_of
from undercroft.table.bridge.experience import Portions
from undercroft.table.engine.about import Section
from undercroft.table.engine.part import Command
from undercroft.table.engine.time_words import time_of_day
from undercroft.table.gear.buying import Equip
from undercroft.table.gear.money import coins_shown
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.house_rules import Advancement
from undercroft.table.state.markets import Market
from undercroft.table.state.people import Person, Role, State
from undercroft.table.state.scenes import Town
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Thing
from undercroft.table.town.experience import ShareExperience, haul, share_preview, survivors
from undercroft.table.town.hiring import Hire
from undercroft.table.town.selling import Sell
from undercroft.table.town.town import StayInTown
from undercroft.table.world.markets import market_of


class ExperienceRow(Struct, frozen=True):
    """A person with experience: their level, and how far away the next is."""

    person: Person
    what: str
    needed: int | None
    share: int
    """Progress to the next level, in percent."""
    gains: int
    """What the experience still to be shared would bring."""
    purse: str
    own: bool

    @property
    def note(self) -> str:
        """Why no next level is shown: the person is dead, or hired."""
        return "dead" if not self.person.alive else "" if self.own else "hired"


_COUNTED_BY = {
    Advancement.SOVEREIGN: (xp_pool.id, "Sovereign, Advancement"),
    Advancement.VIOLENCE: (experience_pool.id, "Violence, Advancement"),
}


class ExperienceSums(Struct, frozen=True):
    """The experience to share, and how it is shared."""

    pool: int
    monsters: int
    shares: Portions


class TownView(Struct, frozen=True):
    """A group in a settlement."""

    name: str
    day: str
    time: str
    book: tuple[str, str]
    """The rule by which experience is counted, and its book."""
    sums: ExperienceSums | None
    """What there is to share; None for players, who do not know what the monsters are worth."""
    treasure: tuple[str, ...]
    henchmen: bool
    share: Action | None
    people: tuple[ExperienceRow, ...]
    rising: tuple[GrowthView, ...]
    rest: tuple[Action, ...]
    care: tuple[Action, ...]
    hire: tuple[Action, ...]
    sell: tuple[Action, ...]
    buy: tuple[Action, ...]
    market: str
    """What the market comes to, in a line."""
    wages: tuple[str, ...]
    """The hirelings for hire, with their wages."""
    for_hire: str
    """The same in a line; empty where each has a button."""
    services: tuple[ServiceLine, ...]
    no_care: str
    """Why no cure is offered."""
    shoppers: tuple[Person, ...]
    """The living Delvers and henchmen, each with a page to buy gear."""


def town_view(known: Campaign, seat: SeatId, group: Group, town: Town, offered: Sequence[Action]) -> TownView:
    """What a group can do in a settlement."""
    people = known.those_in(group.id)
    ours = [action for action in offered if action.group == group.id or action.who in group.members]
    sums = _sums(known, group) if seat == REFEREE else None
    counted = frozenset(survivor.id for survivor in survivors(known, group.id))
    market = market_of(known, group).market
    return TownView(
        town.name,
        day(known, group.time),
        time_of_day(known, group.time),
        _COUNTED_BY[known.house.advancement],
        sums,
        tuple(_brought_home(thing) for thing in haul(known, group.id)),
        any(person.role is Role.HENCHMAN for person in people),
        next(iter(_all(ours, ShareExperience)), None),
        tuple(
            _experience_row(known, person, sums.shares if sums is not None and person.id in counted else None)
            for person in people
        ),
        tuple(
            found
            for person in people
            if (found := growth_view(known, person, [act for act in ours if act.who == person.id])) is not None
        ),
        _all(ours, StayInTown),
        _worth_showing(_shown(ours, Section.CARE)),
        _shown(ours, Section.HIRING),
        _all(ours, Sell),
        _all(ours, Equip),
        market_says(market),
        wages_of(market),
        _for_hire(ours, market),
        services_of(market),
        _no_care(people, market),
        tuple(person for person in people if person.alive and person.role in (Role.DELVER, Role.HENCHMAN)),
    )


def _for_hire(ours: Iterable[Action], market: Market) -> str:
    return "" if _all(ours, Hire) else "; ".join(wages_of(market)) or "Nobody is for hire here."


def _sums(known: Campaign, group: Group) -> ExperienceSums:
    pool, shares = share_preview(known, group.id)
    return ExperienceSums(pool, known.xp_pool, shares)


def _brought_home(thing: Thing) -> str:
    worth = f", {in_coins(thing.worth)}" if thing.worth else ""
    return f"{thing_named(thing.name, known=True)}{worth}"


def _no_care(people: Iterable[Person], market: Market) -> str:
    ends = {State.DISEASED.value, *(condition for service in market.services.values() for condition in service.cures)}
    ill = any(person.is_in(condition) for person in people for condition in ends)
    return "Nobody can pay for the cure they need." if ill else "Nobody needs a cure that this town sells."


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


def _experience_row(known: Campaign, person: Person, shares: Portions | None) -> ExperienceRow:
    """A person's row; without shares they gain nothing."""
    sheet = person.sheet
    gains = 0 if shares is None else shares.henchman_xp if person.role is Role.HENCHMAN else shares.delver_xp
    needed, base = experience.needed(known.house, sheet.level + 1), experience.needed(known.house, sheet.level) or 0
    share = 100 if needed is None else max(0, min(100, (sheet.xp - base) * 100 // (needed - base)))
    return ExperienceRow(
        person,
        class_of(person),
        needed,
        share,
        gains,
        coins_shown(known, person),
        person.role in (Role.DELVER, Role.HENCHMAN),
    )
