"""The turn sheet: twenty-four turns to cross off by hand, and for the referee when checks are made and their odds."""

from msgspec import Struct

from undercroft.faces.views.dungeon.strip import BLOCK, SHOWN
from undercroft.kernel.units import Seconds
from undercroft.table.engine.time_words import time_of_day
from undercroft.table.exploration.clocks import BY_NAME
from undercroft.table.exploration.wandering_odds import WanderingOdds, wandering_odds
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ZoneId
from undercroft.table.state.sites import Clock, Site


class SheetTurn(Struct, frozen=True):
    """A turn on paper: its number, and whether a check is made in it."""

    number: int
    check: bool


class TurnBlock(Struct, frozen=True):
    """Six turns, and when they begin."""

    begins: str
    turns: tuple[SheetTurn, ...]


class TurnSheet(Struct, frozen=True):
    """Turns to cross off."""

    called: str
    blocks: tuple[TurnBlock, ...]
    odds: WanderingOdds | None = None


def turn_sheet(known: Campaign, clock: Clock, site: Site | None = None, level: int | None = None) -> TurnSheet:
    """The turns of a clock from now on; with a site, when its encounter checks are made."""
    work = BY_NAME[known.house.clock or clock]
    odds = None if site is None else wandering_odds(known, site, _first_room(site, level), SHOWN)
    begins = known.clock
    blocks = tuple(
        TurnBlock(
            time_of_day(known, Seconds(begins + (first - 1) * work.step)),
            tuple(
                SheetTurn(number, odds is not None and number in odds.turns) for number in range(first, first + BLOCK)
            ),
        )
        for first in range(1, SHOWN + 1, BLOCK)
    )
    return TurnSheet(work.called, blocks, odds)


def _first_room(site: Site, level: int | None) -> ZoneId:
    """A room of a level, or the room people come in by."""
    return next((id for id, zone in site.zones.items() if zone.level == level), site.entrance)
