"""A site without references to what was taken out of its outline."""

from msgspec.structs import replace

from undercroft.exchange.outline.outlined import Outlined
from undercroft.table.state.sites import Site
from undercroft.table.state.things import Guarded, Lying


def pruned(whole: Outlined, before: Outlined) -> Outlined:
    """The site, where nothing refers to a thing, exit, trap or creature that was there before and is gone."""
    site, was = whole.site, before.site
    gone = before.things.keys() - whole.things.keys()
    doors = was.doors.keys() - site.doors.keys()
    traps = was.traps.keys() - site.traps.keys()
    dead = was.creatures.keys() - site.creatures.keys()
    if not (gone or doors or traps or dead):
        return whole
    made: Site = replace(
        site,
        doors={id: replace(one, key=None) if one.key in gone else one for id, one in site.doors.items()},
        traps={
            id: replace(
                one, thing=None if one.thing in gone else one.thing, door=None if one.door in doors else one.door
            )
            for id, one in site.traps.items()
        },
        features={
            id: replace(
                one,
                things=tuple(thing for thing in one.things if thing not in gone),
                door=None if one.door in doors else one.door,
                trap=None if one.trap in traps else one.trap,
            )
            for id, one in site.features.items()
        },
        obstacles={
            id: replace(one, things=tuple(thing for thing in one.things if thing not in gone))
            for id, one in site.obstacles.items()
        },
        encounters=tuple(replace(row, creatures=None) if row.creatures in dead else row for row in site.encounters),
    )
    left = {creatures: was.creatures[creatures].zone for creatures in dead}
    things = dict(whole.things)
    for id, thing in things.items():
        if isinstance(thing.place, Guarded) and thing.place.by in left:
            zone = left[thing.place.by]
            there = zone if zone is not None and zone in made.zones else made.entrance
            things[id] = replace(thing, place=Lying(made.id, there))
    return Outlined(made, things)
