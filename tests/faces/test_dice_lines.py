"""The dice line of the log: what was rolled for, the dice, their sum, and every modifier that counted."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from tests.table.lair import talking
from tests.table.passage import BERT, ONE, PASSAGE, SECOND, TORCHES, begin, passage
from tests.table.tabletop import Tabletop
from undercroft.books import RULES
from undercroft.books.hexcrawl.land import Terrain, Weather
from undercroft.books.sovereign.units import Skill
from undercroft.faces.report.routine import LEFT_OUT
from undercroft.faces.views.input_names import cite
from undercroft.faces.views.log.folding import folded
from undercroft.faces.views.log.lines import log_lines
from undercroft.faces.views.log.ruling_words import ruling_words
from undercroft.kernel.units import RuleId
from undercroft.table.encounter.parley import Parley
from undercroft.table.engine.record import Settled
from undercroft.table.engine.wanted_dice import DiceChosen
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.rulings import words
from undercroft.table.rulings.any_rule import SettleRule
from undercroft.table.session.notes import WriteNote
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.search import Search
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import FeatureId, HexId
from undercroft.table.state.people import Sheet
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_lands import SeenHex, SeenLandFeature
from undercroft.table.state.sites import Clock
from undercroft.table.world.country import HexesSeen, LandsSeen
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp


def searched(sheet: Sheet, *faces: int) -> Tabletop:
    """Bert searches by torchlight."""
    table = Tabletop()
    table.sit(ONE)
    opening = begin(passage(Clock.SOVEREIGN))
    bert, *others = opening.people
    table.do(replace(opening, people=(replace(bert, sheet=sheet), *others)))
    table.do(EnterSite(MAIN, PASSAGE, SECOND))
    table.do(LightUp(BERT, TORCHES))
    table.do(Search(BERT), *faces)
    return table


def checks(table: Tabletop, seat: str = REFEREE) -> list[str]:
    """The lines about skill checks, as a seat reads them."""
    told = [fact for fact in table.log if seat in fact.to]
    return [line.text for line in log_lines(table.known(seat), told) if "skill check" in line.text]


def test_a_modifier_stands_between_dice_and_total():
    """Untrained: 4 and 4 are 8, one less is 7."""
    (line,) = checks(searched(Sheet(), 4, 4))
    assert line.startswith("Bert, skill check 2d6: 4 + 4 = 8, −1 = 7, against 10. Failure.")


def test_several_modifiers_are_named():
    """Wisdom 18 and Notice 1 add up to 3."""
    (line,) = checks(searched(Sheet(wisdom=18, skills={Skill.NOTICE: 1}), 4, 4))
    assert line.startswith("Bert, skill check 2d6: 4 + 4 = 8, +3 = 11 (attribute +2, skill +1), against 10. Success.")


def test_without_a_modifier_there_is_none():
    """Notice 0: the dice are the total."""
    (line,) = checks(searched(Sheet(skills={Skill.NOTICE: 0}), 4, 4))
    assert line.startswith("Bert, skill check 2d6: 4 + 4 = 8, against 10. Failure.")


def test_a_player_reads_the_dice_alone():
    """Who may not know the outcome reads no modifier either."""
    (line,) = checks(searched(Sheet(), 4, 4), ONE)
    assert "Bert, skill check 2d6: 4 + 4 = 8." == line


def ruled(rule: str, given: Mapping[str, object], *faces: int) -> str:
    """The dice line of a rule that the referee rolls on."""
    table = Tabletop()
    table.do(begin(passage(Clock.SOVEREIGN)))
    table.do(SettleRule(MAIN, RuleId(rule), given), *faces)
    return log_lines(table.known(REFEREE), table.log)[-1].text


def test_a_total_that_the_dice_show_is_not_repeated():
    """Neither before the number it is held against, nor as damage."""
    coming = {"method": "sneak", "group_mod": -1, "watcher_mod": 0}
    line = ruled("sovereign.encounter.surprise", coming, 2, 2)
    assert line.endswith("2 + 2 = 4, −1 = 3, against 8: they are not surprised.")
    assert ruled("sovereign.fall.damage", {"feet": 10}, 5).endswith("1d6: 5.")


def test_an_undone_act_quotes_what_was_told_of_it():
    """The command first; what it brought stands in quotation marks, since it did not happen."""
    table = searched(Sheet(), 4, 4)
    table.undo()
    told = [fact for fact in table.log if REFEREE in fact.to]
    undone = next(line.text for line in log_lines(table.known(REFEREE), told) if line.undid is not None)
    assert "Undone: search the room, “Bert searches the room and misses what is hidden here”." == undone


def test_an_undone_parley_quotes_what_everybody_heard():
    """The line is public, so it does not quote the referee's sum; what the party asked for is a quote within it."""
    table = talking()
    table.do(Parley(MAIN, "safe passage", Fraction(5), ()))
    table.undo()
    told = [fact for fact in table.log if REFEREE in fact.to]
    undone = next(line.text for line in log_lines(table.known(REFEREE), told) if line.undid is not None)
    assert "Undone: parley, “The party asks: 'safe passage'”." == undone


def test_a_changed_result_says_what_it_was_changed_to():
    """The dice as they fell, the outcome in their place, and the referee's reason."""
    settled = next(
        fact.event for fact in searched(Sheet(), 4, 4).log if isinstance(fact.event, Settled) and fact.event.throws
    )
    said = ruling_words(replace(settled, overruled="the floor is wet"))
    assert said.startswith("Bert, skill check 2d6: 4 + 4 = 8")
    assert " Changed to “Failure with 7”." in said
    assert said.endswith("The referee's ruling: the floor is wet.")


def test_a_way_out_that_is_undone_in_the_first_turn_ends_no_turn():
    """There is no turn 0."""
    table = Tabletop()
    table.sit(ONE)
    table.do(begin(passage(Clock.SOVEREIGN)))
    table.do(EnterSite(MAIN, PASSAGE, SECOND))
    table.do(LeaveSite(MAIN, at_once=True))
    table.undo()
    for seat in (REFEREE, ONE):
        told = [fact for fact in table.log if seat in fact.to]
        assert not any("turn 0" in line.text for line in log_lines(table.known(seat), told))


def test_every_rule_is_cited_with_its_place():
    """Book and heading, or the page that is only known of; never a comma that leads nowhere."""
    for rule in map(RuleId, RULES):
        for cited in (cite(rule), words.cite(rule)):
            assert cited
            assert cited == cited.strip(" ,")


def test_a_land_without_a_name_has_weather_all_the_same():
    """No colon without a name before it."""
    assert "Clear." == LandsSeen("", "", Weather.CLEAR).say(Campaign())
    assert "Spring, clear." == LandsSeen("", "spring", Weather.CLEAR).say(Campaign())
    assert "The Fens: spring, clear." == LandsSeen("The Fens", "spring", Weather.CLEAR).say(Campaign())


def test_a_landmark_is_called_one():
    """In the log of the group that sees it."""
    tower = SeenLandFeature(FeatureId("tower"), "the old beacon", "a roofless tower", landmark=True)
    hex = SeenHex(HexId("0101"), next(iter(Terrain)), visited=True, features={tower.id: tower})
    assert "The old beacon, a landmark: a roofless tower." == HexesSeen((hex,)).say(Campaign())


def test_no_report_tells_whose_dice_fall():
    """Who types dice is nothing that happened to anybody."""
    assert DiceChosen in LEFT_OUT


def test_an_undone_stretch_is_one_line():
    """Two acts undone: one line says how many and how far, above the lines that are struck through."""
    table = searched(Sheet(), 4, 4)
    table.undo()
    table.undo()
    told = [fact for fact in table.log if REFEREE in fact.to]
    undone = [line.text for line in log_lines(table.known(REFEREE), told) if line.undid is not None]
    assert ["Undone: 2 acts, back to turn 1."] == undone


def test_an_undone_turn_is_named_and_its_number_is_gone():
    """The second turn ends and is undone: the line says which end, and what comes after belongs to turn 2."""
    table = searched(Sheet(), 4, 4)
    table.do(EndStep(MAIN))
    table.do(EndStep(MAIN), 6)
    table.undo()
    table.do(WriteNote("Again."))
    for seat in (REFEREE, ONE):
        told = [fact for fact in table.log if seat in fact.to]
        lines = {line.text: line.turn for line in log_lines(table.known(seat), told)}
        assert 2 == lines["Undone: end of turn 2."]
        if seat == REFEREE:
            assert 2 == lines["Note: Again."]


def test_undone_lines_are_folded_away_under_the_line_of_the_undo():
    """No line that was undone is left by itself; they are all under the one that says so."""
    table = searched(Sheet(), 4, 4)
    table.undo()
    table.undo()
    told = [fact for fact in table.log if REFEREE in fact.to]
    lines = log_lines(table.known(REFEREE), told)[::-1]
    shown = [*folded(lines)]
    assert not any(line.undone for line, _ in shown)
    under = {line.text: below for line, below in shown if below}
    assert {"Undone: 2 acts, back to turn 1.": tuple(line for line in lines if line.undone)} == under


def test_a_total_with_other_dice_after_it_is_not_taken_for_theirs():
    """Forcing a door: 4 and 3 with 2 are 9, and the die after it counts turns."""
    line = ruled("sovereign.door.stuck", {"mod": 2}, 4, 3, 3)
    assert line.endswith(
        "4 + 3 = 7, +2 = 9, against 10; turns until it opens 1d3: 3. It does not budge at once. It opens after 3 turns."
    )


def test_a_number_with_a_noun_is_no_total_to_leave_out():
    """The Hit Dice of a hireling keep their number, though the dice have just shown it."""
    line = ruled("violence.hireling-hire", {"job": "torchbearer"}, 3)
    assert line.endswith("1d3: 3. A hireling with 3 Hit Dice, 1d3 for any job, for 2 silver a day. Carries 9 things.")
