"""Banners: what nobody may miss stands there until it is dealt with, and tells each seat only what it knows."""

from fractions import Fraction

from msgspec.structs import replace

from tests.table.passage import ANNE, BERT, ONE, PASSAGE, RATS, SECOND, TO_SECOND, TORCHES, TWO, begin, passage
from tests.table.tabletop import Tabletop
from undercroft.faces.views.actions import actions
from undercroft.faces.views.banners import Banner, banners
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.body.dying import Stabilise
from undercroft.table.body.wounds import Wound
from undercroft.table.bridge.time_units import is_by_day
from undercroft.table.exploration.going_dark import GoOnUnlit
from undercroft.table.exploration.splitting import Split
from undercroft.table.exploration.turns import EndStep, EnterSite
from undercroft.table.exploration.wandering import Dismiss, Place
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.ids import CreaturesId
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import Clock, Creatures, Site
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp


def shown(table: Tabletop, seat: str = REFEREE) -> list[Banner]:
    known, sits = table.known(seat), SeatId(seat)
    return list(banners(known, sits, actions(known, sits)))


def titles(table: Tabletop, seat: str = REFEREE) -> list[str]:
    return [banner.title for banner in shown(table, seat)]


def inside(site: Site) -> Tabletop:
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(site))
    table.do(EnterSite(MAIN, PASSAGE))
    return table


def labels(banner: Banner) -> list[str]:
    return [button.label for button in banner.buttons]


def test_a_rolled_encounter_stands_until_it_is_dealt_with():
    """The referee starts, postpones or dismisses it; players see nothing of it."""
    table = inside(passage(Clock.DELVING))
    table.do(EndStep(MAIN), 1, 1, 2, 2)
    (banner,) = shown(table)
    assert ("Encounter: Rats (4)", True) == (banner.title, banner.secret)
    assert ["Start encounter", "Dismiss encounter", "Postpone the encounter"] == labels(banner)
    assert [Place.ABOUT.title, Dismiss.ABOUT.title] == labels(banner)[:2]
    for seat in (ONE, TWO, SPECTATORS):
        assert [] == shown(table, seat)
    rats = CreaturesId("rats-party-360")
    assert wire.plain(Place(MAIN, rats)) == banner.buttons[0].action.command
    table.do(Dismiss(MAIN, rats, "never came"))
    assert [] == shown(table)


def gloomy() -> Site:
    ghouls = Creatures(RATS, "ghouls", 3, Fraction(2), SECOND)
    site = passage(Clock.SOVEREIGN, lit=False, traps={}, encounters=(), creatures={RATS: ghouls})
    return replace(site, zones={id: replace(zone, lit=id == "first") for id, zone in site.zones.items()})


def test_the_dark_is_reported_to_everybody_there_with_what_can_be_lit():
    """The referee also reads what nobody sees; a player lights their own; going on in the dark takes it away."""
    table = inside(gloomy())
    assert [] == shown(table)
    table.do(Move(MAIN, TO_SECOND))
    (referee,), (bert,), (spectator,) = (shown(table, seat) for seat in (REFEREE, ONE, SPECTATORS))
    assert {"It is dark: no light burns"} == {referee.title, bert.title, spectator.title}
    assert "Nobody can see. Unseen here: Ghouls (3)." == referee.text
    assert ("Nobody can see.", "Nobody can see.") == (bert.text, spectator.text)
    assert [
        "Anne: light a lantern",
        "Bert: light a torch",
        "Go on in the dark",
        "Start encounter: Ghouls (3)",
    ] == labels(referee)
    assert (["Bert: light a torch"], []) == (labels(bert), labels(spectator))
    assert referee.asks
    table.do(GoOnUnlit(MAIN))
    assert [[], [], []] == [shown(table, seat) for seat in (REFEREE, ONE, SPECTATORS)]


def test_a_light_takes_the_banner_away_and_undo_brings_it_back():
    """No matter who lights it."""
    table = inside(gloomy())
    table.do(Move(MAIN, TO_SECOND))
    table.do(LightUp(BERT, TORCHES), seat=ONE)
    assert [[], []] == [shown(table, seat) for seat in (REFEREE, TWO)]
    table.undo()
    assert ["It is dark: no light burns"] == titles(table, TWO)


def test_a_player_is_told_of_the_darkness_of_their_own_group_only():
    """And the referee reads which group it is."""
    table = inside(gloomy())
    table.do(Split(MAIN, (ANNE,), "Rear guard"))
    table.do(Move(MAIN, TO_SECOND))
    assert (1, 0) == (len(shown(table, ONE)), len(shown(table, TWO)))
    assert ["The party"] == [banner.group for banner in shown(table)]


def test_the_last_light_on_the_road_is_reported():
    """A torch that has burnt down outdoors: by night, and not while it is day."""
    table = Tabletop()
    table.sit(ONE, TWO)
    opening = begin(gloomy())
    table.do(opening)
    table.do(LightUp(BERT, TORCHES))
    table.do(PassTime(MAIN, Span.HOUR, 2))
    assert not is_by_day(table.now, table.now.groups[MAIN].time)
    assert ["The last light is out"] == titles(table) == titles(table, TWO)
    assert "Go on without a light" in labels(shown(table)[0])
    table.do(PassTime(MAIN, Span.HOUR, 6))
    assert is_by_day(table.now, table.now.groups[MAIN].time)
    assert [] == titles(table) == titles(table, TWO)


def test_the_dying_have_their_time_and_who_can_save_them():
    """In rounds and seconds, with the odds of each try; the banner goes when they are saved or dead."""
    table = inside(passage(Clock.SOVEREIGN))
    table.do(Wound(BERT, 99, "a fall"))
    (banner,) = shown(table)
    assert "Bert is dying: 7 rounds left (1 min 10 s)" == banner.title
    assert (True, False) == (banner.asks, banner.secret)
    assert [("Anne: stabilise", True)] == [(button.label, bool(button.percent)) for button in banner.buttons]
    assert [[banner.title]] * 3 == [titles(table, seat) for seat in (ONE, TWO, SPECTATORS)]
    assert ([], ["Anne: stabilise"]) == (labels(shown(table, ONE)[0]), labels(shown(table, TWO)[0]))
    table.do(Stabilise(ANNE, BERT), 6, 6, seat=TWO)
    assert [] == shown(table)


def test_dice_that_are_waited_for_are_named_with_who_rolls_them():
    """For the referee; the phone that rolls has the dice themselves."""
    table = Tabletop(typed=True)
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN)))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(Search(BERT))
    (banner,) = shown(table)
    assert banner.title.startswith("Dice wanted: ")
    assert "The table waits for Bert (Seat 1)." == banner.text
    assert [] == shown(table, ONE)
