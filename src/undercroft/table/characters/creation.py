"""Creating characters by each book's rules. The player answers the choices that were not made beforehand."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.delving.body import Build
from undercroft.books.delving.body import fp_max as delving_pools
from undercroft.books.delving.checks import INCREASED_TO, INCREASES, Rolling, ability_generate
from undercroft.books.neverwhere.characters import AVERAGE, Scores, derived_stats
from undercroft.books.sovereign.advancement_points import BEST_AT_CREATION, Credited, FeatSkill, feat_skill
from undercroft.books.sovereign.attributes import MODIFIERS
from undercroft.books.sovereign.classes import CLASS_TABLE, ClassId
from undercroft.books.sovereign.creation import (
    IMPROVEMENTS,
    RAISED_TO,
    Improved,
    Improving,
    Newcomer,
    Purse,
    create_attributes,
    create_gold,
    create_improvements,
)
from undercroft.books.sovereign.equipment import COPPER_A_GOLD, COPPER_A_SILVER
from undercroft.books.sovereign.feats import FEATS
from undercroft.books.sovereign.hit_points import NewDelver, hp_initial
from undercroft.books.sovereign.units import SCORES, UNTRAINED, Attribute, Skill
from undercroft.books.violence.characters import START_SCARS, NewCharacter, Swap, character
from undercroft.books.violence.words import WORDS as VIOLENCE_WORDS
from undercroft.interpret.words import say
from undercroft.kernel.frozen import FrozenMap
from undercroft.table.bridge import Ability, score_of
from undercroft.table.bridge.numbers import SCORES_ON_SHEET
from undercroft.table.characters.makers import LATER, NO_SKILL, Maker, Step
from undercroft.table.gear.packs import GearPack
from undercroft.table.state.house_rules import Fatigue, HouseRules
from undercroft.table.state.ids import FeatName
from undercroft.table.state.people import Sheet

DIE_HARD = "die hard"
POINTS = 4 * AVERAGE
"""The sum of Neverwhere's four scores: as much as four average scores."""


class ChosenFeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A feat by its name, and the skill that comes with it."""

    name: FeatName
    skill: Skill | None = None


class _CreationMethod(Struct, frozen=True, forbid_unknown_fields=True, tag_field="book"):
    """The book a character is created by, and the choices made beforehand."""


class BySovereign(_CreationMethod, frozen=True, tag="sovereign"):
    """Five attributes, one of them raised, four improvements, class, feats, hit points and gold."""

    class_id: ClassId | None = None
    improvements: Annotated[tuple[str, ...], Meta(max_length=IMPROVEMENTS)] = ()
    feats: Annotated[tuple[ChosenFeat, ...], Meta(max_length=10)] = ()
    ask_feats: bool = False
    """Whether the player is asked for the feats that were not chosen beforehand."""


class ByViolence(_CreationMethod, frozen=True, tag="violence"):
    """Agility, Brawn, Cunning, health, money, an occupation and something extra."""


class ByDelving(_CreationMethod, frozen=True, tag="delving"):
    """Three abilities rolled and three mirrored, assigned freely, then three raises.

    The book gives no coins: with `gold` they are rolled by Sovereign, whose price list the table uses.
    """

    gold: bool = False


class ByNeverwhere(_CreationMethod, frozen=True, tag="neverwhere"):
    """Four scores, average or bought with the same points; with `gold`, Sovereign's coins."""

    str_: int = AVERAGE
    dex: int = AVERAGE
    int_: int = AVERAGE
    vit: int = AVERAGE
    gold: bool = False
    spread: bool = False
    """Whether the scores are 13, 11, 9 and 7 in an order that is chosen, in place of the scores above."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The four scores."""
        return self.str_, self.dex, self.int_, self.vit


CreationMethod: TypeAlias = BySovereign | ByViolence | ByDelving | ByNeverwhere


WAYS: Mapping[str, CreationMethod] = {
    "delving": ByDelving(gold=True),
    "violence": ByViolence(),
    "neverwhere": ByNeverwhere(gold=True),
    "sovereign": BySovereign(ask_feats=True),
}
"""Each book's own way to create a character, with every choice left to the player."""

BLEND = "sovereign"
"""The way of the blend, and of the books that have none: Play Procedures leaves characters to the game at hand."""


def left_open(way: CreationMethod) -> CreationMethod:
    """The way with what it can leave open left to choices."""
    match way:
        case BySovereign():
            return replace(way, ask_feats=True)
        case ByNeverwhere():
            return replace(way, spread=True)
        case _:
            return way


def usual_way(house: HouseRules) -> str:
    """The book by which a campaign creates characters: the book of its preset, or the blend's.

    >>> usual_way(HouseRules(preset="violence")), usual_way(HouseRules(preset="hexcrawl")), usual_way(HouseRules())
    ('violence', 'sovereign', 'sovereign')
    """
    return house.preset if house.preset in WAYS else BLEND


class CreatedCharacter(Struct, frozen=True):
    """A new character: sheet, hit points, coins in coppers, Scars and notes."""

    sheet: Sheet
    hp: int
    coppers: int = 0
    scars: int = START_SCARS
    about: str = ""


def create(maker: Maker, way: CreationMethod) -> CreatedCharacter:
    """Create a character by a book."""
    match way:
        case BySovereign():
            return by_sovereign(maker, way)
        case ByViolence():
            return by_violence(maker)
        case ByDelving():
            return replace(by_delving(maker), coppers=_coppers(maker) if way.gold else 0)
        case ByNeverwhere():
            return replace(by_neverwhere(maker, way), coppers=_coppers(maker) if way.gold else 0)


# Sovereign

RAISE = f"raise one to {RAISED_TO}"


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
    coppers = _coppers(maker)
    sheet = replace(
        _sheet(scores),
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


def _coppers(maker: Maker) -> int:
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


def _sheet(scores: Mapping[str, int]) -> Sheet:
    return replace(Sheet(), **{SCORES_ON_SHEET[attribute]: scores[attribute] for attribute in Attribute})


# Violence


SWAP = "swap two attributes"


def by_violence(maker: Maker) -> CreatedCharacter:
    """Roll by the book. Brawn serves as Constitution too, and Cunning as Intelligence and Wisdom."""
    maker.prepare(SWAP, tuple(Swap))
    rolled = maker.settle(character, NewCharacter(), step=SWAP)
    sheet = Sheet(
        strength=rolled.brawn,
        dexterity=rolled.agility,
        constitution=rolled.brawn,
        intelligence=rolled.cunning,
        wisdom=rolled.cunning,
        occupation=f"occupation {rolled.occupation}",
        overrides={"natural_ac": rolled.ac} if rolled.ac else {},
    )
    return CreatedCharacter(
        sheet, rolled.health, rolled.money_sp * COPPER_A_SILVER, rolled.scars, say(VIOLENCE_WORDS, rolled)
    )


# Delving


def by_delving(maker: Maker) -> CreatedCharacter:
    """Assign six values and raise three; a value that no score of the sheet can express is kept as an override."""
    rolled = maker.settle(ability_generate, Rolling())
    abilities = _raised_abilities(maker, _assigned(maker, (*rolled.rolled, *rolled.mirrored)))
    build = Build(1, abilities[Ability.STR], abilities[Ability.DEX], abilities[Ability.CON])
    pools = maker.settle(delving_pools, build)
    scores: dict[str, int] = {attribute: score_of(abilities[Ability(attribute.lower())]) for attribute in Attribute}
    kept = {f"delving_{name}": value for name, value in abilities.items() if value != _shown_as(name, scores)}
    sheet = replace(_sheet(scores), overrides=kept)
    if maker.house.fatigue is Fatigue.DELVING and not kept.keys().isdisjoint(_OF_THE_BODY):
        sheet = replace(sheet, overrides={**kept, "fp_max": int(pools.fp_max)})
    return CreatedCharacter(sheet, pools.hp_max)


_OF_THE_BODY = ("delving_str", "delving_dex", "delving_con")


def _shown_as(ability: Ability, scores: Mapping[str, int]) -> int:
    """The modifier that the bridge reads from the sheet, which has no Charisma."""
    return 0 if ability is Ability.CHA else MODIFIERS.at(scores[Attribute(ability.upper())])


def _assigned(maker: Maker, values: tuple[int, ...]) -> dict[Ability, int]:
    """Choose a value for each ability; the last gets what is left."""
    left = sorted(values, reverse=True)
    assigned: dict[Ability, int] = {}
    for ability in Ability:
        options = tuple(dict.fromkeys(f"{value:+d}" for value in left))
        numbers = {**_by_name(assigned), **{option: int(option) for option in options}}
        taken = int(maker.choose(ability.upper(), options, numbers)) if len(options) > 1 else left[0]
        left.remove(taken)
        assigned[ability] = taken
    return assigned


def _by_name(abilities: Mapping[Ability, int]) -> dict[str, int]:
    return {name.value: value for name, value in abilities.items()}


def _raised_abilities(maker: Maker, abilities: dict[Ability, int]) -> dict[Ability, int]:
    for nth in range(1, INCREASES + 1):
        options = [name for name, value in abilities.items() if value < INCREASED_TO]
        taken = Ability(maker.choose(f"increase {nth} of {INCREASES}", options, _by_name(abilities)))
        abilities = {**abilities, taken: abilities[taken] + 1}
    return abilities


# Neverwhere

SPREAD: tuple[int, ...] = (13, 11, 9, 7)
"""Four scores for a character made at random, as many points as four average ones; the book gives no such set."""


def by_neverwhere(maker: Maker, way: ByNeverwhere) -> CreatedCharacter:
    """Derive the stats from four scores. Vit serves as Constitution, and Int as Intelligence and Wisdom."""
    str_, dex, int_, vit = _spread(maker) if way.spread else way.scores
    stats = maker.settle(derived_stats, Scores(str_, dex, int_, vit))
    sheet = Sheet(strength=str_, dexterity=dex, constitution=vit, intelligence=int_, wisdom=int_)
    return CreatedCharacter(sheet, stats.hp)


def _spread(maker: Maker) -> tuple[int, ...]:
    """Give the four values of the spread to the scores; the last gets what is left."""
    left, given = list(SPREAD), list[int]()
    for score in ("Str", "Dex", "Int"):
        options = tuple(map(str, left))
        given.append(int(maker.choose(score, options)))
        left.remove(given[-1])
    return (*given, *left)
