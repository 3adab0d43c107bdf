"""When play last changed a part, as far as the acts of the table are remembered."""

from collections.abc import Iterable, Sequence

from undercroft.table.engine.history import Act
from undercroft.table.engine.time_words import moment
from undercroft.table.exploration.inhabitants import SLAIN, CreaturesLeft
from undercroft.table.preparing.merging import Path, value_at
from undercroft.table.preparing.parts import in_world
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.changes import AnyChange, CreaturesChange, id_of
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import DelveRound, OverloadedTurn, SovereignTurn, ViolenceTurn


def since(campaign: Campaign, change: AnyChange, acts: Sequence[Act], path: Path = ()) -> str:
    """Since when a part, or one field of it, is as it is now: ` since turn 7`; empty if nobody remembers."""
    act = _changed_by(campaign, change, acts, path)
    return "" if act is None else f" since {_when(act.before, change)}"


def fate(campaign: Campaign, change: AnyChange, acts: Sequence[Act]) -> str:
    """What became of a part that play removed: dead or gone."""
    act = _changed_by(campaign, change, acts, ())
    slain = act is not None and isinstance(change, CreaturesChange) and id_of(change) in _slain(act)
    return "dead" if slain else "gone"


def died(before: object, now: object) -> bool:
    """Whether a person died in play."""
    return isinstance(before, Person) and isinstance(now, Person) and before.alive and not now.alive


def _slain(act: Act) -> Iterable[str]:
    events = (told.event for told in act.told)
    return {event.creatures for event in events if isinstance(event, CreaturesLeft) and event.how == SLAIN}


def _changed_by(campaign: Campaign, change: AnyChange, acts: Sequence[Act], path: Path) -> Act | None:
    now = _value(campaign, change, path)
    return next((act for act in reversed(acts) if _value(act.before, change, path) != now), None)


def _value(campaign: Campaign, change: AnyChange, path: Path) -> object:
    found = in_world(campaign, change)
    return found if found is None or not path else value_at(found, path)


def _when(before: Campaign, change: AnyChange) -> str:
    """The turn of the group in the part's site, else the day."""
    site = getattr(change, "site", None)
    groups = [group for group in before.groups.values() if group.members]
    there = [group for group in groups if site is not None and group.site == site]
    turn = next((found for group in there if (found := _turn(group))), "")
    if turn:
        return turn
    time = max((group.time for group in there or groups), default=before.clock)
    return moment(before, time)


def _turn(group: Group) -> str:
    for scene in group.scenes:
        match scene:
            case SovereignTurn(number=number) | OverloadedTurn(number=number) | ViolenceTurn(number=number) if number:
                return f"turn {number}"
            case DelveRound(number=number) if number:
                return f"round {number}"
            case _:
                pass
    return ""
