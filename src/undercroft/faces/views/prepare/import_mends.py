"""What a site that is imported will still lack, each with the part to look at."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from undercroft.exchange.foreign.grid import PLACEHOLDER_CLUE
from undercroft.exchange.outline.outlined import Outlined
from undercroft.kernel.amounts import counted
from undercroft.table.site.room_numbers import outwards, room_numbers
from undercroft.table.state.changes import address
from undercroft.table.state.ids import PartId
from undercroft.table.state.sites import Grade, Site


class ImportMend(Struct, frozen=True):
    """One thing to mend: what it is, and the part that it is about."""

    what: str
    part: PartId


def mends(sites: Sequence[Outlined]) -> tuple[ImportMend, ...]:
    """Everything to mend in the sites; with several, each line names its site."""
    return tuple(
        ImportMend(f"{mend.what} in {whole.site.name}", mend.part) if len(sites) > 1 else mend
        for whole in sites
        for mend in _of(whole.site)
    )


def _of(site: Site) -> Iterator[ImportMend]:
    numbers, at = room_numbers(site), address("sites", site.id)
    written = {feature.door for feature in site.features.values() if {*feature.clues} - {PLACEHOLDER_CLUE}}
    searched = {feature.door for feature in site.features.values() if feature.grade is Grade.HIDDEN}
    for door in site.doors.values():
        if door.hidden and door.id not in written | searched:
            one, other = (numbers[end] for end in door.between)
            what = f"secret door between {one} and {other} without a clue of your own"
            yield ImportMend(what, address("sites", site.id, "doors", door.id))
    reached = {*outwards(site, site.entrance)}
    for id in site.zones:
        if id not in reached:
            yield ImportMend(f"no way to room {numbers[id]}", address("sites", site.id, "zones", id))
    silent = [id for id, zone in site.zones.items() if not (zone.glance or zone.corridor)]
    if silent:
        what = f"{counted(len(silent), 'room')} without a text to read aloud"
        yield ImportMend(what, address("sites", site.id, "zones", silent[0]))
    if not site.encounters:
        yield ImportMend("no encounter table", at)
