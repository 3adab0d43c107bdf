"""Falls and controlled drops, and the damage they do."""

from collections.abc import Sequence
from fractions import Fraction

from undercroft.books.sovereign.falling import Fall, Halved, Leap, fall_controlled, fall_damage
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.table import bridge
from undercroft.table.body.wounds import FALL, hurt
from undercroft.table.engine.answers import RuleToSettle
from undercroft.table.engine.audience import Audience
from undercroft.table.engine.play import Play
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person

AGILE = (Attribute.STR, Attribute.DEX)
"""The attributes to choose from for a climb or a jump."""


def damage_of_falls(
    play: Play, victims: Sequence[PersonId], feet: Fraction, *, to: Audience, spikes: int = 0
) -> Sequence[int]:
    """Roll the damage of several people who fall at once, and return it in their order; spikes add dice."""
    people = [play.now.people[victim] for victim in victims]
    given = Fall(feet, spikes)
    rulings = [RuleToSettle(fall_damage, given, person.seat, to, whole=True, who=person.id) for person in people]
    return [outcome.damage for outcome in play.settle_each(rulings)]


def fall(play: Play, who: PersonId, feet: Fraction, *, to: Audience, spikes: int = 0) -> None:
    """Let a person fall that far, on spikes if there are any."""
    (damage,) = damage_of_falls(play, [who], feet, to=to, spikes=spikes)
    hurt(play, who, damage, cause=FALL, to=to)


def leap(person: Person, feet: Fraction) -> Leap:
    """The input for a controlled drop."""
    return Leap(feet, bridge.best_check(person, AGILE, Skill.EXERT))


def drop(play: Play, who: PersonId, feet: Fraction, *, to: Audience, spikes: int = 0) -> None:
    """Let a person drop that far on purpose; with a successful check it counts as half, spikes count whole."""
    person = play.now.people[who]
    outcome = play.settle(fall_controlled, leap(person, feet), by=person.seat, who=person.id, to=to)
    fall(play, who, outcome.effective_feet if isinstance(outcome, Halved) else feet, to=to, spikes=spikes)
