"""Rituals in a fight, and their mishaps."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.units import Skill
from undercroft.books.violence.mishaps import Effect, Effects, Failed, MishapHappens, mishap, row_of
from undercroft.books.violence.rituals import CastExact, Mishap, ritual
from undercroft.kernel.dice import TWO_D6
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.body.condition import ConditionGained
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.fight import stats
from undercroft.table.fight.casualties import hurt
from undercroft.table.fight.field import FightField
from undercroft.table.fight.goes import acted, field_of, not_free, on_their_go, other_rules
from undercroft.table.fight.stats import pointless
from undercroft.table.state.campaign import Campaign, with_person
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import Label, PersonId
from undercroft.table.state.people import Condition

NO_RITUALS = "no_rituals"
"""The condition of a character who can never perform a ritual again."""

_ATTRIBUTES = (Effect.BRAWN, Effect.AGILITY, Effect.CUNNING)


class CastRitual(Command, frozen=True, tag="cast_ritual"):
    """Perform a ritual of a level, without moving."""

    who: PersonId
    ritual: Label
    level: Annotated[int, Meta(ge=1, le=100)] = 1
    ABOUT = About(title="Cast a ritual", icon="book", place=Section.GO, also=Section.ACTIONS, rank=70, opens_form=True)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from other_rules(known, self.who, Combat.VIOLENCE)
        yield from not_free(known, seat, self.who, ritual=True)
        person = known.people.get(self.who)
        if person is not None and person.is_in(NO_RITUALS):
            yield Reason("no_rituals", f"{person.name} will never perform a ritual again.", mishap.id)

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        fighter = field.fighter(self.who)
        given = play.now.house.applied(ritual, stats.ritual(play.now, fighter))
        outcome = field.settle(ritual, given, self.who, stats.ritual_pointless(given))
        acted(field, field.with_bends(fighter), f"performed {self.ritual}")
        if isinstance(outcome, Mishap):
            _go_wrong(field, self, outcome.margin)
        else:
            play.tell(RitualCast(self.who, self.ritual, isinstance(outcome, CastExact)), to=field.to)


class RitualCast(Event, frozen=True, tag="table.ritual-cast"):
    """A ritual works; `twice` if the caster may double its duration or strength."""

    who: PersonId
    ritual: str
    twice: bool

    def say(self, now: Campaign) -> str:
        twice = ", twice as long or as strong" if self.twice else ""
        return f"{now.people[self.who].name}'s {self.ritual} works{twice}."


class MishapBefell(Event, frozen=True, tag="table.mishap-befell"):
    """A ritual went wrong: the row of the table, its effects, and the scores it changes for good."""

    who: PersonId
    ritual: str
    row: int
    effects: Effects
    scores: Mapping[str, int] = {}
    xp: int | None = None

    def fold(self, campaign: Campaign) -> Campaign:
        """Change the sheet by what is lost for good."""
        person = campaign.people.get(self.who)
        if person is None:
            return campaign
        sheet = replace(person.sheet, overrides={**person.sheet.overrides, **self.scores})
        if self.xp is not None:
            sheet = replace(sheet, xp=self.xp)
        return with_person(campaign, replace(person, sheet=sheet))

    def say(self, now: Campaign) -> str:
        told = "; ".join(_EFFECTS[effect].format(amount=amount) for effect, amount in self.effects)
        return f"{now.people[self.who].name}'s {self.ritual} goes wrong: {told}."


def _go_wrong(field: FightField, command: CastRitual, margin: int) -> None:
    """Settle the mishap, and the further mishaps that it calls for."""
    owed, of_two = 1, False
    while owed:
        owed -= 1
        fate = _one_mishap(field, command, margin, of_two=of_two)
        owed += dict(fate.effects).get(Effect.ROLLS_OWED, 0)
        of_two = True
        _suffer(field, command, fate)


def _one_mishap(field: FightField, command: CastRitual, margin: int, *, of_two: bool) -> MishapHappens:
    play = field.play
    fighter = field.fighter(command.who)
    failed = Failed(
        scars=stats.scars_of(play.now, command.who),
        scars_used=fighter.bent,
        margin=margin,
        level=command.level,
        of_two=of_two,
    )
    given = play.now.house.applied(mishap, failed)
    unchanged = pointless(given, lambda roll: row_of(roll + margin), TWO_D6)
    outcome = field.settle(mishap, given, command.who, unchanged)
    field.set_fighter(replace(fighter, bent=fighter.bent + outcome.bent))
    return outcome


def _suffer(field: FightField, command: CastRitual, fate: MishapHappens) -> None:
    """Apply wounds and losses at once; the referee tells the other effects."""
    play, person = field.play, field.person(command.who)
    amounts = dict(fate.effects)
    stats_of = stats.numbers(play.now, command.who)
    now = {Effect.BRAWN: stats_of.brawn, Effect.AGILITY: stats_of.agility, Effect.CUNNING: stats_of.cunning}
    scores = {
        attribute.value: max(1, now[attribute] + amounts[attribute])
        for attribute in _ATTRIBUTES
        if attribute in amounts
    }
    xp = max(0, person.sheet.xp + amounts[Effect.XP]) if Effect.XP in amounts else None
    play.tell(MishapBefell(command.who, command.ritual, fate.row, fate.effects, scores, xp), to=field.to)
    if Effect.NO_RITUALS in amounts:
        play.tell(ConditionGained(command.who, Condition(NO_RITUALS, play.moment)), to=field.to)
    if Effect.DAMAGE in amounts:
        hurt(field, command.who, amounts[Effect.DAMAGE], cause="a mishap")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, _, fighter in on_their_go(known, seat, Combat.VIOLENCE):
        if knows_magic(known, person.id):
            act, given = CastRitual(person.id, "a ritual"), stats.ritual(known, fighter)
            aims, known_mods = ("cast", "cast_exact"), None if given.moved else given
            yield Offer(act, "perform", "a ritual", person.name, person.id, rule=ritual, given=known_mods, aims=aims)


def knows_magic(known: Campaign, who: PersonId) -> bool:
    """Whether to offer rituals to a character: to mages, and to those without a class of Sovereign's."""
    person = known.people[who]
    classed = person.sheet.character_class in stats.CLASSES
    return not classed or "mage" in person.sheet.character_class or bridge.skill(person, Skill.MAGIC) >= 0


_EFFECTS = {
    Effect.DAMAGE: "{amount} damage",
    Effect.FIRST_WORD_REPLACED: "its first word changes",
    Effect.SECOND_WORD_REPLACED: "its second word changes",
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


PART = Part(commands=(CastRitual,), events=(RitualCast, MishapBefell), offers=_offers)
