"""Rituals in a fight, and what becomes of those that go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.violence.mishaps import Effect, Effects, Failed, MishapHappens, mishap, row_of
from undercroft.books.violence.rituals import CastExact, Mishap, ritual
from undercroft.kernel.dice import TWO_D6
from undercroft.kernel.units import SeatId
from undercroft.table import bridge, striking
from undercroft.table.answers import Ruling
from undercroft.table.bending import bent, idle
from undercroft.table.bodies import ConditionGained
from undercroft.table.campaign import Campaign, with_person
from undercroft.table.names import Label, PersonId
from undercroft.table.people import Condition
from undercroft.table.play import Play
from undercroft.table.procedures.fight_field import Field, fight_of
from undercroft.table.procedures.fight_go import acted, field_of, free_to_act, on_their_go
from undercroft.table.procedures.fight_theirs import hurt
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged

NO_RITUALS = "no_rituals"
"""The condition of whoever will never perform a ritual again."""

_ATTRIBUTES = (Effect.BRAWN, Effect.AGILITY, Effect.CUNNING)


class CastRitual(Command, frozen=True, tag="cast_ritual"):
    """Perform a ritual of some level; standing still."""

    who: PersonId
    ritual: Label
    level: Annotated[int, Meta(ge=1, le=100)] = 1


class RitualCast(Event, frozen=True, tag="table.ritual-cast"):
    """A ritual works; `twice` where it is twice as long or as strong as the caster likes."""

    who: PersonId
    ritual: str
    twice: bool


class MishapBefell(Event, frozen=True, tag="table.mishap-befell"):
    """A ritual went wrong: the row of the table, what it does, and the scores it leaves for good."""

    who: PersonId
    ritual: str
    row: int
    effects: Effects
    scores: Mapping[str, int] = {}
    xp: int | None = None


def _befell(campaign: Campaign, event: MishapBefell) -> Campaign:
    """What is lost for good is lost from the sheet."""
    person = campaign.people.get(event.who)
    if person is None:
        return campaign
    sheet = replace(person.sheet, overrides={**person.sheet.overrides, **event.scores})
    if event.xp is not None:
        sheet = replace(sheet, xp=event.xp)
    return with_person(campaign, replace(person, sheet=sheet))


def _cast(play: Play, act: CastRitual) -> None:
    field = field_of(play, act.who)
    fighter = field.fighter(act.who)
    given = play.now.house.applied(ritual, striking.ritual(play.now, fighter))
    seat = field.person(act.who).seat
    ruling = Ruling(ritual, given, by=seat, to=field.to, whole=True, idle=striking.ritual_idle(given))
    (outcome,) = play.settle_each((ruling,))
    acted(field, replace(fighter, bent=fighter.bent + bent(play.answers_of())), f"performed {act.ritual}")
    if isinstance(outcome, Mishap):
        _goes_wrong(field, act, outcome.margin)
    else:
        play.tell(RitualCast(act.who, act.ritual, isinstance(outcome, CastExact)), to=field.to)


def _goes_wrong(field: Field, act: CastRitual, margin: int) -> None:
    """Mishaps that call for others are settled until none is owed."""
    owed, of_two = 1, False
    while owed:
        owed -= 1
        fate = _one_mishap(field, act, margin, of_two=of_two)
        owed += dict(fate.effects).get(Effect.ROLLS_OWED, 0)
        of_two = True
        _suffer(field, act, fate)


def _one_mishap(field: Field, act: CastRitual, margin: int, *, of_two: bool) -> MishapHappens:
    play = field.play
    fighter = field.fighter(act.who)
    failed = Failed(
        scars=striking.scars_of(play.now, act.who),
        scars_used=fighter.bent,
        margin=margin,
        level=act.level,
        of_two=of_two,
    )
    given = play.now.house.applied(mishap, failed)
    seat = field.person(act.who).seat
    ruling = Ruling(mishap, given, by=seat, to=field.to, whole=True, idle=idle(given, row_of_roll(margin), TWO_D6))
    (outcome,) = play.settle_each((ruling,))
    field.stands(replace(fighter, bent=fighter.bent + outcome.bent))
    return outcome


def row_of_roll(margin: int) -> Callable[[int], int]:
    """Two rolls that come to the same row are the same."""
    return lambda roll: row_of(roll + margin)


def _suffer(field: Field, act: CastRitual, fate: MishapHappens) -> None:
    """Wounds and losses are taken at once; what else it does is for the referee to tell."""
    play, person = field.play, field.person(act.who)
    amounts = dict(fate.effects)
    own = striking.numbers(play.now, act.who)
    now = {Effect.BRAWN: own.brawn, Effect.AGILITY: own.agility, Effect.CUNNING: own.cunning}
    scores = {one.value: max(1, now[one] + amounts[one]) for one in _ATTRIBUTES if one in amounts}
    xp = max(0, person.sheet.xp + amounts[Effect.XP]) if Effect.XP in amounts else None
    play.tell(MishapBefell(act.who, act.ritual, fate.row, fate.effects, scores, xp), to=field.to)
    if Effect.NO_RITUALS in amounts:
        play.tell(ConditionGained(act.who, Condition(NO_RITUALS, play.moment)), to=field.to)
    if Effect.DAMAGE in amounts:
        hurt(field, act.who, amounts[Effect.DAMAGE], cause="a mishap")


def _may_cast(known: Campaign, seat: SeatId, act: CastRitual) -> Iterable[Reason]:
    yield from free_to_act(known, seat, act.who, ritual=True)
    person = known.people.get(act.who)
    if person is not None and person.is_in(NO_RITUALS):
        yield Reason("no_rituals", f"{person.name} will never perform a ritual again.", mishap.id)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        if any(on_their_go(known, seat, who)):
            continue
        fight, person = fight_of(known.group_of(who)), known.people[who]
        fighter = fight.fighter(who) if fight is not None else None
        if fighter is None or not knows_magic(known, who):
            continue
        act = CastRitual(who, "a ritual")
        given = known.house.applied(ritual, striking.ritual(known, fighter))
        refused = tuple(_may_cast(known, seat, act))
        yield Offer(
            act, f"{person.name}: perform a ritual", who,
            rule=ritual, given=None if given.moved else given, refused=refused, aims=("cast", "cast_exact"),
        )  # fmt: skip


def knows_magic(known: Campaign, who: PersonId) -> bool:
    """Whether rituals are something somebody might think of: mages, and those with no class of Sovereign's."""
    person = known.people[who]
    classed = person.sheet.character_class in striking.CLASSES
    return not classed or "mage" in person.sheet.character_class or bridge.skill(person, striking.MAGIC) >= 0


_EFFECTS = {
    Effect.DAMAGE: "{amount} damage",
    Effect.FIRST_WORD_REPLACED: "its first word is another",
    Effect.SECOND_WORD_REPLACED: "its second word is another",
    Effect.SECOND_WORD_LOST: "its second word is forgotten",
    Effect.WORD_LEARNED: "the new word is learnt",
    Effect.OTHER_TARGET: "it strikes another target",
    Effect.RITUAL_WORKS: "it works all the same",
    Effect.RITUAL_FAILS: "it fails",
    Effect.OPPOSITE_EFFECT: "it does the opposite",
    Effect.BEARS: "{amount} bears appear",
    Effect.BRAWN: "Brawn {amount}",
    Effect.AGILITY: "Agility {amount}",
    Effect.CUNNING: "Cunning {amount}",
    Effect.XP: "{amount} experience",
    Effect.ROLLS_OWED: "two more mishaps",
    Effect.NO_RITUALS: "no rituals ever again",
}


def _befell_words(now: Campaign, it: MishapBefell) -> str:
    told = "; ".join(_EFFECTS[effect].format(amount=amount) for effect, amount in it.effects)
    return f"{now.people[it.who].name}'s {it.ritual} goes wrong: {told}."


ROOM = Room(
    arms={RitualCast: unchanged, MishapBefell: _befell},
    steps={CastRitual: _cast},
    refusals={CastRitual: _may_cast},
    offers=_offers,
    words={
        RitualCast: lambda now, it: (
            f"{now.people[it.who].name}'s {it.ritual} works{', twice as long or as strong' if it.twice else ''}."
        ),
        MishapBefell: _befell_words,
    },
)
