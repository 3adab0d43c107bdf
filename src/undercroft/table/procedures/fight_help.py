"""Helping in a fight: saving the dying before their Rounds run out, and dragging them out of it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.injury import Lying, Wish, mortally_injured
from undercroft.books.sovereign.stabilising import Rescue, Since, Stabilised, full_rounds, stabilize
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.battle import SLOTS, Fighter
from undercroft.table.bodies import State
from undercroft.table.campaign import Campaign
from undercroft.table.dying import rescue
from undercroft.table.names import PersonId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.procedures.fight_field import fight_of
from undercroft.table.procedures.fight_go import Went, acted, field_of, free_to_act, on_their_go
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import Fight
from undercroft.table.wounds import rounds_to_live, save, together


class HelpInFight(Command, frozen=True, tag="help_in_fight"):
    """Try to save somebody who lies dying, with the help of others or alone."""

    who: PersonId
    patient: PersonId
    helpers: tuple[PersonId, ...] = ()


class DragAway(Command, frozen=True, tag="drag_away"):
    """Drag somebody who is down out of the fight."""

    who: PersonId
    comrade: PersonId


class Tended(Event, frozen=True, tag="table.tended"):
    """Somebody tried to save the dying."""

    who: PersonId
    patient: PersonId
    saved: bool


def needed(known: Campaign, fight: Fight, medic: Person, patient: Person, helpers: tuple[PersonId, ...]) -> Rescue:
    """What it takes to save somebody now: the harder, the more full Rounds of the fight have gone by."""
    given = rescue(known, medic, patient, helpers, known.now_of(medic.id))
    fallen = fight.fighter(patient.id)
    tried = fallen is not None and fallen.tended == fight.round
    return replace(given, full_rounds=rounds_lain(known, fight, fallen), attempted_this_round=tried)


def rounds_lain(known: Campaign, fight: Fight, fallen: Fighter | None) -> int:
    """How many full Rounds somebody has lain there; none for those who did not fall in this fight."""
    if fallen is None or fallen.fell is None:
        return 0
    slot = SLOTS.index(fight.phase) if fight.phase in SLOTS else len(SLOTS)
    most = rounds_to_live(known.house)
    since = Since(fallen.fell.round, fallen.fell.slot, min(fight.round, fallen.fell.round + most), slot)
    return full_rounds(Script(), known.house.applied(full_rounds, since)).full_rounds


def _help(play: Play, act: HelpInFight) -> None:
    """One try a Round for each who lies dying."""
    field = field_of(play, act.who)
    medic, patient = field.person(act.who), field.person(act.patient)
    given = needed(play.now, field.fight, medic, patient, act.helpers)
    fallen = field.fight.fighter(act.patient)
    if fallen is not None:
        field.stands(replace(fallen, tended=field.fight.round))
    outcome = play.settle(stabilize, given, by=medic.seat, who=medic.id, to=field.to, whole=True)
    saved = isinstance(outcome, Stabilised)
    play.tell(Tended(act.who, act.patient, saved), to=field.to)
    if saved:
        save(play, act.patient, to=field.to)
    for helper in act.helpers:
        acted(field, field.fighter(helper), f"helped {medic.name}")
    acted(field, field.fighter(act.who), f"tended {patient.name}")


def _drag(play: Play, act: DragAway) -> None:
    """It takes the whole go; whoever is dragged is out of harm's way."""
    field = field_of(play, act.who)
    comrade = field.person(act.comrade)
    if comrade.is_in(State.MORTALLY_INJURED):
        play.settle(mortally_injured, Lying(Wish.BE_DRAGGED), to=field.to, whole=True)
    play.tell(Went(act.who, f"drags {comrade.name} away"), to=field.to)
    field.stands(replace(field.fighter(act.comrade), away=True))
    acted(field, replace(field.fighter(act.who), moved=True), f"dragged {comrade.name}")


def _may_help(known: Campaign, seat: SeatId, act: HelpInFight) -> Iterable[Reason]:
    yield from free_to_act(known, seat, act.who)
    apart = tuple(together(known, act.who, act.patient))
    yield from apart
    for helper in act.helpers:
        if helper in (act.who, act.patient) or any(free_to_act(known, seat, helper)):
            yield Reason("helper_busy", "Whoever helps gives their action for it.")
    fight = fight_of(known.group_of(act.who))
    if apart or fight is None or act.who not in known.people:
        return
    patient = known.people[act.patient]
    given = needed(known, fight, known.people[act.who], patient, ())
    if not given.target_dying:
        yield Reason("not_dying", f"{patient.name} is not dying.", stabilize.id)
    elif given.attempted_this_round:
        yield Reason("tried_this_round", "Somebody has tried this Round already.", stabilize.id)


def _may_drag(known: Campaign, seat: SeatId, act: DragAway) -> Iterable[Reason]:
    yield from free_to_act(known, seat, act.who)
    apart = tuple(together(known, act.who, act.comrade))
    yield from apart
    fight = fight_of(known.group_of(act.who))
    if apart or fight is None:
        return
    comrade, own = known.people[act.comrade], fight.fighter(act.who)
    if comrade.able:
        yield Reason("on_their_feet", f"{comrade.name} needs no dragging.")
    fallen = fight.fighter(act.comrade)
    if fallen is None or fallen.away:
        yield Reason("away", f"{comrade.name} is out of the fight.")
    if own is not None and own.moved:
        yield Reason("moved", "They have moved already.", mortally_injured.id)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        fight = fight_of(known.group_of(who))
        if fight is None or any(on_their_go(known, seat, who)):
            continue
        medic = known.people[who]
        for fallen in (known.people[one.who] for one in fight.fighters if one.who in known.people):
            if fallen.is_in(State.MORTALLY_INJURED):
                act = HelpInFight(who, fallen.id)
                given = needed(known, fight, medic, fallen, ())
                refused = tuple(_may_help(known, seat, act))
                label = f"{medic.name}: stabilise {fallen.name}"
                yield Offer(act, label, who, rule=stabilize, given=given, refused=refused, aims=("stabilised",))
            drag = DragAway(who, fallen.id)
            if fallen.alive and not fallen.able and not any(_may_drag(known, seat, drag)):
                yield Offer(drag, f"{medic.name}: drag {fallen.name} away", who)


ROOM = Room(
    arms={Tended: unchanged},
    steps={HelpInFight: _help, DragAway: _drag},
    refusals={HelpInFight: _may_help, DragAway: _may_drag},
    offers=_offers,
    words={
        Tended: lambda now, it: (
            f"{now.people[it.who].name} {'saves' if it.saved else 'cannot save'} {now.people[it.patient].name}"
            f"{'' if it.saved else ' yet'}."
        ),
    },
)
