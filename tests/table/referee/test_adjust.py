"""Any value can be set by hand: strictly of its type, with a reason, and told only as far as it can be seen."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, ONE, TOOLS, TORCHES, TWO, begin, site
from tests.table.tabletop import Tabletop
from tests.table.taking_back import take_back
from undercroft.books.delving.hazard import Danger
from undercroft.kernel.units import Seconds
from undercroft.table.body.condition import GiveCondition
from undercroft.table.bridge.bounds import value_name
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.splitting import Split
from undercroft.table.referee.adjust import Adjust, Adjusted
from undercroft.table.referee.adjustable import KINDS, Adjustable, fields_of, type_of
from undercroft.table.rulings.rulings import MakeRuling
from undercroft.table.session.notes import Reveal
from undercroft.table.site.doors import OpenDoor
from undercroft.table.state.ids import CreaturesId, FeatureId, PersonId, ThingId, TrapId
from undercroft.table.state.open_rulings import PlainDice, Trial
from undercroft.table.state.people import Condition, Person, Role
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import DoorState, Trap
from undercroft.table.state.things import Carried, Lying, Thing, ThingKind
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, WentOut

BLADE, RATS, IDOL = TrapId("blade"), CreaturesId("rats"), ThingId("idol")
TORCH = "torches-0-3"


def _table(*, inside: bool = True, typed: bool = False) -> Tabletop:
    crypt = site(traps={BLADE: Trap(BLADE, HALL, "a blade", "a slot", "A blade swings out.")})
    opening = begin(crypt)
    idol = Thing(IDOL, "idol", ThingKind.TREASURE, Lying(CRYPT, CELL), worth=9000, appraised=False)
    table = Tabletop(typed=typed)
    table.sit(ONE, TWO)
    goblin = Person(PersonId("snag"), "Snag", REFEREE, Role.CREATURE)
    table.do(replace(opening, people=(*opening.people, goblin), things=(*opening.things, idol)))
    if inside:
        table.do(EnterSite(MAIN, CRYPT))
    return table


def _adjust(what: Adjustable, id: str, field: str, value: Any, **more: Any) -> Adjust:
    of_a_site = what not in (
        Adjustable.PERSON,
        Adjustable.GROUP,
        Adjustable.THING,
        Adjustable.LIGHT,
        Adjustable.SITE,
    )
    return Adjust(what, id, field, value, "because", CRYPT if of_a_site else None, **more)


def _news(table: Tabletop, command: Adjust) -> list[Any]:
    """What Ulf's player is told of it."""
    before = len(table.heard[TWO])
    table.do(command)
    return [told.event for told in table.heard[TWO][before:]]


def test_a_persons_value_is_told_to_those_with_them():
    """The referee's log has the reason, the players' only if they may hear it."""
    table = _table()
    quiet = _news(table, _adjust(Adjustable.PERSON, MAUD, "hp", 2))
    loud = _news(table, _adjust(Adjustable.PERSON, MAUD, "sheet.strength", 17, say_why=True))

    assert [Adjusted(Adjustable.PERSON, MAUD, "hp", 2, "")] == quiet
    assert [Adjusted(Adjustable.PERSON, MAUD, "sheet.strength", 17, "because")] == loud
    assert (2, 17) == (table.now.people[MAUD].hp, table.now.people[MAUD].sheet.strength)
    assert table.now.people[MAUD] == table.known(TWO).people[MAUD]
    assert "Set by hand: Maud, strength 17 (because)." == loud[0].say(table.now)


def test_conditions_are_told_without_what_is_secret():
    """A secret one is no news at all."""
    table = _table()
    table.do(GiveCondition(MAUD, "wet"))
    wet = {"name": "wet", "since": 0, "note": ""}
    cursed = {"name": "cursed", "since": 0, "secret": True}
    nothing = _news(table, _adjust(Adjustable.PERSON, MAUD, "conditions", [wet, cursed]))
    something = _news(table, _adjust(Adjustable.PERSON, MAUD, "conditions", [cursed]))

    assert ([], []) == (nothing, [each for each in something if "cursed" in str(each)])
    assert () == table.known(TWO).people[MAUD].conditions
    assert (Condition("cursed", Seconds(0), secret=True),) == table.now.people[MAUD].conditions


def test_those_elsewhere_are_not_told():
    """Maud scouts ahead; Ulf does not hear of her wound, nor of a creature's."""
    table = _table()
    table.do(Split(MAIN, (MAUD,), "Scouts"))

    assert [] == _news(table, _adjust(Adjustable.PERSON, MAUD, "hp", 2))
    assert [] == _news(table, _adjust(Adjustable.PERSON, "snag", "hp", 1))


def test_a_door_is_told_as_it_is_known():
    """A lock is no news to who has not tried it; who has, knows when it stands otherwise."""
    table = _table()
    assert [] == _news(table, _adjust(Adjustable.DOOR, OAK, "lock_dc", 12))
    assert [] == _news(table, _adjust(Adjustable.DOOR, OAK, "state", "stuck"))
    opened = _news(table, _adjust(Adjustable.DOOR, OAK, "state", "open"))
    closed = _news(table, _adjust(Adjustable.DOOR, OAK, "state", "locked"))
    table.do(OpenDoor(MAUD, OAK))
    assert [] == _news(table, _adjust(Adjustable.DOOR, OAK, "lock_dc", 7))
    unlocked = _news(table, _adjust(Adjustable.DOOR, OAK, "state", "stuck"))

    states = [event.door.state for event in (*opened, *closed, *unlocked)]
    assert [DoorState.OPEN, DoorState.CLOSED, DoorState.STUCK] == states
    assert [] == _news(table, _adjust(Adjustable.DOOR, "slab", "state", "open"))


def test_what_nobody_has_seen_is_adjusted_in_silence():
    """Traps, features, secrets of a zone, creatures elsewhere, danger and alarm leave no trace for players."""
    table = _table()
    before = [table.bytes_for(seat) for seat in (ONE, TWO)]
    for command in (
        _adjust(Adjustable.TRAP, BLADE, "damage", "2d6"),
        _adjust(Adjustable.FEATURE, "niche", "dc", 12),
        _adjust(Adjustable.ZONE, HALL, "secret", "Nothing."),
        _adjust(Adjustable.ZONE, CELL, "name", "Oubliette"),
        _adjust(Adjustable.CREATURES, RATS, "count", 3),
        _adjust(Adjustable.SITE, CRYPT, "danger", "deadly"),
        _adjust(Adjustable.SITE, CRYPT, "alerted", True),
        _adjust(Adjustable.THING, IDOL, "worth", 1),
    ):
        table.do(command)

    assert before == [table.bytes_for(seat) for seat in (ONE, TWO)]
    there = table.now.sites[CRYPT]
    assert (Danger.DEADLY, True, 3) == (there.danger, there.alerted, there.creatures[RATS].count)
    assert ("2d6", 12, "Nothing.") == (
        there.traps[BLADE].damage,
        there.features[FeatureId("niche")].dc,
        there.zones[HALL].secret,
    )


def test_what_they_have_seen_is_told_when_it_looks_otherwise():
    """A zone's name and a trap's state, but not its damage."""
    table = _table()
    table.do(Reveal(MAIN, trap=BLADE))
    assert [] == _news(table, _adjust(Adjustable.TRAP, BLADE, "damage", "3d6"))
    _news(table, _adjust(Adjustable.TRAP, BLADE, "state", "disarmed"))
    _news(table, _adjust(Adjustable.ZONE, HALL, "glance", "A low hall."))
    _news(table, _adjust(Adjustable.SITE, CRYPT, "name", "The Vaults"))
    seen = table.known(TWO).seen[CRYPT]

    assert ("disarmed", "A low hall.", "The Vaults") == (seen.traps[BLADE].state, seen.zones[HALL].glance, seen.name)


def test_a_thing_is_told_to_those_who_see_it():
    """What is carried, and what lies where they stand; never its hidden worth."""
    table = _table()
    named = _news(table, _adjust(Adjustable.THING, TOOLS, "name", "picks"))
    there = {"type": "lying", "site": CRYPT, "zone": HALL}
    here = _news(table, _adjust(Adjustable.THING, IDOL, "place", there))

    assert ["picks"] == [event.thing.name for event in named]
    assert [(Lying(CRYPT, HALL), None)] == [(event.thing.place, event.thing.worth) for event in here]
    assert Carried(MAUD) == table.known(TWO).things[TOOLS].place


def test_a_groups_time_passes_with_all_that_falls_due():
    """Set an hour on, the torch burns out on the way; time does not run back."""
    table = _table(inside=False)
    table.do(LightUp(MAUD, TORCHES))
    table.do(_adjust(Adjustable.GROUP, MAIN, "time", 4000))
    (out,) = [told for told in table.heard[TWO] if isinstance(told.event, WentOut)]

    assert (3600, 4000) == (out.at, table.now.groups[MAIN].time)
    assert ["time_runs_on"] == [why.code for why in table.why_not(_adjust(Adjustable.GROUP, MAIN, "time", 3999))]


def test_a_group_is_set_down_where_the_referee_says():
    """It looks about there, under the clock of the place; out of the site it is in no turn."""
    table = _table(inside=False)
    table.do(_adjust(Adjustable.GROUP, MAIN, "site", CRYPT))
    table.do(_adjust(Adjustable.GROUP, MAIN, "zone", CELL))
    inside = table.known(ONE).groups[MAIN]
    table.do(_adjust(Adjustable.GROUP, MAIN, "site", None))

    assert (CRYPT, CELL, 2) == (inside.site, inside.zone, len(inside.scenes))
    assert {HALL, CELL} == set(table.known(ONE).seen[CRYPT].zones)
    assert (None, None, ()) == (
        table.now.groups[MAIN].site,
        table.known(ONE).groups[MAIN].zone,
        table.now.groups[MAIN].scenes,
    )


def test_a_light_is_watched_again():
    """Its deadline and its warning move with it; a moment that is past puts it out."""
    table = _table(inside=False)
    table.do(LightUp(MAUD, TORCHES))
    table.do(_adjust(Adjustable.LIGHT, TORCH, "until", 1800))
    due = {id: timer.due for id, timer in table.known(TWO).timers.items()}
    table.do(_adjust(Adjustable.LIGHT, TORCH, "until", 0))

    assert {f"low-{TORCH}": 1200, f"light-{TORCH}": 1800} == due
    assert ({}, {}) == (table.now.lights, table.known(TWO).timers)


def test_it_is_taken_while_dice_are_wanted():
    """The ruling that waits is decided on what holds then."""
    table = _table(typed=True)
    table.do(MakeRuling(Trial(MAIN, "leap", PlainDice("1d6", 3), (MAUD,))))
    table.do(_adjust(Adjustable.PERSON, MAUD, "hp", 1), 6)

    assert ({}, 1) == (table.now.wanted, table.now.people[MAUD].hp)


def test_undo_puts_it_back():
    """For everybody."""
    table = _table()
    before = (table.now, table.known(TWO))
    table.do(_adjust(Adjustable.GROUP, MAIN, "time", 4000), 6, 6)
    take_back(table)

    assert before == (table.now, table.known(TWO))


@pytest.mark.parametrize(
    "command, code",
    [
        (_adjust(Adjustable.PERSON, "nobody", "hp", 1), "not_there"),
        (_adjust(Adjustable.DOOR, "nowhere", "state", "open"), "not_there"),
        (Adjust(Adjustable.DOOR, OAK, "state", "open", "x"), "not_there"),
        (_adjust(Adjustable.PERSON, MAUD, "luck", 1), "no_such_value"),
        (_adjust(Adjustable.PERSON, MAUD, "id", "x"), "no_such_value"),
        (_adjust(Adjustable.GROUP, MAIN, "members", []), "no_such_value"),
        (_adjust(Adjustable.PERSON, MAUD, "hp", "3"), "does_not_fit"),
        (_adjust(Adjustable.PERSON, MAUD, "hp", 3.0), "does_not_fit"),
        (_adjust(Adjustable.PERSON, MAUD, "sheet.skills", {"Sneak": "x"}), "does_not_fit"),
        (_adjust(Adjustable.DOOR, OAK, "state", "ajar"), "does_not_fit"),
        (_adjust(Adjustable.PERSON, MAUD, "hp", -1), "out_of_bounds"),
        (_adjust(Adjustable.PERSON, MAUD, "hp", 6), "above_most"),
        (_adjust(Adjustable.PERSON, MAUD, "hp_max", 1), "above_most"),
        (_adjust(Adjustable.PERSON, MAUD, "seat", "nine"), "no_seat"),
        (_adjust(Adjustable.THING, TOOLS, "count", -1), "out_of_bounds"),
        (_adjust(Adjustable.THING, TOOLS, "place", {"type": "carried", "by": "nobody"}), "not_here"),
        (_adjust(Adjustable.GROUP, MAIN, "site", "attic"), "no_site"),
        (_adjust(Adjustable.GROUP, MAIN, "zone", "attic"), "no_zone"),
        (_adjust(Adjustable.DOOR, OAK, "between", [HALL, "attic"]), "no_zone"),
        (_adjust(Adjustable.SITE, CRYPT, "entrance", "attic"), "no_zone"),
        (_adjust(Adjustable.TRAP, BLADE, "zone", "attic"), "no_zone"),
    ],
)
def test_refused(command, code):
    """Strictly of its type, and nothing that cannot be."""
    table = _table()

    assert [code] == [why.code for why in table.why_not(command)]
    assert "referee_only" == table.why_not(command, ONE)[0].code


def test_a_refusal_says_what_is_wrong():
    """Where, and what was expected."""
    (why,) = _table().why_not(_adjust(Adjustable.PERSON, MAUD, "hp", "3"))

    assert "Hit points: “3” is not a whole number. Give a whole number." == why.what


@pytest.mark.parametrize("what", list(Adjustable))
def test_every_value_has_a_type(what):
    """Whatever is offered to be set can be read."""
    assert fields_of(what)
    assert all(type_of(what, field) is not None for field in fields_of(what))
    assert set(KINDS) == set(Adjustable)


def test_an_old_line_of_the_log_never_stops_the_fold():
    """A value that no longer fits changes nothing."""
    table = _table()
    told = Adjusted(Adjustable.PERSON, MAUD, "gone", 1, "x"), Adjusted(Adjustable.PERSON, MAUD, "hp", "x", "x")

    assert [table.now, table.now] == [event.fold(table.now) for event in told]


def test_creatures_that_are_put_into_the_partys_room_are_seen_and_met():
    """The rats of the cell come into the hall; nothing was known of them before."""
    table = _table()

    table.do(_adjust(Adjustable.CREATURES, "rats", "zone", HALL))

    assert "rats" in table.known(ONE).seen[CRYPT].creatures
    assert isinstance(table.now.groups[MAIN].scene, EncounterScene)


@pytest.mark.parametrize("what", Adjustable)
def test_no_value_is_listed_by_the_name_of_a_field_that_says_too_little(what: Adjustable):
    """The values to choose from are named as people say them."""
    listed = set(map(value_name, fields_of(what)))

    assert listed.isdisjoint(
        {"raises", "credits", "locks", "terms", "tell", "what", "to", "over", "down", "led", "met"}
    )
