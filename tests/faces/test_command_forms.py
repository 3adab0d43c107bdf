"""Forms of commands: lists to choose from, words to begin from, times and sums in the units that people use."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.small_site import CRYPT, MAUD, ONE, ULF, begin, site
from tests.table.tabletop import Tabletop
from undercroft.faces.views.command_names import title_of
from undercroft.faces.views.field_labels import label_of
from undercroft.faces.views.seat_names import player_of
from undercroft.faces.web.live.forms.command_form import BY_BUTTONS, KEPT, command_controls, command_named, summary
from undercroft.faces.web.live.forms.lists import MONEY, TIMES, Chips, Measure, NameList, Numbers, Suggestions
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.shape import Either, Field, Many, Maybe, Named, Record, Several, Shape, record
from undercroft.server.commands import BY_TAG, OF_ITSELF, read_command
from undercroft.table.body.condition import GiveCondition
from undercroft.table.body.effects import StartEffect
from undercroft.table.characters.characters import AddPerson
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.gear.prices import ITEMS, WARES
from undercroft.table.referee.placing import AddThing
from undercroft.table.session.sessions import next_number
from undercroft.table.state.campaign import with_person
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.people import Person, Role
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN


def tabletop() -> Tabletop:
    """Maud and the others before the crypt."""
    table = Tabletop()
    table.do(begin(site()))
    return table


def shapes(tag: str, table: Tabletop) -> dict[str, Shape]:
    """Every field of a form with its shape, those within others too; what may be left out is taken as given."""
    viewer = Viewer("a-table", REFEREE, table.now, (), table.now.groups[MAIN], MAUD)
    needed, further = command_controls(command_named(tag), viewer, {})
    return dict(_each(*((each.field.name, each.field.shape) for each in (*needed, *further))))


def _each(*fields: tuple[str, Any]) -> Iterator[tuple[str, Shape]]:
    for name, shape in fields:
        match shape:
            case Maybe(of=of) | Many(of=of):
                yield from _each((name, of))
            case Record(fields=inner):
                yield from _each(*((each.name, each.shape) for each in inner))
            case _:
                yield name, shape


def test_wares_are_chosen_by_name_and_price() -> None:
    """Nobody has to know what the list calls a rope."""
    ware = shapes("equip", tabletop())["ware"]
    assert isinstance(ware, NameList)
    assert tuple(WARES) == ware.words
    assert "lantern, 10g" == ware.shown["lantern"]


def test_several_things_are_named_with_small_letters() -> None:
    """A name that begins a line begins with a capital; after its count it does not."""
    table = tabletop()
    rakes = replace(next(iter(table.now.things.values())), id=ThingId("rakes"), item="", name="Bone rakes", count=4)
    table.do(AddThing(rakes))
    thing = shapes("take", table)["thing"]
    assert isinstance(thing, NameList)
    assert thing.shown["rakes"].startswith("4 bone rakes")


def test_feats_are_chosen_by_the_titles_of_their_rules() -> None:
    """As the manual calls them, each title once."""
    rules = shapes("feat", tabletop())["rule"]
    assert isinstance(rules, NameList)
    assert "Can it be thrown?" == rules.shown["neverwhere.throw-eligible"]
    assert len(rules.words) == len(set(rules.shown.values()))


def test_only_those_who_earn_experience_are_offered_it() -> None:
    """No hireling, and nobody who is dead; the town's button takes nobody in beforehand."""
    table = tabletop()
    table.truth.now = with_person(table.now, replace(table.now.people[ULF], role=Role.HIRELING))
    viewer = Viewer("a-table", REFEREE, table.now, (), table.now.groups[MAIN], ULF)
    needed, _ = command_controls(command_named("award_experience"), viewer, {"who": []})
    (who,) = (control for control in needed if control.field.name == "who")
    assert isinstance(who.field.shape, Chips)
    assert ((MAUD,), []) == (who.field.shape.words, who.value)


def test_rooms_are_chosen_by_their_numbers_on_the_map() -> None:
    """In their order, whatever their ids are."""
    table = tabletop()
    table.do(EnterSite(MAIN, CRYPT))
    rooms = shapes("add_exit", table)["to"]
    assert isinstance(rooms, NameList)
    assert ["1 Hall", "2 Cell"] == [rooms.shown[id] for id in rooms.words]


def test_what_lies_somewhere_may_be_nothing_of_the_lists() -> None:
    """A purse is on no list: the empty name stands first."""
    item = shapes("put_here", tabletop())["item"]
    assert isinstance(item, NameList)
    assert ("", *ITEMS) == item.words


def test_only_what_someone_suffers_from_can_be_ended() -> None:
    """Where nobody suffers from anything the name is typed."""
    table = tabletop()
    assert not isinstance(shapes("end_condition", table)["name"], NameList)
    table.do(GiveCondition(MAUD, "knocked_out"))
    ends = shapes("end_condition", table)["name"]
    assert isinstance(ends, NameList)
    assert {"knocked_out": "knocked out"} == ends.shown


def test_states_of_the_rules_are_suggested_in_words_and_known_by_them() -> None:
    """The person who is given the state in words is in the state that the rules know."""
    table = tabletop()
    name = shapes("give_condition", table)["name"]
    assert isinstance(name, Suggestions)
    assert "knocked out" in name.words
    assert "which condition" == label_of(GiveCondition, "name")
    table.do(GiveCondition(MAUD, "Knocked out"))
    assert not table.now.people[MAUD].able


def test_times_and_sums_have_units() -> None:
    """Ninety minutes are minutes, two hours are hours; what a thing is worth is counted in coins."""
    table = tabletop()
    lasts, worth = shapes("give_condition", table)["seconds"], shapes("put_here", table)["worth"]
    assert isinstance(lasts, Measure)
    assert isinstance(worth, Measure)
    assert (TIMES, MONEY) == (lasts.units, worth.units)
    assert (60, 60, 3600, 86_400, 1) == tuple(lasts.unit_of(each) for each in (None, 5400, 7200, 172_800, 61))
    assert (100, 100, 10, 1) == tuple(worth.unit_of(each) for each in (None, 300, 30, 7))


def test_a_form_speaks_of_no_field_by_its_name() -> None:
    """What a command does is told without what only those who write scripts would know."""
    said = {tag: summary(kind) for tag, kind in BY_TAG.items()}
    assert [] == [tag for tag, text in said.items() if "`" in text or ";." in text or ".." in text or len(text) < 8]
    assert "Deal damage to a person." == said["wound"]
    assert "Put a thing on the floor where a group is." == said["put_here"]


def test_a_field_has_a_name_and_not_what_may_be_in_it() -> None:
    """Someone who is hired has a name; which group is not asked where there is one."""
    table = tabletop()
    viewer = Viewer("a-table", REFEREE, table.now, (), table.now.groups[MAIN], MAUD)
    needed, _ = command_controls(command_named("hire"), viewer, {})
    assert ["who hires and pays", "name of the hireling", "for what work"] == [each.field.help for each in needed]
    stance, further = command_controls(command_named("take_stance"), viewer, {"does": None})
    assert [("group", True), ("stance", False), ("does", False)] == [(each.field.name, each.only) for each in stance][
        :3
    ]
    assert () == further
    nowhere, _ = command_controls(command_named("take_stance"), replace(viewer, group=None), {})
    assert not nowhere[0].only
    assert ("Hire a hireling", "Gain a level", "Leave the site") == tuple(
        map(title_of, ("hire", "gain_level", "leave_site"))
    )


def test_a_whisper_is_to_others() -> None:
    """A player's own seat is no reader to choose; a seat without a player is called by its characters."""
    table = tabletop()
    viewer = Viewer("a-table", ONE, table.now, (), table.now.groups[MAIN], MAUD)
    controls = [each.field for part in command_controls(command_named("whisper"), viewer, {}) for each in part]
    to = next(field.shape for field in controls if field.name == "to")
    also = next(field.shape for field in controls if field.name == "also")
    assert isinstance(to, NameList)
    assert isinstance(also, Many)
    assert isinstance(also.of, NameList)
    others = tuple(seat for seat in (REFEREE, *table.now.seats) if seat != ONE)
    assert (others, others) == (to.words, also.of.words)
    assert player_of(table.now, others[-1]) == to.shown[others[-1]]
    referee = Viewer("a-table", REFEREE, table.now, (), table.now.groups[MAIN], MAUD)
    controls = [each.field for part in command_controls(command_named("whisper"), referee, {}) for each in part]
    to = next(field.shape for field in controls if field.name == "to")
    assert isinstance(to, NameList)
    assert tuple(table.now.seats) == to.words


def test_only_single_lights_are_offered_to_burn_longer_or_shorter() -> None:
    """No sword and no purse; of several torches one is lit first."""
    table = tabletop()
    torch = replace(next(iter(table.now.things.values())), id=ThingId("torch-1"), item="torch", count=1)
    table.do(AddThing(torch))
    offered = shapes("adjust_light", table)["thing"]
    assert isinstance(offered, NameList)
    assert "torch-1" in offered.words
    assert {1} == {table.now.things[ThingId(str(id))].count for id in offered.words}
    assert {"torch", "lantern", "candle"} >= {table.now.things[ThingId(str(id))].item for id in offered.words}


def test_dice_ahead_are_typed_in_one_go() -> None:
    """One field for all faces, so that a hand of real dice is entered without a press between them."""
    table = tabletop()
    viewer = Viewer("a-table", REFEREE, table.now, (), table.now.groups[MAIN], MAUD)
    controls = [each.field for part in command_controls(command_named("lay_tray"), viewer, {}) for each in part]
    assert isinstance(next(field.shape for field in controls if field.name == "faces"), Numbers)


def test_a_form_says_what_it_does_to_what() -> None:
    """Verb and object where a verb alone does not say it, and no two commands by the same name."""
    titles = [title_of(tag) for tag, kind in BY_TAG.items() if kind.ABOUT.listed and tag not in OF_ITSELF]
    assert ["Parley", "Redo", "Undo"] == sorted(title for title in titles if " " not in title)
    assert [] == [title for title, times in Counter(titles).items() if times > 1]


def test_every_field_of_a_form_has_a_label() -> None:
    """Nobody reads the name that the program has for it: also within a field, but for what is never asked."""
    by_hand = {tag for tag, kind in BY_TAG.items() if kind.ABOUT.form or not kind.ABOUT.listed or tag in OF_ITSELF}
    on_pages = {"change_house", "settle_rule", "overrule"}
    unlabelled = {
        f"{tag}: {name}"
        for tag, kind in BY_TAG.items()
        if tag not in by_hand | on_pages
        for name in _names(record(kind).fields)
        if name not in KEPT | BY_BUTTONS | {"id"} and not label_of(kind, name)
    }
    assert set() == unlabelled, "write each label in faces/views/field_labels.py"


def _names(fields: Iterable[Field]) -> Iterator[str]:
    for field in fields:
        yield field.name
        yield from _within(field.shape)


def _within(shape: Shape) -> Iterator[str]:
    match shape:
        case Maybe(of=of) | Many(of=of) | Named(of=of):
            yield from _within(of)
        case Either(parts=parts) | Several(parts=parts):
            for part in parts:
                yield from _within(part)
        case Record(fields=inner):
            yield from _names(inner)
        case _:
            pass


def test_a_player_acts_for_the_seats_own_and_their_hired_people() -> None:
    """Maud and her porter; not Ulf, who is another's, and not the person who is dead."""
    table = Tabletop()
    table.do(begin(site()))
    porter, dead = PersonId("porter"), PersonId("dead")
    for who in (porter, dead):
        person = Person(who, who.capitalize(), ONE, role=Role.HIRELING, hp=4, hp_max=4, employer=MAUD)
        table.do(AddPerson(replace(person, alive=who != dead)))
    viewer = Viewer("a-table", ONE, table.now, (), table.now.groups[MAIN], MAUD)
    needed, _ = command_controls(command_named("declare"), viewer, {})
    asked = next(each.field.shape for each in needed if each.field.name == "who")
    assert isinstance(asked, NameList)
    assert (MAUD, porter) == asked.words


def test_a_place_that_may_be_left_out_is_not_filled_in() -> None:
    """Showing a hidden thing does not show the secret of the room as well."""
    table = tabletop()
    table.do(EnterSite(MAIN, CRYPT))
    viewer = Viewer("a-table", REFEREE, table.now, (), table.now.groups[MAIN], MAUD)
    needed, further = command_controls(command_named("reveal"), viewer, {})
    assert {"zone": None, "feature": None} == {
        each.field.name: each.value for each in (*needed, *further) if each.field.name in ("zone", "feature")
    }
    assert () == further


def test_a_quick_character_has_a_role_to_choose_at_once() -> None:
    """Its class depends on it, so that it is not folded away with the rest."""
    table = tabletop()
    viewer = Viewer("a-table", REFEREE, table.now, (), table.now.groups[MAIN], MAUD)
    needed, further = command_controls(command_named("quick_character"), viewer, {})
    assert ["seat", "name", "pack"] == [control.field.name for control in needed]
    assert "pack" not in [control.field.name for control in further]


def test_a_session_has_a_title_to_begin_with() -> None:
    """The referee may type over its number."""
    table = tabletop()
    viewer = Viewer("a-table", REFEREE, table.now, (), table.now.groups[MAIN], MAUD)
    needed, _ = command_controls(command_named("begin_evening"), viewer, {"present": [MAUD]})
    assert {"title": f"Session {next_number(table.now)}"}.items() <= {
        each.field.name: each.value for each in needed
    }.items()


def test_a_fault_calls_a_field_as_the_form_does() -> None:
    """Beside the name that a client sends."""
    with pytest.raises(RuleInputError, match=r"^“amount” is missing: how much "):
        read_command({"kind": "heal", "who": "maud"}, label_of)


@pytest.mark.parametrize("clock", Clock)
def test_the_form_of_an_effect_says_what_ends_it_before_its_time(clock: Clock) -> None:
    """Waning Resources, where the overloaded die is rolled; by no other clock."""
    table = Tabletop()
    table.do(begin(site(clock=clock)))
    table.do(EnterSite(MAIN, CRYPT), *((4,) if clock is Clock.HEXCRAWL else ()))
    viewer = Viewer("a-table", REFEREE, table.now, (), table.now.groups[MAIN], MAUD)
    needed, further = command_controls(StartEffect, viewer, {})
    (hint,) = (control.hint for control in (*needed, *further) if control.field.name == "seconds")
    assert (clock is Clock.HEXCRAWL) is ("Waning Resources" in hint)
