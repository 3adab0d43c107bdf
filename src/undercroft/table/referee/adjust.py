"""Setting any value by hand, with a reason that goes into the log.

Players are told what they can see of it, and nothing if they can see nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from msgspec.structs import replace

from undercroft.books.sovereign.equipment import in_coins
from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.kernel.phrases import begun, value_in_words
from undercroft.kernel.strict import checked
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.body.condition import HpChanged
from undercroft.table.bridge.bounds import value_name
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import TABLE, around, group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.time_words import moment
from undercroft.table.exploration.site_entry import EnterSite, arrive
from undercroft.table.fight.field import FightField, FoeChanged, FoeShown
from undercroft.table.referee import adjustable, map_corrections
from undercroft.table.referee.adjustable import Adjustable, Setting
from undercroft.table.referee.map_corrections import seeing
from undercroft.table.referee.timers import burns_until
from undercroft.table.session.taken_seats import seat_words
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Foe, FoeState
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import PersonId, SiteId
from undercroft.table.state.lights import Light
from undercroft.table.state.people import Person, Role
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Site
from undercroft.table.state.things import Thing, seen_thing
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.groups import GroupMoved
from undercroft.table.world.people_updates import as_others_see, catch_up


class Adjust(Setting, frozen=True, tag="adjust"):
    """Set any value of a person, a thing or a place. With `say_why` the players see the reason."""

    ABOUT = About(
        title="Set a value by hand",
        deed="set by hand",
        while_waiting=True,
        form="value",
        words="set edit change correct fix",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        target = adjustable.found(known, self.what, self.id, self.site)
        if target is None:
            yield Reason("not_there", f"There is no {self.what.words} of that name.")
            return
        if self.field not in adjustable.fields_of(self.what):
            names = ", ".join(map(value_name, adjustable.fields_of(self.what)))
            yield Reason("no_such_value", f"No {self.what.words} has such a value. Choose one of these: {names}.")
            return
        try:
            value = checked(adjustable.type_of(self.what, self.field), self.value)
        except BadInput as fault:
            shown = value_name(self.field)
            yield Reason("does_not_fit", f"{shown[:1].upper()}{shown[1:]}: {fault.what}. {begun(fault.fix)}.")
            return
        yield from adjustable.nonsense(known, self, target, value)

    def do(self, play: Play) -> None:
        before = adjustable.found(play.now, self.what, self.id, self.site)
        play.tell(Adjusted(self.what, self.id, self.field, self.value, self.reason, self.site))
        after = adjustable.found(play.now, self.what, self.id, self.site)
        _SHOWN[self.what](play, self, before, after)


class Adjusted(Event, frozen=True, tag="table.adjusted"):
    """The referee set a value."""

    what: Adjustable
    id: str
    field: str
    value: Any
    reason: str
    site: SiteId | None = None

    @property
    def id_kinds(self) -> Mapping[str, object]:
        """The kind of id that `id` is."""
        return {"id": adjustable.IDS[self.what]}

    def fold(self, campaign: Campaign) -> Campaign:
        """Set the value where the target is known; other seats learn nothing."""
        target = adjustable.found(campaign, self.what, self.id, self.site)
        if target is None or (self.what, self.field) in _BY_EVENTS:
            return campaign
        try:
            value = adjustable.read(self.what, self.field, self.value)
        except (wire.Unreadable, KeyError):
            return campaign
        return adjustable.put(campaign, self.what, adjustable.changed(target, self.field, value), self.site)

    def as_told_to(self, seat: SeatId, now: Campaign) -> Event:
        """Tell other players how a person looks instead of a number of hit points."""
        who = PersonId(self.id)
        person = now.people.get(who) if self.what is Adjustable.PERSON else None
        if person is None or self.field not in ("hp", "hp_max"):
            return self
        return self if person.seat == seat else HpChanged(who, person.hp).as_told_to(seat, now)

    def say(self, now: Campaign) -> str:
        name = getattr(adjustable.found(now, self.what, self.id, self.site), "name", "") or self.id
        why = f" ({self.reason})" if self.reason.strip(" .") else ""
        return f"Set by hand: {name}, {value_name(self.field)} {self._in_words(now)}{why}."

    def _in_words(self, now: Campaign) -> str:
        """The value as people say it: a choice in words, a person and a seat by name, a moment as a time."""
        match self.what, self.field, self.value:
            case (Adjustable.PERSON, "employer", str(who)) | (Adjustable.THING, "dragged", str(who)):
                return name_of(now, PersonId(who))
            case Adjustable.PERSON, "seat", str(seat):
                return "the referee" if seat == REFEREE else seat_words(now, SeatId(seat))
            case (Adjustable.GROUP, "time", int(at)) | (Adjustable.LIGHT, "until", int(at)):
                return moment(now, at)
            case Adjustable.THING, "worth", int(worth):
                return in_coins(worth)
            case _, _, "":
                return "none"
            case _, _, str(value) if " " not in value:
                return value_in_words(value)
            case _:
                return _shown(self.value)


def _shown(value: Any) -> str:  # noqa: ANN401 - of any kind
    """A plain value as people write it."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return ", ".join(_shown(part) for part in cast("Sequence[object]", value)) or "none"
        case dict():
            held = cast("Mapping[str, object]", value)
            return ", ".join(f"{value_name(key)} {_shown(part)}" for key, part in held.items()) or "none"
        case _:
            return str(value)


_BY_EVENTS = frozenset(
    {(Adjustable.GROUP, "time"), (Adjustable.GROUP, "site"), (Adjustable.GROUP, "zone"), (Adjustable.LIGHT, "until")}
)
"""Values that other events change: time that passes, a group that arrives, a light with its timer."""


# What players see


def _person(play: Play, command: Adjust, before: Person, after: Person) -> None:
    """Tell the person's group, without what is secret about the person."""
    if after.role is Role.CREATURE or as_others_see(before) == as_others_see(after):
        return
    shown: Any = as_others_see(after)
    for name in command.field.split("."):
        shown = getattr(shown, name)
    to = around(after.id) if play.now.group_of(after.id) is not None else TABLE
    reason = command.reason if command.say_why else ""
    play.aside(Adjusted(command.what, command.id, command.field, wire.plain(shown), reason), to=to)
    if before.seat != after.seat and play.now.house.veils:
        catch_up(play, (after.id,), to=lambda now: to(now) | {before.seat, after.seat})


def _group(play: Play, command: Adjust, before: Group, _: Group) -> None:
    """Let time pass with its timers, or move the group and let it look around."""
    value = adjustable.read(command.what, command.field, command.value)
    match command.field:
        case "time":
            play.spend(before.id, Seconds(value - before.time))
        case "zone":
            arrive(play, before.id, value)
        case "site":
            _set_down(play, before, value)
        case _:
            reason = command.reason if command.say_why else ""
            shown = Adjusted(command.what, command.id, command.field, command.value, reason)
            play.aside(shown, to=group_audience(before.id))


def _set_down(play: Play, group: Group, site: SiteId | None) -> None:
    """Put a group into a site or out of it, and end what it was doing."""
    for _ in group.scenes:
        play.end(group.id)
    play.tell(GroupMoved(group.id, None, None), to=group_audience(group.id))
    if site is not None:
        EnterSite(group.id, site).do(play)


def _thing(play: Play, _: Adjust, before: Thing, after: Thing) -> None:
    """Tell those who saw the thing where it was, and those who see it now."""
    if seen_thing(before) == seen_thing(after):
        return
    seats = seeing(play.now, before) | seeing(play.now, after)
    play.aside(ThingPlaced(seen_thing(after)), to=lambda _: seats)


def _light(play: Play, command: Adjust, before: Light, _: Light) -> None:
    burns_until(play, before, adjustable.read(command.what, command.field, command.value))


def _site(play: Play, _: Adjust, before: Site, after: Site) -> None:
    if (before.name, before.clock) != (after.name, after.clock):
        map_corrections.correct_site(play, after.id, after.name, after.clock)


def _part(correct: Callable[[Play, SiteId, Any, Any], None]) -> Callable[..., None]:
    """A function that tells the groups that know a part of a site how it looks now."""

    def tell(play: Play, command: Adjust, before: Any, after: Any) -> None:  # noqa: ANN401 - of any kind
        correct(play, command.site or SiteId(""), before, after)

    return tell


def _creatures(play: Play, command: Adjust, before: Creatures, after: Creatures) -> None:
    site = command.site or SiteId("")
    map_corrections.correct_creatures(play, site, before, after)
    map_corrections.correct_encounters(play, site, after)
    if before.zone != after.zone:
        map_corrections.show_creatures(play, site, after)


def _foe(play: Play, command: Adjust, before: Foe, after: Foe) -> None:
    """Tell the party what it can see of the foe, and keep the count of the dead right."""
    group = next(group.id for group, foe in adjustable.foes_in(play.now) if foe.id == after.id)
    field, foe = FightField(play, group), adjustable.in_keeping(after, command.field)
    if foe != after:
        play.tell(FoeChanged(group, foe))
    if not foe.hidden and foe.seen != before.seen:
        play.aside(FoeShown(group, foe.seen), to=field.to)
    more = (foe.state is FoeState.DEAD) - (before.state is FoeState.DEAD)
    if more:
        band = field.band(foe.band)
        dead, now = band.dead + more, band.dead_now + more
        field.set_band(replace(band, dead=max(0, dead), dead_now=max(0, now)))
    if more > 0 and not foe.hidden:
        field.note(f"{foe.name} slain")


_SHOWN: Mapping[Adjustable, Callable[..., None]] = {
    Adjustable.PERSON: _person,
    Adjustable.GROUP: _group,
    Adjustable.THING: _thing,
    Adjustable.LIGHT: _light,
    Adjustable.SITE: _site,
    Adjustable.DOOR: _part(map_corrections.correct_door),
    Adjustable.ZONE: _part(map_corrections.correct_zone),
    Adjustable.TRAP: _part(map_corrections.correct_trap),
    Adjustable.FEATURE: _part(map_corrections.correct_feature),
    Adjustable.OBSTACLE: _part(map_corrections.correct_obstacle),
    Adjustable.CREATURES: _creatures,
    Adjustable.FOE: _foe,
}


PART = Part(commands=(Adjust,), events=(Adjusted,))
