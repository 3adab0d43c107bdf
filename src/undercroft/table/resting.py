"""Days of rest among people: warm, fed and in bed, and every night mends whoever can mend."""

from __future__ import annotations

from fractions import Fraction

from undercroft.books.sovereign.frail import Event as FrailEvent
from undercroft.books.sovereign.frail import Frailty, NoHpGain, frail_condition
from undercroft.books.sovereign.strain import NIGHT_HOURS, Night
from undercroft.kernel.script import Script
from undercroft.kernel.units import DAY, Seconds
from undercroft.table import bridge
from undercroft.table.bodies import State
from undercroft.table.campaign import Campaign
from undercroft.table.healing import sleep
from undercroft.table.names import GroupId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.privations import at_home
from undercroft.table.telling import group as group_audience

A_NIGHT = Frailty(FrailEvent.NIGHT_REST)


def days_of_rest(play: Play, group: GroupId, days: int) -> int:
    """Morning by morning while anybody mends; what breaks a day off breaks off the stay. How many whole days it was."""
    left = days
    while left:
        some = 1 if any(needs_rest(play.now, one) for one in play.now.those_in(group)) else left
        if at_home(play, group, Seconds(some * DAY)) < some * DAY:
            break
        left -= some
        for person in play.now.those_in(group):
            if needs_rest(play.now, person):
                night = Night(strain=person.strain, hours_uninterrupted=Fraction(NIGHT_HOURS))
                sleep(play, person.id, night, to=group_audience(group))
    return days - left


def needs_rest(campaign: Campaign, person: Person) -> bool:
    """Whether a night has anything to give somebody."""
    in_vain = person.is_in(State.FRAIL) and isinstance(frail_condition(Script(), A_NIGHT), NoHpGain)
    hurt = person.hp < person.hp_max and not in_vain
    weary = person.fp < bridge.fatigue_max(person, campaign.house.fatigue) or person.is_in(State.EXHAUSTED)
    return person.alive and (bool(person.strain) or hurt or weary)
