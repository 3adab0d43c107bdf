"""Surprise: bursting in, sneaking up or lying in wait."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.checks import Fit, Npc, group_modifier, npc_modifier
from undercroft.books.sovereign.surprise import Coming, Method, Stunned, encounter_surprise
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.amounts import series
from undercroft.kernel.phrases import begun, verb
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.encounter.scene import EncounterCommand, current_encounter, encounter_of
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import group_acting
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seen_sites import all_named

_SURPRISING = {Method.BURST: (Attribute.STR, Skill.EXERT), Method.SNEAK: (Attribute.DEX, Skill.SNEAK)}


class SurpriseThem(EncounterCommand, frozen=True, tag="surprise_them"):
    """Try to surprise the others, bursting in or sneaking; `who` leads."""

    method: Method
    who: PersonId | None = None
    ABOUT = About(title="Surprise them")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        encounter = encounter_of(known.groups.get(self.group))
        if encounter is None:
            return
        if encounter.does is not None:
            yield Reason("too_late", "The reaction is already rolled.", encounter_surprise.id)
        if self.who is not None and self.who not in known.groups[self.group].members:
            yield Reason("not_here", "There is no such person in this group.")

    def do(self, play: Play) -> None:
        surprise(play, self.group, self.method, self.who)


class RuleSurprise(EncounterCommand, frozen=True, tag="rule_surprise"):
    """Rule who is surprised."""

    surprised: tuple[PersonId, ...] = ()
    stunned: bool = False
    ABOUT = About(title="Rule who is surprised", deed="surprise", words="surprise initiative")

    def do(self, play: Play) -> None:
        encounter = current_encounter(play, self.group)
        play.go_on(self.group, replace(encounter, surprised=self.surprised, stunned=self.stunned))
        if self.surprised:
            play.tell(OffGuard(self.group, self.surprised), to=group_audience(self.group))
        if self.stunned:
            play.tell(
                TakenByStorm(self.group, stunned=True, creatures=_named(encounter)), to=group_audience(self.group)
            )


class TakenByStorm(Event, frozen=True, tag="table.taken-by-storm"):
    """Whether the party surprised the others."""

    group: GroupId
    stunned: bool
    creatures: str = "the monsters"
    """How the party names them."""

    def say(self, _now: Campaign) -> str:
        are = verb(self.creatures, "are", "is")
        return f"{begun(self.creatures)} {are} {'surprised' if self.stunned else 'not surprised'}."


class OffGuard(Event, frozen=True, tag="table.off-guard"):
    """The members of a group who are surprised."""

    group: GroupId
    who: tuple[PersonId, ...]

    def say(self, now: Campaign) -> str:
        names = [now.people[who].name for who in self.who if who in now.people]
        group = next((now.group_of(who) for who in self.who), None)
        if group is not None and len(names) > 1 and {person.id for person in now.able_in(group.id)} <= set(self.who):
            return f"Everybody in {group_acting(now, group.id)} is surprised."
        return f"{series(names)} {'are' if len(names) > 1 else 'is'} surprised." if names else ""


def _named(encounter: EncounterScene) -> str:
    return all_named(encounter.met, *encounter.along)


def surprise(play: Play, group: GroupId, method: Method, who: PersonId | None) -> None:
    """Roll for the group's leader against the others' best watcher; surprised creatures lose a round."""
    encounter = current_encounter(play, group)
    party = play.now.able_in(group)
    if not party:
        return
    best = max(party, key=lambda person: _sneaking(person, method))
    leader = next((person for person in party if person.id == who), best)
    rest = tuple(_sneaking(person, method) for person in party if person.id != leader.id)
    watcher = good_at(play, encounter.others)
    given = Coming(method, group_modifier(_sneaking(leader, method), rest), watcher)
    outcome = play.settle(encounter_surprise, given, by=leader.seat, who=leader.id, to=group_audience(group))
    stunned = isinstance(outcome, Stunned)
    play.tell(TakenByStorm(group, stunned, _named(encounter)), to=group_audience(group))
    if stunned:
        play.go_on(group, replace(current_encounter(play, group), stunned=True))


def _sneaking(person: Person, method: Method) -> int:
    return bridge.check(person, *_SURPRISING[method])


def good_at(play: Play, others: Creatures | None) -> int:
    """The modifier of creatures for what they are good at: watching and ambushes."""
    listed = others.skill_mod if others is not None else 0
    return play.settle(npc_modifier, Npc(Fit.GOOD, listed)).mod


def surprise_offer(known: Campaign, group: Group, encounter: EncounterScene) -> Offer:
    """To sneak up on them, or lie in wait, the best of the party leading."""
    party = known.able_in(group.id)
    mods = sorted((_sneaking(person, Method.SNEAK) for person in party), reverse=True)
    watcher = encounter.others.skill_mod if encounter.others is not None else None
    act, given = SurpriseThem(group.id, Method.SNEAK), None
    if mods and watcher is not None:
        given = Coming(Method.SNEAK, group_modifier(mods[0], mods[1:]), watcher)
    aims = ("stunned",)
    return Offer(act, "take", "them by surprise", group.name, rule=encounter_surprise, given=given, aims=aims)


PART = Part(commands=(SurpriseThem, RuleSurprise), events=(TakenByStorm, OffGuard))
