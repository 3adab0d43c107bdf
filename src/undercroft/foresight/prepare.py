"""A scenario made ready: begun at a table that nobody sits at, and written as numbers."""

from msgspec.structs import replace

from undercroft.foresight.beginning import opening
from undercroft.foresight.bot import Bot, RunDice
from undercroft.foresight.encode import Encoded, Encoder
from undercroft.foresight.encode_road import RoadEncoder, road_of
from undercroft.foresight.encode_site import SiteEncoder
from undercroft.foresight.explorer import route_with_stays
from undercroft.foresight.scenario import SITE, Scenario, house
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN

SITES = ("turns", "clock", "location", "danger", "lit", "rooms", "exits", "route")
WITHDRAWAL = ("retreat", "down", "light", "laden")
NOT_IN_A_FIGHT = (
    *SITES, "wanderers", "journey",
    *(f"policy.{plan}" for plan in ("stance", *WITHDRAWAL, "search", "heal", "breathers", "forage", "watch")),
)  # fmt: skip
NOT_IN_A_SITE: tuple[str, ...] = ("surprised", "policy.forage", "policy.watch")
NOT_ON_A_JOURNEY = (
    "surprised",
    *SITES,
    *(f"policy.{plan}" for plan in (*WITHDRAWAL, "search", "heal", "breathers")),
)
"""The parts of a scenario that such a run does not use."""


def encoded(scenario: Scenario) -> Encoded:
    """A scenario as numbers; `left_out` names what its runs do not use."""
    bot = Bot(scenario.policy, RunDice(0, 0))
    bot.do(opening(scenario))
    if scenario.foes:
        encoder = Encoder(bot.now, MAIN, scenario.policy)
        encoder.line(scenario.foes)
        encoder.surprise(scenario.surprised)
    elif scenario.journey is not None:
        encoder = RoadEncoder(bot.now, MAIN, scenario.policy, road_of(bot.now, MAIN, scenario.journey))
    else:
        site = encoder = SiteEncoder(bot.now, MAIN, scenario.policy)
        site.site(route_with_stays(scenario), bot.now.sites[SITE], scenario.turns)
    found = encoder.done()
    return replace(found, left_out=(*found.left_out, *unused(scenario)))


def unused(scenario: Scenario) -> tuple[str, ...]:
    """The parts of a scenario that its runs do not use: a single fight has no site, a site no first fight."""
    what, parts = "a site", NOT_IN_A_SITE
    if scenario.foes:
        what, parts = "a single fight", NOT_IN_A_FIGHT
    elif scenario.journey is not None:
        what, parts = "a journey", NOT_ON_A_JOURNEY
    elif (house(scenario).clock or scenario.clock) is not Clock.DELVING:
        what, parts = "a site without delve rounds", (*NOT_IN_A_SITE, "danger", "policy.breathers")
    return tuple(
        f"{name}: {what} does not use it" for name in parts if _part(scenario, name) != _part(Scenario(), name)
    )


def _part(scenario: Scenario, name: str) -> object:
    """A part of a scenario, by its way."""
    part: object = scenario
    for step in name.split("."):
        part = getattr(part, step)
    return part
