"""Company: several kinds at once in an encounter, an ambush or a fight, and others who come into it later."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.field import ANSGAR, BLEND, CAVE, ISOLDE, MOUTH, ONE, cave, field, fight, foe
from tests.table.happenings import of as told_of
from tests.table.small_lands import lands, setting_out
from tests.table.tabletop import Tabletop, codes
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.books.violence.morale import Band as BandKind
from undercroft.faces.report.headings import MET, SceneHeading, heading
from undercroft.faces.views.encounter.encounter import encounter
from undercroft.kernel.units import SeatId
from undercroft.table.encounter.ambush import SpringAmbush
from undercroft.table.encounter.arrivals import BringThemIn
from undercroft.table.encounter.reroll import Reroll, RerollTarget
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.start import EncounterAgain, EndEncounter, Face
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.encounter.surprise import OffGuard
from undercroft.table.exploration.wandering import Dismiss, Place
from undercroft.table.fight.chase import CallOffChase, RunChase
from undercroft.table.fight.end import EndFight
from undercroft.table.fight.foes import AddFoes, FoesCame
from undercroft.table.offers import offers
from undercroft.table.road.chance_encounters import MeetAtRandom
from undercroft.table.site.movement import Move
from undercroft.table.state.combatants import FoeState
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import BandId, CreaturesId, DoorId, FoeId, ZoneId
from undercroft.table.state.scenes import Chase, EncounterScene, SovereignTurn
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Door, DoorState, EncounterRow, Site, Zone
from undercroft.table.world.groups import MAIN

ORCS, OGRE, WOLVES, DEN, GAP = CreaturesId("orcs"), CreaturesId("ogre"), CreaturesId("wolves"), ZoneId("den"), "gap"


def lair(*, ambush: bool = False) -> Site:
    """A cave with a den behind a gap: orcs and an ogre in the den, wolves at the mouth of nothing yet."""
    mouth = cave()
    there = (
        Creatures(ORCS, "orcs", 2, Fraction(1), DEN, hp=(4, 4), ac=3, ambush=ambush),
        Creatures(OGRE, "ogre", 1, Fraction(4), DEN, hp=(9,), ambush=ambush),
        Creatures(WOLVES, "wolves", 1, Fraction(2), None, hp=(7,)),
    )
    return replace(
        mouth,
        zones={**mouth.zones, DEN: Zone(DEN, "Den", "A den.", lit=True)},
        doors={DoorId(GAP): Door(DoorId(GAP), (MOUTH, DEN), DoorState.NO_DOOR, "gap")},
        creatures={each.id: each for each in there},
        encounters=(EncounterRow("wolves", WOLVES, "1"),),
    )


def in_the_den(site: Site | None = None) -> Tabletop:
    """Ansgar and Isolde have gone into the den."""
    table = field(ANSGAR, ISOLDE, site=site or lair(), house=BLEND)
    table.do(Move(MAIN, DoorId(GAP)))
    return table


def parted() -> Tabletop:
    """They have met those in the den, and nothing came of it."""
    table = in_the_den()
    table.do(EndEncounter(MAIN, "they stare"))
    return table


def meeting(table: Tabletop, seat: str = REFEREE) -> EncounterScene:
    scene = table.known(seat).groups[MAIN].scene
    assert isinstance(scene, EncounterScene)
    return scene


def labels(table: Tabletop) -> list[str]:
    return [offer.label for offer in offers(table.now, REFEREE)]


def test_several_kinds_are_faced_again_together():
    """One offer faces all who are there; those named come along, and all of them fight."""
    table = parted()
    assert "Party: start the encounter again: orcs, ogre" in [
        label.replace("The party", "Party") for label in labels(table)
    ]
    told = table.do(Face(MAIN, ORCS, (OGRE,)))
    assert ["The encounter with the orcs and the ogre starts again."] == [
        again.say(table.now) for again in told_of(told, EncounterAgain)
    ]
    assert ["ogre"] == [each.name for each in meeting(table, ONE).along]
    table.do(TakeStance(MAIN, Choice.FIGHT), 2, 3, 5, 5)
    assert ["Orc A", "Orc B", "Ogre"] == [each.name for each in fight(table).foes]


def test_without_company_one_kind_is_faced_alone():
    """The ogre watches."""
    table = parted()
    table.do(Face(MAIN, ORCS))
    assert () == meeting(table).along


@pytest.mark.parametrize(
    "along, code",
    [((WOLVES,), "not_with_them"), ((ORCS,), "not_with_them"), ((OGRE, OGRE), "not_with_them")],
    ids=["elsewhere", "themselves", "twice"],
)
def test_only_those_who_are_there_come_along(along, code):
    """Nobody who is elsewhere, nobody twice."""
    assert [code] == codes(parted(), Face(MAIN, ORCS, along))


def test_an_ambush_may_be_sprung_by_all_who_lie_in_wait():
    """They sneak once, and all of them are in the fight."""
    table = in_the_den(lair(ambush=True))
    assert "Ambush by all: orcs, ogre" in labels(table)
    table.do(SpringAmbush(MAIN, ORCS, (OGRE,)), 6, 6, 5, 5, 18, 18, 18, 18)
    assert ["Orc A", "Orc B", "Ogre"] == [each.name for each in fight(table).foes]
    assert ["not_with_them"] == codes(in_the_den(lair(ambush=True)), SpringAmbush(MAIN, ORCS, (WOLVES,)))


def test_others_of_the_site_come_into_a_fight():
    """They are where the fight is; players see who comes, and they hold or break by themselves."""
    table = parted()
    table.do(Face(MAIN, ORCS))
    table.do(TakeStance(MAIN, Choice.FIGHT), 2, 3, 5, 5)
    assert "Bring in an ogre" in labels(table)
    told = table.do(BringThemIn(MAIN, OGRE))
    assert [FoesCame(MAIN, ("Ogre",))] == told_of(told, FoesCame)
    assert [BandId(ORCS), BandId(OGRE)] == [band.id for band in fight(table).bands]
    assert ["Orc A", "Orc B", "Ogre"] == [each.name for each in fight(table, ONE).in_sight]
    assert ["in_it_already"] == codes(table, BringThemIn(MAIN, OGRE))


def test_a_leader_of_the_site_comes_to_lead_the_others():
    """Where they fall is known of each kind apart: the orcs are dead, the ogre has four hit points left."""
    table = parted()
    table.do(Face(MAIN, ORCS))
    table.do(TakeStance(MAIN, Choice.FIGHT), 2, 3, 5, 5)
    table.do(BringThemIn(MAIN, OGRE, BandId(ORCS), leads=True))
    (band,) = fight(table).bands
    assert (BandKind.LED, FoeId("ogre-1"), 3) == (band.kind, band.leader, band.size)
    assert (BandId(ORCS), OGRE) == (foe(table, "ogre-1").band, foe(table, "ogre-1").creatures)


def test_others_come_into_an_encounter():
    """They stand with those who are met, and fight with them if it comes to that."""
    table = parted()
    table.do(Face(MAIN, ORCS))
    table.do(BringThemIn(MAIN, OGRE))
    assert ["ogre"] == [each.name for each in meeting(table, ONE).along]
    table.do(TakeStance(MAIN, Choice.FIGHT), 2, 3, 5, 5)
    assert ["Orc A", "Orc B", "Ogre"] == [each.name for each in fight(table).foes]


def test_strangers_come_to_an_encounter_on_the_road():
    """By the same line as the first; the distance of the first holds."""
    table = field(ANSGAR, ISOLDE, inside=False, house=BLEND)
    table.do(MeetStrangers(MAIN, "3 pilgrims HD 1"), 3, 4)
    table.do(MeetStrangers(MAIN, "2 wardens HD 2 AC 5 1d8"))
    assert ("pilgrims", ["wardens"]) == (
        meeting(table, ONE).met.name,
        [each.name for each in meeting(table, ONE).along],
    )


def test_a_chase_names_every_kind():
    """On the screen and in the report, to players too."""
    table = field(ANSGAR, ISOLDE, inside=False, house=BLEND)
    table.do(MeetStrangers(MAIN, "3 pilgrims HD 1"), 3, 4)
    table.do(MeetStrangers(MAIN, "2 wardens HD 2 AC 5 1d8"))
    table.do(TakeStance(MAIN, Choice.RUN), 1, 2)
    for seat in (REFEREE, ONE):
        known = table.known(seat)
        scene = known.groups[MAIN].scene
        assert isinstance(scene, Chase)
        assert (
            "3 pilgrims and 2 wardens come after the party"
            == encounter(known, SeatId(seat), known.groups[MAIN], scene, ()).title
        )
        assert SceneHeading("A chase", ("pilgrims", "wardens")) == heading(known, scene)


def test_who_is_on_the_way_comes_into_the_fight_or_waits():
    """Nobody is noticed apart from an encounter or a fight that is under way."""
    table = parted()
    table.do(Face(MAIN, ORCS))
    scene = meeting(table)
    table.truth.now = replace(
        table.now,
        groups={
            **table.now.groups,
            MAIN: replace(
                table.now.groups[MAIN],
                scenes=(*table.now.groups[MAIN].scenes[:-1], replace(scene, pending=(WOLVES,))),
            ),
        },
    )
    assert ["in_a_scene"] == codes(table, Place(MAIN, WOLVES))
    assert "Let them be noticed: wolves" not in labels(table)
    table.do(BringThemIn(MAIN, WOLVES))
    assert () == meeting(table).pending
    assert DEN == table.now.sites[CAVE].creatures[WOLVES].zone


@pytest.mark.parametrize(
    "command, code",
    [
        (BringThemIn(MAIN, CreaturesId("nobody")), "no_creatures"),
        (BringThemIn(MAIN, OGRE, BandId("nobody")), "no_band"),
    ],
)
def test_why_nobody_comes_into_a_fight(command, code):
    """There must be such a kind, and such a band."""
    table = parted()
    assert ["nothing_to_join"] == codes(table, command)
    table.do(Face(MAIN, ORCS))
    table.do(TakeStance(MAIN, Choice.FIGHT), 2, 3, 5, 5)
    assert [code] == codes(table, command)
    assert ["referee_only"] == [reason.code for reason in table.why_not(command, SeatId(ONE))][:1]


def test_foes_of_one_name_are_told_apart_from_the_start():
    """A second kind called wolves goes on counting where the first ended."""
    site = lair()
    wolves = {id: replace(creature, name="wolves", count=1, hp=(4,)) for id, creature in site.creatures.items()}
    table = in_the_den(replace(site, creatures=wolves))
    table.do(TakeStance(MAIN, Choice.FIGHT), 2, 3, 5, 5)
    assert ["Wolf", "Wolf B"] == [each.name for each in fight(table).foes]
    assert FoeState.FIGHTING is fight(table).foes[0].state


def test_strangers_may_lie_in_wait_on_the_road():
    """They sneak against the best watcher, and it comes to blows at once."""
    table = field(ANSGAR, ISOLDE, inside=False, house=BLEND)
    told = table.do(MeetStrangers(MAIN, "2 robbers HD 1 hp 4", ambush=True), 6, 6, 5, 5, 18, 18)
    assert [OffGuard(MAIN, (ANSGAR, ISOLDE))] == told_of(told, OffGuard)
    assert ["Robber A", "Robber B"] == [each.name for each in fight(table, ONE).in_sight]


def test_nobody_lies_in_wait_where_others_are_met():
    """The party is on its guard already."""
    table = field(ANSGAR, ISOLDE, inside=False, house=BLEND)
    table.do(MeetStrangers(MAIN, "3 pilgrims HD 1"), 3, 4)
    assert ["met_already"] == codes(table, MeetStrangers(MAIN, "2 robbers HD 1", ambush=True))


def test_on_the_road_someone_comes_by_the_table_of_the_land():
    """Who, how many, how far off and how they feel in one act; each is thrown for again apart."""
    table = Tabletop()
    table.sit("one", "two")
    table.do(setting_out())
    table.do(MeetAtRandom(MAIN), 1, 2, 3, 3, 4, 5, 5)
    assert ("wolves", 5, 210, 10) == (*_as_met(table), meeting(table).total)
    table.do(Reroll(MAIN, RerollTarget.NUMBER), 1, 1)
    table.do(Reroll(MAIN, RerollTarget.DISTANCE), 1, 1)
    table.do(Reroll(MAIN, RerollTarget.REACTION), 2, 2)
    assert ("wolves", 2, 60, 4) == (*_as_met(table), meeting(table).total)


def _as_met(table: Tabletop) -> tuple[str, int | None, int | None]:
    met = meeting(table, ONE).met
    return met.name, met.count, met.distance_ft


def test_without_a_table_nobody_comes_by_chance():
    """Nor to the person who is nowhere in the lands."""
    table = Tabletop()
    table.do(setting_out(lands(tables={}, encounters="")))
    assert ["no_table"] == codes(table, MeetAtRandom(MAIN))
    assert ["not_exploring"] == codes(field(ANSGAR, inside=False), MeetAtRandom(MAIN))


def test_foes_added_to_an_encounter_fight_beside_those_who_are_there():
    """The orcs and the ogre of the den are not left out; those who talk are."""
    table = in_the_den()
    table.do(AddFoes(MAIN, "wolf HD 2 hp 7"), 5, 5)
    assert ["Orc A", "Orc B", "Ogre", "Wolf"] == [each.name for each in fight(table).foes]

    talking = in_the_den()
    talking.do(TakeStance(MAIN, Choice.TALK, Response.TALK))
    talking.do(AddFoes(MAIN, "wolf HD 2 hp 7"), 5, 5)
    assert ["Wolf"] == [each.name for each in fight(talking).foes]


def test_creatures_that_came_into_the_fight_are_in_the_encounter_after_it():
    """Wolves from the site and a bear from a line: both are counted when the sides break off."""
    table = in_the_den()
    table.do(TakeStance(MAIN, Choice.FIGHT, Response.FIGHT), 5, 5)
    table.do(BringThemIn(MAIN, WOLVES))
    table.do(AddFoes(MAIN, "2 bears HD 3 hp 9"))
    table.do(EndFight(MAIN, parted=True))
    for seat in (REFEREE, ONE):
        scene = meeting(table, seat)
        assert [("orcs", 2), ("ogre", 1), ("wolves", 1), ("bears", 2)] == [
            (seen.name, seen.count) for seen in (scene.met, *scene.along)
        ]
    assert ["wolves", "bears"] == [each.name for each in meeting(table).company[1:]]


def test_dismissed_creatures_leave_the_encounter():
    """The first kind goes: the ogre is met alone, and fights alone."""
    table = in_the_den()
    table.do(Dismiss(MAIN, ORCS, "they slink off"))
    for seat in (REFEREE, ONE):
        assert ("ogre", ()) == (meeting(table, seat).met.name, meeting(table, seat).along)
    table.do(TakeStance(MAIN, Choice.FIGHT, Response.FIGHT), 5, 5)
    assert ["Ogre"] == [each.name for each in fight(table).foes]


def test_the_report_names_all_who_were_met():
    """Not only the first of them."""
    table = in_the_den()
    assert SceneHeading(MET, ("orcs", "ogre")) == heading(table.now, meeting(table))


def test_a_party_that_gets_away_is_elsewhere():
    """Out of the den, in the mouth of the cave; the orcs are where they were."""
    table = in_the_den()
    table.do(TakeStance(MAIN, Choice.RUN, Response.CHASE))
    table.do(RunChase(MAIN, their_move=0))
    assert (MOUTH, DEN) == (table.now.groups[MAIN].zone, table.now.sites[CAVE].creatures[ORCS].zone)
    assert isinstance(table.now.groups[MAIN].scene, SovereignTurn)


def test_a_party_whose_pursuers_give_up_is_elsewhere_too():
    """It has run all the same."""
    table = in_the_den()
    table.do(TakeStance(MAIN, Choice.RUN, Response.CHASE))
    table.do(CallOffChase(MAIN))
    assert MOUTH == table.now.groups[MAIN].zone


def test_a_party_that_gets_away_at_the_entrance_runs_out_of_the_site():
    """It has not seen another room."""
    table = field(ANSGAR, ISOLDE, site=lair(), house=BLEND)
    table.do(MeetStrangers(MAIN, "3 wolves HD 1 hp 3"))
    table.do(TakeStance(MAIN, Choice.RUN, Response.CHASE))
    table.do(RunChase(MAIN, their_move=0))
    assert (None, None) == (table.now.groups[MAIN].site, table.now.groups[MAIN].scene)


@pytest.mark.parametrize(
    "ambush, faces, fights", [(False, (3, 4), (2, 3, 5, 5)), (True, (6, 6, 5, 5, 18, 18, 18), None)]
)
def test_what_a_line_says_of_strangers_holds_in_their_fight(ambush, faces, fights):
    """They have a leader, feel no fear and wear hide, as the line says, met openly or from ambush."""
    table = field(ANSGAR, ISOLDE, inside=False, house=BLEND)
    table.do(MeetStrangers(MAIN, "3 trolls HD 1 AC 2 hp 9 leader fearless hide", ambush=ambush), *faces)
    if fights is not None:
        table.do(TakeStance(MAIN, Choice.FIGHT), *fights)
    (band,), foes = fight(table).bands, fight(table).foes
    assert (BandKind.LED, foes[0].id, True) == (band.kind, band.leader, band.obvious)
    assert [True, True, True] == [foe.natural for foe in foes]


def test_a_button_that_brings_creatures_in_says_how_many_and_from_where():
    """Two kinds of the same name are told apart by their rooms."""
    table = field(ANSGAR, site=lair(), house=BLEND)
    table.do(MeetStrangers(MAIN, "1 pilgrim HD 1 hp 3"))
    assert "Bring in 2 orcs from the den" in labels(table)
