"""How a fight begins: who is surprised, who acts before the foes and who after, and what the quickest do first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from undercroft.books.sovereign.units import ROUND
from undercroft.books.violence.combat_rounds import (
    After,
    BeforeWithQuickAction,
    NotQuick,
    Quick,
    QuickAction,
    QuickRefused,
    initiative,
    quick_action,
)
from undercroft.books.violence.surprise import Side
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table import striking
from undercroft.table.answers import Ruling
from undercroft.table.battle import Block, Company, Fighter, Phase
from undercroft.table.bending import bent
from undercroft.table.bridge_clock import fight_round
from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import GroupId, PersonId, Text
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.procedures.fight_field import Field, fight_of
from undercroft.table.procedures.march_costs import stop
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import Fight
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import not_theirs
from undercroft.table.wounds import recount


class ActQuickly(Command, frozen=True, tag="act_quickly"):
    """Use a quick action before the first Round, or let it go."""

    who: PersonId
    action: QuickAction = QuickAction.READY
    what: Text = ""
    use: bool = True


class OrderTaken(Event, frozen=True, tag="table.order-taken"):
    """Who acts before the foes, and who after."""

    group: GroupId
    before: tuple[PersonId, ...]
    after: tuple[PersonId, ...]
    quick: tuple[PersonId, ...] = ()


class ActedQuickly(Event, frozen=True, tag="table.acted-quickly"):
    """Somebody has done something before anybody else could."""

    who: PersonId
    what: str


def begin(
    play: Play,
    group: GroupId,
    companies: Sequence[Company],
    *,
    sides: frozenset[Side] = frozenset(),
    surprised: Iterable[PersonId] = (),
    first: Side | None = None,
    distance_ft: int | None = None,
) -> None:
    """A group is in a fight with these; `first` is a side that needs no roll to act before the other."""
    stop(play, group)
    there = play.group(group)
    fighters = _fighters(play, there, frozenset(surprised), sides)
    scene = Fight(
        site=there.site,
        began=there.time,
        fighters=fighters,
        foes=tuple(foe for company in companies for foe in company.foes),
        bands=tuple(company.band for company in companies),
        surprised=sides,
        distance_ft=distance_ft,
    )
    play.begin(group, scene)
    for fighter in fighters:
        recount(play, fighter.who, ROUND, fight_round(play.now.house), to=group_audience(group))
    if first is None:
        _take_order(play, group, fighters)
    else:
        _take_places(play, group, Block.BEFORE if first is Side.ADVENTURERS else Block.AFTER)
    _tell_order(play, group)


def _fighters(play: Play, group: Group, surprised: frozenset[PersonId], sides: frozenset[Side]) -> tuple[Fighter, ...]:
    """Everybody alive; those who are never surprised are not, whatever befalls the others."""
    everybody = Side.ADVENTURERS in sides
    return tuple(
        Fighter(person.id, surprised=(everybody or person.id in surprised) and not is_alert(person))
        for person in play.now.those_in(group.id)
        if person.alive
    )


def is_alert(person: Person) -> bool:
    """Whoever has that feat is never surprised."""
    return any(feat.lower().startswith("alert") for feat in person.sheet.feats)


def latecomers(play: Play, group: GroupId) -> None:
    """Whoever has come to the group since is in the fight now, and takes a place."""
    field = Field(play, group)
    late = tuple(
        Fighter(person.id)
        for person in play.now.those_in(group)
        if person.alive and field.fight.fighter(person.id) is None
    )
    for fighter in late:
        field.stands(fighter)
    if late:
        _take_order(play, group, late)
        _tell_order(play, group)


def _take_order(play: Play, group: GroupId, fighters: tuple[Fighter, ...]) -> None:
    """Everybody with an Agility rolls; whoever has none acts with their employer."""
    field = Field(play, group)
    rolling = [one for one in fighters if _rolls(field.person(one.who))]
    givens = {one.who: play.now.house.applied(initiative, striking.ready(play.now, one.who)) for one in rolling}
    outcomes = play.settle_each(
        tuple(
            Ruling(
                initiative,
                givens[one.who],
                by=field.person(one.who).seat,
                who=one.who,
                to=field.to,
                idle=striking.ready_idle(givens[one.who]),
            )
            for one in rolling
        )
    )
    for place, (fighter, outcome) in enumerate(zip(rolling, outcomes, strict=True)):
        answers = play.answers_of(len(rolling) - place)
        field.stands(
            replace(
                fighter,
                block=Block.AFTER if isinstance(outcome, After) else Block.BEFORE,
                face=next((face for answer in answers for face in answer.faces), None),
                quick=isinstance(outcome, BeforeWithQuickAction) and not fighter.surprised,
                bent=bent(answers),
            )
        )
    for fighter in fighters:
        if fighter not in rolling:
            field.stands(replace(fighter, block=_with_employer(field, fighter.who)))


def _rolls(person: Person) -> bool:
    return person.able and striking.has_agility(person)


def _with_employer(field: Field, who: PersonId) -> Block:
    employer = field.person(who).employer
    theirs = field.fight.fighter(employer) if employer is not None else None
    return theirs.block if theirs is not None else Block.AFTER


def _take_places(play: Play, group: GroupId, block: Block) -> None:
    field = Field(play, group)
    for fighter in field.fight.fighters:
        field.stands(replace(fighter, block=block))


def _tell_order(play: Play, group: GroupId) -> None:
    fighters = Field(play, group).fight.fighters
    before = tuple(one.who for one in fighters if one.block is Block.BEFORE)
    after = tuple(one.who for one in fighters if one.block is Block.AFTER)
    quick = tuple(one.who for one in fighters if one.quick)
    play.tell(OrderTaken(group, before, after, quick), to=group_audience(group))


def _act_quickly(play: Play, act: ActQuickly) -> None:
    group = play.now.group_of(act.who)
    if group is None:
        return
    field = Field(play, group.id)
    fighter = field.fighter(act.who)
    if act.use:
        play.settle(quick_action, Quick(act.action, fighter.surprised), to=field.to, whole=True)
        play.tell(ActedQuickly(act.who, act.what or _SAID[act.action]), to=field.to)
    field.stands(replace(fighter, quick=False))


_SAID = {
    QuickAction.READY: "readies a weapon",
    QuickAction.POTION: "drinks a potion",
    QuickAction.ATTACK: "attacks",
    QuickAction.OTHER: "is quick",
}
_WHY_NOT = {
    NotQuick.SURPRISED: "Whoever is surprised is not quick.",
    NotQuick.NO_ATTACK: "An attack is not quick enough.",
}


def _may_act_quickly(known: Campaign, seat: SeatId, act: ActQuickly) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    fight = fight_of(known.group_of(act.who))
    fighter = fight.fighter(act.who) if fight is not None else None
    if fight is None or fighter is None or fight.phase is not Phase.QUICK or not fighter.quick:
        yield Reason("not_quick", "There is no quick action to use.", quick_action.id)
    elif act.use:
        outcome = quick_action(Script(), Quick(act.action, fighter.surprised))
        if isinstance(outcome, QuickRefused):
            yield Reason(outcome.reason.value, _WHY_NOT[outcome.reason], quick_action.id)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        for act, label in (
            (ActQuickly(who, QuickAction.READY), "ready a weapon"),
            (ActQuickly(who, QuickAction.POTION), "drink a potion"),
            (ActQuickly(who, QuickAction.OTHER), "something else as quick"),
            (ActQuickly(who, use=False), "nothing quick"),
        ):
            if not any(_may_act_quickly(known, seat, act)):
                yield Offer(act, f"{known.people[who].name}: {label}", who)


def named(now: Campaign, who: Iterable[PersonId]) -> str:
    """Some people by name."""
    return ", ".join(name_of(now, one) for one in who) or "nobody"


ROOM = Room(
    arms={OrderTaken: unchanged, ActedQuickly: unchanged},
    steps={ActQuickly: _act_quickly},
    refusals={ActQuickly: _may_act_quickly},
    offers=_offers,
    words={
        OrderTaken: lambda now, it: (
            f"Before the foe: {named(now, it.before)}. After: {named(now, it.after)}."
            + (f" Quick: {named(now, it.quick)}." if it.quick else "")
        ),
        ActedQuickly: lambda now, it: f"{named(now, (it.who,))} {it.what} before the fight begins.",
    },
)
