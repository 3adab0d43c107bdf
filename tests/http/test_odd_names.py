"""Every page opens of a campaign whose log has names and numbers that a campaign file may not have."""

import pytest
from msgspec.structs import replace

from tests.http.hosting import TABLE, hosting
from tests.table.small_site import CRYPT, begin
from undercroft.exchange.campaignfile import problems, write
from undercroft.faces.exports.exporters import EXPORTERS
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.state.sites import Site
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN

ODD = ("x" * 900, "a\nb", "  ", "# Head", "> x", "[x]", "1. x", "trap: x", "none", "-", "\u200bx", "\u202ex", "“", "\\")
PAGES = (
    *("", "/screen", "/notes", "/log", "/report", "/odds", "/house", "/players", "/evening", "/commands", "/print"),
    *("/prepare/file", "/prepare/sites", "/prepare/land", "/prepare/creatures", "/prepare/tables", "/people/maud"),
    *("/print/sheets", "/exports", "/export", "/export?as=campaign"),
    *(f"/export?as={each.name}" for each in EXPORTERS.values() if each.name != "ics"),
)


def oddly_named(odd: str) -> Begin:
    """The crypt with that text as every name and as the number of every room."""
    plain = begin()
    (crypt,) = plain.sites
    parts = {
        held: {id: replace(part, name=odd) for id, part in getattr(crypt, held).items()}
        for held in ("doors", "creatures", "traps", "obstacles")
    }
    zones = {id: replace(zone, name=odd, label=odd) for id, zone in crypt.zones.items()}
    site: Site = replace(crypt, name=odd, zones=zones, **parts)
    things = tuple(replace(thing, name=odd, item="") for thing in plain.things)
    people = tuple(replace(person, name=f"{person.name} {odd}"[:64]) for person in plain.people)
    return replace(plain, sites=(site,), things=things, people=people)


@pytest.mark.parametrize("odd", ODD)
def test_every_page_opens(odd: str) -> None:
    """Whatever the names are: the outline of a site gives rooms without a proper number one of their own."""
    opening = oddly_named(odd)
    assert problems(write(opening))
    with hosting(opening) as host:
        host.act(EnterSite(MAIN, CRYPT))
        referee = host.seated()
        found = {page: referee.get(f"/t/{TABLE}{page}", headers={"accept": "text/html"}) for page in PAGES}
    assert {} == {page: answer.text[:200] for page, answer in found.items() if answer.status_code >= 500}
    assert 200 == found["/prepare/sites"].status_code
