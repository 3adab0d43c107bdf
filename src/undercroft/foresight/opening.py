"""A simulated run opened: the same run played at the real table, with its dice, its sentences and its citations."""

from msgspec import Struct

from undercroft.foresight.bot import Bot
from undercroft.foresight.courses import StoryLine
from undercroft.foresight.encode import Encoded
from undercroft.foresight.expedition_here import expedition_here, explore_on_here
from undercroft.foresight.explorer import at_table
from undercroft.foresight.here import fight_here, fight_on_here
from undercroft.foresight.journey_here import journey_here, travel_on_here, travels
from undercroft.foresight.plans import Plan
from undercroft.foresight.results import Results
from undercroft.foresight.scenario import Scenario
from undercroft.kernel.faults import BadInput
from undercroft.table.engine.audience import Told
from undercroft.table.engine.time_words import moment
from undercroft.table.sentences import cites, says
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.fights import is_fighting
from undercroft.table.state.ids import GroupId
from undercroft.table.state.seats import REFEREE

WORST, MEDIAN = "worst", "median"


class Opened(Struct, frozen=True):
    """A run as a real log: its number, its facts as the table told them, and its lines."""

    run: int
    told: tuple[Told, ...]
    lines: tuple[StoryLine, ...]
    now: Campaign


def run_named(which: str, found: Results) -> int:
    """The number of a run: the worst, the median, or a number of its own."""
    if which == WORST and found.worst:
        return found.worst[0]
    if which == MEDIAN and found.median is not None:
        return found.median
    if which.isascii() and which.isdecimal() and len(which) < 16:
        return int(which)
    raise BadInput("no_run", f"there is no run “{which[:20]}”", f"say {WORST}, {MEDIAN} or the number of a run")


def opened(scenario: Scenario, seed: int, run: int) -> Opened:
    """Play a run at the table, and tell it."""
    return told_by(at_table(scenario, seed, run), run, Campaign())


def encoded_here(known: Campaign, group: GroupId, plan: Plan) -> Encoded:
    """What a group is in the middle of, as numbers; raises `NotSimulated` with what a run cannot have."""
    if is_fighting(known.groups.get(group)):
        return fight_here(known, group, plan.policy)
    if travels(known.groups.get(group)):
        return journey_here(known, group, plan)
    return expedition_here(known, group, plan)


def run_from(known: Campaign, group: GroupId, plan: Plan, seed: int, run: int) -> Opened:
    """Play a run from here at a copy of the table, and tell it."""
    if is_fighting(known.groups.get(group)):
        bot = fight_on_here(known, group, plan.policy, seed, run)
    elif travels(known.groups.get(group)):
        bot = travel_on_here(known, plan, seed, run)
    else:
        bot = explore_on_here(known, plan, seed, run)
    return told_by(bot, run, known)


def told_by(bot: Bot, run: int, now: Campaign) -> Opened:
    """What a bot has played from that state on."""
    lines: list[StoryLine] = []
    for told in bot.log:
        if REFEREE not in told.to:
            continue
        now = told.event.fold(now)
        said = says(now, told.event)
        if said:
            lines.append(StoryLine(moment(now, told.at), said, cites(told.event)))
    return Opened(run, tuple(bot.log), tuple(lines), bot.now)
