"""The room card: what is plain in a zone, and for the referee its secrets, each with the tap that reveals it."""

from typing import Any

from msgspec import Struct

from undercroft.books.sovereign.equipment import in_coins
from undercroft.kernel import wire
from undercroft.table.gear.reach import called
from undercroft.table.session.notes import Reveal, ShowText
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId
from undercroft.table.state.sites import Site, Zone
from undercroft.table.state.things import Lying, Thing
from undercroft.table.world.sight import concealed

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

    zone: str
    name: str
    glance: str
    senses: str
    clock: str
    facts: tuple[RoomFact, ...]
    notes: tuple[str, ...]


def room_card(known: Campaign, group: Group) -> RoomCard | None:
    """The card of the zone a group is in."""
    seen = known.seen_by(group)
    zone = seen.zones.get(group.zone) if seen is not None and group.zone is not None else None
    if seen is None or zone is None or group.site is None:
        return None
    truth = known.sites.get(group.site)
    facts = _all(known, truth, truth.zones[zone.id], group.id) if truth is not None else _plain(known, group)
    notes = tuple(note.text for note in known.notes if note.about == zone.id)
    return RoomCard(zone.id, zone.name, zone.glance, zone.senses, seen.clock.value, tuple(facts), notes)


def _all(known: Campaign, site: Site, zone: Zone, group: GroupId) -> list[RoomFact]:
    """The card for a seat that knows the site."""
    seen = known.seen[site.id]
    secret = wire.plain(Reveal(group, zone=zone.id)) if zone.secret else None
    facts = [RoomFact("secret", FOR_THE_REFEREE, zone.secret, shown=False, reveal=secret)] if zone.secret else []
    for creatures in site.creatures.values():
        if creatures.zone == zone.id:
            numbers = f"HD {creatures.hd}, AC {creatures.ac}, {creatures.damage}"
            text = _sentences(numbers, creatures.activity, creatures.notes)
            title = f"{creatures.count} {creatures.name}"
            known_of = creatures.id in seen.creatures
            tells = f"{title}, {creatures.activity}." if creatures.activity else f"{title}."
            notice = None if known_of else wire.plain(ShowText(group, tells))
            facts.append(RoomFact("creatures", title, text, known_of, notice))
    for trap in site.traps.values():
        if trap.zone == zone.id:
            text = _sentences(trap.tell, trap.what, f"damage {trap.damage}" if trap.damage else "", trap.state.value)
            known_of = trap.id in seen.traps
            facts.append(
                RoomFact(
                    "trap", trap.name, text, known_of, None if known_of else wire.plain(Reveal(group, trap=trap.id))
                )
            )
    for feature in site.features.values():
        if feature.zone == zone.id:
            text = _sentences(*feature.clues, f"found by: {feature.answer}" if feature.answer else "")
            show = None if feature.found else wire.plain(Reveal(group, feature=feature.id))
            facts.append(RoomFact(feature.grade.value, feature.what, text, feature.found, show))
    for obstacle in site.obstacles.values():
        if obstacle.zone == zone.id and not obstacle.cleared:
            known_of = obstacle.id in seen.obstacles
            show = None if known_of else wire.plain(Reveal(group, obstacle=obstacle.id))
            facts.append(RoomFact("obstacle", obstacle.name, obstacle.kind.value, known_of, show))
    hidden = concealed(known, site.id)
    lying = (thing for thing in known.things.values() if thing.place == Lying(site.id, zone.id))
    facts += [RoomFact("thing", called(thing), _worth(thing), thing.id not in hidden) for thing in lying]
    return facts


def _plain(known: Campaign, group: Group) -> list[RoomFact]:
    """The card for a player: only what was seen."""
    seen = known.seen[group.site] if group.site is not None else None
    if seen is None:
        return []
    zone = group.zone
    facts = [
        RoomFact("creatures", f"{creatures.count or ''} {creatures.name}".strip(), creatures.activity, shown=True)
        for creatures in seen.creatures.values()
        if creatures.zone == zone
    ]
    facts += [RoomFact("trap", trap.name, trap.what, shown=True) for trap in seen.traps.values() if trap.zone == zone]
    facts += [
        RoomFact("found", feature.what, "", shown=True) for feature in seen.features.values() if feature.zone == zone
    ]
    facts += [RoomFact("clue", "A clue", riddle.text, shown=True) for riddle in seen.riddles if riddle.zone == zone]
    if group.site is not None and zone is not None:
        facts += [
            RoomFact("thing", called(thing), _worth(thing), shown=True)
            for thing in known.things.values()
            if thing.place == Lying(group.site, zone)
        ]
    return facts


def _sentences(*parts: str) -> str:
    """Each part as a sentence; empty parts are left out."""
    said = [part.strip() for part in parts if part.strip()]
    return " ".join(f"{part[0].upper()}{part[1:]}{'' if part[-1] in '.!?' else '.'}" for part in said)


def _worth(thing: Thing) -> str:
    if thing.worth is None:
        return "worth unknown"
    return f"worth {in_coins(thing.worth)}" if thing.worth else ""
