"""What a whole group does in one turn or round: everybody recovers, or everybody searches."""

from undercroft.table import bridge
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command
from undercroft.table.engine.play import Play
from undercroft.table.exploration.recovery import Recover
from undercroft.table.site.search import FeatureFound, FoundNothing, Search
from undercroft.table.state.deadlines import Doing
from undercroft.table.state.house_rules import Fatigue
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.seats import REFEREE


def deed(doing: Doing, who: PersonId) -> Command:
    """The command by which one person does it."""
    return Recover(who) if doing is Doing.RECOVER else Search(who)


def everybody(play: Play, group: GroupId, doing: Doing) -> bool:
    """Let everybody who has time do it, in marching order, and return whether there is more to do.

    A search ends with the first thing found, or when nothing hidden is left; recovering ends when everybody is fresh.
    """
    for person in play.now.able_in(group):
        command = deed(doing, person.id)
        if any(command.why_not(play.now, REFEREE)):
            continue
        before = len(play.told)
        command.do(play)
        if any(_ends_the_search(told.event) for told in play.told[before:]):
            return False
    return doing is Doing.SEARCH or _tired(play, group)


def _ends_the_search(event: Event) -> bool:
    return isinstance(event, FeatureFound) or (isinstance(event, FoundNothing) and event.none_left)


def _tired(play: Play, group: GroupId) -> bool:
    """Whether a member has fatigue points to regain."""
    fatigue = play.now.house.fatigue
    people = play.now.able_in(group) if fatigue is not Fatigue.NONE else ()
    return any(person.fp < bridge.fatigue_max(person, fatigue) for person in people)
