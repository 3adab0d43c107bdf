"""Creating characters by each book's rules. The player answers the choices that were not made beforehand."""

import re
from collections.abc import Callable, Mapping
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
from undercroft.books.violence.characters import START_SCARS, NewCharacter, character
from undercroft.books.violence.words import WORDS as VIOLENCE_WORDS
from undercroft.interpret.words import say
from undercroft.kernel.dice import Choice
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.units import SeatId
from undercroft.table.bridge import Ability, score_of
from undercroft.table.bridge.numbers import SCORES_ON_SHEET
from undercroft.table.engine.answers import Ruling
from undercroft.table.engine.audience import TABLE
from undercroft.table.engine.play import Play
from undercroft.table.state.house_rules import Fatigue, HouseRules
from undercroft.table.state.ids import Label
from undercroft.table.state.people import Sheet

DIE_HARD = "die hard"
POINTS = 4 * AVERAGE
"""The sum of Neverwhere's four scores: as much as four average scores."""


class ChosenFeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A feat by its name, and the skill that comes with it."""

    name: Label
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


Decided: TypeAlias = Callable[[Choice], str]


def create(play: Play, seat: SeatId, way: CreationMethod) -> CreatedCharacter:
    """Create a character by a book."""
    match way:
        case BySovereign():
            return by_sovereign(play, seat, way)
        case ByViolence():
            return by_violence(play, seat)
        case ByDelving():
            return replace(by_delving(play, seat), coppers=_coppers(play, seat) if way.gold else 0)
        case ByNeverwhere():
            return replace(by_neverwhere(play, seat, way), coppers=_coppers(play, seat) if way.gold else 0)


# Sovereign


def by_sovereign(play: Play, seat: SeatId, way: BySovereign, decided: Decided | None = None) -> CreatedCharacter:
    """3d6 in order, one to 14, four improvements, a class, feats with their skills, hit points, gold."""
    rolling = Ruling(create_attributes, Newcomer(seat), seat, TABLE, whole=True, decided=decided)
    scores = play.settle_each((rolling,))[0].scores
    improved = _improved(play, seat, scores, way.improvements)
    so_far = {**improved.scores, **improved.skills}
    class_id = way.class_id or ClassId(play.choose("class", tuple(ClassId), by=seat, numbers=so_far))
    asked = _asked_feats(play, seat, class_id, way.feats, so_far) if way.ask_feats else way.feats
    feats = tuple(feat for feat in asked if feat.name != LATER)
    scores, skills = _with_feats(play, seat, improved, feats)
    hard = any(feat.name.casefold().startswith(DIE_HARD) for feat in feats)
    delver = NewDelver(class_id=class_id, con_mod=MODIFIERS.at(scores[Attribute.CON]), die_hard=hard)
    hp = play.settle(hp_initial, delver, by=seat, to=TABLE, whole=True).hp_max
    coppers = _coppers(play, seat)
    sheet = replace(
        _sheet(scores),
        character_class=class_id.value,
        skills={name: level for name, level in skills.items() if level > UNTRAINED},
        feats=tuple(feat.name for feat in feats),
        feats_due=len(asked) - len(feats),
    )
    return CreatedCharacter(sheet, hp, coppers)


def _coppers(play: Play, seat: SeatId) -> int:
    return play.settle(create_gold, Purse(), by=seat, to=TABLE, whole=True).gold * COPPER_A_GOLD


LATER, NO_SKILL = "later", "none"


def feats_at_first(class_id: ClassId) -> int:
    """How many feats a class begins with."""
    return sum(map(int, re.findall(r"\d+", CLASS_TABLE[class_id].starting_feats)))


def _asked_feats(
    play: Play, seat: SeatId, class_id: ClassId, chosen: tuple[ChosenFeat, ...], so_far: Mapping[str, int]
) -> tuple[ChosenFeat, ...]:
    """The feats of a new Delver with their skills, chosen one by one; one that is left for later is still due."""
    found, most = list(chosen), feats_at_first(class_id)
    while len(found) < most:
        taken = {feat.name for feat in found}
        options = (*(name for name in FEATS if name not in taken), LATER)
        name = play.choose(f"feat {len(found) + 1} of {most}", options, by=seat)
        skill = (
            NO_SKILL
            if name == LATER
            else play.choose(f"skill that comes with {name}", (*Skill, NO_SKILL), by=seat, numbers=so_far)
        )
        found.append(ChosenFeat(name, None if skill == NO_SKILL else Skill(skill)))
    return tuple(found)


_UNSKILLED = FrozenMap({skill.value: UNTRAINED for skill in Skill})


def _improved(play: Play, seat: SeatId, scores: FrozenMap[int], picks: tuple[str, ...]) -> Improved:
    """Four improvements: those picked beforehand if they are valid, otherwise chosen one by one."""
    while True:
        picked = picks or _picked(play, seat, scores)
        outcome = play.settle(create_improvements, Improving(scores, _UNSKILLED, picked), by=seat)
        if isinstance(outcome, Improved):
            return outcome
        picks = ()


def _picked(play: Play, seat: SeatId, scores: FrozenMap[int]) -> tuple[str, ...]:
    improved = Improved(scores, _UNSKILLED)
    picks: list[str] = []
    for nth in range(1, IMPROVEMENTS + 1):
        picks.append(_pick(play, seat, f"improvement {nth} of {IMPROVEMENTS}", improved))
        improved = _raised(improved, picks[-1])
    return tuple(picks)


def _pick(play: Play, seat: SeatId, purpose: str, now: Improved) -> str:
    """Choose an attribute or skill that is still below the maximum of a new Delver."""
    attributes = [name for name in Attribute if now.scores[name] < SCORES[-1]]
    skills = [name for name in Skill if now.skills[name] < BEST_AT_CREATION]
    trained = (f"{name} {level}" for name, level in now.skills.items() if level > UNTRAINED)
    scores = ", ".join((*(f"{name} {now.scores[name]}" for name in Attribute), *trained))
    so_far = {**now.scores, **now.skills}
    return play.choose(f"{purpose} ({scores})", (*attributes, *skills), by=seat, numbers=so_far)


def _raised(now: Improved, name: str) -> Improved:
    if name in now.scores:
        return replace(now, scores=FrozenMap({**now.scores, name: now.scores[name] + 1}))
    return replace(now, skills=FrozenMap({**now.skills, name: now.skills[name] + 1}))


def _with_feats(
    play: Play, seat: SeatId, improved: Improved, feats: tuple[ChosenFeat, ...]
) -> tuple[FrozenMap[int], FrozenMap[int]]:
    """Scores and skills with what feats bring; if a skill is at its maximum, any improvement instead."""
    for feat in feats:
        if feat.skill is None:
            continue
        credited = play.settle(feat_skill, FeatSkill(improved.skills[feat.skill], at_creation=True), by=seat)
        instead = f"improvement instead, by {feat.name}"
        better = feat.skill if isinstance(credited, Credited) else _pick(play, seat, instead, improved)
        improved = _raised(improved, better)
    return improved.scores, improved.skills


def _sheet(scores: Mapping[str, int]) -> Sheet:
    return replace(Sheet(), **{SCORES_ON_SHEET[attribute]: scores[attribute] for attribute in Attribute})


# Violence


def by_violence(play: Play, seat: SeatId) -> CreatedCharacter:
    """Roll by the book. Brawn serves as Constitution too, and Cunning as Intelligence and Wisdom."""
    rolled = play.settle(character, NewCharacter(), by=seat, to=TABLE, whole=True)
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


def by_delving(play: Play, seat: SeatId) -> CreatedCharacter:
    """Assign six values and raise three; a value that no score of the sheet can express is kept as an override."""
    rolled = play.settle(ability_generate, Rolling(), by=seat, to=TABLE, whole=True)
    abilities = _raised_abilities(play, seat, _assigned(play, seat, (*rolled.rolled, *rolled.mirrored)))
    build = Build(1, abilities[Ability.STR], abilities[Ability.DEX], abilities[Ability.CON])
    pools = play.settle(delving_pools, build, by=seat, to=TABLE, whole=True)
    scores: dict[str, int] = {attribute: score_of(abilities[Ability(attribute.lower())]) for attribute in Attribute}
    kept = {f"delving_{name}": value for name, value in abilities.items() if value != _shown_as(name, scores)}
    sheet = replace(_sheet(scores), overrides=kept)
    if play.now.house.fatigue is Fatigue.DELVING and not kept.keys().isdisjoint(_OF_THE_BODY):
        sheet = replace(sheet, overrides={**kept, "fp_max": int(pools.fp_max)})
    return CreatedCharacter(sheet, pools.hp_max)


_OF_THE_BODY = ("delving_str", "delving_dex", "delving_con")


def _shown_as(ability: Ability, scores: Mapping[str, int]) -> int:
    """The modifier that the bridge reads from the sheet, which has no Charisma."""
    return 0 if ability is Ability.CHA else MODIFIERS.at(scores[Attribute(ability.upper())])


def _assigned(play: Play, seat: SeatId, values: tuple[int, ...]) -> dict[Ability, int]:
    """Choose a value for each ability; the last gets what is left."""
    left = sorted(values, reverse=True)
    assigned: dict[Ability, int] = {}
    for ability in Ability:
        options = tuple(dict.fromkeys(f"{value:+d}" for value in left))
        taken = int(play.choose(ability.upper(), options, by=seat)) if len(options) > 1 else left[0]
        left.remove(taken)
        assigned[ability] = taken
    return assigned


def _raised_abilities(play: Play, seat: SeatId, abilities: dict[Ability, int]) -> dict[Ability, int]:
    for nth in range(1, INCREASES + 1):
        options = [name for name, value in abilities.items() if value < INCREASED_TO]
        taken = Ability(play.choose(f"increase {nth} of {INCREASES}", options, by=seat))
        abilities = {**abilities, taken: abilities[taken] + 1}
    return abilities


# Neverwhere


def by_neverwhere(play: Play, seat: SeatId, way: ByNeverwhere) -> CreatedCharacter:
    """Derive the stats from four scores. Vit serves as Constitution, and Int as Intelligence and Wisdom."""
    scores = Scores(way.str_, way.dex, way.int_, way.vit)
    stats = play.settle(derived_stats, scores, by=seat, to=TABLE, whole=True)
    sheet = Sheet(strength=way.str_, dexterity=way.dex, constitution=way.vit, intelligence=way.int_, wisdom=way.int_)
    return CreatedCharacter(sheet, stats.hp)
