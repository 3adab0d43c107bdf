"""Foes' wounds, and the hit points and coins of others, reach a seat exactly, in words, or not at all."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from tests.table.brawls import ORC
from tests.table.field import ANSGAR, BLEND, CORVIN, ISOLDE, ONE, TWO, VIOLENCE, cave, fight, foe, people, things
from tests.table.tabletop import Tabletop
from undercroft.faces.views.big_screen import big_screen
from undercroft.faces.views.fight.order import order
from undercroft.faces.views.people.party import party
from undercroft.faces.views.people.sheet import sheet
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.body.condition import HpChanged
from undercroft.table.body.wounds import Heal, Wound
from undercroft.table.engine.event import Event
from undercroft.table.engine.veils import MORE, PURSES
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.foes import AddFoes, AimFoe
from undercroft.table.gear.money import coins, coins_shown
from undercroft.table.gear.payment import Pay
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.registry import EVENTS
from undercroft.table.state.house_rules import HouseRules, Showing
from undercroft.table.state.seats import SPECTATORS, Seat
from undercroft.table.state.things import Carried
from undercroft.table.treatment.healing import FirstAid
from undercroft.table.world.campaign_start import Begin, ChangeHouse
from undercroft.table.world.groups import MAIN

OTHERS = (TWO, SPECTATORS)


def _shown(house: HouseRules, showing: Showing) -> HouseRules:
    return replace(house, players_wounds=showing, players_hit_points=showing, players_purses=showing)


def _cave(house: HouseRules, *, hp: int, most: int, coppers: int) -> Tabletop:
    """Ansgar, of whom two worlds tell different things, beside Isolde and Corvin, who belong to another seat."""
    table = Tabletop()
    table.sit(ONE, TWO)
    here = tuple(replace(person, hp=hp, hp_max=most) if person.id == ANSGAR else person for person in people()[:3])
    gear = (
        thing for thing in things() if isinstance(thing.place, Carried) and thing.place.by in (ANSGAR, ISOLDE, CORVIN)
    )
    carried = tuple(replace(thing, worth=coppers) if thing.worth else thing for thing in gear)
    seats = (Seat(ONE, "Seat 1"), Seat(TWO, "Seat 2"))
    party = (ANSGAR, ISOLDE, CORVIN)
    table.do(Begin("Cave", house=house, seats=seats, people=here, things=carried, sites=(cave(),), party=party))
    table.do(EnterSite(MAIN, cave().id))
    return table


def _play(showing: Showing, *, foe: int, house: HouseRules = BLEND, **ansgar: int) -> Tabletop:
    """The same session in every world: blows on both sides, first aid, a purse that empties, a number set by hand."""
    table = _cave(_shown(house, showing), **ansgar)
    table.do(Wound(ANSGAR, 2, "a spear"))
    table.do(Pay(ANSGAR, 30, why="toll"))
    table.do(Pay(ANSGAR, 10, to=ISOLDE))
    table.do(FirstAid(ISOLDE, (ANSGAR,)), 5)
    table.do(Heal(ANSGAR, 1))
    table.do(AddFoes(MAIN, f"orc HD 1 AC 3 1d6 hp {foe}"), 5, 5, 5)
    table.do(Attack(ANSGAR, ORC), 10, 1, "keep")
    table.do(PassGo(ISOLDE))
    table.do(AimFoe(MAIN, ORC, ANSGAR))
    table.do(PassGo(CORVIN), 9, 2)
    return table


def _everything(table: Tabletop, seat: SeatId) -> bytes:
    """What a seat was sent, what it may do, and what its screens show of everybody."""
    known = table.seen_by(seat)
    (group,) = known.groups.values()
    screens = (
        party(known, group),
        [sheet(known, person) for person in known.people.values()],
        order(known, seat, group, fight(table, seat), None, None),
    )
    return table.bytes_for(seat) + wire.encode(known) + repr((screens, table.offered(seat))).encode()


@pytest.mark.parametrize("seat", OTHERS)
@pytest.mark.parametrize("showing", [Showing.WORDS, Showing.HIDDEN])
def test_two_worlds_that_differ_in_numbers_that_are_hidden_look_the_same(showing: Showing, seat: SeatId) -> None:
    """With the same words for both, others are sent the same bytes; the owner and the referee are not."""
    one = _play(showing, foe=60, hp=15, most=20, coppers=600)
    two = _play(showing, foe=50, hp=17, most=22, coppers=700)
    assert _everything(one, seat) == _everything(two, seat)
    assert one.bytes_for(ONE) != two.bytes_for(ONE)
    assert 10 == foe(one, ORC).health - foe(two, ORC).health


@pytest.mark.parametrize("seat", OTHERS)
def test_hidden_numbers_do_not_even_show_in_words(seat: SeatId) -> None:
    """A character near death and a rich one look like others."""
    one = _play(Showing.HIDDEN, foe=60, hp=12, most=20, coppers=600)
    two = _play(Showing.HIDDEN, foe=5, hp=4, most=30, coppers=900_000)
    assert _everything(one, seat) == _everything(two, seat)


def test_what_is_open_differs() -> None:
    """The same worlds, where players see everything."""
    one = _play(Showing.EXACT, foe=60, hp=12, most=20, coppers=600)
    two = _play(Showing.EXACT, foe=60, hp=14, most=22, coppers=700)
    assert all(one.bytes_for(seat) != two.bytes_for(seat) for seat in OTHERS)


@pytest.mark.parametrize(
    "showing, hit_points, purse, wounds",
    [
        (Showing.EXACT, "10/20", "55g 8s", "took 1"),
        (Showing.WORDS, "badly hurt", "a full purse", "hurt"),
        (Showing.HIDDEN, "", "", ""),
    ],
)
def test_what_another_player_reads(showing: Showing, hit_points: str, purse: str, wounds: str) -> None:
    table = _cave(_shown(VIOLENCE, showing), hp=12, most=20, coppers=5620)
    table.do(Wound(ANSGAR, 2, "a spear"))
    table.do(Pay(ANSGAR, 40))
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 60"), 5, 5, 5)
    table.do(Attack(ANSGAR, ORC), 10, 1, "keep")
    ansgar = table.known(TWO).people[ANSGAR]
    (foe,) = fight(table, TWO).in_sight
    assert (hit_points, wounds) == (ansgar.hit_points, foe.wounds)
    assert purse == coins_shown(table.known(TWO), ansgar)
    assert "10/20" == table.known(ONE).people[ANSGAR].hit_points
    assert 5580 == coins(table.known(ONE), ANSGAR)


def _heard(table: Tabletop, seat: str) -> list[str]:
    return [told.event.say(table.known(seat)) for told in table.heard[seat] if isinstance(told.event, HpChanged)]


def test_the_log_of_others_tells_a_loss_and_a_gain_in_words() -> None:
    """The owner reads the numbers."""
    table = _cave(_shown(BLEND, Showing.WORDS), hp=12, most=20, coppers=1)
    table.do(Wound(ANSGAR, 4, "a spear"))
    table.do(Heal(ANSGAR, 9))
    assert ["Ansgar loses 4 hit points (a spear), 8 left.", "Ansgar regains 9 hit points, now 17."] == _heard(
        table, ONE
    )
    assert ["Ansgar is hurt (a spear), and is badly hurt now.", "Ansgar recovers, and is hurt now."] == _heard(
        table, TWO
    )


def test_a_change_of_the_house_is_seen_at_once_and_undone_at_once() -> None:
    table = _cave(BLEND, hp=12, most=20, coppers=600)
    exact = table.seen_by(TWO)
    table.do(ChangeHouse(_shown(BLEND, Showing.HIDDEN)))
    hidden = table.seen_by(TWO)
    assert ["", ""] == [hidden.people[id].hit_points for id in hidden.people if "Ansgar" == hidden.people[id].name] * 2
    table.do(ChangeHouse(BLEND))
    assert exact.people == table.seen_by(TWO).people
    assert exact.things == table.seen_by(TWO).things
    table.undo()
    assert hidden.people == table.seen_by(TWO).people


def test_a_character_who_gets_another_player_is_known_to_that_player() -> None:
    """The player before them only sees how the character looks."""
    table = _cave(_shown(BLEND, Showing.WORDS), hp=12, most=20, coppers=600)
    table.do(Adjust(Adjustable.PERSON, ANSGAR, "seat", TWO, "a guest"))
    assert ("hurt", "12/20") == tuple(table.known(seat).people[ANSGAR].hit_points for seat in (ONE, TWO))
    assert (0, 600) == tuple(coins(table.known(seat), ANSGAR) for seat in (ONE, TWO))


@pytest.mark.parametrize("showing, said", [(Showing.WORDS, "badly hurt"), (Showing.HIDDEN, "")])
def test_the_big_screen_follows(showing: Showing, said: str) -> None:
    table = _cave(_shown(BLEND, showing), hp=5, most=20, coppers=600)
    table.do(Adjust(Adjustable.PERSON, ANSGAR, "hp", 4, "a slip"))
    known = table.known(SPECTATORS)
    (row,) = [row for row in big_screen(known, known.groups[MAIN], ()).rows if row.name == "Ansgar"]
    assert said in row.text
    assert "HP" not in row.text


def test_every_amount_of_coins_has_words() -> None:
    bounds = [most for most, _ in PURSES]
    assert sorted(bounds) == bounds
    assert MORE not in dict(PURSES).values()


def _holds(kind: object, wanted: tuple[str, ...]) -> Iterable[str]:
    names = getattr(kind, "__struct_fields__", ())
    return (name for name in names if name in wanted)


OWN_WAY = {"HpChanged", "Grew", "Adjusted", "FoeHurt", "FoeDamaged", "FoeHealed"}
"""Events that veil their own numbers; people, things and foes in events are veiled for all."""


def test_every_event_with_a_number_of_hit_points_veils_it() -> None:
    """A new event with hit points of a person or damage of a foe says how others are told it."""
    numbered = {
        kind.__name__ for kind in EVENTS if [*_holds(kind, ("hp", "hp_max", "health", "taken", "damage", "regained"))]
    }
    veiled = {kind.__name__ for kind in EVENTS if kind.as_told_to is not Event.as_told_to}
    assert OWN_WAY == veiled
    assert set() == numbered - veiled
