"""An encounter that the referee is about to start: what is fixed, what is rolled, and for which group."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from msgspec import Struct

from undercroft.books.delving.encounters import encounter_direction
from undercroft.books.sovereign.surprise import encounter_arrival
from undercroft.books.violence import enemies
from undercroft.books.violence.surprise import DISTANCE_FACTOR, UNIT, Place, encounter_distance
from undercroft.faces.views.percents import mean
from undercroft.interpret.odds import of_formula, of_rule
from undercroft.kernel.dice import TWO_D6
from undercroft.kernel.notation import parse_few, text
from undercroft.kernel.phrases import creatures_named
from undercroft.table.encounter.scene import encounter_of
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.exploration.first_sight import PLACED
from undercroft.table.fight.muster import Muster
from undercroft.table.refusals import refusals
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId
from undercroft.table.state.lore import ArmourScale
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.distances import FEET


def _average(dice: str) -> Fraction:
    return sum((total * chance for total, chance in of_formula(parse_few(dice)).items()), Fraction(0))


def _rolled_far(place: Place) -> tuple[str, str]:
    dice, unit = text(TWO_D6), UNIT[place]
    usual = _average(dice) * DISTANCE_FACTOR * FEET[unit]
    return f"{dice} \u00d7 {DISTANCE_FACTOR} {unit}", f"on average {mean(usual)} feet"


PLACING = {
    encounter_arrival.id: ("by an entrance", "or down the corridor"),
    encounter_direction.id: ("edge of the light", "in a rolled direction"),
    encounter_distance.id: _rolled_far(Place.DUNGEON),
}
"""How far off creatures appear, by the rule that places them."""


class PlanField(Struct, frozen=True):
    """One number of the encounter: the field that is sent, what happens without it, and a note."""

    field: str
    label: str
    usual: str
    note: str
    shape: str = "whole"


class PlannedGroup(Struct, frozen=True):
    """A group that may meet them, where it is, and why it cannot."""

    id: str
    name: str
    refused: str


class EncounterPlan(Struct, frozen=True):
    """An encounter before it starts."""

    who: str
    line: str
    scale: str
    fields: tuple[PlanField, ...]
    groups: tuple[PlannedGroup, ...]
    joins: bool
    """Whether they would join an encounter that goes on."""


def encounter_plan(known: Campaign, muster: Muster, line: str, scale: ArmourScale, *, undead: bool) -> EncounterPlan:
    """What an encounter with these foes would roll."""
    groups = [group for group in known.groups.values() if group.members]
    here = groups[0] if groups else None
    joins = encounter_of(here) is not None
    return EncounterPlan(
        creatures_named(muster.name, 1) if muster.count == "1" else f"{muster.count} {creatures_named(muster.name)}",
        line,
        scale.value,
        tuple(_fields(muster, here, undead=undead, joins=joins)),
        tuple(PlannedGroup(group.id, group.name, _refused(known, group.id, line, scale)) for group in groups),
        joins,
    )


def _refused(known: Campaign, group: GroupId, line: str, scale: ArmourScale) -> str:
    return " ".join(why.what for why in refusals(known, REFEREE, MeetStrangers(group, line, scale=scale)))


def _fields(muster: Muster, group: Group | None, *, undead: bool, joins: bool) -> Iterator[PlanField]:
    many = _average(muster.count)
    fixed = muster.count.isdecimal()
    yield PlanField("count", "How many", muster.count, "as the line says" if fixed else f"on average {mean(many)}")
    yield _hit_points(muster, many)
    if joins:
        return
    far, note = _far(group)
    yield PlanField("distance_ft", "Distance in feet", far, note)
    if undead:
        yield PlanField("reaction", "Reaction", "no roll", "the undead attack")
    else:
        yield PlanField("reaction", "Reaction", text(TWO_D6), "counts once the party acts")


def _hit_points(muster: Muster, many: Fraction) -> PlanField:
    if muster.hp:
        return PlanField("hp", "Hit points", ", ".join(map(str, muster.hp)), "as the line says", "numbers")
    hd = floor(muster.hd)
    stats = of_rule(enemies.enemy_stats, enemies.Creature(hd, muster.hp_bonus))
    each = sum((found.health * chance for found, chance in stats.items()), Fraction(0))
    bonus = f"{muster.hp_bonus:+}" if muster.hp_bonus else ""
    dice = f"{hd}d{enemies.HEALTH_DIE}{bonus} each" if hd else f"{mean(each)} each"
    return PlanField("hp", "Hit points", dice, f"on average {mean(each * many)} in all", "numbers")


def _far(group: Group | None) -> tuple[str, str]:
    if group is None or group.site is None or group.scene is None or type(group.scene) not in PLACED:
        return _rolled_far(Place.OUTSIDE)
    return PLACING[PLACED[type(group.scene)][1].id]
