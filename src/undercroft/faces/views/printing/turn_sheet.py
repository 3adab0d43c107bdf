"""The turn sheet: twenty-four turns to cross off by hand, and for the referee when checks are made and their odds."""

from fractions import Fraction
from math import prod

from msgspec import Struct

from undercroft.faces.views.dungeon.strip import BLOCK, SHOWN
from undercroft.kernel.amounts import counted
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.engine.time_words import time_of_day
from undercroft.table.exploration.clocks import BY_NAME
from undercroft.table.state.campaign import Campaign, Group, with_site
from undercroft.table.state.ids import GroupId
from undercroft.table.state.scenes import Scene
from undercroft.table.state.sites import Clock, Site


class SheetTurn(Struct, frozen=True):
    """A turn on paper: its number, and whether a check is made in it."""

    number: int
    check: bool


class TurnBlock(Struct, frozen=True):
    """Six turns, and when they begin."""

    begins: str
    turns: tuple[SheetTurn, ...]


class WanderingOdds(Struct, frozen=True):
    """When checks for wandering monsters are made, and the chance of one check and of an hour."""

    every: str
    check: Fraction
    hour: Fraction


class TurnSheet(Struct, frozen=True):
    """Turns to cross off."""

    called: str
    blocks: tuple[TurnBlock, ...]
    odds: WanderingOdds | None = None


def turn_sheet(known: Campaign, clock: Clock, site: Site | None = None, level: int | None = None) -> TurnSheet:
    """The turns of a clock from now on; with a site, when its encounter checks are made."""
    work = BY_NAME[known.house.clock or clock]
    checks = _checks(known, site, work.opening(site.id), level) if site is not None else {}
    begins = known.clock
    blocks = tuple(
        TurnBlock(
            time_of_day(known, Seconds(begins + (first - 1) * work.step)),
            tuple(SheetTurn(number, number in checks) for number in range(first, first + BLOCK)),
        )
        for first in range(1, SHOWN + 1, BLOCK)
    )
    return TurnSheet(work.called, blocks, _odds(checks, work.called, HOUR // work.step))


def _checks(known: Campaign, site: Site, opening: Scene, level: int | None) -> dict[int, Fraction]:
    """The turns with an encounter check, and the chance of an encounter in each, for people who have just come in."""
    room = next((id for id, zone in site.zones.items() if zone.level == level), site.entrance)
    work = BY_NAME[known.house.clock or site.clock_of(room)]
    visitors = Group(GroupId(""), "", (), known.clock, site.id, room, (opening,))
    world = with_site(known, site)
    ahead = sorted(number for number in work.checks_ahead(world, visitors, SHOWN) if number > 0)
    return {number: work.comes(world, visitors, number) for number in ahead}


def _odds(checks: dict[int, Fraction], called: str, turns: int) -> WanderingOdds | None:
    if not checks:
        return None
    numbers = [*checks]
    gap = numbers[1] - numbers[0] if len(numbers) > 1 else 1
    every = f"A check every {called if gap == 1 else counted(gap, called)}"
    hour = 1 - prod((1 - chance for number, chance in checks.items() if number <= turns), start=Fraction(1))
    return WanderingOdds(every, checks[numbers[0]], hour)
