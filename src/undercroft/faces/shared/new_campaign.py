"""What a new campaign starts from: a file, the demo or nothing, with house rules and an id."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft import demo
from undercroft.exchange import campaignfile
from undercroft.exchange.outline import is_outline, read_outline
from undercroft.exchange.pictures import PictureFile
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput, NotFound
from undercroft.kernel.rules import says
from undercroft.kernel.units import HOUR, SeatId, Seconds
from undercroft.table.state.house_choices import with_choice
from undercroft.table.state.house_rules import PRESETS, Value
from undercroft.table.state.ids import Name
from undercroft.table.state.names import check_name, looks
from undercroft.table.state.seats import Seat, Throwing
from undercroft.table.state.things import Carried
from undercroft.table.world.campaign_start import Begin

MOST_SEATS = 12
USUAL_SEATS = 4
MORNING = Seconds(9 * HOUR)
"""The time of day at which a new campaign begins."""


class CampaignChoices(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a person chooses for any new campaign."""

    house: Annotated[Mapping[str, Value], says("house rules that differ from the preset, by their ids")] = {}
    players: Annotated[tuple[Name, ...], Meta(max_length=MOST_SEATS), says("the players' names, one seat each")] = ()
    dice: Annotated[Throwing, says("whose dice the players of an empty campaign use")] = Throwing.ROLLED


class FromFile(CampaignChoices, frozen=True, kw_only=True):
    """A campaign to start from a file; what is not chosen is as the file has it."""

    name: str = ""
    preset: str | None = None


class NewTable(CampaignChoices, frozen=True, kw_only=True):
    """A campaign to start."""

    name: Annotated[str, says("its name")]
    preset: Annotated[str, says("the house rules it begins from")] = "undercroft"
    demo: Annotated[bool, says("start with the demo's dungeon and party")] = False
    seats: Annotated[int, Meta(ge=0, le=MOST_SEATS), says("how many players' seats an empty campaign has")] = (
        USUAL_SEATS
    )


class CampaignSource(Struct, frozen=True):
    """What a campaign starts from: a named file's text, the demo, or nothing; and other house rules."""

    text: str | None = None
    name: str = ""
    demo: bool = False
    preset: str | None = None
    pictures: tuple[PictureFile, ...] = ()
    """The pictures that came with the file."""

    @property
    def is_outline(self) -> bool:
        """Whether the file is an outline of numbered rooms."""
        return self.text is not None and not self.name.lower().endswith(".toml") and is_outline(self.text)

    @property
    def file(self) -> str:
        """The text of the campaign file, if it is one; the demo has its own."""
        return demo.text() if self.demo else "" if self.text is None or self.is_outline else self.text


def contents_in(begin: Begin, file: str = "") -> tuple[str, ...]:
    """What a campaign begins with, each part counted in words; what it has none of is left out."""
    sites = begin.sites
    tables = len(begin.tables) + sum(bool(site.encounters) for site in sites) + len(begin.lands.tables)
    counts = (
        (len(sites), "site", ""),
        (sum(len(site.zones) for site in sites), "room", ""),
        (sum(len(site.doors) for site in sites), "door", ""),
        (sum(len(site.creatures) for site in sites), "kind of creature", "kinds of creatures"),
        (sum(len(site.traps) for site in sites), "trap", ""),
        (sum(not isinstance(thing.place, Carried) for thing in begin.things), "thing to find", "things to find"),
        (tables, "table", ""),
        (len(begin.bestiary), "monster", ""),
        (len(begin.lands.hexes), "hex", "hexes"),
        (len(begin.people), "person", "people"),
        (len(_notes(file)), "line to look at", "lines to look at"),
    )
    return tuple(counted(number, one, many) for number, one, many in counts if number)


def _notes(text: str) -> tuple[object, ...]:
    """What an outline's reader noticed."""
    return tuple(read_outline(text).notes) if text and is_outline(text) else ()


def begin_from(title: str, source: CampaignSource) -> Begin:
    if source.text is not None:
        begin = _outlined(title, source.text) if source.is_outline else campaignfile.read(source.text, source.name)
        begin = replace(begin, pictures=tuple(file.picture for file in source.pictures))
    elif source.demo:
        begin = demo.campaign()
    else:
        begin = Begin(title, day_begins=MORNING)
    if source.preset is None:
        return begin
    if source.preset not in PRESETS:
        raise NotFound(
            "no_such_preset", f"there is no preset “{source.preset[:60]}”", f"there are {', '.join(PRESETS)}"
        )
    return replace(begin, house=PRESETS[source.preset])


def seated(begin: Begin, asked: CampaignChoices, seats: int) -> Begin:
    """A campaign with a seat for each named player, or with this many; one that has seats keeps them."""
    if begin.seats:
        return begin
    names = asked.players or tuple(f"Seat {number}" for number in range(1, seats + 1))
    for number, name in enumerate(names):
        check_name(name)
        if looks(name) in map(looks, names[:number]):
            raise BadInput(
                "name_taken", f"two players are called “{name[:60]}”", "give each another name", field="players"
            )
    sitting = (Seat(SeatId(f"seat-{number}"), name.strip(), asked.dice) for number, name in enumerate(names, 1))
    return replace(begin, seats=tuple(sitting))


def under(begin: Begin, changes: Mapping[str, Value]) -> Begin:
    """A campaign with some house rules changed."""
    house = begin.house
    for id, value in changes.items():
        house = with_choice(house, id, value)
    return replace(begin, house=house)


def _outlined(title: str, text: str) -> Begin:
    """A campaign with the site of an outline."""
    whole = read_outline(text, name=title).whole
    return Begin(title, day_begins=MORNING, sites=(whole.site,), things=tuple(whole.things.values()))
