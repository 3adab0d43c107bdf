"""The demo with other secrets and more of them, but for what players have heard of."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.land import Terrain
from undercroft.table.state.creatures import Creatures, Noise
from undercroft.table.state.ids import CreaturesId, FeatureId, HexId, ThingId, TrapId, ZoneId
from undercroft.table.state.lands import LandFeature, LandHex, LandHint, Lands
from undercroft.table.state.sites import EncounterRow, Feature, Grade, Site, Trap
from undercroft.table.state.things import Lying, Thing, ThingKind
from undercroft.table.world.campaign_start import Begin

MORE = " And more."


class Hearsay:
    """All that players were told."""

    def __init__(self, told: bytes) -> None:
        self._told = told

    def of(self, *words: str) -> bool:
        """Whether any of these names or words was ever said."""
        return any(word.encode() in self._told for word in words if word)

    def searched(self, hex: HexId) -> bool:
        """Whether anybody has searched a hex."""
        return (
            re.search(rb'"hex":"%s","target":"[^"]*","type":"table.hex-searched"' % hex.encode(), self._told)
            is not None
        )


def other(opening: Begin, heard: Hearsay) -> Begin:
    """That campaign, with everything otherwise that players have not heard of."""
    (site,) = opening.sites
    hoard = Thing(ThingId("hoard"), "hoard", ThingKind.TREASURE, Lying(site.id, _unseen(site, heard)), worth=99_999)
    things = (thing if heard.of(thing.id) else _worth_more(thing) for thing in opening.things)
    return replace(opening, sites=(_site(site, heard),), lands=_lands(opening.lands, heard), things=(*things, hoard))


def _worth_more(thing: Thing) -> Thing:
    return replace(thing, worth=3 * (thing.worth or 1), name=f"{thing.name}, gilt")


def _unseen(site: Site, heard: Hearsay) -> ZoneId:
    """A zone where nobody has been, in the light or in the dark."""
    return next(id for id, zone in site.zones.items() if not heard.of(zone.glance[:20], f'"zone":"{id}"'))


def _site(site: Site, heard: Hearsay) -> Site:
    there = _unseen(site, heard)
    ghost = Creatures(
        CreaturesId("ghost"), "a drowned prior", 1, Fraction(3), there, hp=(11,), noise=Noise.SILENT, hostile=True
    )
    crack = Feature(FeatureId("crack"), there, Grade.SECRET, "a crack", clues=("a draught",), answer="pull")
    blade = Trap(TrapId("blade"), there, "blade", "a slot", "A blade swings out.", damage="2d6")
    return replace(
        site,
        zones={
            id: replace(zone, secret=zone.secret + MORE, glance=zone.glance + ("" if heard.of(id) else MORE))
            for id, zone in site.zones.items()
        },
        traps={id: trap if heard.of(id) else _deadlier(trap) for id, trap in site.traps.items()} | {blade.id: blade},
        features={
            id: feature if heard.of(id, *feature.clues) else _stranger(feature) for id, feature in site.features.items()
        }
        | {crack.id: crack},
        creatures=_creatures(site.creatures, heard) | {ghost.id: ghost},
        encounters=_rows(site.encounters, heard),
    )


def _deadlier(trap: Trap) -> Trap:
    return replace(trap, what=trap.what + MORE, damage="1d12", potency=2, disarm_dc=13)


def _stranger(feature: Feature) -> Feature:
    return replace(feature, what=feature.what + MORE, answer=feature.answer + MORE, where="the roof")


def _creatures(creatures: Mapping[CreaturesId, Creatures], heard: Hearsay) -> dict[CreaturesId, Creatures]:
    """Other notes on everybody; creatures that were not met are stronger too, and hostile."""
    return {
        id: replace(creature if heard.of(id, creature.name) else _stronger(creature), notes=creature.notes + MORE)
        for id, creature in creatures.items()
    }


def _stronger(one: Creatures) -> Creatures:
    return replace(one, hd=one.hd + 2, ac=one.ac + 3, hp=(), hostile=not one.hostile, skill_mod=one.skill_mod + 1)


def _rows(rows: Iterable[EncounterRow], heard: Hearsay) -> tuple[EncounterRow, ...]:
    """Other names for those who did not come."""
    return tuple(
        row if heard.of(row.name, row.omen, row.creatures or "") else replace(row, name=row.name + MORE) for row in rows
    )


def _lands(lands: Lands, heard: Hearsay) -> Lands:
    far = LandHex(HexId("1212"), Terrain.MARSH, "Nowhere")
    return replace(
        lands,
        hexes={id: _hex(hex, heard) for id, hex in lands.hexes.items()} | {far.id: far},
        tables={name: _rows(rows, heard) for name, rows in lands.tables.items()},
        creatures=_creatures(lands.creatures, heard),
    )


def _hex(hex: LandHex, heard: Hearsay) -> LandHex:
    """Other notes and other things that are hidden; where nobody has looked, other ground."""
    features = {
        id: replace(feature, secret=feature.secret + MORE) if heard.of(id, feature.name) else _elsewhere(feature, heard)
        for id, feature in hex.features.items()
    }
    mine = LandFeature(
        FeatureId(f"mine-{hex.id}"), "mine", "a shaft", Visibility.SECRET, hints=(LandHint("Tapping by night."),)
    )
    ground = hex if heard.of(hex.id) else replace(hex, terrain=Terrain.MOUNTAINS, name=hex.name + MORE, glance=MORE)
    more = {} if heard.searched(hex.id) else {mine.id: mine}
    return replace(ground, secret=hex.secret + MORE, features={**features, **more})


def _elsewhere(feature: LandFeature, heard: Hearsay) -> LandFeature:
    hints = (hint if heard.of(hint.text) else replace(hint, text=hint.text + MORE) for hint in feature.hints)
    return replace(feature, name=feature.name + MORE, what=feature.what + MORE, secret=MORE, hints=tuple(hints))
