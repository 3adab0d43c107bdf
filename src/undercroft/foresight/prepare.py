"""A scenario made ready: begun at a table that nobody sits at, and written as numbers."""

from undercroft.foresight.bot import Bot, RunDice
from undercroft.foresight.encode import Encoded, Encoder
from undercroft.foresight.explorer import route_with_stays
from undercroft.foresight.scenario import SITE, Scenario, opening
from undercroft.table.world.groups import MAIN


def encoded(scenario: Scenario) -> Encoded:
    """A scenario as numbers."""
    bot = Bot(scenario.policy, RunDice(0, 0))
    bot.do(opening(scenario))
    encoder = Encoder(bot.now, MAIN, scenario.policy)
    if scenario.foes:
        encoder.line(scenario.foes)
        encoder.surprise(scenario.surprised)
    else:
        encoder.site(route_with_stays(scenario), bot.now.sites[SITE], scenario.turns)
    return encoder.done()
