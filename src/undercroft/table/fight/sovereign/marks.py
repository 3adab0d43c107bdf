"""The referee's word on a foe in a fight by Sovereign: cover, distance, darkness, lying down, shooting."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.situations import Circumstance
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.fight.field import FightField
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import FoeId, GroupId

LASTING = (
    Circumstance.HALF_COVER,
    Circumstance.NEARLY_FULL_COVER,
    Circumstance.BEYOND_RANGE,
    Circumstance.UNSEEN,
)
"""What holds for a foe until the referee changes it."""


class MarkFoe(Command, frozen=True, tag="mark_foe"):
    """Mark what changes attacks on a foe: cover, distance, darkness, and whether it lies down or shoots."""

    group: GroupId
    foe: FoeId
    marks: tuple[Circumstance, ...] = ()
    prone: bool = False
    shoots: bool = False
    ABOUT = About(title="Mark a foe's cover", words="cover distance range unseen dark prone shoots", icon="eye")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        fight = fight_of(known.groups.get(self.group))
        if fight is None or fight.book is not Combat.SOVEREIGN:
            yield Reason("no_fight", "There is no fight by Sovereign's rules.")
        elif fight.foe(self.foe) is None:
            yield Reason("no_foe", "There is no such foe.")
        if set(self.marks) - set(LASTING):
            yield Reason("bad_mark", "Mark only cover, distance and darkness: the fight knows the rest.")

    def do(self, play: Play) -> None:
        field = FightField(play, self.group)
        foe = field.foe(self.foe)
        marks = tuple(mark for mark in LASTING if mark in self.marks)
        field.set_foe(replace(foe, marks=marks, prone=self.prone, shoots=self.shoots))


PART = Part(commands=(MarkFoe,))
