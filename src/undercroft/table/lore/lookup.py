"""Finding a monster by its id or its name, and making creatures of it."""

from collections.abc import Iterable, Mapping
from typing import Any

from undercroft.table.lore.starter import STARTER
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.creatures import UNKNOWN, Creatures
from undercroft.table.state.ids import CreaturesId, MonsterId, ZoneId
from undercroft.table.state.lore import Monster


def bestiary(campaign: Campaign) -> Mapping[MonsterId, Monster]:
    """Every monster of a campaign: its own, and those of the starter bestiary that it has no version of."""
    return {**STARTER, **campaign.bestiary}


def monster(campaign: Campaign, id: str) -> Monster | None:
    """The monster with that id."""
    return campaign.bestiary.get(MonsterId(id)) or STARTER.get(MonsterId(id))


def called(monsters: Iterable[Monster], name: str) -> Monster | None:
    """The monster with that name, for one or several of them, whatever the case."""
    wanted = _folded(name)
    return next((each for each in monsters if wanted in (_folded(each.name), _folded(each.many))), None)


def kind_of(campaign: Campaign, name: str) -> str:
    """The kind of creatures with that name, by the bestiary: rats are of the kind of giant rats; else unknown."""
    monsters = bestiary(campaign).values()
    found = called(monsters, name) or called(monsters, f"giant {name}")
    return UNKNOWN if found is None else found.kind


def _folded(name: str) -> str:
    words = name.casefold().replace("-", " ").split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in ("a", "an", "the") else words)


def shared(monster: Monster) -> Mapping[str, Any]:
    """The fields that creatures have from their monster."""
    return {
        "hd": monster.hd,
        "hp_bonus": monster.hp_bonus,
        "ac": monster.armour,
        "damage": monster.damage,
        "attacks": monster.attacks,
        "attack_bonus": monster.attack_bonus,
        "shock": monster.shock,
        "shock_ac": monster.shock_ac,
        "move_ft": monster.move_ft,
        "kind": monster.kind,
        "undead": monster.undead,
        "abilities": monster.abilities,
        "fearless": monster.fearless,
        "skill_mod": monster.skill_mod,
        "noise": monster.noise,
        "notes": monster.notes,
    }


def creatures_of(monster: Monster, id: CreaturesId, count: int, zone: ZoneId | None = None) -> Creatures:
    """A number of these monsters in one place."""
    name = monster.name if count == 1 else monster.many
    return Creatures(id=id, name=name, count=count, zone=zone, monster=monster.id, **shared(monster))


def kind_named(campaign: Campaign, among: Mapping[CreaturesId, Creatures], id: CreaturesId | None) -> Creatures | None:
    """The creatures that a row of an encounter table names: of the place itself, or from the bestiary."""
    if id is None:
        return None
    known = monster(campaign, id)
    return among.get(id) or (creatures_of(known, id, 1) if known is not None else None)
