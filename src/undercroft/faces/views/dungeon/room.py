"""The room card: what is plain in a zone, and for the referee its secrets, each with the tap that reveals it."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.equipment import in_coins
from undercroft.faces.views.creature_numbers import creature_numbers
from undercroft.faces.views.short_names import first_name
from undercroft.kernel import wire
from undercroft.kernel.amounts import series
from undercroft.table.engine.roster import name_of
from undercroft.table.gear.reach import called
from undercroft.table.session.notes import Reveal, ShowText
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId, SubjectId, ZoneId
from undercroft.table.state.seen_sites import SeenSite, SeenZone
from undercroft.table.state.sites import Site, Zone
from undercroft.table.state.things import Lying, Thing
from undercroft.table.world.darkness import is_dark, seers
from undercroft.table.world.sight import concealed, numbered, zone_at_a_glance

FOR_THE_REFEREE = "For the referee"
"""Facts about a whole place, not about one thing in it."""


class RoomFact(Struct, frozen=True):
    """One thing about a room: what it is, whether players know it, and the command that reveals it to them."""

    kind: str
    title: str
    text: str
    shown: bool
    reveal: Any = None


class RoomCard(Struct, frozen=True):
    """The card of a zone."""

    zone: SeenZone
    facts: tuple[RoomFact, ...]
    notes: tuple[str, ...]
    dark: str = ""
    """That it is dark, and who sees all the same; empty where there is light."""
    earlier: bool = False
    """Whether nobody sees the room now: all that is known of it was seen earlier, by light."""


def room_card(known: Campaign, group: Group, room: ZoneId | None = None) -> RoomCard | None:
    """The card of the zone a group is in, or of another zone of its site, where nothing can be revealed."""
    truth, seen, here = known.site_of(group), known.seen_by(group), known.seen_zone_of(group)
    if seen is None or here is None:
        return None
    id = room if room is not None else here.id
    zone = zone_at_a_glance(truth.zones[id]) if truth is not None and id in truth.zones else seen.zones.get(id)
    if zone is None:
        return None
    facts = tuple(_all(known, truth, truth.zones[id], group.id) if truth is not None else facts_seen(known, seen, id))
    notes = tuple(note.text for note in known.notes if note.about == SubjectId(id))
    if id != here.id:
        return RoomCard(zone, tuple(replace(fact, reveal=None) for fact in facts), notes)
    unseen = is_dark(known, group) and not tuple(seers(known, group.id)) and not here.dark
    return RoomCard(zone, facts, notes, _darkness(known, group), earlier=unseen)


def _darkness(known: Campaign, group: Group) -> str:
    """What the dark takes from the group here."""
    if not is_dark(known, group):
        return ""
    watchers = [first_name(name_of(known, who)) for who in seers(known, group.id)]
    return f"It is dark. Only {series(watchers)} can see." if watchers else "It is dark. Nobody can see."


def _all(known: Campaign, site: Site, zone: Zone, group: GroupId) -> list[RoomFact]:
    """The card for a seat that knows the site."""
    seen = known.seen[site.id]
    secret = wire.plain(Reveal(group, zone=zone.id)) if zone.secret else None
    facts = [RoomFact("secret", FOR_THE_REFEREE, zone.secret, shown=False, reveal=secret)] if zone.secret else []
    for creatures in site.creatures.values():
        if creatures.zone == zone.id:
            text = _sentences(", ".join(creature_numbers(creatures)), creatures.activity, creatures.notes)
            title = numbered(creatures)
            known_of = creatures.id in seen.creatures
            tells = f"{title}, {creatures.activity}." if creatures.activity else f"{title}."
            notice = None if known_of else wire.plain(ShowText(group, tells))
            facts.append(RoomFact("creatures", title, text, known_of, notice))
    for trap in site.traps.values():
        if trap.zone == zone.id:
            text = _sentences(trap.tell, trap.what, f"damage {trap.damage}" if trap.damage else "", trap.state.value)
            known_of = trap.id in seen.traps
            show = None if known_of else wire.plain(Reveal(group, trap=trap.id))
            facts.append(RoomFact("trap", trap.name, text, known_of, show))
    for feature in site.features.values():
        if feature.zone == zone.id:
            where = f"where: {feature.where}" if feature.where else ""
            text = _sentences(where, *feature.clues, f"found by: {feature.answer}" if feature.answer else "")
            show = None if feature.found else wire.plain(Reveal(group, feature=feature.id))
            kind = "found" if feature.found else feature.grade.value
            facts.append(RoomFact(kind, feature.what, text, feature.found, show))
    for obstacle in site.obstacles.values():
        if obstacle.zone == zone.id and not obstacle.cleared:
            known_of = obstacle.id in seen.obstacles
            show = None if known_of else wire.plain(Reveal(group, obstacle=obstacle.id))
            spikes = f", with spikes: {obstacle.spikes}d6 more in a fall" if obstacle.spikes else ""
            facts.append(RoomFact("obstacle", obstacle.name, f"{obstacle.kind.value}{spikes}", known_of, show))
    hidden = concealed(known, site.id)
    lying = (thing for thing in known.things.values() if thing.place == Lying(site.id, zone.id))
    unseen = zone.id not in seen.zones or seen.zones[zone.id].dark
    facts += [RoomFact("thing", called(thing), _worth(thing), not unseen and thing.id not in hidden) for thing in lying]
    return [*_dead(seen, zone.id), *facts]


def _dead(seen: SeenSite, zone: ZoneId) -> Iterator[RoomFact]:
    """What play changed in a room, whose text still tells of it: creatures that are dead."""
    yield from (RoomFact("changed in play", dead.name, "Dead.", shown=True) for dead in seen.slain if dead.zone == zone)


def facts_seen(known: Campaign, seen: SeenSite, zone: ZoneId) -> Iterator[RoomFact]:
    """What people saw in a zone, and nothing else."""
    yield from _dead(seen, zone)
    for creatures in seen.creatures.values():
        if creatures.zone == zone:
            yield RoomFact("creatures", numbered(creatures), creatures.activity, shown=True)
    yield from (RoomFact("trap", trap.name, trap.what, shown=True) for trap in seen.traps.values() if trap.zone == zone)
    yield from (RoomFact("found", found.what, "", shown=True) for found in seen.features.values() if found.zone == zone)
    yield from (RoomFact("clue", "A clue", riddle.text, shown=True) for riddle in seen.riddles if riddle.zone == zone)
    lying = (thing for thing in known.things.values() if thing.place == Lying(seen.id, zone))
    yield from (RoomFact("thing", called(thing), _worth(thing), shown=True) for thing in lying)


def _sentences(*parts: str) -> str:
    """Each part as a sentence; empty parts are left out."""
    said = [part.strip() for part in parts if part.strip()]
    return " ".join(f"{part[0].upper()}{part[1:]}{'' if part[-1] in '.!?' else '.'}" for part in said)


def _worth(thing: Thing) -> str:
    if thing.worth is None:
        return "worth unknown"
    return f"worth {in_coins(thing.worth)}" if thing.worth else ""
