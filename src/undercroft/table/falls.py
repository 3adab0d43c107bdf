"""Falls: off an edge by mischance, or down it on purpose."""

from __future__ import annotations

from fractions import Fraction

from undercroft.books.sovereign.falling import Fall, Halved, Leap, fall_controlled, fall_damage
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.table import bridge
from undercroft.table.names import PersonId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.telling import Audience
from undercroft.table.wounds import FALL, hurt

AGILE = (Attribute.STR, Attribute.DEX)
"""The attributes that somebody who climbs or leaps may choose from."""


def fall(play: Play, who: PersonId, feet: Fraction, *, to: Audience, spikes: int = 0) -> None:
    """Somebody falls so far, onto spikes if there are any."""
    person = play.now.people[who]
    fallen = play.settle(fall_damage, Fall(feet, spikes), by=person.seat, who=person.id, to=to, whole=True)
    hurt(play, who, fallen.damage, cause=FALL, to=to)


def leap(person: Person, feet: Fraction) -> Leap:
    """Somebody who means to drop so far."""
    return Leap(feet, bridge.best_check(person, AGILE, Skill.EXERT))


def drop(play: Play, who: PersonId, feet: Fraction, *, to: Audience) -> None:
    """Somebody drops so far on purpose; done well, it is only half as far."""
    person = play.now.people[who]
    outcome = play.settle(fall_controlled, leap(person, feet), by=person.seat, who=person.id, to=to)
    fall(play, who, outcome.effective_feet if isinstance(outcome, Halved) else feet, to=to)
