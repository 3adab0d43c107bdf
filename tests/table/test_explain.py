"""Why an event is as it is: for the referee the whole ruling, for a player the dice that were seen."""

from msgspec.structs import replace

from tests.table.small_site import CRYPT, MAUD, OAK, ONE, TWO, ULF, begin, site
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.interpret.play import Answered, DieSource
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.notation import parse
from undercroft.kernel.units import RuleId, SeatId, Seconds
from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.record import Settled, Thrown
from undercroft.table.explain import ExplainedAnswer, Input, Why, because, why
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.rulings.consequences import RulingMade
from undercroft.table.rulings.rulings import MakeRuling
from undercroft.table.site.doors import DoorChanged, OpenDoor
from undercroft.table.site.listening import Heard, Listen
from undercroft.table.site.locks import PickLock
from undercroft.table.state.ids import ActId
from undercroft.table.state.open_rulings import SkillCheck, Trial
from undercroft.table.world.groups import MAIN


def _table(*, typed: bool = False) -> Tabletop:
    table = Tabletop(typed=typed)
    table.sit(ONE, TWO)
    table.do(begin(site(features={}, encounters=())))
    table.do(EnterSite(MAIN, CRYPT))
    return table


def _last(told: list[Told], kind: type[Event]) -> Told:
    return next(each for each in reversed(told) if isinstance(each.event, kind))


def test_the_rule_its_inputs_and_its_dice():
    """Maud picks the lock with +2 on a 3 and a 4; the difficulty of 9 is the site's own, the rest was known."""
    table = _table()
    table.do(PickLock(MAUD, OAK), 3, 4, seat=ONE)
    found = why(table.log, _last(table.log, DoorChanged))
    (ruling,) = found.because

    assert ({"kind": "pick_lock", "who": "maud", "door": "oak"}, ONE, False) == (
        found.command,
        found.seat,
        found.follows,
    )
    assert ("sovereign.door.pick", "Sovereign, Doors", 2) == (ruling.rule, ruling.cite, ruling.modifier)
    assert {"mod": 2, "has_tools": True, "level": 1, "failed_at_level": None, "dc": 9} == {
        part.name: part.value for part in ruling.inputs
    }
    assert {"failed_at_level": True, "dc": False} == {
        part.name: part.usual for part in ruling.inputs if part.name in ("failed_at_level", "dc")
    }
    assert all(part.means for part in ruling.inputs)
    assert [("2d6", (3, 4), 7, ("Undercroft rolled", "Undercroft rolled"))] == [
        (answer.dice, answer.answer, answer.total, answer.origin) for answer in ruling.answers
    ]
    assert {"kind": "open", "total": 9} == ruling.outcome


def test_a_player_knows_the_dice_that_were_seen():
    """From their own log: neither the difficulty nor who asked."""
    table = _table()
    table.do(PickLock(MAUD, OAK), 3, 4, seat=ONE)
    found = why(table.heard[TWO], _last(table.heard[TWO], DoorChanged))
    (ruling,) = found.because

    assert (None, None) == (found.command, found.seat)
    assert ((), None, None, [(3, 4)]) == (
        ruling.inputs,
        ruling.outcome,
        ruling.modifier,
        [answer.answer for answer in ruling.answers],
    )
    assert "Sovereign, Doors" == ruling.cite


def test_each_die_says_where_it_came_from():
    """Typed by a hand, or rolled by the server."""
    table = _table(typed=True)
    table.do(Listen(ULF, OAK), 5, 6, seat=TWO)
    (ruling,) = why(table.log, _last(table.log, Heard)).because

    assert [("typed", "typed")] == [answer.origin for answer in ruling.answers]


def test_dice_add_up_as_in_the_log():
    """One plain die is not added up; what is added to a die is shown; an option has no dice."""
    answers = (((5,), 5), ((3, 4), 7), ((2,), 3), ("up", None))
    said = [ExplainedAnswer("damage", "1d6", answer, total, ()).thrown for answer, total in answers]
    assert ["5", "3 + 4 = 7", "2 + 1 = 3", ""] == said


def test_only_what_led_to_it_since_it_was_asked_for():
    """The wandering check that followed by itself belongs to the new turn, not to the search before it."""
    table = _table()
    table.do(EndStep(MAIN))
    table.do(EndStep(MAIN), 5)
    made = next(told for told in reversed(table.log) if isinstance(told.event, Settled))
    turn = _last(table.log, type(table.log[-1].event))
    found = why(table.log, turn)

    assert found.follows
    assert "begin_step" == (found.command or {})["kind"]
    assert {"sovereign.wandering.check", "sovereign.wandering.due"} == {each.rule for each in found.because}
    assert why(table.log, made).because == (because(made.event),)  # type: ignore[arg-type]


def test_several_rulings_are_told_the_nearest_first():
    """Maud's dice and Ulf's led to the same result."""
    table = _table()
    table.do(MakeRuling(Trial(MAIN, "leap", SkillCheck(Attribute.STR, Skill.EXERT, 8))), 1, 2, 5, 6)
    found = why(table.log, _last(table.log, RulingMade))

    assert [(TWO, (5, 6)), (ONE, (1, 2))] == [(each.by, each.answers[0].answer) for each in found.because]


def test_what_no_rule_made_has_no_because():
    """Trying a door takes no dice; what belongs to no act was asked for by nobody."""
    table = _table()
    table.do(OpenDoor(MAUD, OAK), seat=ONE)
    told = _last(table.log, DoorChanged)

    assert () == why(table.log, told).because
    assert Why(None, None, False, ()) == why(table.log, replace(told, act=None))


def test_an_overruled_ruling_says_so_die_by_die():
    """The dice stay on record as what it was not decided by, and there is no sum to take apart."""
    throw = Throw("skill check", parse("2d6"))
    event = Settled(
        RuleId("sovereign.check.skill"),
        1,
        {"attr_mod": 0, "skill": 0, "dc": 10, "situational": 0},
        (Answered(throw, (1, 1), (DieSource.ROLLED, DieSource.TYPED)),),
        {"kind": "success", "total": 10, "margin": 0},
        ONE,
        "the rope holds",
    )
    ruling = because(event)

    assert ("the rope holds", None, [("overruled", "overruled")]) == (
        ruling.overruled,
        ruling.modifier,
        [answer.origin for answer in ruling.answers],
    )


def test_choices_old_rules_and_house_rules():
    """A choice has its word; an input that today's rule does not know, and a rule that is gone, are shown bare."""
    choice = Answered(Choice("bend", SeatId("player"), ("keep", "up")), "up")
    gone = because(Settled(RuleId("old.rule"), 1, {"x": 1}, (choice,), {"kind": "y"}, ONE))
    given = {"con": 1, "fp": 0, "fp_max": 5, "recover_capped": False, "mood": "glad"}
    recover = because(Settled(RuleId("delving.action.recover"), 1, given, (), {"kind": "recovered"}, ONE))

    assert ((Input("x", "", 1, False, False),), (ExplainedAnswer("bend", "", "up", None, ()),)) == (
        gone.inputs,
        gone.answers,
    )
    assert {"recover_capped": (False, True), "mood": (False, False)} == {
        part.name: (part.usual, part.house) for part in recover.inputs if part.name in ("recover_capped", "mood")
    }


def test_the_very_line_is_looked_up():
    """Of two lines alike, the one that is meant."""
    event = Thrown(RuleId("table.dice"), (), ONE)
    first, second = (Told(event, (ONE,), Seconds(0), ActId(act)) for act in ("a", "b"))
    made = Told(RulingMade("x", ()), (ONE,), Seconds(0), ActId("a"))

    assert 1 == len(why([first, made, second], made).because)
    assert () == why([made, first], made).because
