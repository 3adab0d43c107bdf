"""Experience: what was won is counted, pooled and shared; coins are divided."""

from msgspec.structs import replace

from tests.table.hamlet import CROWN, HOARD, TAM, before_town, home_with_the_hoard, in_town
from tests.table.small_site import CRYPT, MAUD, ONE, TWO, ULF
from tests.table.tabletop import Tabletop, codes
from undercroft.books.violence.hirelings import Job
from undercroft.kernel.units import Seconds
from undercroft.table.decide import Decision
from undercroft.table.engine.answers import NO_ANSWERS
from undercroft.table.engine.audience import Told
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.end import XpPooled
from undercroft.table.gear.carrying import Drop, Take
from undercroft.table.gear.money import coins
from undercroft.table.gear.payment import CoinsDivided, DivideCoins
from undercroft.table.offers import offers
from undercroft.table.sentences import says
from undercroft.table.state.campaign import with_person
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.people import Role
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.experience import AwardExperience, ShareExperience, XpAwarded, XpGained, XpShared
from undercroft.table.town.hiring import Hire
from undercroft.table.town.town import StayInTown
from undercroft.table.world.groups import MAIN


def test_what_was_won_is_counted_and_shared():
    """30 gold in silver and a crown of 3,000: 3,030 points, two shares and a half; the crown is valued by it."""
    at = home_with_the_hoard()
    assert None is at.known(TWO).things[CROWN.id].worth
    events = at.do(ShareExperience(MAIN))

    assert XpShared(MAIN, 3030, 1212, 606) in events
    assert [XpGained(MAUD, 1212), XpGained(ULF, 1212), XpGained(TAM, 606)] == [
        event for event in events if isinstance(event, XpGained)
    ]
    assert 300_000 == at.known(TWO).things[CROWN.id].worth
    assert 1212 == at.known(ONE).people[ULF].sheet.xp
    assert ["nothing_to_share"] == codes(at, ShareExperience(MAIN))
    at.undo()
    assert (0, True) == (at.now.people[ULF].sheet.xp, at.now.things[CROWN.id].found)


def test_without_henchmen_nothing_is_reported_of_a_henchmans_share():
    """The book has half a share for each; where nobody is one, there is none."""
    at = in_town()
    tam = replace(at.now.people[TAM], role=Role.HIRELING)
    at.truth.now = replace(at.now, people={**at.now.people, TAM: tam})
    assert XpShared(MAIN, 50, 25, 0, "") in at.do(ShareExperience(MAIN, more_xp=50))


def test_coins_are_divided_evenly_and_what_was_won_stays_uncounted():
    """All who have a share in experience have one in coins, or those named; the odd copper stays."""
    at = home_with_the_hoard()
    has = coins(at.now, MAUD)
    told = at.do(DivideCoins(MAUD, 100, (MAUD, ULF, TAM)), seat=ONE)
    assert CoinsDivided(MAUD, 33, (MAUD, ULF, TAM)) in told
    assert has - 66 == coins(at.now, MAUD)
    assert 3030 == xp_of(at)
    assert ["too_poor"] == codes(at, DivideCoins(MAUD, 10**9), ONE)
    assert ["too_little"] == codes(at, DivideCoins(MAUD, 1), ONE)
    assert ["nobody_else"] == codes(at, DivideCoins(MAUD, 1, (MAUD,)), ONE)
    assert "Maud shares coins out: 3s 3c each for Maud, Ulf and Tam." in [says(at.now, each) for each in told]


def xp_of(at: Tabletop) -> int:
    """What would be shared now."""
    return next(event.pool for event in at.do(ShareExperience(MAIN)) if isinstance(event, XpShared))


def test_experience_is_awarded_for_a_deed():
    """To one or some, anywhere, besides what is shared; everybody hears of it."""
    at = before_town()
    told = at.do(AwardExperience((ULF, MAUD, ULF), 50, "the ford"))
    assert XpAwarded((ULF, MAUD), 50, "the ford") in told
    assert (50, 50) == (at.known(ONE).people[ULF].sheet.xp, at.known(TWO).people[MAUD].sheet.xp)
    assert "Ulf, Maud earn 50 experience points (the ford)." == says(at.now, XpAwarded((ULF, MAUD), 50, "the ford"))
    assert ["earns_nothing"] == codes(at, AwardExperience((PersonId("x"),), 1))
    at.truth.now = with_person(at.now, replace(at.now.people[TAM], role=Role.HIRELING))
    (why,) = at.why_not(AwardExperience((ULF, TAM, TAM), 50))
    assert "Only living Delvers and henchmen earn experience. Leave out Tam." == why.what
    assert ["referee_only"] == codes(at, AwardExperience((ULF,), 1), ONE)


def test_a_purse_that_lay_on_the_floor_is_no_treasure():
    """Only what lay there before anybody came is won; a heap that was won stays so."""
    at = before_town()
    at.do(EnterSite(MAIN, CRYPT))
    at.do(Drop(ULF, ThingId("ulf-purse")))
    at.do(Take(ULF, ThingId("ulf-purse")))
    at.do(Take(MAUD, HOARD.id, count=100))
    at.do(Drop(MAUD, next(iter(thing.id for thing in at.now.carried_by(MAUD)))))
    at.do(Take(TAM, next(iter(thing.id for thing in at.now.things.values() if thing.count == 100))))

    assert [(1, False), (100, True)] == [
        (thing.count, thing.found) for who in (ULF, TAM) for thing in at.now.carried_by(who)
    ]


def test_foes_overcome_and_what_the_referee_adds():
    """Players learn of the pool when it is shared, not before."""
    at = in_town()
    assert ["nothing_to_share"] == codes(at, ShareExperience(MAIN))
    events = at.do(ShareExperience(MAIN, more_gold=10, more_xp=40, why="the miller's thanks"))

    assert XpShared(MAIN, 50, 20, 10, "the miller's thanks") in events
    assert 0 == at.known(ONE).xp_pool


def test_players_hear_of_the_pool_when_it_is_shared_and_not_before():
    """Two worlds that differ in what was overcome are the same to players until then."""
    poor, rich = in_town(), in_town()
    pooled = Told(XpPooled(40, "4 rats"), (REFEREE,), Seconds(0), None)
    rich.take(Decision((pooled,), waits=False, answers=NO_ANSWERS))
    for at in (poor, rich):
        at.do(StayInTown(MAIN))
    assert poor.bytes_for(ONE) == rich.bytes_for(ONE)
    assert [offer.label for offer in offers(poor.known(ONE), ONE)] == [
        offer.label for offer in offers(rich.known(ONE), ONE)
    ]
    events = rich.do(ShareExperience(MAIN))

    assert XpShared(MAIN, 40, 16, 8) in events
    assert (0, 0) == (rich.now.xp_pool, rich.known(ONE).xp_pool)


def test_the_dead_have_no_share():
    """Nor have hirelings."""
    at = home_with_the_hoard()
    at.do(Hire(MAUD, "Wat", Job.DIGGER), 1, 4, seat=ONE)
    at.truth.now = with_person(at.now, replace(at.now.people[ULF], alive=False))
    events = at.do(ShareExperience(MAIN))

    assert [MAUD, TAM] == [event.who for event in events if isinstance(event, XpGained)]
