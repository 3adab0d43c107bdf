"""Two versions of a campaign file compared: the changes of the world between them, and what a table does not take."""

from collections.abc import Iterator

from undercroft.table.preparing.parts import differences
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import AnyChange
from undercroft.table.world.campaign_start import Begin

_NOT_TAKEN = {
    "name": "the name of the campaign: rename the table instead",
    "house": "the house rules: change them on the page of the house rules",
    "day_begins": "the day and the hour: the clock of the table goes on",
    "party": "the party: let people join or leave at the table",
    "hex": "the hex where the party begins: the party stays where it is",
}


def world_of(begin: Begin) -> Campaign:
    """The world that a campaign file describes, without anybody in it."""
    return Campaign(
        seats={seat.id: seat for seat in begin.seats},
        people={person.id: person for person in begin.people},
        sites={site.id: site for site in begin.sites},
        lands=begin.lands,
        bestiary={monster.id: monster for monster in begin.bestiary},
        roll_tables={table.id: table for table in begin.tables},
        things={thing.id: thing for thing in begin.things},
    )


def changes_between(old: Begin, new: Begin) -> tuple[AnyChange, ...]:
    """The changes that make the new world of the old one."""
    return tuple(differences(world_of(old), world_of(new)))


def not_taken(old: Begin, new: Begin) -> Iterator[str]:
    """What differs and cannot be changed by a file while the table plays, in words."""
    return (words for field, words in _NOT_TAKEN.items() if getattr(old, field) != getattr(new, field))
