"""Traps: who notices them, who springs them, what they do, and how they are made harmless."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.happenings import givens, of
from tests.table.passage import (
    ANNE,
    BERT,
    FIRST,
    ONE,
    PASSAGE,
    SECOND,
    TO_SECOND,
    TO_THIRD,
    TWO,
    begin,
    passage,
)
from tests.table.tabletop import Tabletop
from undercroft.books.delving.movement import Speed
from undercroft.books.sovereign.entry import Style
from undercroft.kernel.units import Seconds
from undercroft.table.body.condition import Died, GiveCondition, HpChanged
from undercroft.table.engine.record import Settled, Thrown
from undercroft.table.exploration.alarm import AlarmRaised
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.odds import chance_of
from undercroft.table.offers import offers
from undercroft.table.site.movement import Move
from undercroft.table.site.search import FoundNothing, Search
from undercroft.table.site.sprung_traps import TrapEscaped, TrapSprung
from undercroft.table.site.traps import Disarm, DisarmFailed, HandledSafely, Meddle, SpringTrap, TrapDisarmed
from undercroft.table.state.ids import DoorId, FeatureId, ThingId, TrapId
from undercroft.table.state.people import Condition
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_sites import SeenTrap
from undercroft.table.state.sites import Clock, DoorState, Feature, Grade, Harm, Site, Trap, TrapState, Trigger
from undercroft.table.state.things import Lying, Thing, ThingKind
from undercroft.table.treatment.poison import PoisonResisted
from undercroft.table.world.groups import MAIN, March
from undercroft.table.world.sightings import TrapSeen

CHEST = ThingId("chest")
KEEN, DULL = (6, 6), (1, 1)
"""Looks about that find everything, and nothing."""
SOVEREIGN_LIKE = (Clock.SOVEREIGN, Clock.HEXCRAWL, Clock.VIOLENCE)
FIRST_FACES = {Clock.SOVEREIGN: (), Clock.HEXCRAWL: (5,), Clock.VIOLENCE: (), Clock.DELVING: ()}
"""What falls for the first turn: a free turn where the die comes first."""
AFTER_A_MOVE = {Clock.SOVEREIGN: (), Clock.HEXCRAWL: (5,), Clock.VIOLENCE: (6,), Clock.DELVING: ()}
"""What falls when everybody has moved on."""


def trap(**changes: Any) -> Trap:
    """A blade in the second zone."""
    blade = Trap(TrapId("blade"), SECOND, "blade", "a slot", "A blade swings out.", damage="1d6")
    return replace(blade, **changes)


def with_traps(clock: Clock, *traps: Trap, **changes: Any) -> Site:
    return passage(clock, traps={each.id: each for each in traps}, **changes)


def inside(site: Site, **changes: Any) -> Tabletop:
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(site, **changes))
    table.do(EnterSite(MAIN, PASSAGE), *FIRST_FACES[site.clock])
    return table


def known(one: Trap, state: TrapState = TrapState.ARMED) -> SeenTrap:
    return SeenTrap(one.id, one.zone, one.name, one.what, state, one.door)


@pytest.mark.parametrize("clock", SOVEREIGN_LIKE)
def test_a_soft_entry_may_notice_a_trap(clock):
    """The foremost looks about in secret; what is noticed is told and stepped around."""
    table = inside(with_traps(clock, trap()))
    events = table.do(Move(MAIN, TO_SECOND), *KEEN, *AFTER_A_MOVE[clock])
    assert [TrapSeen(PASSAGE, known(trap()))] == of(events, TrapSeen)
    assert [] == of(events, TrapSprung)
    assert ["Bert, traps"] == [check.about for check in of(events, Settled) if check.rule == "sovereign.check.skill"]
    assert [{"style": "soft"}] == givens(events, "sovereign.door.entry")
    assert [] == of([told.event for told in table.heard[ONE]], Thrown)


@pytest.mark.parametrize("clock", SOVEREIGN_LIKE)
def test_what_a_soft_entry_misses_goes_off_under_the_foremost(clock):
    """The first in marching order who stands on their own feet."""
    table = inside(with_traps(clock, trap()))
    table.do(March(MAIN, (ANNE, BERT)))
    events = table.do(Move(MAIN, TO_SECOND), *DULL, 4, *AFTER_A_MOVE[clock])
    assert [TrapSprung(PASSAGE, known(trap(), TrapState.SPRUNG), (ANNE,))] == of(events, TrapSprung)
    assert [HpChanged(ANNE, 2, "blade", 6)] == of(events, HpChanged)
    assert TrapState.SPRUNG == table.now.sites[PASSAGE].traps[trap().id].state
    assert known(trap(), TrapState.SPRUNG) == table.known(TWO).seen[PASSAGE].traps[trap().id]


def test_the_helpless_meet_nothing_first():
    """The person who cannot act is carried, and the next in the order meets the trap."""
    table = inside(with_traps(Clock.SOVEREIGN, trap()))
    table.do(GiveCondition(BERT, "asleep"))
    events = table.do(Move(MAIN, TO_SECOND), *DULL, 1)
    assert [(ANNE,)] == [event.on for event in of(events, TrapSprung)]


def test_a_trap_that_is_known_is_stepped_around():
    """No look, no die; a sprung one is no danger either, and one that resets is."""
    table = inside(with_traps(Clock.SOVEREIGN, trap()))
    table.do(Move(MAIN, TO_SECOND), *KEEN)
    table.do(Move(MAIN, TO_SECOND), 5)
    assert [] == of(table.do(Move(MAIN, TO_SECOND)), TrapSprung)

    again = inside(with_traps(Clock.SOVEREIGN, trap(resets=True)))
    sprung = again.do(Move(MAIN, TO_SECOND), *DULL, 1)
    assert [TrapState.ARMED] == [event.trap.state for event in of(sprung, TrapSprung)]


@pytest.mark.parametrize(
    "style, faces, caught",
    [(Style.HARD, (4,), [(BERT,)]), (Style.SOFT, DULL, []), (Style.SOFT, KEEN, [])],
    ids=["a charge", "a soft entry that sees nothing", "a soft entry that sees it"],
)
def test_a_threshold_springs_on_a_charge_only(style, faces, caught):
    """Held like a choke point the door is clear of it, noticed or not."""
    sill = trap(trigger=Trigger.THRESHOLD, door=TO_SECOND)
    table = inside(with_traps(Clock.SOVEREIGN, sill))
    events = table.do(Move(MAIN, TO_SECOND, style), *faces)
    assert caught == [event.on for event in of(events, TrapSprung)]


def test_a_charge_looks_at_nothing():
    """What lies in the room goes off without a look."""
    table = inside(with_traps(Clock.SOVEREIGN, trap()))
    assert [(BERT,)] == [event.on for event in of(table.do(Move(MAIN, TO_SECOND, Style.HARD), 2), TrapSprung)]


def test_a_threshold_without_a_door_of_its_own_guards_its_zone():
    """Another door's threshold is another matter."""
    anywhere = trap(trigger=Trigger.THRESHOLD)
    elsewhere = trap(id=TrapId("other"), trigger=Trigger.THRESHOLD, door=TO_THIRD)
    table = inside(with_traps(Clock.SOVEREIGN, anywhere, elsewhere))
    events = table.do(Move(MAIN, TO_SECOND, Style.HARD), 2)
    assert [anywhere.id] == [event.trap.id for event in of(events, TrapSprung)]


def test_delve_speed_notices_what_a_walk_springs():
    """Known or not: a walker springs every live trap, and only those."""
    table = inside(with_traps(Clock.DELVING, trap(), trap(id=TrapId("spent"), state=TrapState.SPRUNG)))
    noticed = table.do(Move(MAIN, TO_SECOND))
    assert [trap().id] == [event.trap.id for event in of(noticed, TrapSeen)]
    assert [{"speed": "delve", "disarmed": False, "spent": False}] == givens(noticed, "delving.trap.on-enter")
    table.do(Move(MAIN, TO_SECOND), 20)
    sprung = table.do(Move(MAIN, TO_SECOND, speed=Speed.WALK), 3, 20)
    assert [(trap().id, (BERT,))] == [(event.trap.id, event.on) for event in of(sprung, TrapSprung)]


def test_a_walker_does_not_meddle():
    """A needle in a lock waits for fingers, whatever the speed."""
    needle = trap(trigger=Trigger.MEDDLE, thing=CHEST)
    table = inside(with_traps(Clock.DELVING, needle))
    events = table.do(Move(MAIN, TO_SECOND, speed=Speed.WALK), 20)
    assert ([], []) == (of(events, TrapSprung), of(events, TrapSeen))


@pytest.mark.parametrize(
    "changes, faces, hp",
    [
        ({}, (5,), 1),
        ({"save": "evasion"}, (15, 5), 4),
        ({"save": "evasion"}, (14, 5), 1),
        ({"save": "evasion", "avoids": True}, (15,), 6),
        ({"save": "physical"}, (1, 5), 1),
        ({"save": "mental", "damage": "1d6-5"}, (20, 1), 6),
    ],
    ids=["no save", "halved", "not halved", "avoided", "a natural 1", "less than nothing"],
)
def test_a_save_halves_or_avoids(changes, faces, hp):
    """Bert, of the first level and no talents, needs 15; half of 5 is 2."""
    table = inside(with_traps(Clock.SOVEREIGN, trap(**changes)))
    events = table.do(Move(MAIN, TO_SECOND, Style.HARD), *faces)
    assert hp == table.now.people[BERT].hp
    escaped = [TrapEscaped((BERT,))] if changes.get("avoids") else []
    assert escaped == of(events, TrapEscaped) == [each.event for each in table.heard[ONE] if each.event in escaped]


def test_a_trap_may_catch_everybody():
    """Each saves alone, against one throw of damage."""
    table = inside(with_traps(Clock.SOVEREIGN, trap(everyone=True, save="evasion", damage="2d6")))
    events = table.do(Move(MAIN, TO_SECOND, Style.HARD), 15, 2, 2, 3)
    assert [(BERT, ANNE)] == [event.on for event in of(events, TrapSprung)]
    assert {BERT: 4, ANNE: 1} == {id: table.now.people[id].hp for id in (BERT, ANNE)}


def test_a_pit_is_a_fall():
    """A d6 for every ten feet, and its own damage besides."""
    pit = trap(damage="", harm=Harm.FALL, feet=25)
    table = inside(with_traps(Clock.SOVEREIGN, pit))
    events = table.do(Move(MAIN, TO_SECOND, Style.HARD), 1, 3)
    assert [HpChanged(BERT, 2, "a fall", 6)] == of(events, HpChanged)


def test_spikes_at_the_bottom_of_a_trap_add_their_dice():
    """Two dice for twenty feet and one for the spikes."""
    pit = trap(damage="", harm=Harm.FALL, feet=20, spikes=1)
    table = inside(with_traps(Clock.SOVEREIGN, pit))
    events = table.do(Move(MAIN, TO_SECOND, Style.HARD), 1, 1, 2)
    assert [1] == [given["spike_dice"] for given in givens(events, "sovereign.fall.damage")]
    assert [HpChanged(BERT, 2, "a fall", 6)] == of(events, HpChanged)


def test_half_a_fall_for_who_saves():
    """A save that halves, halves the fall too."""
    pit = trap(damage="", harm=Harm.FALL, feet=20, save="evasion")
    table = inside(with_traps(Clock.SOVEREIGN, pit))
    table.do(Move(MAIN, TO_SECOND, Style.HARD), 16, 2, 3)
    assert 4 == table.now.people[BERT].hp


def test_poison_takes_hold_and_kills_in_a_time_nobody_knows():
    """Players see who is poisoned; the turns left are the referee's, until they are over."""
    needle = trap(damage="", harm=Harm.POISON, potency=-2)
    table = inside(with_traps(Clock.SOVEREIGN, needle))
    events = table.do(Move(MAIN, TO_SECOND, Style.HARD), 16, 2)
    assert [{"target": 15, "potency": -2, "medic_bonus": 0}] == givens(events, "sovereign.poison.save")
    assert (Condition("poisoned", Seconds(0)),) == table.known(ONE).people[BERT].conditions
    assert [1200] == [timer.due for timer in table.now.timers.values()]
    assert {} == dict(table.known(ONE).timers)
    died = table.do(EndStep(MAIN), 5)
    assert [BERT] == [event.who for event in of(died, Died)]


def test_gas_gets_at_everybody():
    """Each resists or does not."""
    table = inside(with_traps(Clock.SOVEREIGN, trap(damage="", harm=Harm.GAS)))
    events = table.do(Move(MAIN, TO_SECOND, Style.HARD), 15, 2, 4)
    assert [BERT] == [event.who for event in of(events, PoisonResisted)]
    assert table.now.people[ANNE].is_in("poisoned")


def test_an_alarm_rouses_the_site_and_players_hear_only_the_bell():
    """That someone has heard it is the referee's."""
    bell = trap(damage="", harm=Harm.ALARM, what="A bell rings.")
    table = inside(with_traps(Clock.SOVEREIGN, bell))
    events = table.do(Move(MAIN, TO_SECOND, Style.HARD))
    assert [AlarmRaised(PASSAGE, alerted=True)] == of(events, AlarmRaised)
    assert table.now.sites[PASSAGE].alerted
    assert [] == of([told.event for told in table.heard[ONE]], AlarmRaised)


def test_doors_fall_shut():
    """Open ones do, into their lock if they have one; a spike holds, and an open way is no door."""
    site = with_traps(Clock.SOVEREIGN, trap(damage="", harm=Harm.DOORS_SHUT))
    gate, grate, hatch = DoorId("gate"), DoorId("grate"), DoorId("hatch")
    more = {
        gate: replace(site.doors[TO_SECOND], id=gate, state=DoorState.OPEN),
        grate: replace(site.doors[TO_SECOND], id=grate, state=DoorState.OPEN, lock_dc=11),
        hatch: replace(site.doors[TO_SECOND], id=hatch, state=DoorState.OPEN, spiked=True),
    }
    table = inside(replace(site, doors={**site.doors, **more}))
    table.do(Move(MAIN, TO_SECOND, Style.HARD))
    assert {
        TO_SECOND: DoorState.NO_DOOR,
        gate: DoorState.CLOSED,
        grate: DoorState.LOCKED,
        hatch: DoorState.OPEN,
    } == {id: table.known(ONE).seen[PASSAGE].doors[id].state for id in (TO_SECOND, gate, grate, hatch)}


def test_meddling_springs_what_waits_for_it():
    """The person who handles the chest is caught; a thing without a trap is handled safely, and costs no turn."""
    needle = trap(zone=FIRST, trigger=Trigger.MEDDLE, thing=CHEST)
    chest = Thing(CHEST, "chest", ThingKind.TREASURE, Lying(PASSAGE, FIRST))
    urn = Thing(ThingId("urn"), "urn", ThingKind.TREASURE, Lying(PASSAGE, FIRST))
    table = inside(with_traps(Clock.SOVEREIGN, needle), things=(chest, urn))
    assert [HandledSafely(ANNE, urn.id)] == of(table.do(Meddle(ANNE, urn.id)), HandledSafely)
    events = table.do(Meddle(ANNE, CHEST), 3, seat=TWO)
    assert [(ANNE,)] == [event.on for event in of(events, TrapSprung)]
    assert [HandledSafely(ANNE, CHEST)] == of(table.do(Meddle(ANNE, CHEST)), HandledSafely)
    assert ["not_yours"] == [reason.code for reason in table.why_not(Meddle(ANNE, CHEST), ONE)]
    assert ["not_there"] == [reason.code for reason in table.why_not(Meddle(ANNE, ThingId("nothing")))]


def test_a_careless_search_touches_what_it_should_not():
    """A failed vague search springs a trap nobody knew of; a good one does not."""
    needle = trap(zone=FIRST, trigger=Trigger.MEDDLE)
    table = inside(with_traps(Clock.SOVEREIGN, needle))
    events = table.do(Search(BERT), *DULL, 2)
    assert FoundNothing(BERT, none_left=False) in of(events, FoundNothing)
    assert [(BERT,)] == [event.on for event in of(events, TrapSprung)]
    careful = inside(with_traps(Clock.SOVEREIGN, needle))
    assert [] == of(careful.do(Search(BERT), *KEEN), TrapSprung)


def test_a_careless_search_minds_what_is_known():
    """The needle was found behind a feature; nobody touches it by mistake after that."""
    needle = trap(zone=FIRST, trigger=Trigger.MEDDLE)
    plate = Feature(FeatureId("plate"), FIRST, Grade.HIDDEN, "a plate", trap=needle.id)
    table = inside(with_traps(Clock.SOVEREIGN, needle, features={plate.id: plate}))
    table.do(Search(BERT), *KEEN)
    assert [] == of(table.do(Search(ANNE), *DULL), TrapSprung)


def test_disarming_is_a_check_at_the_traps_own_difficulty():
    """Dexterity and Sneak; it is what someone does with their time."""
    table = inside(with_traps(Clock.SOVEREIGN, trap(disarm_dc=9)))
    table.do(Move(MAIN, TO_SECOND), *KEEN)
    events = table.do(Disarm(BERT, trap().id), 5, 5, seat=ONE)
    assert [{"attr_mod": 0, "skill": -1, "dc": 9, "situational": 0}] == givens(events, "sovereign.check.skill")
    assert [TrapDisarmed(PASSAGE, trap().id, BERT)] == of(events, TrapDisarmed)
    assert TrapState.DISARMED == table.now.sites[PASSAGE].traps[trap().id].state
    assert TrapState.DISARMED == table.known(TWO).seen[PASSAGE].traps[trap().id].state
    assert ["harmless"] == [reason.code for reason in table.why_not(Disarm(ANNE, trap().id))]
    assert "done_this_turn" in [reason.code for reason in table.why_not(Disarm(BERT, trap().id))]


def test_a_failure_leaves_it_armed_and_the_rest_to_the_referee():
    """A usual trap is at 10; how bad a failure was is the referee's to judge, who may let it go off."""
    table = inside(with_traps(Clock.SOVEREIGN, trap()))
    table.do(Move(MAIN, TO_SECOND), *KEEN)
    events = table.do(Disarm(BERT, trap().id), 5, 5)
    assert [DisarmFailed(PASSAGE, trap().id, BERT)] == of(events, DisarmFailed)
    assert TrapState.ARMED == table.now.sites[PASSAGE].traps[trap().id].state
    sprung = table.do(SpringTrap(BERT, trap().id), 2)
    assert [(BERT,)] == [event.on for event in of(sprung, TrapSprung)]
    assert ["referee_only", "no_trap"] == [reason.code for reason in table.why_not(SpringTrap(BERT, trap().id), ONE)]


def test_a_trap_nobody_knows_is_a_trap_that_is_not_there():
    """Disarming one that was not found is refused like one that does not exist."""
    table = inside(with_traps(Clock.SOVEREIGN, trap(zone=FIRST)))
    assert table.why_not(Disarm(BERT, TrapId("none")), ONE) == table.why_not(Disarm(BERT, trap().id), ONE)
    assert ["no_trap"] == [reason.code for reason in table.why_not(Disarm(BERT, trap().id), ONE)]


def test_a_trap_on_a_door_is_reached_from_both_sides():
    """The person who stands before the door can work at it."""
    sill = trap(trigger=Trigger.THRESHOLD, door=TO_SECOND)
    table = inside(with_traps(Clock.SOVEREIGN, sill))
    table.do(Move(MAIN, TO_SECOND), *KEEN)
    table.do(Move(MAIN, TO_SECOND), 5)
    assert FIRST == table.now.groups[MAIN].zone
    assert () == table.why_not(Disarm(BERT, sill.id), ONE)


def test_odds_of_disarming_are_for_who_knows_the_difficulty():
    """The referee sees the check; a player is offered the act without its number."""
    table = inside(with_traps(Clock.SOVEREIGN, trap(disarm_dc=9)))
    table.do(Move(MAIN, TO_SECOND), *KEEN)
    (own,) = [offer for offer in offers(table.known(ONE), ONE) if isinstance(offer.command, Disarm)]
    assert (Disarm(BERT, trap().id), None, ()) == (own.command, own.given, own.refused)
    whole = [offer for offer in offers(table.now, REFEREE) if isinstance(offer.command, Disarm)]
    assert [9, 9] == [getattr(offer.given, "dc", None) for offer in whole]
    assert all(chance_of(offer) for offer in whole)
    assert chance_of(own) is None
