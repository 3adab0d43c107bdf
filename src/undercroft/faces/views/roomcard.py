"""The room card: what is plain in a zone, and for the referee what is not, each thing with the tap that shows it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from undercroft.books.sovereign.equipment import in_coins
from undercroft.kernel import wire
from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import GroupId
from undercroft.table.notes import Reveal, ShowText
from undercroft.table.reaching import called
from undercroft.table.sightings import concealed
from undercroft.table.sites import Site, Zone
from undercroft.table.things import Lying, Thing

FOR_THE_REFEREE = "For the referee"
"""What is said of a whole place, and not of one thing in it."""


class Fact(Struct, frozen=True):
    """One thing about a room: what, whether players know it, and the command that shows it to them."""

    kind: str
    title: str
    text: str
    shown: bool
    reveal: Any = None


class RoomCard(Struct, frozen=True):
    """A zone as its card."""

    zone: str
    name: str
    glance: str
    senses: str
    clock: str
    facts: tuple[Fact, ...]
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


def _all(known: Campaign, site: Site, zone: Zone, group: GroupId) -> list[Fact]:
    """For whoever knows the site."""
    seen = known.seen[site.id]
    secret = wire.plain(Reveal(group, zone=zone.id)) if zone.secret else None
    facts = [Fact("secret", FOR_THE_REFEREE, zone.secret, shown=False, reveal=secret)] if zone.secret else []
    for creatures in site.creatures.values():
        if creatures.zone == zone.id:
            numbers = f"HD {creatures.hd}, AC {creatures.ac}, {creatures.damage}"
            text = _sentences(numbers, creatures.activity, creatures.notes)
            title = f"{creatures.count} {creatures.name}"
            known_of = creatures.id in seen.creatures
            tells = f"{title}, {creatures.activity}." if creatures.activity else f"{title}."
            notice = None if known_of else wire.plain(ShowText(group, tells))
            facts.append(Fact("creatures", title, text, known_of, notice))
    for trap in site.traps.values():
        if trap.zone == zone.id:
            text = _sentences(trap.tell, trap.what, f"damage {trap.damage}" if trap.damage else "", trap.state.value)
            known_of = trap.id in seen.traps
            facts.append(
                Fact("trap", trap.name, text, known_of, None if known_of else wire.plain(Reveal(group, trap=trap.id)))
            )
    for feature in site.features.values():
        if feature.zone == zone.id:
            text = _sentences(*feature.clues, f"found by: {feature.answer}" if feature.answer else "")
            show = None if feature.found else wire.plain(Reveal(group, feature=feature.id))
            facts.append(Fact(feature.grade.value, feature.what, text, feature.found, show))
    for obstacle in site.obstacles.values():
        if obstacle.zone == zone.id and not obstacle.cleared:
            known_of = obstacle.id in seen.obstacles
            show = None if known_of else wire.plain(Reveal(group, obstacle=obstacle.id))
            facts.append(Fact("obstacle", obstacle.name, obstacle.kind.value, known_of, show))
    hidden = concealed(known, site.id)
    lying = (thing for thing in known.things.values() if thing.place == Lying(site.id, zone.id))
    facts += [Fact("thing", called(thing), _worth(thing), thing.id not in hidden) for thing in lying]
    return facts


def _plain(known: Campaign, group: Group) -> list[Fact]:
    """For a player: only what was seen."""
    seen = known.seen[group.site] if group.site is not None else None
    if seen is None:
        return []
    zone = group.zone
    facts = [
        Fact("creatures", f"{one.count or ''} {one.name}".strip(), one.activity, shown=True)
        for one in seen.creatures.values()
        if one.zone == zone
    ]
    facts += [Fact("trap", one.name, one.what, shown=True) for one in seen.traps.values() if one.zone == zone]
    facts += [Fact("found", one.what, "", shown=True) for one in seen.features.values() if one.zone == zone]
    facts += [Fact("clue", "A clue", one.text, shown=True) for one in seen.riddles if one.zone == zone]
    if group.site is not None and zone is not None:
        facts += [
            Fact("thing", called(thing), _worth(thing), shown=True)
            for thing in known.things.values()
            if thing.place == Lying(group.site, zone)
        ]
    return facts


def _sentences(*parts: str) -> str:
    """Each part as a sentence; those that say nothing are left out."""
    said = [part.strip() for part in parts if part.strip()]
    return " ".join(f"{part[0].upper()}{part[1:]}{'' if part[-1] in '.!?' else '.'}" for part in said)


def _worth(thing: Thing) -> str:
    if thing.worth is None:
        return "worth unknown"
    return f"worth {in_coins(thing.worth)}" if thing.worth else ""
