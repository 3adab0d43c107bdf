"""A campaign written down reads back equal."""

import tomllib

import pytest
from hypothesis import HealthCheck, given, settings

from tests.exchange.campaignfile.campaigns import campaigns
from tests.exchange.campaignfile.test_reading import PEOPLE, SITE
from tests.figures import WRITTEN, soak
from tests.table.small_site import begin
from undercroft.exchange.campaignfile import read, write
from undercroft.exchange.campaignfile.toml import dumped
from undercroft.exchange.campaignfile.toml_tree import Inline
from undercroft.table.world.campaign_start import Begin


@soak(WRITTEN)
@settings(max_examples=WRITTEN, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(campaigns())
def test_any_campaign_reads_back_equal(campaign: Begin) -> None:
    """Whatever it holds, in whatever order."""
    text = write(campaign)
    assert campaign == read(text, "any.toml")
    assert text == write(read(text, "any.toml"))


def test_what_is_written() -> None:
    """What goes without saying is not said; gear is in one word where one is enough."""
    assert """\
undercroft = 1
name = "The Mill"
day = 1
hour = "00:00"

[seats.one]
name = "Seat 1"
dice = "typed"

[characters.maud]
name = "Maud"
seat = "one"
strain = 1
hp = 3
hp_max = 5

[characters.maud.sheet]
dexterity = 16
level = 2
skills = { Sneak = 1, Magic = 2 }
overrides = { cunning = 12 }
class = "mage"

[characters.maud.gear]
readied = ["dagger", "torch x3", { id = "charm", name = "Bone charm", worth = 300 }]
stowed = ["torch", { name = "tin lantern", item = "lantern", burnt = 600 }, { name = "Ink & quill" }]
coins = { gold = 3, silver = 4 }

[hirelings.tam]
name = "Tam"
terms = "a silver a day"
hp = 4

[hirelings.bram]
name = "Bram"
seat = "one"
hp = 1
role = "henchman"
""" == write(read(PEOPLE, "mill.toml"))


def test_a_site_reads_back_equal() -> None:
    """Whatever stood under a zone stands under the site."""
    there = read(SITE, "mill.toml")
    text = write(there)
    assert there == read(text, "mill.toml")
    assert '[sites.mill.traps.beam]\nzone = "loft"\n' in text
    assert '[sites.mill.things.key]\nwith = "miller"\nname = "Iron key"\n' in text


def test_the_order_of_doors_is_kept() -> None:
    """Equal mappings may differ in it, and what a search finds first depends on it."""
    there = read(write(begin()), "crypt.toml").sites[0]
    assert ["oak", "slab"] == list(there.doors)
    assert ["slide", "niche"] == list(there.features)


@pytest.mark.parametrize(
    "text, written",
    [
        ("A long\nhall.", '"""\nA long\nhall."""'),
        ("\nA hall.", '"""\n\nA hall."""'),
        ("A\r\nhall.\r", '"A\\r\\nhall.\\r"'),
        ('A "long" hall', '"A \\"long\\" hall"'),
    ],
)
def test_a_text_of_several_lines_begins_on_its_own(text: str, written: str) -> None:
    """A reader of TOML turns bare carriage returns into line feeds, so they are escaped."""
    assert f"glance = {written}\n" == dumped({"glance": text})
    assert {"glance": text} == tomllib.loads(dumped({"glance": text}))


def test_how_tables_and_lists_are_written() -> None:
    """Values stand before tables, whatever their order; a long list has an item on each line."""
    tree = {
        "doors": [{"to": "hall", "lock": {"dc": 9}}, {"to": "crypt"}],
        "lands": {"hexes": {"0101": Inline({"terrain": "fen"}), "0102": Inline({})}},
        "long": ["a" * 60, "b" * 60],
        "short": [1, [True]],
    }
    assert f"""\
long = [
    "{"a" * 60}",
    "{"b" * 60}",
]
short = [1, [true]]

[[doors]]
to = "hall"

[doors.lock]
dc = 9

[[doors]]
to = "crypt"

[lands.hexes]
0101 = {{ terrain = "fen" }}
0102 = {{}}
""" == dumped(tree)
