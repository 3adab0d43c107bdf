"""An outline typed while the table plays: every pause is drafted, and Play it makes the site that was typed."""

from tests.table.preparing.crypt import in_the_hall
from tests.table.small_site import CRYPT, HALL, ONE, TWO, begin
from tests.table.tabletop import Tabletop
from undercroft.exchange.outline import Outlined, outlined, read_outline, write_outline
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.preparing.draft import PlayIt, Prepare
from undercroft.table.preparing.draft_lines import not_in_play_yet
from undercroft.table.preparing.parts import changes_to_site, with_draft
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import SiteId
from undercroft.table.world.groups import MAIN

MILL = """The Drowned Mill

1 Mill yard, lit
  Nettles to the waist.
  > 2 plank door, stuck
2 Grinding floor
  6 giant rats
  ? a loose flagstone
  *> 3 trapdoor
  $ 240 silver pieces
3 Cellar
  = black water, flooded, 6 rounds
  ! hoist weight: 2d6
4 Loft
  > 2 ladder
"""


def _site(campaign: Campaign, id: SiteId) -> Outlined | None:
    """A site as the draft has it."""
    now = with_draft(campaign)
    return outlined(now.sites[id], now.things.values()) if id in now.sites else None


def _typed(table: Tabletop, text: str, site: SiteId) -> Outlined:
    """What the referee has typed so far, drafted."""
    taken = set[str](table.now.things) | {door for each in table.now.sites.values() for door in each.doors}
    known = _site(table.now, site)
    read = read_outline(text, known, taken=() if known is not None else taken).whole
    changes = changes_to_site(table.now, read.site, read.things.values())
    if changes:
        table.do(Prepare(changes))
    return read


def test_site_typed_from_nothing_is_played_in_and_explored():
    """Kept at every pause, with half a word or half a line; in the end it is what the whole text says."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin())
    site = SiteId("the-drowned-mill")
    for end in range(20, len(MILL), 13):
        _typed(table, MILL[:end], site)
    read = _typed(table, MILL, site)
    table.do(PlayIt())

    made = table.now.sites[site]
    assert {"Mill yard", "Grinding floor", "Cellar", "Loft"} == {zone.name for zone in made.zones.values()}
    assert read.site.zones == made.zones
    assert read.site.doors.keys() == made.doors.keys()
    table.do(EnterSite(MAIN, site))
    assert ["Mill yard"] == [zone.name for zone in table.known(ONE).seen[site].zones.values()]


def test_room_typed_into_a_site_in_play_is_the_only_change():
    table = in_the_hall()
    crypt = outlined(table.now.sites[CRYPT], table.now.things.values())
    before = table.bytes_for(ONE)

    loft = f"8a Tallow loft\n  Candles by the hundred.\n  > {_number(crypt)} ladder\n"
    _typed(table, f"{write_outline(crypt).rstrip()}\n{loft}", CRYPT)

    (line,) = not_in_play_yet(table.now)
    assert "8a Tallow loft added, with a ladder from" in line.says
    table.do(PlayIt())
    assert {"Hall", "Cell", "Tallow loft"} == {zone.name for zone in table.now.sites[CRYPT].zones.values()}
    assert before == table.bytes_for(ONE)


def _number(crypt: Outlined) -> str:
    """The number that the outline gives the hall."""
    lines = write_outline(crypt).splitlines()
    return next(line.split()[0] for line in lines if line.endswith(crypt.site.zones[HALL].name) or "Hall" in line)
