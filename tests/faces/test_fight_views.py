"""What screens and prompts show of fights by Violence: the same for players whatever they do not know."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.field import ANSGAR, BLEND, CORVIN, ISOLDE, ONE, TAM, VIOLENCE, field, fight
from tests.table.tabletop import Tabletop
from undercroft.books import RULES
from undercroft.books.violence.scars import SCAR_LIMIT, SCAR_MODE
from undercroft.faces.terminal.option_lines import option_lines
from undercroft.faces.views.actions import actions
from undercroft.faces.views.banners import banners
from undercroft.faces.views.big_screen import big_screen
from undercroft.faces.views.command_names import commands_in
from undercroft.faces.views.dice.wanted import wanted_views
from undercroft.faces.views.fight.aim import aims
from undercroft.faces.views.fight.attack import acting, aimed_at, attack_view, foe_attacks
from undercroft.faces.views.fight.order import order
from undercroft.faces.views.fight.peril import dying_clocks, nerve_cards
from undercroft.faces.views.fight.rounds import round_strip
from undercroft.faces.views.fight.standstill import standstill
from undercroft.faces.views.overview.overview import scene_title
from undercroft.faces.views.overview.scene_summary import scene_lines
from undercroft.faces.views.people.results import DieThrown
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.body.dying import LetRoundPass
from undercroft.table.body.wounds import Wound
from undercroft.table.bridge.to_violence import trained_attack
from undercroft.table.engine.about import Section
from undercroft.table.fight import stats
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.foes import AddFoes, AimFoe
from undercroft.table.fight.outlook import not_done
from undercroft.table.fight.rounds import OpenFight, WaitOut
from undercroft.table.fight.scar_choice import AIMS
from undercroft.table.fight.start import ActQuickly
from undercroft.table.fight.weapons import weapons_of
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.sentences import sentence
from undercroft.table.session.notes import Declare, WriteNote
from undercroft.table.state.combatants import FoeState, InitiativeBlock, Phase, Reaching
from undercroft.table.state.house_rules import Showing, Telling
from undercroft.table.state.ids import FoeId, ThingId
from undercroft.table.state.scenes import Fight
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.world.campaign_start import ChangeHouse
from undercroft.table.world.groups import MAIN

A = FoeId("votaries-1")
WILD = 20


def fought(line: str) -> Tabletop:
    """Two votaries; Ansgar has struck one of them, Corvin has fallen, and round 2 begins."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, line), 4, 17, 19)
    table.do(Attack(ANSGAR, A), 12, 1, "keep")
    table.do(AimFoe(MAIN, A, CORVIN))
    table.do(WaitOut(MAIN), 10, 8, WILD)
    return table


def shown(table: Tabletop, seat: SeatId) -> tuple[Any, ...]:
    """All that a seat's screen of the fight is drawn from."""
    known = table.known(seat)
    group, there = known.groups[MAIN], fight(table, seat)
    offered = actions(known, seat)
    who = acting(known, seat, group, there, None)
    target = aimed_at(there, None)
    assert who is not None
    assert target is not None
    return (
        round_strip(known, seat, group, there, offered),
        order(known, seat, group, there, who, target),
        attack_view(known, seat, there, who, target, 0, offered),
        dying_clocks(known, there),
        nerve_cards(known, seat, there),
        scene_lines(known, seat, group),
    )


def test_two_worlds_look_the_same_to_players() -> None:
    """Foes of other armour, health and Hit Dice, hurt alike: the referee's screens differ, a player's do not."""
    one, other = fought("2 votaries HD 2 AC 5 1d8 hp 9"), fought("2 votaries HD 3 AC 7 1d8 hp 31")
    assert shown(one, ONE) == shown(other, ONE)
    assert shown(one, REFEREE) != shown(other, REFEREE)


def test_a_blow_as_a_player_reckons_it() -> None:
    """A hit with 12 has shown nothing below 11: no odds, but a line for each AC that is likely."""
    strike = shown(fought("2 votaries HD 2 AC 5 1d8 hp 9"), ONE)[2]
    assert "longsword 1d8 · Brawn 15 against AC ?" == strike.says
    assert () == strike.cards
    assert strike.damage is None
    assert [f"AC {ac}" for ac in range(9)] == [row.name for row in strike.guesses.rows]
    assert ["maybe"] * 8 + ["hit"] * 6 + ["exact"] + ["miss"] * 5 == [cell.kind for cell in strike.rulers[0].faces]


@pytest.mark.parametrize("hidden", [{"players_odds": Showing.WORDS}, {"players_numbers": Telling.HIDDEN}])
def test_a_blow_shows_no_odds_where_the_house_hides_them(hidden: dict[str, Any]) -> None:
    """No table, no card, no ruler and no colour of a face; the referee has them all the same."""
    table = fought("2 votaries HD 2 AC 5 1d8 hp 9")
    table.do(ChangeHouse(replace(table.now.house, **hidden)))
    strike = shown(table, ONE)[2]
    assert ((), (), (), None) == (strike.rulers, strike.brackets, strike.cards, strike.guesses)
    assert (False, {"maybe"}, 20) == (
        strike.targets.any_known,
        {face.kind for face in strike.pad},
        len(strike.pad),
    )
    assert shown(table, REFEREE)[2].cards


def test_the_odds_of_a_blow() -> None:
    """Brawn 15 against AC 5 and 7 health: every card with its fraction."""
    strike = shown(fought("2 votaries HD 2 AC 5 1d8 hp 8"), REFEREE)[2]
    assert [
        ("Miss", "45 %", "9/20", "to 35 % with Scars"),
        ("Armour hit", "5 %", "1/20", "AC 5 becomes 4"),
        ("Hit", "45 %", "9/20", "1d8, 4½ on average"),
        ("Exact roll", "5 %", "1/20", "to 15 % · stuns, then attacks again"),
    ] == [(card.title, card.percent, card.fraction, card.note) for card in strike.cards[:4]]
    assert ("25 %", "1/4") == (strike.damage.percent, strike.damage.fraction)
    assert [7, 8] == [bar.total for bar in strike.damage.bars if bar.slays]


def test_hit_dice_left_are_written_as_people_write_them() -> None:
    """One and a half, not three halves."""
    lines = shown(fought("2 votaries HD 3/4 AC 5 1d8 hp 9"), REFEREE)[-1]
    assert "1½ HD left" in lines[0]


def test_a_fight_in_lines() -> None:
    """What the screen shows, for a terminal."""
    lines = shown(fought("2 votaries HD 2 AC 5 1d8 hp 9"), REFEREE)[-1]
    assert "Round 2, before the foes · Foes: 17 of 18 HP, 4 HD left · XP if won 40" == lines[0]
    assert (
        "The foes: Votary A 8/9 AC 5 (at Ansgar) [votaries-1]; Votary B 9/9 AC 5 (at Isolde) [votaries-2]" == lines[2]
    )
    assert lines[4].startswith("Corvin is dying: 6 rounds left; Isolde")


def test_the_order_says_what_players_declared() -> None:
    """To the referee what each said, to a player what the seat's own said, and to nobody else anything."""
    table = fought("2 votaries HD 2 AC 5 1d8 hp 9")
    table.do(Declare(ANSGAR, "I go for the tall one."), seat=table.now.people[ANSGAR].seat)
    said = {}
    for seat in table.now.seats.keys() | {REFEREE}:
        known = table.known(seat)
        parts = order(known, seat, known.groups[MAIN], fight(table, seat), None, None)
        said[seat] = {row.id: row.said.text for part in parts for row in part.rows if row.said.text}
    heard = {REFEREE, table.now.people[ANSGAR].seat}
    assert {seat: {ANSGAR: "I go for the tall one."} if seat in heard else {} for seat in said} == said


def test_who_rolls_acts_now_even_if_the_screen_shows_another() -> None:
    """The table waits for Ansgar's damage while the referee looks at Isolde."""
    table = fought("2 votaries HD 2 AC 5 1d8 hp 9")
    table.typed = True
    acts = []
    for command in (None, Attack(ANSGAR, A)):
        if command is not None:
            table.do(command)
        parts = order(table.now, REFEREE, table.now.groups[MAIN], fight(table, REFEREE), ISOLDE, None)
        rows = [row for part in parts for row in part.rows]
        acts.append([row.id for row in rows if any(chip.text == "acting now" for chip in row.chips)])
    assert [[ISOLDE], [ANSGAR]] == acts


def test_many_fallen_are_told_in_a_line() -> None:
    """Three have a row each; of more only those who fight have."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "5 rats HD 1 AC 1 1d4 hp 1"), 4, 17, 19)
    there = fight(table, REFEREE)
    known = table.now
    for dead, rows, fallen in ((3, 5, ()), (4, 1, (("Rats A, B, C and D", "4 dead"),))):
        foes = tuple(
            replace(foe, state=FoeState.DEAD, health=0) if place < dead else foe for place, foe in enumerate(there.foes)
        )
        part = order(known, REFEREE, known.groups[MAIN], replace(there, foes=foes), None, None)[1]
        assert (rows, fallen) == (len(part.rows), part.fallen)


def test_what_a_round_is_remembered_for() -> None:
    """Several of a kind to whom the same happened share a line; a round without a note is one in which nobody fell."""
    table = fought("2 votaries HD 2 AC 5 1d8 hp 9")
    there = replace(
        fight(table, REFEREE),
        round=3,
        notes=((2, "Rat B slain"), (2, "Rat A slain"), (2, "Hesper falls"), (3, "Maud falls"), (3, "Ulf falls")),
    )
    known = table.now
    cells = round_strip(known, REFEREE, known.groups[MAIN], there, ()).cells
    slain = ("Rats A and B slain", "Hesper falls")
    assert [("Nobody falls",), slain, ("Maud, Ulf fall",)] == [cell.notes for cell in cells[:3]]


def test_the_strip_says_who_acts_before_the_foes_and_whom_ending_the_round_skips() -> None:
    """Ansgar and Tam act, then the foes do by themselves; those who have not acted are named before the round ends."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 9"), 4, 17, 19)

    def strip() -> tuple[str, str]:
        known = table.now
        offered = actions(known, REFEREE)
        made = round_strip(known, REFEREE, known.groups[MAIN], fight(table, REFEREE), offered)
        return made.then, made.buttons[0].warns

    assert (
        "Ansgar and Tam, then the foes act",
        "Ending round 1 skips Ansgar, Isolde, Corvin and Tam.",
    ) == strip()
    table.do(PassGo(ANSGAR))
    assert "Tam, then the foes act" == strip()[0]
    acted = table.do(PassGo(TAM), WILD, WILD)
    assert ["The foes act."] == [said for each in acted if (said := sentence(table.now, each)).startswith("The foes")]
    assert (
        "Isolde and Corvin to act",
        "Ending round 1 skips Isolde and Corvin.",
    ) == strip()
    parts = order(table.now, REFEREE, table.now.groups[MAIN], fight(table, REFEREE), None, None)
    assert ["rolled under Agility", "have acted", "rolled over Agility"] == [part.note for part in parts]


def test_the_order_tells_the_initiative_as_scars_moved_it() -> None:
    """An 11 that Ansgar's Scar makes a 10 is his Agility exactly, as his quick action says; an 11 kept is an 11."""
    for scar, rolled, foe in (("down", 10, ()), ("keep", 11, (WILD,))):
        table = field(ANSGAR, house=BLEND)
        table.do(AddFoes(MAIN, "votary HD 2 AC 5 1d8 hp 9"), 11, scar, *foe)
        parts = order(table.now, REFEREE, table.now.groups[MAIN], fight(table, REFEREE), None, None)
        rows = [row.note for part in parts for row in part.rows if row.name == "Ansgar"]
        assert [f"Agility 10, rolled {rolled}"] == rows


def test_ending_a_round_warns_of_those_alone_who_would_have_acted() -> None:
    """Corvin comes after the foes: surprised, stunned or busy with his pack he has no go to lose."""
    table = field(ANSGAR, CORVIN, house=BLEND)
    table.do(AddFoes(MAIN, "votary HD 2 AC 5 1d8 hp 9"), 4, 19)
    there, group = fight(table, REFEREE), table.now.groups[MAIN]
    _, corvin = there.fighters
    for kept in (
        replace(corvin, surprised=True),
        replace(corvin, stunned=True),
        replace(corvin, reaching=Reaching(ThingId("rope"), 2, 1)),
    ):
        changed = replace(there, fighters=(there.fighters[0], kept))
        assert (ANSGAR,) == not_done(table.now, group, changed)
    assert (ANSGAR, CORVIN) == not_done(table.now, group, there)
    surprised_before = replace(there, round=2, fighters=(there.fighters[0], replace(corvin, surprised=True)))
    assert (ANSGAR, CORVIN) == not_done(table.now, group, surprised_before)


@pytest.mark.parametrize("seat", [REFEREE, ONE, SPECTATORS])
def test_a_fight_says_what_it_waits_for(seat: SeatId) -> None:
    """Before round 1, before quick actions and between the goes of a round: a heading and a sentence that agree."""

    def waits_for(table: Tabletop) -> tuple[str, str]:
        known = table.known(seat)
        made = standstill(known, known.groups[MAIN], fight(table, seat))
        return made.title, made.text

    table = field(ANSGAR, CORVIN, house=BLEND)
    table.do(AddFoes(MAIN, "votary HD 2 AC 5 1d8 hp 9"), 10, 19, "keep")
    assert ("Quick actions come first", "Still to act: Ansgar.") == waits_for(table)
    there = replace(fight(table, seat), fighters=(), waits=True)
    known = table.known(seat)
    group = replace(known.groups[MAIN], scenes=(*known.groups[MAIN].scenes[:-1], there))
    made = standstill(known, group, there)
    assert ("Round 1 has not begun", "The foes act first, once the referee starts round 1.") == (made.title, made.text)
    on_screen = big_screen(table.known(SPECTATORS), group, ()).now
    assert on_screen is not None
    assert "Round 1 has not begun" == on_screen.title
    table.do(OpenFight(MAIN))
    assert ("Others act now", "Still to act: Ansgar and Corvin.") == waits_for(table)
    blocks = {ANSGAR: InitiativeBlock.AFTER, CORVIN: InitiativeBlock.BEFORE}
    there, known = fight(table, seat), table.known(seat)
    turned = tuple(replace(fighter, block=blocks[fighter.who]) for fighter in there.fighters)
    assert "Still to act: Corvin and Ansgar." == standstill(known, group, replace(there, fighters=turned)).text


def test_n_starts_the_round_while_a_quick_action_is_left() -> None:
    """The strip has one filled button at every moment of a fight; whose quick action is skipped is asked first."""
    table = field(ANSGAR, CORVIN, house=BLEND)
    table.do(AddFoes(MAIN, "votary HD 2 AC 5 1d8 hp 9"), 10, 19, "keep")

    def next_step() -> tuple[str, str]:
        known = table.now
        strip = round_strip(known, REFEREE, known.groups[MAIN], fight(table, REFEREE), actions(known, REFEREE))
        return strip.buttons[0].short, strip.buttons[0].warns

    assert ("Start round 1", "Starting round 1 skips the quick action of Ansgar.") == next_step()
    table.do(OpenFight(MAIN))
    assert (1, Phase.BEFORE) == (fight(table, REFEREE).round, fight(table, REFEREE).phase)
    assert ("End round 1", "Ending round 1 skips Ansgar and Corvin.") == next_step()


def test_the_score_of_a_blow_names_what_training_adds() -> None:
    """The attribute is the same number as in the order; what is added to it stands beside it, then what counts."""
    table = field(ANSGAR, house=BLEND)
    table.do(AddFoes(MAIN, "votary HD 2 AC 5 1d8 hp 9"), 4)
    there, ansgar = fight(table, REFEREE), table.now.people[ANSGAR]
    warrior = replace(ansgar, sheet=replace(ansgar.sheet, character_class="warrior", level=3))
    known = replace(table.now, people={**table.now.people, ANSGAR: warrior})
    strike = attack_view(known, REFEREE, there, ANSGAR, there.foes[0].id, 0, ())
    assert strike is not None
    score = stats.strike(known, there.fighters[0], weapons_of(known, ANSGAR)[0], 5)
    added = score.attribute - 15
    assert added > 0
    assert f"Brawn 15 +{added} training = {score.attribute} against AC 5" in strike.says


def test_nerve_says_what_the_die_must_show() -> None:
    """Votaries of two Hit Dice stand on anything under twelve."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 1"), 4, 17, 19)
    table.do(Attack(ANSGAR, A), 12, 6)
    (card,) = nerve_cards(table.now, REFEREE, fight(table, REFEREE))
    assert "one died · 1d20 under 12" == card.why


def test_a_choice_says_what_it_brings_to_those_who_may_know() -> None:
    """The referee sees what bending comes to, the person who does not know the armour what it is for each armour."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 9"), 4, 17, 19)
    table.typed = True
    table.do(Attack(ANSGAR, A), 14)
    (ours,) = wanted_views(table.now, REFEREE)
    assert ("keep", "down", "up") == ours.options
    assert (
        "A hit.",
        "A hit.",
        "A hit. The target is stunned, and another attack follows.",
    ) == ours.means
    (theirs,) = wanted_views(table.known(ONE), ONE)
    for asked in (ours, theirs):
        assert ours.means == asked.means
        assert ("use a Scar on the attack roll?", "") == (asked.title, asked.settled_on)
        assert (DieThrown((14,), "1d20", "attack"),) == asked.thrown
        assert ("Keep 14", "Make it 13", "Make it 15") == asked.labels
        assert "Ansgar has 1 Scar. It can move any roll in a fight up or down by 1, and is never used up." == (
            asked.explains
        )
    assert "Ansgar: longsword against Votary A" == theirs.cause
    table.do(WriteNote("go on"), "keep", 5)
    (damage,) = wanted_views(table.known(ONE), ONE)
    assert ("Keep 5", "Make it 4", "Make it 6") == damage.labels
    assert ("5 damage.", "4 damage.", "6 damage.") == damage.means
    assert "Ansgar: longsword against Votary A, rolled 14" == damage.cause
    known = table.known(ONE)
    ((open_question,),) = (wanted.questions for wanted in known.wanted.values())
    assert option_lines(known, ONE, open_question) == [
        "Keep 5: 5 damage.",
        "Make it 4: 4 damage.",
        "Make it 6: 6 damage.",
    ]


def test_a_player_reads_what_a_bent_roll_brings_against_each_armour_that_the_foe_may_have() -> None:
    """Until blows have shown the AC; nothing in a house that hides odds or numbers, and the true AC nowhere."""
    dent = "an armour hit"
    for showing, means in (
        (
            Showing.EXACT,
            (
                f"AC 0\N{EN DASH}5: a hit. AC 6: {dent}. AC 7\N{EN DASH}8: a miss.",
                f"AC 0\N{EN DASH}4: a hit. AC 5: {dent}. AC 6\N{EN DASH}8: a miss.",
                f"AC 0\N{EN DASH}6: a hit. AC 7: {dent}. AC 8: a miss.",
            ),
        ),
        (Showing.HIDDEN, ()),
    ):
        table = field(house=replace(BLEND, players_odds=showing))
        table.do(AddFoes(MAIN, "2 votaries HD 2 AC 6 1d8 hp 9"), 4, 17, 19)
        table.typed = True
        table.do(Attack(ANSGAR, A), 6)
        (asked,) = wanted_views(table.known(ONE), ONE)
        assert means == asked.means
        assert asked.explains.startswith("Ansgar has 1 Scar." if means else "A good roll is above the target's AC")
        told = wire.encode(table.known(ONE).wanted).decode()
        assert '"ac":' not in told.replace('"unsure":{"ac":[0,8]}', "")


def test_a_player_reads_what_each_face_of_their_initiative_brings() -> None:
    """It depends on the character alone, and so does what a Scar makes of it; no house shows more than it allows."""
    before, quick = "Acts before the foes.", "Has a quick action first, then acts before the foes."
    faces = (
        ("1\N{EN DASH}9", before, "45 %"),
        ("10", quick, "5 %"),
        ("11\N{EN DASH}20", "Acts after the foes.", "50 %"),
    )
    for showing, lines, settled_on, means in (
        (Showing.EXACT, faces, "Scars: 1 · Agility: 10", (before, before, quick)),
        (Showing.HIDDEN, (), "", ()),
    ):
        table = field(house=replace(BLEND, players_odds=showing), typed=True)
        table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 9"))
        (asked,) = wanted_views(table.known(ONE), ONE)
        assert lines == tuple((line.span, line.says, line.percent) for line in asked.lines)
        assert settled_on == asked.settled_on
        table.do(WriteNote("go on"), 9)
        (asked,) = wanted_views(table.known(ONE), ONE)
        assert (("Keep 9", "Make it 8", "Make it 10"), means) == (asked.labels, asked.means)


def test_every_rule_that_scars_can_bend_says_what_is_good_to_roll() -> None:
    """By the readings that such a rule has; the rule about Scars alone does not know what the roll is for."""
    bent = {rule.id for rule in (*RULES.values(), trained_attack) if SCAR_LIMIT in rule.readings}
    assert bent - {"violence.scar-modifier"} == set(AIMS)


def test_two_scars_move_a_roll_by_two_and_a_house_rule_says_how_often() -> None:
    """The sentence has the number of Scars, how far they move a roll, and the limit that this house has."""
    for readings, says in (
        ({}, "They can move any roll in a fight up or down by 2, and are never used up."),
        (
            {SCAR_LIMIT.id: 1, SCAR_MODE.id: "up_to"},
            "They can move one roll in each round up or down by up to 2, and are never used up.",
        ),
    ):
        table = field(CORVIN, house=replace(BLEND, readings=readings), typed=True)
        table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 9"), 15)
        (asked,) = wanted_views(table.now, REFEREE)
        assert f"Corvin has 2 Scars. {says}" == asked.explains
        assert {"Keep 15", "Make it 13", "Make it 17"} <= set(asked.labels)


def test_what_a_die_is_thrown_for_is_told_in_the_words_of_the_rule() -> None:
    """No name of an input: the dice of a blow and the health of the target."""
    table = field(house=BLEND, typed=True)
    table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 9"), 4, 17, 19)
    table.do(Attack(ANSGAR, A), 12)
    (asked,) = wanted_views(table.now, REFEREE)
    assert "Scars: 1 · health of the target: 9" == asked.settled_on


def test_dice_tell_no_input_at_its_usual_value() -> None:
    """A foe has no Scars, and whom it hits is told beside the dice."""
    table = field(ANSGAR, house=VIOLENCE, typed=True)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 6"), 9, "keep")
    table.do(WaitOut(MAIN), 9)
    (asked,) = wanted_views(table.now, REFEREE)
    assert "Orc hits Ansgar, rolled 9" == asked.cause
    (row,) = foe_attacks(table.now, table.now.groups[MAIN], fight(table, REFEREE)).rows
    assert row.asked
    assert f"health of the target: {table.now.people[ANSGAR].hp}" == asked.settled_on


def test_of_two_foes_alike_only_the_one_that_rolls_waits_for_its_die() -> None:
    """Both attack Ansgar by the same numbers: first one is marked, then the other."""
    table = field(ANSGAR, house=VIOLENCE, typed=True)
    table.do(AddFoes(MAIN, "2 orcs HD 1 AC 3 1d6 hp 6"), 9, "keep")
    table.do(WaitOut(MAIN))
    marked = [[row.asked for row in foe_attacks(table.now, table.now.groups[MAIN], fight(table, REFEREE)).rows]]
    table.do(WriteNote("go on"), 20)
    marked.append([row.asked for row in foe_attacks(table.now, table.now.groups[MAIN], fight(table, REFEREE)).rows])
    assert [[True, False], [False, True]] == marked


def test_their_side_by_the_marching_order() -> None:
    """Each at the next in line: of twenty faces those up to AC and over Attack miss; one set by hand goes elsewhere."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 9"), 4, 17, 19)
    line = [person.name for person in table.now.able_in(MAIN)]
    one, other = foe_attacks(table.now, table.now.groups[MAIN], fight(table, REFEREE)).rows
    assert (("Votary A", line[0]), ("Votary B", line[1])) == ((one.name, one.at), (other.name, other.at))
    foe, ac = fight(table, REFEREE).foes[0], int(one.cells[0])
    miss, hit = ac - 1 + 20 - foe.attack, foe.attack - 1 - ac
    assert (f"{miss * 5} %", "5 %", f"{hit * 5} %", "5 %") == one.cells[1:5]
    table.do(AimFoe(MAIN, A, CORVIN))
    one, _ = foe_attacks(table.now, table.now.groups[MAIN], fight(table, REFEREE)).rows
    assert "Corvin" == one.at
    assert not one.asked
    aimed = aims(table.now, table.now.groups[MAIN], fight(table, REFEREE))[A]
    assert ["Corvin"] == [aim.name for aim in aimed if aim.now]
    assert set(line) == {aim.name for aim in aimed}


def test_after_the_fight_the_clock_of_the_dying_goes_on() -> None:
    """Won in the second round, which is still now; a round that passes takes one off what is left."""
    table = fought("2 votaries HD 2 AC 5 1d8 hp 9")
    for id in ("votaries-1", "votaries-2"):
        table.do(Adjust(Adjustable.FOE, id, "health", 0, "by hand"))
    (clock,) = dying_clocks(table.now, fight(table, REFEREE))
    assert (6, 7, 2) == (clock.left, clock.last, clock.tries[0].attempt.round)
    assert "now" == clock.ring[0].when
    table.do(LetRoundPass(MAIN))
    assert [f"{clock.left - 1} rounds left"] == [
        banner.title.partition(": ")[2] for banner in banners(table.now, REFEREE, ())
    ]
    (clock,) = dying_clocks(table.now, fight(table, REFEREE))
    assert (5, 7, 3) == (clock.left, clock.last, clock.tries[0].attempt.round)


def test_the_banner_and_the_ring_agree_in_the_round_of_the_fall() -> None:
    """The round in which Corvin falls is not one of those that are left."""
    table = field(ISOLDE, CORVIN, house=BLEND)
    table.do(AddFoes(MAIN, "1 rat HD 1 AC 0 hp 3"), 3, 3)
    table.do(Wound(CORVIN, 99, "a fall"))
    (clock,) = dying_clocks(table.now, fight(table, REFEREE))
    (banner,) = banners(table.now, REFEREE, ())
    assert (6, "6 rounds left") == (clock.left, banner.title.partition(": ")[2])


def test_the_clock_of_the_dying_names_a_medic_with_the_title() -> None:
    """The short name, as on the buttons and in the order of the round."""
    table = field(ISOLDE, CORVIN, house=BLEND)
    table.do(AddFoes(MAIN, "1 rat HD 1 AC 0 hp 3"), 3, 3)
    table.do(Wound(CORVIN, 99, "a fall"))
    sister = replace(table.now.people[ISOLDE], name="Sister Isolde Fenn")
    known = replace(table.now, people={**table.now.people, ISOLDE: sister})
    (clock,) = dying_clocks(known, fight(table, REFEREE))
    assert "Sister Isolde +1" == clock.medic


def test_saving_someone_after_the_fight_has_its_odds_on_the_button() -> None:
    """Two rounds down, Isolde with her kit; nobody who ran is asked."""
    table = fought("2 votaries HD 2 AC 5 1d8 hp 9")
    for id in ("votaries-1", "votaries-2"):
        table.do(Adjust(Adjustable.FOE, id, "health", 0, "by hand"))
    offered = {action.who: action.percent for action in actions(table.now, REFEREE) if action.kind == "stabilise"}
    assert {"ansgar", "isolde", "tam"} == set(offered)
    (clock,) = dying_clocks(table.now, fight(table, REFEREE))
    assert clock.tries[0].percent == offered[ISOLDE]


def test_what_a_ruling_waits_for_is_told_in_words() -> None:
    """The foes' dice are wanted on the foes' go, each with its foe and its target; lines do not repeat their face."""
    table = field(house=BLEND, typed=True)
    table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 9"), 4, 17, 19)
    table.do(WaitOut(MAIN))
    (asked,) = wanted_views(table.now, REFEREE)
    assert "Votary A attacks Ansgar" == asked.cause
    assert asked.lines
    assert not [line.says for line in asked.lines if line.says.startswith(line.span)]
    table.do(WriteNote("go on"), 7)
    (asked,) = wanted_views(table.now, REFEREE)
    assert ("damage", "Votary A hits Ansgar, rolled 7") == (asked.title, asked.cause)


def test_a_fight_is_titled_by_its_round() -> None:
    """Not by a number that could be the number of the fight."""
    assert ("fight", "fight, round 3") == (scene_title(Fight()), scene_title(Fight(round=3)))


def test_the_end_of_a_turn_stands_first_whatever_else_a_fighter_can_do() -> None:
    """The row changes with every fighter: what is pressed most stays in its place, and Flee never takes it.

    Only the quick actions before the first round, where no turn can end, come before it.
    """
    assert [ActQuickly, PassGo] == list(commands_in(Section.GO)[:2])
