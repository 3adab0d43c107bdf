"""What players can propose to the referee: where their group goes, its stance in encounters, and their levels."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.encounter import stance
from undercroft.table.encounter.scene import encounter_of
from undercroft.table.engine.actors import its_group
from undercroft.table.engine.audience import Audience, group_audience
from undercroft.table.engine.part import Command, Offer
from undercroft.table.engine.play import Play
from undercroft.table.fight import chase
from undercroft.table.road import camp, travel, travel_day
from undercroft.table.rulings.rulings import RulingDropped
from undercroft.table.session.notes import DeclarationDropped, Declare, drop, proposed_for
from undercroft.table.site import leaving, movement, waiting
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.house_rules import Deciding
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.people import Role
from undercroft.table.state.scenes import Chase, EncounterScene, Fight
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sessions import Declaration
from undercroft.table.town import advancement

PARTS = (
    movement.PART,
    waiting.PART,
    leaving.PART,
    stance.PART,
    chase.PART,
    travel.PART,
    travel_day.PART,
    camp.PART,
)
PROPOSED: Mapping[type[Command], tuple[str, ...]] = {
    movement.Move: ("door", "style", "speed", "then"),
    waiting.WalkBack: ("to",),
    leaving.LeaveSite: (),
    stance.TakeStance: ("stance",),
    stance.PursueThem: (),
    chase.RunChase: (),
    chase.TurnAndFight: (),
    chase.CallOffChase: (),
    travel.TravelTo: ("hex",),
    travel_day.SetCourse: ("destination",),
    camp.MakeCamp: (),
}
"""The commands that players can propose, and the fields they fill in beside the group."""
STANCES = frozenset({stance.TakeStance.tag, stance.PursueThem.tag})
"""What a group may do in an encounter: one of them at a time."""
CHASES = frozenset({chase.RunChase.tag, chase.TurnAndFight.tag, chase.CallOffChase.tag})
"""What a group may do in a chase: one of them at a time."""
ROADS = frozenset({travel.TravelTo.tag, travel_day.SetCourse.tag, camp.MakeCamp.tag})
"""What a group may do on the road: one of them at a time."""
Growth: TypeAlias = advancement.GainLevel | advancement.RaiseSkill | advancement.RaiseAttribute | advancement.TakeFeat
LASTING = frozenset({"door_shut", "obstacle", "impassable"})
"""Reasons that will still hold next turn: a command refused for these cannot be proposed."""


def proposals(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """What a seat may propose for the groups of its own, by what it knows; the referee needs to propose nothing."""
    if seat == REFEREE:
        return
    for part in PARTS:
        for offer in part.shown(known, REFEREE):
            who = speaker(known, seat, its_group(offer.command))
            if who is None or type(offer.command) not in PROPOSED or _refused_for_long(offer):
                continue
            if _is_theirs(known, offer.command):
                continue
            yield _to_propose(known, who, offer)
    if known.house.growth_by is Deciding.REFEREE:
        for offer in advancement.PART.shown(known, REFEREE):
            if isinstance(offer.command, advancement.GROWTH) and _may_ask(known, seat, offer.command):
                yield _to_propose(known, offer.command.who, offer)


def _to_propose(known: Campaign, who: PersonId, offer: Offer) -> Offer:
    act = Declare(who, chase.spoken(known, offer.command) or _said(offer), _plain(offer.command))
    return Offer(act, "propose", f"to {act.text}", known.people[who].name, who)


@lru_cache(1024)
def _plain(command: Command) -> Mapping[str, Any]:
    plain: Mapping[str, Any] = wire.plain(command)
    return plain


def _may_ask(known: Campaign, seat: SeatId, meant: Growth) -> bool:
    """Whether a player may ask for a level or what it brings: earned, for their own, where the referee decides."""
    person = known.people.get(meant.who)
    own = person is not None and person.seat == seat and known.house.growth_by is Deciding.REFEREE
    return own and not any(meant.why_not(known, REFEREE))


def proposes(known: Campaign, seat: SeatId, declaration: Declare, meant: Command) -> bool:
    """Whether a player may propose a command: an open one of their group, with only the player's fields set.

    Where the referee makes the choices of levels, their players ask for them.
    """
    if isinstance(meant, advancement.GROWTH):
        return meant.who == declaration.who and _may_ask(known, seat, meant)
    fields = PROPOSED.get(type(meant))
    group = its_group(meant)
    if (
        fields is None
        or seat == REFEREE
        or _is_theirs(known, meant)
        or declaration.who not in _own_characters(known, seat, group)
    ):
        return False
    bare = type(meant)(**{name: getattr(meant, name) for name in ("group", *fields)})
    if bare != meant:
        return False
    part = next(part for part in PARTS if type(meant) in part.commands)
    if not any(meant.why_not(known, REFEREE)):
        return True
    return any(offer.command == meant and not _refused_for_long(offer) for offer in part.shown(known, REFEREE))


def _is_theirs(known: Campaign, meant: Command) -> bool:
    """Whether the creatures in a chase decide on a command, not the party."""
    return meant.tag in CHASES and not chase.spoken(known, meant)


def forget_elsewhere(play: Play, before: Campaign) -> None:
    """Let seats that no longer hear a group forget what was proposed for it: nobody tells them when that is over."""
    for id in before.groups if play.now.declared or play.now.proposals else ():
        hear = group_audience(id)(play.now) if id in play.now.groups else frozenset[SeatId]()
        gone = group_audience(id)(before) - hear - {REFEREE}
        if gone:
            _forget(play, id, gone)


def forget_past(play: Play, before: Campaign, done: Command) -> None:
    """Clear what is over: ways out of a room that the group left, other answers, words said in a danger that ended."""
    for declaration in play.now.declared:
        id = proposed_for(declaration)
        if id is None and _in_danger(before, declaration.who) and not _in_danger(play.now, declaration.who):
            drop(play, declaration.who)
        if id is None or id not in before.groups or id not in play.now.groups:
            continue
        was, now = before.groups[id], play.now.groups[id]
        if (was.site, was.zone) != (now.site, now.zone) or _is_decided(declaration, was, now, done):
            drop(play, declaration.who)


def _in_danger(known: Campaign, who: PersonId) -> bool:
    """Whether a character's group is in an encounter, a chase or a fight."""
    group = known.group_of(who)
    return group is not None and isinstance(group.scene, EncounterScene | Chase | Fight)


def _is_decided(declaration: Declaration, was: Group, now: Group, done: Command) -> bool:
    """Whether what was done for the group is another answer to the same question, or the encounter is over."""
    meant: Mapping[str, Any] = declaration.command or {}
    if meant["kind"] in STANCES and encounter_of(was) is not None and encounter_of(now) is None:
        return True
    if meant["kind"] in CHASES and chase.chase_of(was) is not None and chase.chase_of(now) is None:
        return True
    alike = next((kinds for kinds in (STANCES, CHASES, ROADS) if done.tag in kinds), frozenset[str]())
    return meant["kind"] in alike and meant["group"] == its_group(done)


def _forget(play: Play, group: GroupId, seats: frozenset[SeatId]) -> None:
    for declaration in play.now.declared:
        others = seats - {play.now.people[declaration.who].seat}
        if proposed_for(declaration) == group and others:
            play.aside(DeclarationDropped(declaration.who), to=_just(others))
    for proposal in play.now.proposals.values():
        if proposal.group == group:
            play.aside(RulingDropped(proposal.id, ""), to=_just(seats))


def _just(seats: frozenset[SeatId]) -> Audience:
    return lambda _: seats


def speaker(known: Campaign, seat: SeatId, group: GroupId | None) -> PersonId | None:
    """The character who proposes for a seat: the first of its own who can act, Delvers before hirelings."""
    characters = _own_characters(known, seat, group)
    return min(characters, key=lambda who: known.people[who].role is not Role.DELVER, default=None)


def _own_characters(known: Campaign, seat: SeatId, group: GroupId | None) -> tuple[PersonId, ...]:
    found = known.groups.get(group) if group is not None else None
    members = found.members if found is not None else ()
    people = (known.people[who] for who in members if who in known.people)
    return tuple(person.id for person in people if person.seat == seat and person.able)


def _refused_for_long(offer: Offer) -> bool:
    return any(reason.code in LASTING for reason in offer.refused)


def _said(offer: Offer) -> str:
    """The proposal in words: an offer's deed without the group's name and the cost."""
    said = f"{offer.verb[:1].lower()}{offer.verb[1:]} {offer.object}".rstrip()
    return f"go {said}" if offer.verb == "through" else said
