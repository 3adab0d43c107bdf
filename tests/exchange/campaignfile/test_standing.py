"""A campaign that is being played, written as a file to begin another from."""

from fractions import Fraction

from msgspec.structs import replace

from tests.table.small_site import CELL, CRYPT, HALL, MAUD, ONE, TWO, ULF, begin, site
from undercroft.books.sovereign.units import TURN
from undercroft.exchange.campaignfile import as_it_stands, problems, read, write_standing
from undercroft.kernel.units import Seconds
from undercroft.table.gear import money
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.ids import CreaturesId, PersonId, SiteId, ThingId, TimerId
from undercroft.table.state.lights import Light
from undercroft.table.state.people import Condition, Person
from undercroft.table.state.seats import Seat
from undercroft.table.state.sessions import Note
from undercroft.table.state.sites import EncounterRow
from undercroft.table.state.things import Carried, Gone, Guarded, Lying, Thing, ThingKind, Worn
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import lasts

BATS = CreaturesId("bats")


def standing(**changes: object) -> Campaign:
    """The crypt after ten minutes, with its party in the hall."""
    opening = begin()
    now = Campaign(
        name=opening.name,
        day_begins=Seconds(8 * 3600),
        seats={seat.id: seat for seat in opening.seats},
        people={person.id: person for person in opening.people},
        things={thing.id: thing for thing in opening.things},
        sites={each.id: each for each in opening.sites},
        groups={MAIN: Group(MAIN, "The party", opening.party, TURN, CRYPT, HALL)},
    )
    return replace(now, **changes)


def test_it_reads_back() -> None:
    """Without a problem, as what the campaign would begin with; its clock goes on from now."""
    text = write_standing(standing())
    assert () == problems(text)
    assert as_it_stands(standing()).begin == read(text, "crypt.toml")
    assert 'hour = "08:10"' in text
    assert text.startswith("# As it stood on day 1, 08:10.\n")


def test_what_is_left_behind_is_reported() -> None:
    """Where they stand, deadlines, notes and what nobody has yet; lights are out, so their deadlines need no word."""
    timers = (
        Timer(TimerId("a"), Lapse.DYING, "Ulf dies", Seconds(0), Seconds(3600), ()),
        Timer(TimerId("b"), Lapse.LIGHT, "a torch", Seconds(0), Seconds(3600), ()),
    )
    now = standing(
        timers={timer.id: timer for timer in timers}, notes=(Note("wet", ONE), Note("cold", ONE)), xp_pool=20
    )
    assert (
        "The party is in crypt, hall; the new campaign begins outside",
        "Ulf dies, due on day 1, 09:00",
        "2 notes; they are in the log",
        "20 XP not shared out yet",
    ) == as_it_stands(now).left
    assert "# Left behind: Ulf dies, due on day 1, 09:00\n" in write_standing(now)


def test_lights_are_out_and_as_far_down_as_they_burnt() -> None:
    """A torch lit a turn ago has burnt for a turn; of one that only the dice put out, nothing is known."""
    torch = Thing(ThingId("torch"), "torch", ThingKind.LIGHT, Carried(ULF, Worn.READIED), item="torch")
    until = Light(torch.id, "torch", ULF, Seconds(0), lasts("torch"))
    (burnt,) = (thing for thing in _things(standing(things={torch.id: torch}, lights={torch.id: until})))
    assert TURN == burnt.burnt
    by_dice = replace(until, until=None)
    (unknown,) = (thing for thing in _things(standing(things={torch.id: torch}, lights={torch.id: by_dice})))
    assert 1 == unknown.burnt


def _things(now: Campaign) -> tuple[Thing, ...]:
    return as_it_stands(now).begin.things


def test_the_dead_are_gone_and_what_they_had_is_on_the_floor() -> None:
    """Their row of the encounter table stays, and calls nobody of the site."""
    bats = Creatures(BATS, "bats", 0, Fraction(1), CELL)
    crypt = site(creatures={BATS: bats}, encounters=(EncounterRow("bats", BATS, "2d4"),))
    gem = Thing(ThingId("gem"), "gem", ThingKind.TREASURE, Guarded(CRYPT, BATS), worth=500)
    found = as_it_stands(standing(sites={CRYPT: crypt}, things={gem.id: gem})).begin
    assert ({}, (EncounterRow("bats", None, "2d4"),)) == (found.sites[0].creatures, found.sites[0].encounters)
    assert (replace(gem, place=Lying(CRYPT, CELL)),) == found.things


def test_what_is_used_up_is_not_written() -> None:
    """Unless a door, a trap or a hiding place names it."""
    spent = Thing(ThingId("oil"), "oil", ThingKind.OIL, Gone(), count=0)
    key = Thing(ThingId("key"), "key", ThingKind.GEAR, Gone())
    oak = site().doors
    crypt = site(doors={id: replace(door, key=key.id) for id, door in oak.items()})
    kept = _things(standing(sites={CRYPT: crypt}, things={spent.id: spent, key.id: key}))
    assert (key,) == kept


def test_names_made_in_play_are_made_to_fit() -> None:
    """Letters of other alphabets and long ids get new ones, the same wherever they are named."""
    zoe, long = PersonId("zoë-one"), ThingId(f"torch-{'9' * 80}")
    woman = Person(zoe, "Zoë", ONE, employer=zoe)
    torch = Thing(long, "torch", ThingKind.LIGHT, Carried(zoe, Worn.READIED), item="torch")
    group = Group(MAIN, "The party", (zoe,), Seconds(0))
    now = standing(people={zoe: woman}, things={long: torch}, groups={MAIN: group}, sites={})
    found = as_it_stands(now).begin
    (person,), (thing,) = found.people, found.things
    assert ("zoe-one", "zoe-one", ("zoe-one",)) == (person.id, person.employer, found.party)
    assert (f"torch-{'9' * 50}", "zoe-one") == (thing.id, thing.place.by)  # type: ignore[union-attr]
    assert found == read(write_standing(now), "zoe.toml")


def test_the_dead_and_those_who_left_do_not_set_out() -> None:
    """They stay on the roll; conditions begin with the campaign, and nobody has fewer than no hit points."""
    dead = replace(begin().people[0], alive=False, hp=-3)
    tired = replace(begin().people[1], conditions=(Condition("tired", Seconds(300)),))
    found = as_it_stands(standing(people={MAUD: dead, ULF: tired})).begin
    assert (ULF,) == found.party
    assert (0, False) == (found.people[0].hp, found.people[0].alive)
    assert (Condition("tired", Seconds(0)),) == found.people[1].conditions


def test_seats_of_one_name_are_told_apart() -> None:
    """A file knows everybody by their name."""
    now = standing(seats={ONE: Seat(ONE, "Friend"), TWO: Seat(TWO, "Friend")})
    assert ["Friend", "Friend 2"] == [seat.name for seat in as_it_stands(now).begin.seats]


def test_a_campaign_without_sites_is_one() -> None:
    """There is a file of it, and it reads back."""
    empty = Campaign(name="Nothing yet")
    assert SiteId("crypt") not in empty.sites
    assert as_it_stands(empty).begin == read(write_standing(empty), "empty.toml")


def test_items_of_no_list_are_just_things() -> None:
    """Whatever someone called their gear in play; a purse stays a purse."""
    charm = Thing(ThingId("charm"), "charm", ThingKind.GEAR, Carried(ULF), item="moon charm")
    purse = money.purse(ULF, 120)
    kept = _things(standing(things={charm.id: charm, purse.id: purse}))
    assert (replace(charm, item=""), purse) == kept
