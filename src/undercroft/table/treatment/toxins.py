"""The harm of poisons and diseases, and their treatment with a healer's kit."""

from collections.abc import Iterable, Iterator

from undercroft.books.sovereign.poisons import Antidote, Neutralised, Toxin, counteract, poison_effect
from undercroft.books.sovereign.strain import OUT_COLD
from undercroft.books.sovereign.units import TURN, Attribute, Skill
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.body.condition import StrainChanged
from undercroft.table.body.wounds import KIT, hurt, knock_out, not_together
from undercroft.table.engine.audience import Audience
from undercroft.table.engine.part import Command, Reason
from undercroft.table.engine.play import Play
from undercroft.table.exploration.clocks import step_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import occupied
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person, State


class ToxinCommand(Command, frozen=True):
    """A person treats another's poison or disease with a healer's kit."""

    who: PersonId
    patient: PersonId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from occupied(known, seat, self.who, Activity.FIRST_AID)
        apart = tuple(not_together(known, self.who, self.patient))
        yield from apart
        if self.who in known.people and known.has(self.who, KIT) is None:
            yield Reason("no_kit", f"{known.people[self.who].name} has no healer's kit.", counteract.id)
        if not apart:
            yield from self.no_use(known, known.people[self.patient])

    def no_use(self, known: Campaign, patient: Person, /) -> Iterable[Reason]:
        """The reason the treatment does nothing for a patient now."""
        raise NotImplementedError


def sicken(
    play: Play, who: PersonId, dice: tuple[int, ...], strain: int, penalty: int, *, cause: str, to: Audience
) -> None:
    """Do the harm of a poison or disease once."""
    person = play.now.people[who]
    toxin = Toxin(dice, strain, penalty, person.strain, bridge.strain_max(person))
    harm = play.settle(poison_effect, toxin, to=to)
    if harm.strain != person.strain:
        play.tell(StrainChanged(who, harm.strain), to=to)
    if harm.unconscious:
        knock_out(play, who, State.UNCONSCIOUS, OUT_COLD, {}, to)
    if harm.damage:
        hurt(play, who, harm.damage, cause=cause, to=to)


def treatment_time(known: Campaign, who: PersonId) -> Seconds:
    """How long an attempt against a poison or disease takes: a turn or round of the site, elsewhere a turn."""
    return step_of(known, who) or TURN


def against(known: Campaign, medic: Person, difficulty: int) -> Antidote:
    """The input for an attempt against a poison or disease of that difficulty."""
    mod = bridge.check(medic, Attribute.INT, Skill.HEAL)
    return Antidote(mod, difficulty, has_kit=known.has(medic.id, KIT) is not None)


def neutralised(play: Play, medic: Person, given: Antidote | None, to: Audience) -> bool:
    """Try to counteract a poison or disease, if there is one; return whether it worked."""
    if given is None:
        return False
    return isinstance(play.settle(counteract, given, by=medic.seat, who=medic.id, to=to), Neutralised)


def nurses(known: Campaign, state: State) -> Iterator[tuple[Person, Person]]:
    """Every person in a state, with each member of their group who can act."""
    for patient in known.people.values():
        group = known.group_of(patient.id)
        if group is not None and patient.is_in(state):
            yield from ((medic, patient) for medic in known.able_in(group.id))
