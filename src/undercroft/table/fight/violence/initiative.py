"""Who acts before the foes and who after, by Violence."""

from typing import Any

from msgspec.structs import replace

from undercroft.books.violence import combat_rounds
from undercroft.books.violence.combat_rounds import initiative
from undercroft.books.violence.units import Against, against
from undercroft.table.engine.answers import RuleToSettle
from undercroft.table.fight import stats
from undercroft.table.fight.field import FightField
from undercroft.table.fight.stats import bent, counted_face
from undercroft.table.state.combatants import Fighter, InitiativeBlock
from undercroft.table.state.people import Person


def roll_initiative(field: FightField, fighters: tuple[Fighter, ...]) -> None:
    """Roll initiative for everyone with an Agility; the others act with their employer."""
    play = field.play
    rolling = [fighter for fighter in fighters if _rolls(field.person(fighter.who))]
    rulings = [_initiative(field, fighter) for fighter in rolling]
    outcomes = play.settle_each(rulings)
    for place, (fighter, ruling, outcome) in enumerate(zip(rolling, rulings, outcomes, strict=True)):
        answers = play.answers_of(len(rolling) - place)
        field.set_fighter(
            replace(
                fighter,
                block=InitiativeBlock.AFTER if isinstance(outcome, combat_rounds.After) else InitiativeBlock.BEFORE,
                face=counted_face(answers, ruling.given),
                quick=isinstance(outcome, combat_rounds.BeforeWithQuickAction) and _may_be_quick(field, fighter),
                bent=bent(answers),
            )
        )
    for fighter in fighters:
        if fighter not in rolling:
            employer = field.employer(fighter.who)
            field.set_fighter(replace(fighter, block=employer.block if employer is not None else InitiativeBlock.AFTER))


def _rolls(person: Person) -> bool:
    return person.able and stats.has_agility(person)


def _may_be_quick(field: FightField, fighter: Fighter) -> bool:
    """Whether a fighter can have a quick action: one comes before the first round, and not to the surprised."""
    return field.fight.round == 0 and not fighter.surprised


def _initiative(field: FightField, fighter: Fighter) -> RuleToSettle[combat_rounds.Fighter, Any]:
    """The initiative roll of a character, who is not asked about a Scar that would only earn a lost quick action."""
    person, may_be_quick = field.person(fighter.who), _may_be_quick(field, fighter)
    given = field.play.now.house.applied(initiative, stats.ready(field.play.now, person.id))

    def comes_to(roll: int) -> Against:
        end = against(roll, given.agility + given.weapon_mod)
        return end if may_be_quick or end is Against.OVER else Against.UNDER

    unchanged = stats.pointless(given, comes_to)
    return RuleToSettle(initiative, given, by=person.seat, who=person.id, to=field.to, pointless=unchanged)
