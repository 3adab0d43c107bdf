"""The harm of poisons and diseases, and their treatment with a healer's kit."""

from collections.abc import Iterator

from undercroft.books.sovereign.poisons import Antidote, Toxin, counteract, poison_effect
from undercroft.books.sovereign.strain import OUT_COLD
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.body.condition import StrainChanged
from undercroft.table.body.wounds import KIT, hurt, knock_out, not_together
from undercroft.table.engine.audience import Audience
from undercroft.table.engine.part import Reason
from undercroft.table.engine.play import Play
from undercroft.table.exploration.clockwork import Activity
from undercroft.table.exploration.turns import occupied
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person, State


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


def against(known: Campaign, medic: Person, difficulty: int) -> Antidote:
    """The input for an attempt against a poison or disease of that difficulty."""
    mod = bridge.check(medic, Attribute.INT, Skill.HEAL)
    return Antidote(mod, difficulty, has_kit=known.has(medic.id, KIT) is not None)


def cannot_nurse(known: Campaign, seat: SeatId, who: PersonId, patient: PersonId) -> Iterator[Reason]:
    """The reasons a person cannot treat another now."""
    yield from occupied(known, seat, who, Activity.FIRST_AID)
    yield from not_together(known, who, patient)
    if who in known.people and known.has(who, KIT) is None:
        yield Reason("no_kit", f"{known.people[who].name} has no healer's kit.", counteract.id)


def nurses(known: Campaign, state: State) -> Iterator[tuple[Person, Person]]:
    """Every person in a state, with each member of their group who can act."""
    for patient in known.people.values():
        group = known.group_of(patient.id)
        if group is not None and patient.is_in(state):
            yield from ((medic, patient) for medic in known.able_in(group.id))
