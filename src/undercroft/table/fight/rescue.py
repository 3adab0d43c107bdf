"""Saving the dying in a fight, and dragging them out of it."""

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from undercroft.books.sovereign.injury import Lying, Wish, mortally_injured
from undercroft.books.sovereign.stabilising import Rescue, Since, Stabilised, full_rounds, stabilize
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.body.dying import rescue
from undercroft.table.body.wounds import not_together, rounds_to_live, save
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Offer, Part, Reason
from undercroft.table.engine.permission import cannot_help, could_help
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import have
from undercroft.table.fight.goes import ActionCommand, Went, acted, field_of, not_free, on_their_go
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import SLOTS, Fell
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person, State
from undercroft.table.state.scenes import Fight


class HelpInFight(ActionCommand, frozen=True, tag="help_in_fight"):
    """Try to save a dying character, alone or with helpers."""

    patient: PersonId
    helpers: tuple[PersonId, ...] = ()
    ABOUT = About(title="Save a dying character", icon="heart", place=Section.GO, also=Section.ACTIONS, rank=30)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        apart = tuple(not_together(known, self.who, self.patient))
        yield from apart
        yield from cannot_help(known, self.who, self.helpers, self.patient)
        for helper in self.helpers:
            if helper in could_help(known, self.who, self.patient) and any(not_free(known, seat, helper)):
                yield Reason("helper_busy", f"Helping costs an action, and {known.people[helper].name} has none left.")
        fight = fight_of(known.group_of(self.who))
        if apart or fight is None or self.who not in known.people:
            return
        patient = known.people[self.patient]
        given = needed(known, fight, known.people[self.who], patient, ())
        if not given.target_dying:
            yield Reason("not_dying", f"{patient.name} is not dying.", stabilize.id)
        elif given.attempted_this_round:
            yield Reason(
                "tried_this_round", f"{have(known, self.patient)} already been helped this round.", stabilize.id
            )

    def do(self, play: Play) -> None:
        """Make the one attempt of this round for the dying character."""
        field = field_of(play, self.who)
        medic, patient = field.person(self.who), field.person(self.patient)
        given = needed(play.now, field.fight, medic, patient, self.helpers)
        fallen = field.fight.fighter(self.patient)
        if fallen is not None:
            field.set_fighter(replace(fallen, tended=field.fight.round))
        outcome = play.settle(stabilize, given, by=medic.seat, who=medic.id, to=field.to, whole=True)
        saved = isinstance(outcome, Stabilised)
        play.tell(Tended(self.who, self.patient, saved), to=field.to)
        if saved:
            save(play, self.patient, to=field.to)
        for helper in self.helpers:
            acted(field, field.fighter(helper), f"helped {medic.name}")
        acted(field, field.fighter(self.who), f"tended {patient.name}")


class DragAway(ActionCommand, frozen=True, tag="drag_away"):
    """Drag a fallen character out of the fight."""

    comrade: PersonId
    ABOUT = About(title="Drag a person out of the fight", icon="hand", place=Section.GO, also=Section.ACTIONS, rank=80)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        apart = tuple(not_together(known, self.who, self.comrade))
        yield from apart
        fight = fight_of(known.group_of(self.who))
        if apart or fight is None:
            return
        comrade, dragger = known.people[self.comrade], fight.fighter(self.who)
        if comrade.able:
            yield Reason("on_their_feet", f"{comrade.name} needs no dragging.")
        fallen = fight.fighter(self.comrade)
        if fallen is None or fallen.away:
            yield Reason("away", f"{comrade.name} is out of the fight.")
        if dragger is not None and dragger.moved:
            yield Reason("moved", f"{have(known, self.who)} already moved this round.", mortally_injured.id)

    def do(self, play: Play) -> None:
        """Spend the whole go; the dragged character is out of the fight."""
        field = field_of(play, self.who)
        comrade = field.person(self.comrade)
        if comrade.is_in(State.MORTALLY_INJURED):
            play.settle(mortally_injured, Lying(Wish.BE_DRAGGED), to=field.to, whole=True)
        play.tell(Went(self.who, f"drags {comrade.name} away"), to=field.to)
        field.set_fighter(replace(field.fighter(self.comrade), away=True))
        acted(field, replace(field.fighter(self.who), moved=True), f"dragged {comrade.name}")


class Tended(Event, frozen=True, tag="table.tended"):
    """A character tried to save a dying one."""

    who: PersonId
    patient: PersonId
    saved: bool

    def say(self, now: Campaign) -> str:
        medic, patient = now.people[self.who].name, now.people[self.patient].name
        return f"{medic} saves {patient}." if self.saved else f"{medic} cannot save {patient} yet."


def needed(known: Campaign, fight: Fight, medic: Person, patient: Person, helpers: tuple[PersonId, ...]) -> Rescue:
    """The rescue now; it is harder with every full round since the fall."""
    return in_fight(known, fight, patient.id, rescue(known, medic, patient, helpers, known.now_of(medic.id)))


def in_fight(known: Campaign, fight: Fight, patient: PersonId, given: Rescue) -> Rescue:
    """A rescue by the rounds of a fight."""
    fallen = fight.fighter(patient)
    tried = fallen is not None and fallen.tended == max(1, fight.round)
    lain = given.full_rounds if fallen is None or fallen.fell is None else rounds_lain(known, fight, fallen.fell)
    return replace(given, full_rounds=lain, attempted_this_round=tried)


def rounds_lain(known: Campaign, fight: Fight, fell: Fell) -> int:
    """The full rounds since a character fell in this fight."""
    slot = SLOTS.index(fight.phase) if fight.phase in SLOTS else len(SLOTS)
    most = rounds_to_live(known.house)
    since = Since(fell.round, fell.slot, max(fell.round, min(fight.round, fell.round + most)), slot)
    return _full_rounds(known.house.applied(full_rounds, since))


@lru_cache(1024)
def _full_rounds(since: Since) -> int:
    return full_rounds(Script(), since).full_rounds


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for medic, fight, _ in on_their_go(known, seat):
        for fallen in (known.people[fighter.who] for fighter in fight.fighters if fighter.who in known.people):
            act, drag = HelpInFight(medic.id, fallen.id), DragAway(medic.id, fallen.id)
            if fallen.is_in(State.MORTALLY_INJURED):
                given, aims = needed(known, fight, medic, fallen, ()), ("stabilised",)
                yield Offer(act, "stabilise", fallen.name, medic.name, medic.id, rule=stabilize, given=given, aims=aims)
            if fallen.alive and not fallen.able:
                yield Offer(drag, "drag", fallen.name, medic.name, medic.id, detail=" away", open_only=True)


PART = Part(commands=(HelpInFight, DragAway), events=(Tended,), offers=_offers)
