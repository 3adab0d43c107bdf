"""Feats: any of Neverwhere's rules for a body, settled with the numbers of a character's sheet."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from undercroft.books import neverwhere
from undercroft.books.neverwhere import (
    battle,
    breath,
    effort,
    effort_at_work,
    effort_on_the_move,
    fatigue,
    lifting,
    overexertion,
    recovery,
    running,
    working_hours,
)
from undercroft.books.neverwhere.characters import Difficulty
from undercroft.books.neverwhere.rounds import FOUR_MINUTES, ROUND
from undercroft.books.sovereign.units import WEEK
from undercroft.interpret.words import say
from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import AnyRule, Given, Outcome
from undercroft.kernel.strict import checked
from undercroft.kernel.units import RuleId, SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.body.breath import drown
from undercroft.table.body.condition import die, gain, time_of
from undercroft.table.body.exertion import strength, suffer
from undercroft.table.body.fatigue import drained, set_fp, tire
from undercroft.table.body.wounds import NO_AIR, heal, hurt
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import Audience, around
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason
from undercroft.table.engine.permission import not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import did, occupied
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Condition, Person, State
from undercroft.table.state.seats import REFEREE

_PLAYED_ELSEWHERE = (
    *("Hiking", "Terrain", "Weather", "Starvation", "Dehydration"),
    *("Missed Sleep", "Staying Up Late", "Getting up Early", "Extra Effort in Combat"),
)
"""The headings whose rules have commands of their own: on the road, at meals, in bed, in a fight."""
_NO_FEATS = ("derived-stats", "skill-level", "zero-hp")
FEATS: Mapping[RuleId, AnyRule] = {
    rule.id: rule
    for rule in neverwhere.BOOK.rules
    if rule.cite.heading not in _PLAYED_ELSEWHERE and rule.name not in _NO_FEATS
}
"""Every rule of what a body can do and what that costs."""


class Feat(Command, frozen=True, tag="feat"):
    """Settle a rule of Neverwhere for a character; `given` holds what their sheet does not.

    With `turn`, it takes their action for the turn.
    """

    who: PersonId
    rule: RuleId
    given: Mapping[str, Any] = {}
    turn: bool = False
    ABOUT = About(title="Try an everyday feat", deed="an everyday feat")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        if self.turn:
            yield from occupied(known, seat, self.who, Activity.FEAT)
        else:
            yield from not_theirs(known, seat, self.who)
        rule, person = FEATS.get(self.rule), known.people.get(self.who)
        if rule is None:
            yield Reason("no_feat", "No feat uses that rule.")
        elif seat != REFEREE and recovery.Recovered in rule.outcomes:
            yield Reason("referee_only", "The referee says how long a rest lasts.", rule.id)
        elif person is not None:
            from_sheet = set(self.given) & set(numbers(person, known.house))
            if seat != REFEREE and from_sheet:
                yield Reason(
                    "not_yours_to_say", f"The character sheet already says this: {', '.join(sorted(from_sheet))}."
                )
            try:
                situation(rule, person, known.house, self.given)
            except BadInput as fault:
                yield Reason("incomplete", f"{fault.what[:1].upper()}{fault.what[1:]}.", rule.id)

    def do(self, play: Play) -> None:
        person, to, rule = play.now.people[self.who], around(self.who), FEATS[self.rule]
        given = situation(rule, person, play.now.house, self.given)
        outcome: Outcome = play.settle(rule, given, by=person.seat, who=person.id, to=to)
        play.tell(FeatTried(self.who, self.rule, say(neverwhere.BOOK.words, outcome)), to=to)
        _apply(play, self.who, given, outcome, to)
        if self.turn:
            did(play, self.who, Activity.FEAT, rule.title)


class FeatTried(Event, frozen=True, tag="table.feat-tried"):
    """The result of a feat, in words."""

    who: PersonId
    rule: RuleId
    says: str

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)}: {self.says}"


def numbers(person: Person, house: HouseRules) -> Mapping[str, int | str]:
    """The numbers that a character brings to any feat, by their names in the rules."""
    body, able = bridge.neverwhere(person), strength(person, house)
    return {
        "str_": body.str_,
        "vit": body.vit,
        "str_mod": body.str_mod,
        "dex_mod": body.dex_mod,
        "vit_mod": body.vit_mod,
        "will_mod": body.will,
        "re": _plain(body.re),
        "rab": body.rab,
        "bl": _plain(body.basic_lift),
        "move": _plain(body.move),
        "basic_move": _plain(body.move),
        "survival": bridge.neverwhere_skill(body.int_mod),
        "fly_level": bridge.neverwhere_skill(body.dex_mod, Difficulty.MEDIUM),
        "fp": able.fp,
        "fp_max": able.fp_max,
        "general_pool": max(0, able.fp_max - able.fp),
        "hp": person.hp,
        "hp_lost": max(0, person.hp_max - person.hp),
    }


def _plain(number: Fraction) -> int | str:
    return number.numerator if number.denominator == 1 else str(number)


def situation(rule: AnyRule, person: Person, house: HouseRules, given: Mapping[str, Any]) -> Given:
    """The rule's input, from the sheet and from what is given besides; raises `BadInput` if that is not enough."""
    fields = set(rule.given.__struct_fields__)
    from_sheet = {name: number for name, number in numbers(person, house).items() if name in fields}
    filled: Given = checked(rule.given, {**from_sheet, **given})
    return filled


def _apply(play: Play, who: PersonId, given: Given, outcome: Outcome, to: Audience) -> None:
    """Apply an outcome to the body of a character; most change nothing."""
    match outcome:
        case effort.Toll():
            suffer(play, who, outcome, _price(outcome), cause="extra effort", to=to)
        case effort.Raised(fp_cost=fp) | effort.Free(fp_cost=fp) | effort.Unaided(fp_cost=fp):
            tire(play, who, fp, cause="extra effort", to=to)
        case (
            lifting.Strained(fp=fp)
            | running.Tired(fp=fp)
            | working_hours.Dug(fp=fp)
            | working_hours.Missing(fp=fp)
            | battle.Tiring(fp=fp)
        ):
            tire(play, who, fp, cause="exertion", to=to)
        case fatigue.Left():
            drained(play, who, outcome, cause="exertion", to=to)
        case recovery.Recovered(fp=fp, hp=hp):
            set_fp(play, who, play.now.people[who].fp + fp, cause="rest", to=to)
            heal(play, who, hp, cause="rest", to=to)
        case overexertion.Temporary(flaw=flaw, weeks=weeks):
            gain(play, who, Condition(flaw, time_of(play, who)), to=to, seconds=Seconds(weeks * WEEK))
        case overexertion.Permanent(flaw=flaw):
            gain(play, who, Condition(flaw, time_of(play, who)), to=to)
        case _:
            _apply_exhaustion(play, who, given, outcome, to)


def _price(outcome: effort.Toll) -> int:
    """The whole cost of an effort in fatigue; the outcomes have different names for it."""
    match outcome:
        case effort.Disaster(fp_cost=price) | effort_on_the_move.Day(missing_fp=price):
            return price
        case effort_at_work.Hour(fp=price) | effort_at_work.LiftingMinute(fp=price):
            return price
        case effort_on_the_move.Jump(fp=price) | effort_on_the_move.Leg(fp=price):
            return price
        case effort_on_the_move.SwimmingMinute(fp=price):
            return price
        case _:
            return 0


def _apply_exhaustion(play: Play, who: PersonId, given: Given, outcome: Outcome, to: Audience) -> None:
    """Apply running out of breath or of strength."""
    match outcome:
        case breath.Burning(fp=fp, hp=hp):
            drained(play, who, fatigue.Left(fp, hp, unconscious=False), cause=NO_AIR, to=to)
        case breath.PassedOut(fp=fp, hp=hp):
            drained(play, who, fatigue.Left(fp, hp, unconscious=False), cause=NO_AIR, to=to)
            gone = given.airless_rounds + 1 if isinstance(given, breath.Airless) else 0
            drown(play, who, Seconds(FOUR_MINUTES - gone * ROUND), to)
        case breath.Suffocated():
            die(play, who, NO_AIR, to=to)
        case fatigue.Collapsed():
            gain(play, who, Condition(State.COLLAPSED, time_of(play, who)), to=to)
        case fatigue.HeartAttack():
            hurt(play, who, play.now.people[who].hp, cause="heart attack", to=to)
        case _:
            return


PART = Part(commands=(Feat,), events=(FeatTried,))
