"""Sleepers: a group that is asleep when creatures come upon it wakes, caught off guard."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.bridge.feats import is_alert
from undercroft.table.encounter.surprise import OffGuard
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.people import State
from undercroft.table.state.scenes import EncounterScene, Fight
from undercroft.table.treatment.sleep import wake_up


class Rouse(Command, frozen=True, tag="rouse"):
    """Wake everybody in a group; an encounter wakes a group in which nobody is awake."""

    group: GroupId
    ABOUT = About(title="Wake the group")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if not sleepers(known, self.group):
            yield Reason("nobody_asleep", "Nobody in this group is asleep.")

    def do(self, play: Play) -> None:
        """Wake the sleepers; in an encounter they are surprised unless they are alert."""
        asleep, to = sleepers(play.now, self.group), group_audience(self.group)
        for who in asleep:
            wake_up(play, who)
        scene = play.group(self.group).scene
        caught = tuple(who for who in asleep if not is_alert(play.now.people[who]))
        if isinstance(scene, EncounterScene) and caught:
            play.go_on(self.group, replace(scene, surprised=tuple(dict.fromkeys((*scene.surprised, *caught)))))
            play.tell(OffGuard(self.group, caught), to=to)


def sleepers(known: Campaign, group: GroupId) -> tuple[PersonId, ...]:
    """The members of a group who are asleep."""
    if group not in known.groups:
        return ()
    return tuple(person.id for person in known.those_in(group) if person.is_in(State.ASLEEP))


def _next(campaign: Campaign) -> Command | None:
    """Wake a group that meets creatures while everybody who could act is asleep."""
    met = (group for group in campaign.groups.values() if isinstance(group.scene, EncounterScene | Fight))
    helpless = (group for group in met if not campaign.able_in(group.id) and sleepers(campaign, group.id))
    return next((Rouse(group.id) for group in helpless), None)


PART = Part(commands=(Rouse,), follow_up=_next)
