"""How a group goes through doors: with a crash, or carefully. Those inside react accordingly."""

from undercroft.books.sovereign.entry import Style
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import group_acts
from undercroft.table.state.campaign import Campaign, changed_group
from undercroft.table.state.ids import GroupId


class GroupEntered(Event, frozen=True, tag="table.group-entered"):
    """A group goes through doors in this style from now on."""

    group: GroupId
    style: Style

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_group(campaign, self.group, entered=self.style)

    def say(self, now: Campaign) -> str:
        if self.style is Style.HARD:
            return f"{group_acts(now, self.group, 'burst', 'bursts')} in."
        return f"{group_acts(now, self.group, 'go', 'goes')} carefully again."


def enter(play: Play, group: GroupId, style: Style) -> None:
    """Set the group's style of entry, and tell it if that is a change."""
    if play.group(group).entered is not style:
        play.tell(GroupEntered(group, style), to=group_audience(group))


PART = Part(events=(GroupEntered,))
