"""A Delver of Sovereign: attributes, improvements, class, feats with their skills, hit points and gold."""

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from undercroft.books.sovereign.advancement_points import BEST_AT_CREATION, Credited, FeatSkill, feat_skill
from undercroft.books.sovereign.attributes import MODIFIERS
from undercroft.books.sovereign.classes import CLASS_TABLE, ClassId
from undercroft.books.sovereign.creation import (
    IMPROVEMENTS,
    RAISE,
    Improved,
    Improving,
    Newcomer,
    Purse,
    create_attributes,
    create_gold,
    create_improvements,
)
from undercroft.books.sovereign.equipment import COPPER_A_GOLD
from undercroft.books.sovereign.feats import FEATS
from undercroft.books.sovereign.hit_points import NewDelver, hp_initial
from undercroft.books.sovereign.units import SCORES, UNTRAINED, Attribute, Skill
from undercroft.kernel.frozen import FrozenMap
from undercroft.table.bridge.numbers import SCORES_ON_SHEET
from undercroft.table.characters.creation_methods import BySovereign, ChosenFeat, CreatedCharacter
from undercroft.table.characters.makers import LATER, NO_SKILL, Maker, Step
from undercroft.table.gear.packs import GearPack
from undercroft.table.state.people import Sheet

DIE_HARD = "die hard"


def by_pack(pack: GearPack, class_id: ClassId | None = None) -> Mapping[str, Sequence[str]]:
    """The choices that a gear pack makes for a Delver, by their steps, the preferred option first."""
    improvements = {f"improvement {nth}": (skill,) for nth, skill in enumerate(pack.skills, 1)}
    return {"class": (class_id or pack.class_id,), RAISE: pack.bodies, **improvements}


def by_sovereign(maker: Maker, way: BySovereign) -> CreatedCharacter:
    """3d6 in order, one to 14, four improvements, a class, feats with their skills, hit points, gold."""
    scores = maker.settle(create_attributes, Newcomer(maker.seat), step=RAISE).scores
    improved = _improved(maker, scores, way.improvements)
    so_far = {**improved.scores, **improved.skills}
    class_id = _class(maker, way.class_id, so_far)
    asked = _asked_feats(maker, class_id, way.feats, so_far) if way.ask_feats else way.feats
    feats = tuple(feat for feat in asked if feat.name != LATER)
    scores, skills = _with_feats(maker, improved, feats)
    hard = any(feat.name.casefold().startswith(DIE_HARD) for feat in feats)
    delver = NewDelver(class_id=class_id, con_mod=MODIFIERS.at(scores[Attribute.CON]), die_hard=hard)
    hp = maker.settle(hp_initial, delver).hp_max
    coppers = coppers_of(maker)
    sheet = replace(
        sheet_of(scores),
        character_class=class_id.value,
        skills={name: level for name, level in skills.items() if level > UNTRAINED},
        feats=tuple(feat.name for feat in feats),
        feats_due=len(asked) - len(feats),
    )
    return CreatedCharacter(sheet, hp, coppers)


def _class(maker: Maker, chosen: ClassId | None, so_far: Mapping[str, int]) -> ClassId:
    if chosen is None:
        return ClassId(maker.choose("class", tuple(ClassId), so_far))
    maker.note(Step("class", tuple(ClassId), chosen, so_far))
    return chosen


def coppers_of(maker: Maker) -> int:
    """The coins of a new Delver, rolled."""
    return maker.settle(create_gold, Purse()).gold * COPPER_A_GOLD


def feats_at_first(class_id: ClassId) -> int:
    """How many feats a class begins with."""
    return sum(map(int, re.findall(r"\d+", CLASS_TABLE[class_id].starting_feats)))


def _asked_feats(
    maker: Maker, class_id: ClassId, chosen: tuple[ChosenFeat, ...], so_far: Mapping[str, int]
) -> tuple[ChosenFeat, ...]:
    """The feats of a new Delver with their skills, chosen one by one; one that is left for later is still due."""
    found, most = list(chosen), feats_at_first(class_id)
    while len(found) < most:
        taken = {feat.name for feat in found}
        options = (*(name for name in FEATS if name not in taken), LATER)
        name = maker.choose(f"feat {len(found) + 1} of {most}", options)
        skill = (
            NO_SKILL
            if name == LATER
            else maker.choose(f"skill that comes with feat {len(found) + 1} ({name})", (*Skill, NO_SKILL), so_far)
        )
        found.append(ChosenFeat(name, None if skill == NO_SKILL else Skill(skill)))
    return tuple(found)


_UNSKILLED = FrozenMap({skill.value: UNTRAINED for skill in Skill})


def _improved(maker: Maker, scores: FrozenMap[int], picks: tuple[str, ...]) -> Improved:
    """Four improvements: those picked beforehand if they are valid, otherwise chosen one by one."""
    while True:
        picked = picks or _picked(maker, scores)
        outcome = maker.settle(create_improvements, Improving(scores, _UNSKILLED, picked), shown=False)
        if isinstance(outcome, Improved):
            return outcome
        picks = ()


def _picked(maker: Maker, scores: FrozenMap[int]) -> tuple[str, ...]:
    improved = Improved(scores, _UNSKILLED)
    picks: list[str] = []
    for nth in range(1, IMPROVEMENTS + 1):
        picks.append(_pick(maker, f"improvement {nth} of {IMPROVEMENTS}", improved))
        improved = _raised(improved, picks[-1])
    return tuple(picks)


def _pick(maker: Maker, purpose: str, now: Improved) -> str:
    """Choose an attribute or skill that is still below the maximum of a new Delver."""
    attributes = [name for name in Attribute if now.scores[name] < SCORES[-1]]
    skills = [name for name in Skill if now.skills[name] < BEST_AT_CREATION]
    trained = (f"{name} {level}" for name, level in now.skills.items() if level > UNTRAINED)
    scores = ", ".join((*(f"{name} {now.scores[name]}" for name in Attribute), *trained))
    return maker.choose(f"{purpose} ({scores})", (*attributes, *skills), {**now.scores, **now.skills})


def _raised(now: Improved, name: str) -> Improved:
    if name in now.scores:
        return replace(now, scores=FrozenMap({**now.scores, name: now.scores[name] + 1}))
    return replace(now, skills=FrozenMap({**now.skills, name: now.skills[name] + 1}))


def _with_feats(
    maker: Maker, improved: Improved, feats: tuple[ChosenFeat, ...]
) -> tuple[FrozenMap[int], FrozenMap[int]]:
    """Scores and skills with what feats bring; if a skill is at its maximum, any improvement instead."""
    for feat in feats:
        if feat.skill is None:
            continue
        credited = maker.settle(feat_skill, FeatSkill(improved.skills[feat.skill], at_creation=True), shown=False)
        instead = f"improvement instead, by {feat.name}"
        better = feat.skill if isinstance(credited, Credited) else _pick(maker, instead, improved)
        improved = _raised(improved, better)
    return improved.scores, improved.skills


def sheet_of(scores: Mapping[str, int]) -> Sheet:
    """A sheet with these scores."""
    return replace(Sheet(), **{SCORES_ON_SHEET[attribute]: scores[attribute] for attribute in Attribute})
