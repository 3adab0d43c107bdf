"""What cannot be set by hand, though it is of the right type."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from msgspec import Struct

from undercroft.kernel.faults import BadNotation
from undercroft.kernel.notation import parse_few
from undercroft.table.adjustable import Adjust, What
from undercroft.table.battle import Foe
from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import SiteId, ZoneId
from undercroft.table.people import Person
from undercroft.table.placing import nowhere
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.rooms import Reason
from undercroft.table.seats import REFEREE
from undercroft.table.things import Thing


def nonsense(known: Campaign, act: Adjust, there: Struct, value: Any) -> Iterable[Reason]:  # noqa: ANN401 - any
    """What is of the right type and cannot be all the same."""
    match there:
        case Person():
            yield from _of_a_person(known, act, there, value)
        case Group():
            yield from _of_a_group(known, act, there, value)
        case Foe():
            yield from _of_a_foe(act, there, value)
        case Thing():
            if act.field in ("place", "count") and there.id in known.lights:
                yield Reason("burning", "It burns: put it out first.")
            if act.field == "place":
                yield from nowhere(known, value)
            if act.field in ("count", "points", "burnt", "worth") and (value or 0) < 0:
                yield Reason("below_nothing", "That cannot be less than nothing.")
        case _:
            yield from _of_a_site(known, act, value)


def _of_a_person(known: Campaign, act: Adjust, there: Person, value: Any) -> Iterable[Reason]:  # noqa: ANN401 - any
    if act.field in ("hp", "strain", "fp", "scars", "hp_max", "run_rounds", "xp_pool") and value < 0:
        yield Reason("below_nothing", "That cannot be less than nothing.")
    if act.field == "hp" and value > there.hp_max:
        yield Reason("above_most", f"{there.name} has at most {there.hp_max}.")
    if act.field == "seat" and value not in (REFEREE, *known.seats):
        yield Reason("no_seat", "There is no such seat.")


def _of_a_foe(act: Adjust, there: Foe, value: Any) -> Iterable[Reason]:  # noqa: ANN401 - any
    if isinstance(value, int) and value < 0:
        yield Reason("below_nothing", "That cannot be less than nothing.")
    if act.field == "health" and value > there.health_max:
        yield Reason("above_most", f"{there.name} has at most {there.health_max}.")
    if act.field == "health_max" and value < max(1, there.health):
        yield Reason("above_most", f"{there.name} has {there.health} now: set that first.")
    if act.field == "damage":
        try:
            parse_few(str(value))
        except BadNotation as fault:
            yield Reason("no_dice", f"Those are no dice: {fault}.")


def _of_a_group(known: Campaign, act: Adjust, there: Group, value: Any) -> Iterable[Reason]:  # noqa: ANN401 - any
    if act.field == "time" and value < there.time:
        yield Reason("time_runs_on", "Time does not run back: undo instead.")
    if act.field == "site" and value is not None and value not in known.sites:
        yield Reason("no_site", "There is no such site.")
    if act.field == "zone":
        site = known.site_of(there)
        if site is None or clock_of(there) is None:
            yield Reason("not_exploring", "They are not exploring a site.")
        elif value not in site.zones:
            yield Reason("no_zone", "The site has no such zone.")


_ZONES = frozenset({"zone", "to", "entrance", "between", "barred_from", "one_way"})


def _of_a_site(known: Campaign, act: Adjust, value: Any) -> Iterable[Reason]:  # noqa: ANN401 - any
    """Whatever names a zone names one that is there."""
    site = known.sites.get(SiteId(act.id) if act.what is What.SITE else act.site or SiteId(""))
    zones = cast("tuple[ZoneId | None, ...]", value if isinstance(value, tuple) else (value,))
    if act.field in _ZONES and site is not None and any(one is not None and one not in site.zones for one in zones):
        yield Reason("no_zone", "The site has no such zone.")
