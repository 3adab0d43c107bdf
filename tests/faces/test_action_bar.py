"""The bar of actions: every deed has its place and its key, whatever else can be done."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from tests.table.tabletop import Tabletop
from undercroft.demo import campaign as demo
from undercroft.faces.views.action_bar import BAR, ActionBar, action_bar, group_places
from undercroft.faces.views.actions import Action, actions, most_useful
from undercroft.faces.views.dungeon.strip import STILL_UP, coming_up, ends, strip
from undercroft.kernel.units import HOUR
from undercroft.server.commands import BY_TAG
from undercroft.table.body.dying import Stabilise
from undercroft.table.body.wounds import Wound
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.about import Slot
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.spare_time import out_of_time
from undercroft.table.exploration.turns import EndStep, Hold
from undercroft.table.site.battering import ForceDoor
from undercroft.table.site.doors import CloseDoor, OpenDoor
from undercroft.table.site.group_commands import RestTogether, SearchTogether
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.site.waiting import WalkBack
from undercroft.table.state.deadlines import NEVER, Lapse
from undercroft.table.state.ids import DoorId, PersonId, SiteId, ThingId
from undercroft.table.state.seats import REFEREE
from undercroft.table.treatment.healing import why_no_first_aid
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

MAUD, ANSGAR, ISOLDE = PersonId("maud"), PersonId("ansgar"), PersonId("isolde")


@pytest.fixture
def table() -> Tabletop:
    """The demo's party in the first room."""
    table = Tabletop()
    table.do(demo())
    table.do(EnterSite(MAIN, SiteId("ossuary")))
    return table


def shown(table: Tabletop, who: PersonId | None = None) -> list[Action]:
    """The actions of the group and of one character, or of everybody."""
    return [action for action in actions(table.now, REFEREE) if who is None or action.who in (None, who)]


def places(bar: ActionBar) -> list[Slot]:
    """The places from the first to the last."""
    return [tile.slot for tile in bar.tiles]


def test_the_way_out_comes_before_the_ways_back():
    """However many rooms the party can walk back to, leaving the site is in view."""
    assert LeaveSite.ABOUT.rank < WalkBack.ABOUT.rank


def test_every_place_has_a_key_of_its_own():
    """From 1 up, in the order of the bar; the things of the pack have the last."""
    assert [str(number) for number in range(1, len(Slot) + 1)] == [slot.key for slot in Slot]
    assert [*BAR, Slot.GEAR] == list(Slot)


def test_search_stays_in_its_place(table: Tabletop):
    """Before and after it was done, with a comrade fallen, and in another room: always key 1, never another deed."""
    seen = [action_bar(shown(table, MAUD))]
    table.do(Search(MAUD), 1, 1)
    seen.append(action_bar(shown(table, MAUD)))
    table.do(Wound(ANSGAR, 19))
    seen.append(action_bar(shown(table, MAUD)))
    seen.append(action_bar(shown(table)))

    assert all(places(one) == places(other) for one, other in pairwise(seen))
    for bar in seen:
        kinds = {action.about.slot for action in (bar.tiles[0].action, *bar.tiles[0].choices) if action is not None}
        assert kinds <= {Slot.SEARCH}
    assert Search.tag == getattr(seen[0].tiles[0].action, "kind", "")
    assert seen[1].tiles[0].empty


def test_a_character_has_few_buttons(table: Tabletop):
    """Eight places, one entry for the pack, and what the group does; no button for each thing that is carried."""
    bar = action_bar(shown(table, MAUD))
    assert 8 == len(bar.tiles)
    assert not [action for action in (*bar.group, *bar.more) if action.about.slot is Slot.GEAR]
    assert len(bar.group) + len(bar.more) <= 8


def test_the_group_acts_in_one_tap(table: Tabletop):
    """In the place of the deed where everybody is shown; below the bar beside a single character."""
    everybody = {tile.slot: tile for tile in action_bar(shown(table)).tiles}
    assert SearchTogether.tag == getattr(everybody[Slot.SEARCH].action, "kind", "")
    assert RestTogether.tag == getattr(everybody[Slot.REST].action, "kind", "")
    assert 6 == len([action for action in everybody[Slot.SEARCH].choices if action.kind == Search.tag])
    of_maud = action_bar(shown(table, MAUD))
    assert {SearchTogether.tag, RestTogether.tag} <= {action.kind for action in of_maud.group}
    assert Hold.tag in {tile.action.kind for tile in of_maud.tiles if tile.action is not None}


def test_everybody_opens_a_door_once(table: Tabletop):
    """In the nave two doors make two lines for six people; each heaves at a stuck door with a chance of their own."""
    table.do(LightUp(ISOLDE, ThingId("isolde-lantern")))
    table.do(Move(MAIN, DoorId("lych-door")), 6)

    def at_doors() -> list[tuple[str, object]]:
        doors = next(tile for tile in action_bar(shown(table)).tiles if tile.slot is Slot.DOOR)
        return [(action.kind, action.command["door"]) for action in doors.choices]

    assert [(OpenDoor.tag, "closet-door"), (CloseDoor.tag, "lych-door")] == at_doors()
    table.do(OpenDoor(ANSGAR, DoorId("closet-door")))
    assert 6 == at_doors().count((ForceDoor.tag, "closet-door"))
    assert 1 == at_doors().count((CloseDoor.tag, "lych-door"))


def test_the_dying_come_first(table: Tabletop):
    """Saving a life is the first thing listed, and the first in its place."""
    table.do(Wound(ANSGAR, 19))
    of_maud = shown(table, MAUD)
    tend = next(tile for tile in action_bar(of_maud).tiles if tile.slot is Slot.TEND)
    first = tend.action or tend.choices[0]
    assert Stabilise.tag == first.kind
    assert Stabilise.tag == most_useful(action for action in of_maud if action.who == MAUD)[0].kind


def test_deeds_that_share_a_place_are_ranked_by_their_commands():
    """No list of a face decides what comes first."""
    tending = sorted(kind.ABOUT.rank for kind in BY_TAG.values() if kind.ABOUT.slot is Slot.TEND)
    assert Stabilise.ABOUT.rank == tending[0]


def test_outside_a_site_nothing_is_lost(table: Tabletop):
    """In an encounter every action is still somewhere in the bar."""
    table.do(MeetStrangers(MAIN, "2 pilgrims HD 1"))
    of_maud = shown(table, MAUD)
    bar = action_bar(of_maud)
    tiles = (*bar.tiles, bar.gear)
    found = [action for tile in tiles for action in (tile.action, *tile.choices) if action is not None]
    able = [action.label for action in of_maud if not action.refused]
    assert set(able) <= {action.label for action in (*found, *bar.group, *bar.more)}


def test_a_place_says_what_was_done_this_turn(table: Tabletop):
    """Maud has searched; the others still can, together too."""
    table.do(Search(MAUD), 1, 1)
    tile = action_bar(shown(table, MAUD)).tiles[BAR.index(Slot.SEARCH)]
    assert tile.empty
    assert "Maud Tarrow has acted this turn: searched the room." == tile.refused


def test_an_empty_place_says_that_the_character_has_already_acted(table: Tabletop):
    """Also where nothing of the kind is offered at all; what takes no time says what is missing."""
    table.do(Search(MAUD), 1, 1)
    (why,) = out_of_time(table.now, MAUD)
    bar = action_bar(shown(table, MAUD), why.what)
    said = {tile.slot: tile.refused for tile in bar.tiles if tile.empty}
    assert why.what == said[Slot.REST] == said[Slot.TEND] == said[Slot.SEARCH]
    assert why.what not in (said.get(Slot.LIGHT), said.get(Slot.TAKE), said.get(Slot.LISTEN))
    assert [] == list(out_of_time(table.now, ANSGAR))


def test_a_place_says_that_the_healers_kit_is_missing(table: Tabletop):
    """Maud is hurt: she has no kit, Brother Ansgar has one; while nobody is hurt, there is nobody to tend."""
    assert "" == why_no_first_aid(table.now, (MAUD,))
    table.do(Wound(MAUD, 1))
    missing = why_no_first_aid(table.now, (MAUD,))
    assert ("Maud Tarrow has no healer's kit.", "") == (missing, why_no_first_aid(table.now, (ANSGAR,)))
    assert "" == why_no_first_aid(table.now, (MAUD, ANSGAR))
    assert "Nobody has a healer's kit." == why_no_first_aid(table.now, (MAUD, MAUD))
    tend = action_bar(shown(table, MAUD), "", {Slot.TEND: missing}).tiles[BAR.index(Slot.TEND)]
    assert (True, missing) == (tend.empty, tend.refused)
    tend = action_bar(shown(table, ANSGAR)).tiles[BAR.index(Slot.TEND)]
    assert "first aid for Maud Tarrow" == (tend.action.short if tend.action is not None else "")


def test_nobody_gives_first_aid_to_themselves(table: Tabletop):
    """Only Brother Ansgar, who has the kit, is hurt: the place says who must help, not that nobody needs it."""
    table.do(Wound(ANSGAR, 1))
    said = "Brother Ansgar is hurt: another person must give first aid."
    assert said == why_no_first_aid(table.now, (ANSGAR,))
    assert "Maud Tarrow has no healer's kit." == why_no_first_aid(table.now, (MAUD,))
    table.do(Wound(MAUD, 1))
    assert "" == why_no_first_aid(table.now, (ANSGAR,))


@pytest.mark.parametrize("hour, late", [(21, False), (22, True), (3, True), (5, False)])
def test_the_strip_warns_of_the_night(hour: int, late: bool):
    """A party that is still up by night is told so beside the button that ends the turn."""
    table = Tabletop()
    table.do(replace(demo(), day_begins=hour * HOUR))
    table.do(EnterSite(MAIN, SiteId("ossuary")))
    made = strip(table.now, table.now.groups[MAIN])
    assert made is not None
    assert (late, late) == (made.night, STILL_UP in made.due)


def test_the_strip_says_who_has_not_acted_once_others_have(table: Tabletop):
    """Beside the button that ends the turn; a turn in which nobody does anything is nobody's oversight."""
    said = []
    for who in (None, MAUD, ANSGAR):
        if who is not None:
            table.do(Search(who), 1, 1)
        made = strip(table.now, table.now.groups[MAIN])
        assert made is not None
        said += [[line for line in made.due if line.startswith("Not acted yet")]]
    assert [
        [],
        ["Not acted yet: Brother Ansgar, Isolde, Corvin, Bettany and Tam."],
        ["Not acted yet: Isolde, Corvin, Bettany and Tam."],
    ] == said


def test_what_the_whole_group_does_stays_in_its_place(table: Tabletop):
    """When all have acted, and in the dark, where nobody can search: the same three, in the same order."""
    rows = [group_places(action_bar(shown(table, MAUD)))]
    table.do(Search(MAUD), 1, 1)
    rows.append(group_places(action_bar(shown(table, MAUD))))
    table.do(EndStep(MAIN), 6)
    table.do(Move(MAIN, DoorId("lych-door")))
    rows.append(group_places(action_bar(shown(table, MAUD))))

    assert [["Everybody searches", "Everybody rests", "Leave the site"]] * 3 == [
        [place.title for place in row] for row, _ in rows
    ]
    assert [True, True, False] == [rows[number][0][0].action is not None for number in range(3)]
    assert not any(action.refused for _, others in rows for action in others)


def test_a_deadline_says_what_it_brings(table: Tabletop):
    """A lantern that goes out, and who is done with a job; never the bare name of a timer."""
    table.do(Move(MAIN, DoorId("lych-door")), 6)
    table.do(LightUp(ISOLDE, ThingId("isolde-lantern")))
    table.do(ForceDoor(ANSGAR, DoorId("closet-door")), 1, 1, 1)
    made = strip(table.now, table.now.groups[MAIN])
    assert made is not None
    assert "Brother Ansgar will be done heaving at the swollen door." in made.due
    lights = [timer for timer in table.now.timers.values() if timer.lapse is Lapse.LIGHT]
    assert ["The lantern will burn out."] == [ends(table.now, timer) for timer in lights]
    assert "Ward will end." == ends(table.now, replace(lights[0], lapse=Lapse.EFFECT, what="ward"))
    for lapse, about, says in (
        (Lapse.RISING, "incapacitated", "Isolde Fenn will no longer be incapacitated."),
        (Lapse.CONDITION, "stunned", "Isolde Fenn will no longer be stunned."),
        (Lapse.DYING, "mortally_injured", "Isolde Fenn will die unless stabilised."),
        (Lapse.FRAIL, "frail", "Isolde Fenn, frail without care, must save."),
        (Lapse.EFFECT, "Ward", "Ward (Isolde Fenn) will end."),
    ):
        timer = replace(lights[0], lapse=lapse, what=f"Isolde Fenn: {about}", person=ISOLDE, about=about)
        assert says == ends(table.now, timer)
    assert "In " in coming_up(table.now, timer)[0]
    endless = replace(timer, due=NEVER)
    assert ("Until ended", "Ward (Isolde Fenn).") == coming_up(table.now, endless)
    assert ("2 uses", "Ward (Isolde Fenn).") == coming_up(table.now, replace(endless, uses=2))
