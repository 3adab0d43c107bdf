"""A whole sheet changed at once: every number a person has, within its bounds, as one act."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.referee import adjustable
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId, Text

FIRST = ("hp_max",)
"""Values that bound others, and are set before them."""


class EditSheet(Command, frozen=True, tag="edit_sheet"):
    """Change any values of a person at once; the others stay."""

    who: PersonId
    values: Annotated[Mapping[str, Any], Meta(max_length=60)]
    reason: Text = ""
    ABOUT = About(title="Edit a sheet", deed="a sheet edited", while_waiting=True, listed=False, form="sheet")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        """The reasons against each value, as if those before it were set already."""
        yield from referee_only(seat)
        if self.who not in known.people:
            yield Reason("no_person", "There is no such character.")
            return
        if not any(self._changes(known)):
            yield Reason("unchanged", "Every value is as it was: change one first.")
        for setting in tuple(self._changes(known)):
            reasons = tuple(setting.why_not(known, seat))
            yield from reasons
            if not reasons:
                target = known.people[self.who]
                value = adjustable.read(setting.what, setting.field, setting.value)
                known = adjustable.put(known, setting.what, adjustable.changed(target, setting.field, value), None)
        person = known.people[self.who]
        if person.hp > person.hp_max:
            yield Reason(
                "above_most", f"{person.name} would have {person.hp} of {person.hp_max} hit points: lower both."
            )

    def do(self, play: Play) -> None:
        for setting in tuple(self._changes(play.now)):
            setting.do(play)

    def _changes(self, known: Campaign) -> Iterator[Adjust]:
        """The values that differ from the sheet, each as a change by hand."""
        person = known.people[self.who]
        for field in sorted(self.values, key=lambda field: field not in FIRST):
            shown: Any = person
            for step in field.split("."):
                shown = getattr(shown, step, None)
            if field not in adjustable.fields_of(Adjustable.PERSON) or not _same(shown, self.values[field]):
                yield Adjust(Adjustable.PERSON, self.who, field, self.values[field], self.reason)


def _same(shown: object, value: object) -> bool:
    return shown == value and isinstance(shown, bool) == isinstance(value, bool)


PART = Part(commands=(EditSheet,))
