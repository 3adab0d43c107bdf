"""Stat lines that a referee types or pastes: the creature of each, and the one question of how its AC counts."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.views.prepare.encounter_plan import EncounterPlan, encounter_plan
from undercroft.faces.views.prepare.monsters import MonsterCard, card
from undercroft.faces.views.short_names import capital
from undercroft.kernel import wire
from undercroft.kernel.amounts import series
from undercroft.kernel.faults import BadInput
from undercroft.table.fight.foe_line import as_monster, read_foes
from undercroft.table.fight.muster import Muster, impossible_scale
from undercroft.table.lore.lookup import bestiary, called
from undercroft.table.preparing.draft import Prepare
from undercroft.table.preparing.parts import with_draft
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import MonsterChange
from undercroft.table.state.ids import MonsterId
from undercroft.table.state.lore import ArmourScale, Monster, armour_from_zero
from undercroft.table.state.new_ids import new_id

MOST_LINES = 40
"""The most lines of one paste."""

TITLES = {
    ArmourScale.DESCENDING: "Old, 9 is no armour",
    ArmourScale.ASCENDING: "Ascending, 10 is no armour",
    ArmourScale.FROM_ZERO: "Violence, 0 is no armour",
}
"""The scales, in the order in which they are offered."""


class ScaleChoice(Struct, frozen=True):
    """One way to count the AC of the lines, what it makes of them, or why it cannot be."""

    value: str
    title: str
    says: str
    impossible: bool
    chosen: bool


class ReadCreature(Struct, frozen=True):
    """One line and the creature it describes, or why it describes none."""

    line: str
    fault: str = ""
    chips: tuple[tuple[str, bool], ...] = ()
    """What was understood; marked where the referee is asked."""
    monster: Monster | None = None
    card: MonsterCard | None = None
    plan: EncounterPlan | None = None
    command: object = None
    known: bool = False
    """Whether the bestiary has it already."""
    changes: bool = False
    """Whether the campaign has a monster of that name with other numbers."""


class ReadLines(Struct, frozen=True):
    """The creatures of a paste, and the scales to choose from if one of its ACs does not show its scale."""

    creatures: tuple[ReadCreature, ...]
    scales: tuple[ScaleChoice, ...]
    asked: str = ""


def read_lines(known: Campaign, text: str, scale: ArmourScale | None) -> ReadLines:
    """Read a paste line by line. The scale counts for every AC in it that does not show its own."""
    lines = [line for line in text.splitlines() if line.strip()][:MOST_LINES]
    read = [(line, _muster(known, line)) for line in lines]
    asked = sorted({found.ac for _, found in read if isinstance(found, Muster) and found.ac_asks})
    possible = [each for each in TITLES if not _impossible(asked, each)]
    taken = scale if scale is not None and scale in possible else ArmourScale.FROM_ZERO
    return ReadLines(
        tuple(_creature(known, line, found, taken, sure=scale is not None) for line, found in read),
        tuple(_scales(asked, scale if scale in possible else None)) if asked else (),
        series([str(ac) for ac in asked]) if asked else "",
    )


def plan_of(known: Campaign, monster: Monster) -> EncounterPlan:
    """An encounter with a monster of the bestiary, in its usual number."""
    name = monster.name if monster.number == "1" else monster.many
    line = f"{monster.number} {name}"
    muster = read_foes(line, [monster])
    return encounter_plan(known, muster, line, ArmourScale.FROM_ZERO, undead=monster.undead)


def _muster(known: Campaign, line: str) -> Muster | str:
    try:
        return read_foes(line, bestiary(with_draft(known)).values())
    except BadInput as fault:
        return f"{capital(fault.what)}: {fault.fix}{'' if fault.fix.endswith('?') else '.'}"


def _creature(known: Campaign, line: str, found: Muster | str, scale: ArmourScale, *, sure: bool) -> ReadCreature:
    if isinstance(found, str):
        return ReadCreature(line, found)
    world = with_draft(known)
    kept = bestiary(world)[found.monster] if found.monster is not None else None
    monster = _named(world, as_monster(found, scale)) if kept is None else kept
    own = world.bestiary.get(monster.id)
    plan = encounter_plan(known, found, line, scale if found.ac_asks else ArmourScale.FROM_ZERO, undead=monster.undead)
    there = kept is not None or own == monster
    command = None if there else wire.plain(Prepare((MonsterChange(own, monster),)))
    chips = tuple(_chips(found, sure=sure))
    return ReadCreature(
        line, "", chips, monster, card(known, monster), plan, command, known=there, changes=own is not None
    )


def _named(world: Campaign, monster: Monster) -> Monster:
    """The monster with the id of the campaign's own monster of that name, or with an id that no other has."""
    own = called(world.bestiary.values(), monster.name)
    return replace(monster, id=own.id if own is not None else MonsterId(new_id(monster.name, world.bestiary)))


def _chips(muster: Muster, *, sure: bool) -> Iterator[tuple[str, bool]]:
    asks = muster.ac_asks and not sure
    for part in replace(muster, name="").understood[1:]:
        yield (f"{part}, which scale?", True) if asks and part.startswith("AC ") else (part, False)
    if muster.morale is not None:
        yield f"morale {muster.morale} on 2d6", False


def _impossible(asked: list[int], scale: ArmourScale) -> str:
    return next(filter(None, (impossible_scale(ac, scale) for ac in asked)), "")


def _scales(asked: list[int], chosen: ArmourScale | None) -> Iterator[ScaleChoice]:
    for scale, title in TITLES.items():
        why = _impossible(asked, scale)
        became = series([str(armour_from_zero(ac, scale)) for ac in asked]) if not why else ""
        says = why or (f"stays {became}" if scale is ArmourScale.FROM_ZERO else f"AC {became} here")
        yield ScaleChoice(scale.value, title, says, bool(why), scale is chosen)
