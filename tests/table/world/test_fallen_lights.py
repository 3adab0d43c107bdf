"""A light whose holder dies: it lies where they fell, burns on, and is anybody's to take up."""

from tests.table.happenings import of, times
from tests.table.passage import ANNE, BERT, FIRST, ONE, PASSAGE, SECOND, TO_SECOND, TORCHES, TWO, begin, passage
from tests.table.tabletop import Tabletop
from undercroft.kernel.units import Seconds
from undercroft.table.body.wounds import Wound
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.splitting import Split
from undercroft.table.exploration.turns import EndStep
from undercroft.table.gear.carrying import Take
from undercroft.table.offers import offers
from undercroft.table.sentences import says
from undercroft.table.site.movement import Move
from undercroft.table.state.house_rules import PRESETS
from undercroft.table.state.ids import GroupId, ThingId
from undercroft.table.state.lights import Light
from undercroft.table.state.sites import Clock
from undercroft.table.state.things import Carried, Lying, Worn
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, WentOut

TORCH = ThingId("torches-0-2")
LIT = Light(TORCH, "torch", BERT, Seconds(0), Seconds(3600))
DEADLY = 100
QUIET = 6
SCOUTS = GroupId("scouts")


def bert_falls() -> Tabletop:
    """By Violence a 2 is death at once: Bert, who held the torch, lies in the first zone, and Anne stands there."""
    table = Tabletop()
    table.sit(ONE, TWO)
    house = PRESETS["violence"]
    table.do(begin(passage(Clock.VIOLENCE, traps={}), house=house))
    table.do(LightUp(BERT, TORCHES))
    table.do(EnterSite(MAIN, PASSAGE))
    events = table.do(Wound(BERT, DEADLY), 1, 1)
    assert "A torch lies burning on the floor." in [says(table.now, event) for event in events]
    return table


def test_a_dead_hand_holds_no_light():
    """The torch lies burning in the zone, and those who stay there see by it."""
    table = bert_falls()
    assert not table.now.people[BERT].alive
    for known in (table.now, table.known(TWO)):
        assert (Lying(PASSAGE, FIRST), (LIT,), ()) == (
            known.things[TORCH].place,
            known.lights_of(MAIN),
            known.held_by(BERT),
        )


def test_a_person_who_leaves_it_goes_on_in_the_dark():
    """And coming back has light again."""
    table = bert_falls()
    table.do(Move(MAIN, TO_SECOND), QUIET)
    assert (SECOND, (), ()) == (
        table.now.groups[MAIN].zone,
        table.now.lights_of(MAIN),
        table.known(TWO).lights_of(MAIN),
    )
    table.do(Move(MAIN, TO_SECOND), QUIET)
    assert ((LIT,), (LIT,)) == (table.now.lights_of(MAIN), table.known(TWO).lights_of(MAIN))


def test_it_is_taken_up_burning():
    """With what is left of it."""
    table = bert_falls()
    assert "Anne: take the torches" in [offer.label for offer in offers(table.known(TWO), TWO)]
    table.do(Take(ANNE, TORCH), seat=TWO)
    assert (Carried(ANNE, Worn.READIED), Light(TORCH, "torch", ANNE, Seconds(0), Seconds(3600))) == (
        table.now.things[TORCH].place,
        table.now.lights[TORCH],
    )
    assert ["light-torches-0-2", "low-torches-0-2"] == sorted(table.known(TWO).timers)


def test_left_lying_it_burns_down_in_its_time():
    """An hour after it was lit."""
    table = bert_falls()
    out = [event for _ in range(6) for event in table.do(EndStep(MAIN), QUIET)]
    assert [WentOut(TORCH, "torch", BERT, spent=True)] == of(out, WentOut)
    assert (3600, ()) == (times(out)[-1], table.now.lights_of(MAIN))


def test_others_who_come_upon_it_see_that_it_burns():
    """Anne was ahead when Bert fell."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.VIOLENCE, traps={}), house=PRESETS["violence"]))
    table.do(LightUp(BERT, TORCHES))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(Split(MAIN, (ANNE,), "Scouts"))
    table.do(Move(SCOUTS, TO_SECOND), QUIET)
    table.do(Wound(BERT, DEADLY), 1, 1)
    assert () == table.known(TWO).lights_of(SCOUTS)
    table.do(Move(SCOUTS, TO_SECOND), QUIET)
    assert (LIT,) == table.known(TWO).lights_of(SCOUTS)
    table.do(Take(ANNE, TORCH), seat=TWO)
    assert ANNE == table.known(TWO).lights[TORCH].holder


def test_in_the_open_it_goes_out_beside_them():
    """There is no floor for it to lie on; what is left of it is still theirs."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.VIOLENCE, traps={}), house=PRESETS["violence"]))
    table.do(LightUp(BERT, TORCHES))
    events = table.do(Wound(BERT, DEADLY), 1, 1)
    assert [WentOut(TORCH, "torch", BERT, spent=False)] == of(events, WentOut)
    for known in (table.now, table.known(TWO)):
        assert ({}, Carried(BERT, Worn.READIED)) == (known.lights, known.things[TORCH].place)
    assert [] == [id for id in table.now.timers if TORCH in id]
