"""How often wandering monsters are checked for in a site, and the chance that some come within an hour."""

from fractions import Fraction
from math import prod

from msgspec import Struct

from undercroft.kernel.amounts import counted
from undercroft.kernel.units import HOUR
from undercroft.table.exploration.clocks import BY_NAME
from undercroft.table.state.campaign import Campaign, Group, with_site
from undercroft.table.state.ids import GroupId, ZoneId
from undercroft.table.state.sites import Site


class WanderingOdds(Struct, frozen=True):
    """When checks for wandering monsters are made, and the chance of one check and of an hour."""

    turns: tuple[int, ...]
    """The turns with a check."""
    every: str
    """How often a check is made: every 2 turns."""
    check: Fraction
    hour: Fraction


def wandering_odds(known: Campaign, site: Site, room: ZoneId, until: int = 0) -> WanderingOdds | None:
    """The odds for people who have just come into a room, up to that turn or for an hour; None without any check."""
    clock = BY_NAME[known.house.clock or site.clock_of(room)]
    visitors = Group(GroupId(""), "", (), known.clock, site.id, room, (clock.opening(site.id),))
    world = with_site(known, site)
    hour = HOUR // clock.step
    turns = sorted(number for number in clock.checks_ahead(world, visitors, max(until, hour)) if number > 0)
    if not turns:
        return None
    called, gap = clock.called.lower(), turns[1] - turns[0] if len(turns) > 1 else 1
    missed = (1 - clock.comes(world, visitors, number) for number in turns if number <= hour)
    return WanderingOdds(
        tuple(turns),
        f"every {called if gap == 1 else counted(gap, called)}",
        clock.comes(world, visitors, turns[0]),
        1 - prod(missed, start=Fraction(1)),
    )
