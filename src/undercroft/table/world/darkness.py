"""Darkness: where no light burns, who sees all the same, and how the table is told of it.

The books say little: Delving takes the map and the search from people in total darkness, the others are silent. By our
reading nobody sees in the dark under any clock: a room is known by what can be heard, smelt and felt, ways out are
found by touch, creatures are noticed and not recognised, and nobody searches, reads the map or takes what lies there.
Characters with darksight see, and tell the others. Locks, doors, traps and blows go by hand and ear, as ever; what else
the dark costs is for the referee.
"""

from msgspec.structs import replace

from undercroft.kernel.remembering import remembering
from undercroft.kernel.units import Seconds
from undercroft.table.bridge.time_units import is_by_day
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.subjects import does
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Lapse
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.lights import Unlit
from undercroft.table.state.people import Person

DARKSIGHT = frozenset({"darksight", "darkvision", "infravision", "night vision"})
"""The names of a feat, a condition or an effect that lets a person see in the dark."""


class LastLightOut(Event, frozen=True, tag="table.last-light-out"):
    """The last light of a group went out. `dark` where there is no other light."""

    group: GroupId
    dark: bool
    at: Seconds

    def fold(self, campaign: Campaign) -> Campaign:
        return _unlit(campaign, self.group, Unlit(self.dark, self.at))

    def say(self, now: Campaign) -> str:
        """Under the sky only at night, when the light is missed."""
        if self.dark:
            return f"The last light is out. {_how_dark(now, self.group)}"
        return "" if is_by_day(now, self.at) else "The last light is out."


class CameIntoDark(Event, frozen=True, tag="table.came-into-dark"):
    """A group came into the dark without a light."""

    group: GroupId
    at: Seconds

    def fold(self, campaign: Campaign) -> Campaign:
        return _unlit(campaign, self.group, Unlit(dark=True, since=self.at))

    def say(self, now: Campaign) -> str:
        return f"No light burns here. {_how_dark(now, self.group)}"


class WentOnUnlit(Event, frozen=True, tag="table.went-on-unlit"):
    """A group goes on without a light."""

    group: GroupId

    def fold(self, campaign: Campaign) -> Campaign:
        before = campaign.unlit.get(self.group)
        return campaign if before is None else _unlit(campaign, self.group, replace(before, accepted=True))

    def say(self, now: Campaign) -> str:
        before = now.unlit.get(self.group)
        how = "in the dark" if before is None or before.dark else "without a light"
        return f"{does(now, now.groups.get(self.group), 'go', 'goes')} on {how}."


class LightAgain(Event, frozen=True, tag="table.light-again"):
    """A group has light again."""

    group: GroupId

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, unlit={id: unlit for id, unlit in campaign.unlit.items() if id != self.group})

    def say(self, now: Campaign) -> str:
        return f"{does(now, now.groups.get(self.group), 'have', 'has')} light again."


EVENTS = (LastLightOut, CameIntoDark, WentOnUnlit, LightAgain)


def _unlit(campaign: Campaign, group: GroupId, unlit: Unlit) -> Campaign:
    return replace(campaign, unlit={**campaign.unlit, group: unlit})


def _how_dark(now: Campaign, group: GroupId) -> str:
    """It is dark, and who sees all the same."""
    watchers = [name_of(now, who) for who in seers(now, group)]
    return f"It is dark; {' and '.join(watchers)} can see." if watchers else "It is dark."


def has_darksight(campaign: Campaign, person: Person) -> bool:
    """Whether a person sees in the dark: by a feat, a condition, or an effect of that name."""
    effects = (timer for timer in campaign.timers.values() if timer.lapse is Lapse.EFFECT and timer.person == person.id)
    return _by_nature(person) or any(_is_darksight(timer.about or timer.what) for timer in effects)


@remembering(1024)
def _by_nature(person: Person) -> bool:
    """Whether a person sees in the dark by a feat or a condition."""
    return any(map(_is_darksight, (*person.sheet.feats, *(condition.name for condition in person.conditions))))


def _is_darksight(name: str) -> bool:
    return name.replace("_", " ").casefold() in DARKSIGHT


def seers(campaign: Campaign, group: GroupId) -> tuple[PersonId, ...]:
    """The members of a group who see in the dark and can say so."""
    if group not in campaign.groups:
        return ()
    return tuple(person.id for person in campaign.able_in(group) if has_darksight(campaign, person))


def is_dark(campaign: Campaign, group: Group) -> bool:
    """Whether a group is in a zone without light. Everybody outside a site is under the sky."""
    zone = campaign.zone_of(group) or campaign.seen_zone_of(group)
    if group.site is None or zone is None or not group.members:
        return False
    return not zone.lit and not campaign.lights_of(group.id)


def is_blind(campaign: Campaign, group: Group) -> bool:
    """Whether nobody in a group sees anything."""
    return is_dark(campaign, group) and not seers(campaign, group.id)


def sees(campaign: Campaign, who: PersonId) -> bool:
    """Whether a person sees, by light or by darksight."""
    group = campaign.group_of(who)
    return group is None or not is_dark(campaign, group) or has_darksight(campaign, campaign.people[who])


def last_light(play: Play, id: GroupId, *, spent: bool) -> None:
    """Tell a group if a light that has just gone out was its last; under the sky only if the light is spent."""
    group = play.group(id)
    if not group.members or group.in_town or play.now.lights_of(id):
        return
    dark = is_dark(play.now, group)
    if dark or (spent and group.site is None):
        play.tell(LastLightOut(id, dark, play.moment), to=group_audience(id))
