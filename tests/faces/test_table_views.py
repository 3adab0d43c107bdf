"""What lies on the table, as the rulebook and the odds show it, and the chances on buttons."""

from fractions import Fraction

from msgspec.structs import replace

from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, ONE, TWO, ULF, begin, site
from tests.table.tabletop import Tabletop
from undercroft.books import RULES
from undercroft.books.sovereign.saves import SaveKind
from undercroft.demo import campaign as demo
from undercroft.faces.views.actions import actions, most_useful
from undercroft.faces.views.declarations import DeclarationView, declarations
from undercroft.faces.views.dice.open_chances import open_chances
from undercroft.faces.views.dice.rule_inputs import filled
from undercroft.faces.views.dice.wanted import wanted_views
from undercroft.faces.views.dungeon.zone_map import zone_map
from undercroft.faces.views.house.rules_in_play import replaced, rules_in_play
from undercroft.faces.views.log.lines import log_lines
from undercroft.faces.views.people.party import party
from undercroft.faces.views.seats import SeatLife, seat_cards
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.body.wounds import Wound
from undercroft.table.characters.characters import AddPerson
from undercroft.table.engine.about import UNRANKED
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.offers import offers
from undercroft.table.registry import ANY_COMMAND
from undercroft.table.rulings.rulings import MakeRuling
from undercroft.table.session.notes import Declare, DropDeclaration
from undercroft.table.session.sessions import Arrive
from undercroft.table.session.whispers import Whisper
from undercroft.table.site.search import Search
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import PRESETS
from undercroft.table.state.ids import CreaturesId, PersonId, SiteId
from undercroft.table.state.open_rulings import SavingThrow, Trial
from undercroft.table.state.people import Person, Role, State
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Door, DoorState
from undercroft.table.world.groups import MAIN


def before_a_door(*, quiet: bool = True) -> Tabletop:
    """They stand at the oak door, which is shut; behind it there are rats, or nobody."""
    shut = {OAK: Door(OAK, (HALL, CELL), DoorState.CLOSED, "oak door")}
    crypt = site(doors=shut) if quiet else site(doors=shut, creatures={}, encounters=())
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(crypt))
    table.do(EnterSite(MAIN, CRYPT))
    return table


def listening(table: Tabletop, seat: SeatId) -> tuple[str, str]:
    """The chance on Maud's button."""
    known = table.known(seat)
    return next(
        (action.percent, action.fraction)
        for action in actions(known, seat)
        if (action.kind, action.who) == ("listen", MAUD)
    )


def test_listening_shows_the_chance_of_hearing_something_quiet() -> None:
    """By Maud's ear 10 or more on 2d6, six ways in 36, whatever anybody knows of the room."""
    empty, full = before_a_door(quiet=False), before_a_door()
    assert listening(full, REFEREE) == listening(full, ONE) == listening(empty, REFEREE)
    assert "no roll" not in listening(full, ONE)
    assert ("16.7 %", "1/6") == listening(full, ONE)


def test_every_chance_on_the_table_leads_to_its_rule() -> None:
    """Each with what the rule is settled on, and once."""
    found = open_chances(before_a_door().now, REFEREE)
    assert {each.rule for each in found} <= RULES.keys()
    assert len(found) == len({(each.rule, each.given) for each in found})
    assert "sovereign.door.listen" in {each.rule for each in found}


def test_a_sheet_fills_in_what_a_rule_asks_under_the_same_name() -> None:
    """Hit points and Scars are Maud's; the damage is not on her sheet."""
    table = before_a_door()
    maud = table.now.people[MAUD]
    told = filled(RULES["sovereign.injury.damage"], table.now, maud)
    assert maud.hp == told["hp"]
    assert "damage" not in told
    assert maud.scars == filled(RULES["violence.attack"], table.now, replace(maud, scars=maud.scars))["scars"]


def test_a_house_replaces_the_rules_of_other_books() -> None:
    """Undercroft's blend reads reactions by Sovereign, and leaves each site its own clock."""
    house = PRESETS["undercroft"]
    assert replaced(house, ("violence.reaction",))
    assert not replaced(house, ("sovereign.reaction.roll",))
    assert not replaced(house, ("delving.hazard-die",))
    assert ("Reactions", False, "Sovereign") == next(
        (each.part, each.holds, each.instead) for each in rules_in_play(house, ("violence.reaction",))
    )
    assert replaced(PRESETS["delving"], ("sovereign.wandering.check",))


def test_the_log_says_who_heard_what_others_did_not() -> None:
    """A whisper and what Ulf's player declares are one seat's; what happens to the party is everybody's."""
    table = before_a_door()
    table.do(Whisper(TWO, REFEREE, "It is mine."), seat=TWO)
    table.do(Declare(ULF, "I wait."), seat=TWO)
    heard = {line.text: line.ears for line in log_lines(table.now, table.log)}
    assert "Seat 2" == heard["Seat 2 to Referee: It is mine."]
    assert "Seat 2" == heard["Ulf declares: I wait."]
    assert "" == next(ears for text, ears in heard.items() if text.startswith("Hall."))


def test_a_row_of_the_party_has_what_was_declared() -> None:
    """Ulf's words stand in his row until they are let go; Maud said nothing."""
    table = before_a_door()
    table.do(Declare(ULF, "I wait."), seat=TWO)
    said = {row.person.id: row.said.text for row in party(table.now, table.now.groups[MAIN]).rows}
    assert {MAUD: "", ULF: "I wait."} == {who: said[who] for who in (MAUD, ULF)}
    table.do(DropDeclaration(ULF), seat=TWO)
    assert not any(row.said.text for row in party(table.now, table.now.groups[MAIN]).rows)


def test_what_a_group_said_and_what_can_be_done_of_it() -> None:
    """Maud's player proposes the door, Ulf's only speaks; when Ulf has searched, the door must wait."""
    table = before_a_door(quiet=False)
    through = next(offer.command for offer in offers(table.known(ONE), ONE) if isinstance(offer.command, Declare))
    table.do(through, seat=ONE)
    table.do(Declare(ULF, "I wait."), seat=TWO)
    group = table.now.groups[MAIN]
    assert [("Maud", DeclarationView("go through the oak door", deed=True)), ("Ulf", DeclarationView("I wait."))] == [
        (person.name, said) for person, said in declarations(table.now, group)
    ]
    table.do(Search(ULF), 1, 1, seat=TWO)
    assert "Ulf has acted this turn: searched the room." == declarations(table.now, group)[0][1].hindered


def test_what_could_be_taken_from_a_comrade_hides_nothing() -> None:
    """Brother Ansgar is down: his things are named as his, behind all that anybody would do first."""
    table = Tabletop()
    table.do(demo())
    table.do(EnterSite(MAIN, SiteId("ossuary")))
    table.do(Wound(PersonId("ansgar"), 19))
    listed = most_useful(actions(table.now, REFEREE))
    taking = [number for number, action in enumerate(listed) if action.label.endswith(" from Brother Ansgar")]
    usual = [not (each.aside or each.refused) and each.about.rank < UNRANKED for each in listed]
    others = [number for number, is_usual in enumerate(usual) if is_usual]
    assert taking
    assert max(others) < min(number for number in taking if not listed[number].refused)


def test_dice_of_a_ruling_say_what_for() -> None:
    """Maud's player reads what the referee rules on, and so does the referee; the other player is asked nothing."""
    table = Tabletop(typed=True)
    table.sit(ONE, TWO)
    table.do(begin(site()))
    table.do(MakeRuling(Trial(MAIN, "over the wall", SavingThrow(SaveKind.EVASION), (MAUD,))))
    causes = [[wanted.cause for wanted in wanted_views(table.known(seat), seat)] for seat in (REFEREE, ONE, TWO)]
    assert [["Maud: over the wall"], ["Maud: over the wall"], []] == causes


def test_hired_people_say_whose_they_are() -> None:
    """By the short name that everybody uses; a title belongs to it."""
    table = before_a_door()
    abbot = PersonId("abbot")
    table.do(AddPerson(Person(abbot, "Brother Ansgar of Ashmere", ONE, Role.DELVER, hp=9, hp_max=9)))
    for number, employer in enumerate((MAUD, abbot)):
        tam = PersonId(f"tam-{number}")
        table.do(AddPerson(Person(tam, f"Tam {number}", ONE, Role.HIRELING, hp=4, hp_max=4, employer=employer)))
        table.do(Arrive(tam))
    rows = party(table.now, table.now.groups[MAIN]).rows
    assert ["hireling of Maud", "hireling of Brother Ansgar"] == [row.what for row in rows[-2:]]


def test_an_exit_to_another_level_names_its_room_to_the_referee_alone() -> None:
    """It is on no map of this level, and reads like the others."""
    zones = {**site().zones, CELL: replace(site().zones[CELL], level=2)}
    ladder = Door(OAK, (HALL, CELL), DoorState.NO_DOOR, "ladder down")
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(site(zones=zones, doors={OAK: ladder}, features={})))
    table.do(EnterSite(MAIN, CRYPT))
    said = []
    for known in (table.now, table.known(ONE)):
        drawn = zone_map(known, known.groups[MAIN])
        assert drawn is not None
        said.append(drawn.exits[OAK].short)
    assert ["ladder down to 2", "ladder down"] == said


def test_the_nearest_monsters_beyond_this_room_are_named_too() -> None:
    """Those here hide nobody behind the next door; an event and a pack that is gone are no monsters."""
    rats = Creatures(CreaturesId("rats"), "rats", 4, Fraction(1), HALL)
    ghouls = Creatures(CreaturesId("ghouls"), "ghouls", 2, Fraction(2), CELL)
    for creatures, said in (
        ((rats, ghouls), "here, then room 2"),
        ((ghouls,), "room 2"),
        ((rats,), "here"),
        ((replace(rats, count=0), ghouls), "room 2"),
    ):
        table = Tabletop()
        table.do(begin(site(creatures={each.id: each for each in creatures})))
        table.do(EnterSite(MAIN, CRYPT))
        drawn = zone_map(table.now, table.now.groups[MAIN])
        assert drawn is not None
        assert said == drawn.foe


def test_a_seat_with_two_characters_shows_the_class_of_each() -> None:
    """By name; a seat with one has the class alone."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin())
    maud, ulf = (replace(table.now.people[id], seat=ONE) for id in (MAUD, ULF))
    maud = replace(maud, sheet=replace(maud.sheet, character_class=""))
    warrior = replace(ulf, sheet=replace(ulf.sheet, character_class="warrior", level=3))
    expert = replace(maud, sheet=replace(maud.sheet, character_class="expert", level=2))
    for people, about in (
        ({ULF: warrior}, "Warrior 3"),
        ({MAUD: expert, ULF: warrior}, "Maud: Expert 2; Ulf: Warrior 3"),
        ({MAUD: maud, ULF: warrior}, "Ulf: Warrior 3"),
        ({MAUD: maud}, ""),
    ):
        cards = seat_cards(replace(table.now, people=people), SeatLife({}, {}))
        assert about == cards[0].about


def test_the_last_hit_point_that_is_tapped_away_is_damage() -> None:
    """Of two hit points one goes by hand; with the last one Maud falls as by any other harm."""
    table = before_a_door()
    table.do(Wound(MAUD, table.now.people[MAUD].hp - 2))
    for left, lies in ((1, False), (0, True)):
        (row,) = (each for each in party(table.now, table.now.groups[MAIN]).rows if each.person.id == MAUD)
        table.do(wire.from_plain(ANY_COMMAND, row.less))
        maud = table.now.people[MAUD]
        assert (left, lies) == (maud.hp, maud.is_in(State.MORTALLY_INJURED))
