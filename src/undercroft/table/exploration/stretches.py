"""Stretches: long waits, nights and walks in a site, taken turn by turn until something interrupts them."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.phrases import begun, thing_named, verb
from undercroft.kernel.units import Seconds
from undercroft.table.engine.event import SecretEvent
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Lapse, Stretch, SurroundingsBefore, Timer, Vitals
from undercroft.table.state.ids import GroupId
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_sites import all_counted, all_named
from undercroft.table.world.group_maps import map_of


class StretchBegan(SecretEvent, frozen=True, tag="table.stretch-began"):
    """A group waits or walks back; how much of it is left."""

    stretch: Stretch

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, stretches={**campaign.stretches, self.stretch.group: self.stretch})


class StretchOver(SecretEvent, frozen=True, tag="table.stretch-over"):
    """A group has stopped waiting or walking back."""

    group: GroupId

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(
            campaign, stretches={id: stretch for id, stretch in campaign.stretches.items() if id != self.group}
        )


def begin_wait(play: Play, group: GroupId, time: Seconds, *, asleep: bool = False) -> None:
    """Let a group wait in a site; sleepers do not notice that a light goes out or a timer runs out."""
    seen = marks(play.now, group)
    play.tell(StretchBegan(Stretch(group, time, (), replace(seen, lights=(), timers={}) if asleep else seen)))


def marks(campaign: Campaign, id: GroupId) -> SurroundingsBefore:
    """The state of a group that must not change while it waits: scene, lights, timers, people, creatures, traps."""
    group = campaign.groups[id]
    seen = map_of(campaign, id).get(group.site) if group.site is not None else None
    return SurroundingsBefore(
        pending=tuple(pending for scene in group.scenes for pending in scene.pending),
        lights=tuple(light.thing for light in campaign.lights_of(id)),
        timers={timer.id: timer.what for timer in _watched(campaign, group)},
        people={
            person.id: Vitals(person.hp, person.alive, _visible_conditions(person)) for person in campaign.those_in(id)
        },
        creatures=tuple(band.id for band in seen.creatures.values() if band.zone == group.zone) if seen else (),
        traps={trap.id: trap.state for trap in seen.traps.values()} if seen else {},
    )


def healed(campaign: Campaign, stretch: Stretch) -> Stretch:
    """A stretch after which people have more hit points: that interrupts nobody, and any loss from there on does."""
    people = {
        who: replace(before, hp=max(before.hp, now.hp)) if (now := campaign.people.get(who)) is not None else before
        for who, before in stretch.marks.people.items()
    }
    return replace(stretch, marks=replace(stretch.marks, people=people))


def _watched(campaign: Campaign, group: Group) -> Iterable[Timer]:
    """The timers of a group that its players know of; a warning does not stop anything."""
    for timer in campaign.timers.values():
        of_group = timer.person is None or timer.person in group.members
        if of_group and timer.lapse != Lapse.WARNING and set(timer.to) - {REFEREE}:
            yield timer


def _visible_conditions(person: Person) -> tuple[str, ...]:
    return tuple(condition.name for condition in person.conditions if not condition.secret)


def _first_changed(campaign: Campaign, before: SurroundingsBefore, now: SurroundingsBefore) -> str:
    """The name of the first character whose condition has changed, or who has come or gone."""
    everyone = {**before.people, **now.people}
    return next(campaign.people[who].name for who in everyone if before.people.get(who) != now.people.get(who))


ENCOUNTER = "An encounter is on its way."


def coming(campaign: Campaign, stretch: Stretch) -> bool:
    """Whether a secret check has brought an encounter that nobody has noticed yet."""
    return bool(set(marks(campaign, stretch.group).pending) - set(stretch.marks.pending))


def interruption(campaign: Campaign, stretch: Stretch) -> str:
    """What has interrupted a group that waits or walks back, as its players know it; empty if nothing has."""
    before, now = stretch.marks, marks(campaign, stretch.group)
    if set(before.lights) - set(now.lights):
        return "A light has gone out."
    if now.people != before.people:
        return f"{_first_changed(campaign, before, now)}'s condition has changed."
    site = campaign.groups[stretch.group].site
    seen = map_of(campaign, stretch.group).get(site) if site is not None else None
    traps = [trap for trap, state in now.traps.items() if before.traps.get(trap) != state]
    if seen is not None and traps:
        return f"There is a trap: {thing_named(seen.traps[traps[0]].name)}."
    creatures = [seen.creatures[band] for band in now.creatures if band not in before.creatures] if seen else []
    if creatures:
        return f"{begun(all_counted(*creatures))} {verb(all_named(*creatures), 'are', 'is')} here."
    lapsed = [what for timer, what in before.timers.items() if timer not in now.timers]
    return f"{lapsed[0][:1].upper()}{lapsed[0][1:]}." if lapsed else ""


PART = Part(events=(StretchBegan, StretchOver))
