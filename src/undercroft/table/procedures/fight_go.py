"""Somebody's go in a Round: cross the room and do one thing, and whatever an exact blow has earned besides."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.violence.checks import Check, Edge, attribute_check
from undercroft.books.violence.combat_rounds import Go, GoRefused, NoGo, affords, turn_budget
from undercroft.books.violence.units import Attribute
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table import striking
from undercroft.table.answers import Ruling
from undercroft.table.battle import Block, Fighter, Phase
from undercroft.table.bending import bent, idle
from undercroft.table.campaign import Campaign
from undercroft.table.names import GroupId, PersonId, Text
from undercroft.table.play import Play
from undercroft.table.procedures.fight_field import Field, fight_of
from undercroft.table.procedures.fight_start import named
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seats import REFEREE
from undercroft.table.weapons import Reload as Reloading
from undercroft.table.weapons import Weapon, weapons_of
from undercroft.table.whose import not_theirs, referee_only


class CrossRoom(Command, frozen=True, tag="cross_room"):
    """Move, at most across a normal room."""

    who: PersonId


class ReloadWeapon(Command, frozen=True, tag="reload_weapon"):
    """Make a weapon ready to shoot again."""

    who: PersonId


class TryInFight(Command, frozen=True, tag="try_in_fight"):
    """Do something else with one's action; with an attribute named, it takes a check."""

    who: PersonId
    doing: Text
    attribute: Attribute | None = None
    edge: Edge = Edge.NONE


class PassGo(Command, frozen=True, tag="pass_go"):
    """Do nothing more this Round."""

    who: PersonId


class FleeFight(Command, frozen=True, tag="flee_fight"):
    """Get out of the fight."""

    who: PersonId


class WithdrawAll(Command, frozen=True, tag="withdraw_all"):
    """Everybody of a group who can run does."""

    group: GroupId


class Went(Event, frozen=True, tag="table.went"):
    """What somebody did with their go."""

    who: PersonId
    did: str


def field_of(play: Play, who: PersonId) -> Field:
    """The fight somebody is in."""
    return Field(play, play.group_with(who).id)


def acted(field: Field, fighter: Fighter, did: str, *, free: bool = False) -> None:
    """That was an action; the go is over when there is time for no other. What is free takes no time."""
    actions = fighter.actions if free else fighter.actions + 1
    done = not fighter.again and not affords(actions + 1, fighter.grants)
    field.stands(replace(fighter, actions=actions, done=done, did=did))


def _cross(play: Play, act: CrossRoom) -> None:
    field = field_of(play, act.who)
    field.stands(replace(field.fighter(act.who), moved=True))
    play.tell(Went(act.who, "moves"), to=field.to)


def _reload(play: Play, act: ReloadWeapon) -> None:
    field = field_of(play, act.who)
    fighter = field.fighter(act.who)
    weapon = _unloaded(play.now, fighter)
    ready = replace(fighter, unloaded=None)
    play.tell(Went(act.who, f"reloads the {weapon.name}" if weapon else "reloads"), to=field.to)
    if weapon is not None and weapon.reload is Reloading.MOVE:
        field.stands(replace(ready, moved=True))
    else:
        acted(field, ready, "reloaded")


def _unloaded(known: Campaign, fighter: Fighter) -> Weapon | None:
    if fighter.unloaded is None:
        return None
    return next((one for one in weapons_of(known, fighter.who) if one.thing == fighter.unloaded), None)


def _try(play: Play, act: TryInFight) -> None:
    field = field_of(play, act.who)
    fighter = field.fighter(act.who)
    result = ""
    if act.attribute is not None:
        given = play.now.house.applied(attribute_check, _check(play.now, fighter, act.attribute, act.edge))
        ruling = Ruling(
            attribute_check,
            given,
            by=field.person(act.who).seat,
            to=field.to,
            whole=True,
            idle=idle(given, lambda roll: (roll == given.attribute, roll < given.attribute)),
        )
        (outcome,) = play.settle_each((ruling,))
        fighter = replace(fighter, bent=fighter.bent + bent(play.answers_of()))
        result = f" and {_RESULTS.get(outcome.kind, 'does it')}"
    play.tell(Went(act.who, f"tries: {act.doing}{result}"), to=field.to)
    acted(field, fighter, act.doing)


_RESULTS = {"failure": "fails", "exact": "does it really well"}


def _check(known: Campaign, fighter: Fighter, attribute: Attribute, edge: Edge) -> Check:
    own = striking.numbers(known, fighter.who)
    scores = {Attribute.AGILITY: own.agility, Attribute.BRAWN: own.brawn, Attribute.CUNNING: own.cunning}
    scars = striking.scars_of(known, fighter.who)
    return Check(scars=scars, scars_used=fighter.bent, attribute=scores[attribute], edge=edge)


def _pass(play: Play, act: PassGo) -> None:
    field = field_of(play, act.who)
    fighter = field.fighter(act.who)
    play.tell(Went(act.who, "does no more" if fighter.did or fighter.moved else "waits"), to=field.to)
    field.stands(replace(fighter, done=True, again=False, did=fighter.did or "waited"))


def _flee(play: Play, act: FleeFight) -> None:
    field = field_of(play, act.who)
    _away(field, act.who)


def _away(field: Field, who: PersonId) -> None:
    field.play.tell(Went(who, "flees"), to=field.to)
    field.stands(replace(field.fighter(who), done=True, again=False, away=True, did="fled"))


def _withdraw(play: Play, act: WithdrawAll) -> None:
    field = Field(play, act.group)
    for fighter in field.up():
        _away(field, fighter.who)


# Who may


_PHASE = {Block.BEFORE: Phase.BEFORE, Block.AFTER: Phase.AFTER}


def on_their_go(known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
    """Why somebody cannot act in a fight now."""
    yield from not_theirs(known, seat, who)
    fight = fight_of(known.group_of(who))
    fighter = fight.fighter(who) if fight is not None else None
    if fight is None or fighter is None or fight.phase is Phase.OVER:
        yield Reason("no_fight", "They are in no fight.")
    elif fighter.away:
        yield Reason("away", "They are out of the fight.")
    elif fight.phase is not _PHASE[fighter.block]:
        yield Reason("not_their_go", "It is not their go.")
    elif fighter.done:
        yield Reason("done_this_round", f"They have had their go: {fighter.did or 'nothing to be done'}.")


def free_to_act(known: Campaign, seat: SeatId, who: PersonId, *, ritual: bool = False) -> Iterable[Reason]:
    """Why somebody has no action left for that; an earned blow must be struck or let go first."""
    reasons = tuple(on_their_go(known, seat, who))
    yield from reasons
    fighter = fighter_of(known, who)
    if reasons or fighter is None:
        return
    if fighter.again:
        yield Reason("blow_owed", "They have another blow first: strike, or let it go.")
    go = Go(moved=fighter.moved, actions=fighter.actions + 1, grants=fighter.grants, ritual=ritual)
    outcome = turn_budget(Script(), go)
    if isinstance(outcome, GoRefused):
        yield Reason(outcome.reason.value, _NO_GO[outcome.reason], turn_budget.id)


_NO_GO = {
    NoGo.TOO_MANY_ACTIONS: "There is no time for another action.",
    NoGo.RITUAL_AND_MOVE: "A ritual allows no move.",
}


def fighter_of(known: Campaign, who: PersonId) -> Fighter | None:
    fight = fight_of(known.group_of(who))
    return fight.fighter(who) if fight is not None else None


def _may_cross(known: Campaign, seat: SeatId, act: CrossRoom) -> Iterable[Reason]:
    yield from on_their_go(known, seat, act.who)
    fighter = fighter_of(known, act.who)
    if fighter is not None and fighter.moved:
        yield Reason("moved", "They have moved already.", turn_budget.id)


def _may_reload(known: Campaign, seat: SeatId, act: ReloadWeapon) -> Iterable[Reason]:
    yield from on_their_go(known, seat, act.who)
    fighter = fighter_of(known, act.who)
    weapon = _unloaded(known, fighter) if fighter is not None else None
    if fighter is None or weapon is None:
        yield Reason("nothing_to_reload", "Nothing needs reloading.")
    elif weapon.reload is Reloading.MOVE and fighter.moved:
        yield Reason("moved", "They have moved already.", turn_budget.id)
    elif weapon.reload is Reloading.ACTION:
        yield from (one for one in free_to_act(known, seat, act.who) if one.code == NoGo.TOO_MANY_ACTIONS)


def _may_try(known: Campaign, seat: SeatId, act: TryInFight) -> Iterable[Reason]:
    yield from free_to_act(known, seat, act.who)


def _may_pass(known: Campaign, seat: SeatId, act: PassGo | FleeFight) -> Iterable[Reason]:
    yield from on_their_go(known, seat, act.who)


def _may_withdraw(known: Campaign, seat: SeatId, act: WithdrawAll) -> Iterable[Reason]:
    yield from referee_only(seat)
    fight = fight_of(known.groups.get(act.group))
    if fight is None or fight.phase is Phase.OVER:
        yield Reason("no_fight", "There is no fight.")


# Offers


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        if any(on_their_go(known, seat, who)):
            continue
        fight, fighter = fight_of(known.group_of(who)), fighter_of(known, who)
        if fight is None or fighter is None:
            continue
        name = known.people[who].name
        yield _offer(CrossRoom(who), f"{name}: cross the room", _may_cross(known, seat, CrossRoom(who)))
        if fighter.unloaded is not None:
            yield _offer(ReloadWeapon(who), f"{name}: reload", _may_reload(known, seat, ReloadWeapon(who)))
        yield _offer(
            TryInFight(who, "something else"),
            f"{name}: something else",
            _may_try(known, seat, TryInFight(who, "something else")),
        )
        yield Offer(FleeFight(who), f"{name}: flee", who)
        yield Offer(PassGo(who), f"{name}: {'let the blow go' if fighter.again else 'do no more'}", who)
    if seat == REFEREE:
        for group in known.groups.values():
            fight = fight_of(group)
            if fight is not None and fight.phase is not Phase.OVER:
                yield Offer(WithdrawAll(group.id), f"Everybody runs ({group.name})")


def _offer(act: CrossRoom | ReloadWeapon | TryInFight, label: str, refused: Iterable[Reason]) -> Offer:
    return Offer(act, label, act.who, refused=tuple(refused))


ROOM = Room(
    arms={Went: unchanged},
    steps={
        CrossRoom: _cross,
        ReloadWeapon: _reload,
        TryInFight: _try,
        PassGo: _pass,
        FleeFight: _flee,
        WithdrawAll: _withdraw,
    },
    refusals={
        CrossRoom: _may_cross,
        ReloadWeapon: _may_reload,
        TryInFight: _may_try,
        PassGo: _may_pass,
        FleeFight: _may_pass,
        WithdrawAll: _may_withdraw,
    },
    offers=_offers,
    words={Went: lambda now, it: f"{named(now, (it.who,))} {it.did}."},
)
