"""Exertion: the strength a person has for an effort, what extra effort costs, and how long they have been running."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.neverwhere.effort import Toll, extra_effort
from undercroft.books.sovereign.units import WEEK
from undercroft.kernel.units import Seconds
from undercroft.table import bridge
from undercroft.table.body.condition import gain, time_of
from undercroft.table.body.fatigue import tire
from undercroft.table.body.wounds import OVEREXERTION, hurt
from undercroft.table.engine.audience import Audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign, changed_person
from undercroft.table.state.house_rules import Fatigue, Feats, HouseRules
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Condition, Person

Percent = Annotated[int, Meta(ge=0, le=10_000)]
"""Extra effort in percent; 0 for none."""


class Strength(Struct, frozen=True):
    """The strength a person has for an effort: fatigue points and their maximum, will and vitality."""

    fp: int
    fp_max: int
    will_mod: int
    vit_mod: int


def strength(person: Person, house: HouseRules) -> Strength:
    """A person's strength by the fatigue points the house counts; everybody is fresh where it counts none."""
    body = bridge.neverwhere(person)
    most = max(1, bridge.fatigue_max(person, house.fatigue))
    fp, fp_max = (body.fp_max, body.fp_max) if house.fatigue is Fatigue.NONE else (min(person.fp, most), most)
    return Strength(fp, fp_max, body.will, body.vit_mod)


def no_effort(house: HouseRules, percent: int) -> Iterable[Reason]:
    """The reason against extra effort by these house rules."""
    if percent and house.feats is not Feats.NEVERWHERE:
        yield Reason("no_effort", "Your house rules have no extra effort.", extra_effort.id)


def suffer(play: Play, who: PersonId, toll: Toll, fp: int, *, cause: str, to: Audience) -> None:
    """Make a person pay for an effort: fatigue, and if it went wrong, hit points and a flaw for weeks or for good."""
    tire(play, who, fp, cause=cause, to=to)
    if toll.hp:
        hurt(play, who, toll.hp, cause=OVEREXERTION, to=to)
    if toll.flaw is not None and play.now.people[who].alive:
        where = "" if toll.site is None else f"in the {toll.site}"
        flaw = Condition(toll.flaw, time_of(play, who), where)
        gain(play, who, flaw, to=to, seconds=None if toll.weeks is None else Seconds(toll.weeks * WEEK))


class RunCounted(Event, frozen=True, tag="table.run-counted"):
    """The rounds a person has run without a break were counted."""

    who: PersonId
    run_rounds: int

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_person(campaign, self.who, run_rounds=self.run_rounds)


PART = Part(events=(RunCounted,))
