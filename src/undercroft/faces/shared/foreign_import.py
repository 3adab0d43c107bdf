"""What a file of another program holds, brought into a campaign that is played, or into a new one."""

from collections.abc import Callable

from msgspec.structs import replace

from undercroft.exchange.foreign import Imported, with_imported
from undercroft.faces.shared.new_campaign import MORNING, USUAL_SEATS, Chosen, seated
from undercroft.faces.shared.pictures import keep_picture
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput
from undercroft.server.new_ids import new_act
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Refused
from undercroft.table.preparing.draft import MOST_CHANGES, ChangeNow, Changes, Prepare
from undercroft.table.preparing.parts import differences, with_draft
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import AnyChange
from undercroft.table.state.lands import Lands
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.campaign_start import Begin


def begin_with(title: str, found: Imported) -> Begin:
    """A campaign that starts with what a file holds."""
    begin = Begin(
        title,
        day_begins=MORNING,
        things=tuple(thing for whole in found.sites for thing in whole.things.values()),
        sites=tuple(whole.site for whole in found.sites),
        lands=found.lands or Lands(),
        bestiary=found.monsters,
        tables=found.tables,
        pictures=tuple(file.picture for file in found.pictures),
    )
    return seated(begin, Chosen(), USUAL_SEATS)


def changes_of(world: Campaign, found: Imported) -> tuple[AnyChange, ...]:
    """What a file changes in a world. A file that was read before changes what differs, and doubles nothing."""
    return tuple(differences(world, with_imported(world, found)))


def bring_in(table: OpenTable, found: Imported, *, draft: bool) -> int:
    """Put what a file holds into play, or into the draft, whole or not at all; the number of changes."""
    changes = changes_of(with_draft(table.now) if draft else replace(table.now, draft={}), found)
    command: Callable[[Changes], Prepare | ChangeNow] = Prepare if draft else ChangeNow

    def taken(tried: OpenTable) -> None:
        for picture in found.pictures:
            keep_picture(tried, picture)
        for start in range(0, len(changes), MOST_CHANGES):
            done = tried.act(REFEREE, command(changes[start : start + MOST_CHANGES]), key=new_act())
            if isinstance(done, Refused):
                why = done.reasons[0]
                raise BadInput(why.code, why.what.removesuffix("."), "change that at the table first")

    table.together(taken)
    return len(changes)


def contents_of(found: Imported) -> tuple[str, ...]:
    """What a file holds, each part counted in words; what it has none of is left out."""
    sites = [whole.site for whole in found.sites]
    counts = (
        (len(sites), "site", ""),
        (sum(not zone.corridor for site in sites for zone in site.zones.values()), "room", ""),
        (sum(zone.corridor for site in sites for zone in site.zones.values()), "passage", ""),
        (sum(len(site.doors) for site in sites), "way between them", "ways between them"),
        (sum(len(site.creatures) for site in sites), "kind of creature", "kinds of creatures"),
        (sum(len(site.traps) for site in sites), "trap", ""),
        (sum(len(whole.things) for whole in found.sites), "thing to find", "things to find"),
        (len(found.lands.hexes) if found.lands is not None else 0, "hex", "hexes"),
        (len(found.lands.ways) if found.lands is not None else 0, "stretch of road", "stretches of road"),
        (len(found.tables), "table", ""),
        (len(found.monsters), "monster", ""),
        (len(found.texts), "text", ""),
        (len(found.pictures), "picture", ""),
    )
    return tuple(counted(number, one, many) for number, one, many in counts if number)
