"""A scenario made ready: begun at a table that nobody sits at, and written as numbers."""

from msgspec.structs import replace

from undercroft.foresight.beginning import opening
from undercroft.foresight.bot import Bot, RunDice
from undercroft.foresight.encode import Encoded, Encoder
from undercroft.foresight.encode_site import SiteEncoder
from undercroft.foresight.explorer import route_with_stays
from undercroft.foresight.scenario import SITE, Scenario
from undercroft.table.world.groups import MAIN

OF_A_SITE = ("turns", "clock", "location", "lit", "rooms", "exits", "route", "wanderers")
OF_A_FIGHT = ("surprised",)
PLANS_IN_A_SITE = ("stance", "retreat", "search", "heal")


def encoded(scenario: Scenario) -> Encoded:
    """A scenario as numbers; `left_out` names what its runs do not use."""
    bot = Bot(scenario.policy, RunDice(0, 0))
    bot.do(opening(scenario))
    if scenario.foes:
        encoder = Encoder(bot.now, MAIN, scenario.policy)
        encoder.line(scenario.foes)
        encoder.surprise(scenario.surprised)
    else:
        site = encoder = SiteEncoder(bot.now, MAIN, scenario.policy)
        site.site(route_with_stays(scenario), bot.now.sites[SITE], scenario.turns)
    found = encoder.done()
    return replace(found, left_out=(*found.left_out, *unused(scenario)))


def unused(scenario: Scenario) -> tuple[str, ...]:
    """The parts of a scenario that its runs do not use: a single fight has no site, a site no first fight."""
    plain, plans = Scenario(), type(scenario.policy)()
    parts = [
        name for name in (OF_A_SITE if scenario.foes else OF_A_FIGHT) if getattr(scenario, name) != getattr(plain, name)
    ]
    if scenario.foes:
        changed = (name for name in PLANS_IN_A_SITE if getattr(scenario.policy, name) != getattr(plans, name))
        parts += [f"policy.{name}" for name in changed]
    why = "a single fight does not use it" if scenario.foes else "it is for a single fight"
    return tuple(f"{name}: {why}" for name in parts)
