"""In every scene and by every clock, worlds that differ only in secrets give players the same bytes over HTTP."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from tests import known_ids
from tests.http.mining import as_bytes, mined, without_acts
from tests.http.seating import TABLE, Room, give, room
from tests.table import field, passage, test_two_worlds_clocks, test_two_worlds_roads
from tests.table.newcomers import purse
from tests.table.other_ids import ID_MARK, OtherIds, first
from tests.table.small_lands import CARROW, FORD, lands, setting_out
from tests.table.small_site import ONE, TWO, ULF
from tests.table.town.test_markets import MARKET, country
from undercroft.books.sovereign.reactions import Choice
from undercroft.faces.exports.exporters import EXPORTERS
from undercroft.table.body.wounds import Wound
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.engine.part import Command
from undercroft.table.engine.wanted_dice import LayTray
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.fight.actions import PassGo
from undercroft.table.gear.buying import Equip
from undercroft.table.gear.payment import Pay
from undercroft.table.gear.prices import Lot
from undercroft.table.road.camp import MakeCamp
from undercroft.table.road.travel import TravelTo
from undercroft.table.road.travel_day import SetOut
from undercroft.table.site.movement import Move
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import Showing
from undercroft.table.state.ids import CreaturesId
from undercroft.table.state.markets import Goods, Market, Post
from undercroft.table.state.seats import SPECTATORS, Seat
from undercroft.table.state.sites import Clock, Site
from undercroft.table.state.things import Carried
from undercroft.table.town.town import ComeToTown
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

EXPORT = f"/api/tables/{TABLE}/export"
SAME = b"the same dice in either world..."
_WRITTEN = re.compile(rb"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z")
"""When something was written, by the server's clock."""
QUIET = LayTray((5,) * 50)
"""Secret dice that bring nobody, more than any world needs."""
HIDDEN = Goods(price=66_600, left=13, sold=False, name="a lich's phylactery")
STOCKED = replace(
    MARKET,
    goods={"phylactery-of-the-lich": HIDDEN, **first(MARKET.goods, {}), "lantern": Goods(price=7, left=3, sold=False)},
    hirelings={**MARKET.hirelings, "sellsword": Post(wage=99, left=4, offered=False)},
    services=first(MARKET.services, {}),
)
"""The same market to people there, who see nothing of what it will sell one day."""


class Scene(Struct, frozen=True):
    """A campaign in two forms that differ only in secrets, and what is done in both."""

    plain: Callable[[], Begin]
    other: Callable[[], Begin]
    acts: tuple[Command, ...]


def _town(market: Market, ford: Market) -> Begin:
    marches = country(market, ford)
    return replace(setting_out(marches, CARROW), things=(*setting_out().things, purse(ULF, 20_000)))


def _other_town() -> Begin:
    return _town(STOCKED, replace(MARKET, goods={"tomb-key": Goods(price=1, name="key of the tomb")}))


def _passage(world: Callable[[Clock], Site], clock: Clock) -> Callable[[], Begin]:
    return lambda: passage.begin(world(clock))


def _cave(secret: bool) -> Begin:
    hp, ac, notes = (40, 5, "They serve the Chandler.") if secret else (12, 3, "")
    orcs = Creatures(CreaturesId("orcs"), "orcs", 2, Fraction(1), field.MOUTH, hp=(hp,) * 2, ac=ac, notes=notes)
    more = [Creatures(CreaturesId(f"ghouls-{n}"), "ghouls", 3, Fraction(2), None) for n in range(2 * secret)]
    return Begin(
        "The Cave",
        seats=(Seat(ONE, "Seat 1"), Seat(TWO, "Seat 2")),
        people=field.people(),
        things=field.things(),
        sites=(field.cave(creatures={each.id: each for each in (*more, orcs)}),),
        party=(field.ANSGAR, field.ISOLDE),
        house=field.VIOLENCE,
    )


def _veiled(*, hp: int, most: int, coppers: int) -> Callable[[], Begin]:
    """Isolde, who belongs to another seat, with numbers that others are not told."""
    none = Showing.HIDDEN
    shown = replace(field.VIOLENCE, players_wounds=none, players_hit_points=none, players_purses=none)
    opening = _cave(secret=False)
    people = tuple(
        replace(person, hp=hp, hp_max=most) if person.id == field.ISOLDE else person for person in opening.people
    )
    things = tuple(
        replace(thing, place=Carried(field.ISOLDE), worth=coppers) if thing.worth else thing for thing in opening.things
    )
    return lambda: replace(opening, house=shown, people=people, things=things)


HURT = (Wound(field.ISOLDE, 2, "a spear"), Pay(field.ISOLDE, 30, why="toll"))
FOUGHT = (EnterSite(MAIN, field.CAVE), TakeStance(MAIN, Choice.FIGHT), PassGo(field.ANSGAR))
SCENES = {
    "hidden numbers": Scene(
        _veiled(hp=12, most=20, coppers=600),
        _veiled(hp=40, most=40, coppers=900_000),
        (*HURT, *FOUGHT),
    ),
    "a market": Scene(
        lambda: _town(MARKET, MARKET),
        _other_town,
        (ComeToTown(MAIN, "Carrow"), Equip(ULF, items=(Lot("holy-water"), Lot("torches_2")))),
    ),
    "the road": Scene(
        lambda: setting_out(lands()),
        lambda: setting_out(test_two_worlds_roads.other_order()),
        (SetOut(MAIN), TravelTo(MAIN, FORD), MakeCamp(MAIN)),
    ),
    "a fight": Scene(
        lambda: _cave(secret=False),
        lambda: _cave(secret=True),
        FOUGHT,
    ),
    **{
        f"a delve by {clock}": Scene(
            _passage(test_two_worlds_clocks.plain, clock),
            _passage(test_two_worlds_clocks.reordered, clock),
            (
                LightUp(passage.BERT, passage.TORCHES),
                EnterSite(MAIN, passage.PASSAGE),
                Move(MAIN, passage.TO_SECOND),
                EndStep(MAIN, postpone=True),
            ),
        )
        for clock in Clock
    },
}


@contextmanager
def played(opening: Begin, acts: tuple[Command, ...], ids: OtherIds | None) -> Iterator[Room]:
    with room(opening if ids is None else ids.of(opening, Campaign()), secret=SAME) as hall:
        if ids is not None:
            hall.named = lambda command: ids.of(command, hall.table.now)
        for act in (QUIET, *acts):
            done = hall.act(act)
            assert not getattr(done, "reasons", ()), act
        yield hall


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_players_cannot_tell_two_scenes_apart(scene: Scene) -> None:
    """Every page, panel and answer of the API, whole and with its headers; and every file that is for players."""
    with played(scene.plain(), scene.acts, None) as one, played(scene.other(), scene.acts, OtherIds()) as other:
        for seat in (ONE, SPECTATORS):
            here, there = (list(mined(hall.sit(seat), forms=False, bold=False)) for hall in (one, other))
            assert len(here) > 60
            for (path, seen), (_, found) in zip(here, there, strict=True):
                assert without_acts(seen) == without_acts(found), f"{seat} at {path}"
                assert ID_MARK.encode() not in found
        assert ID_MARK in str(other.sit().get(f"/api/tables/{TABLE}").text)
        for name in EXPORTERS:
            files = (hall.sit().get(f"{EXPORT}?as={name}&for=players") for hall in (one, other))
            assert 1 == len({_WRITTEN.sub(b"-", without_acts(as_bytes(file))) for file in files}), name


WARES: tuple[tuple[str, Any], ...] = (
    ("its words", "blue flask"),
    ("its id for the seat", None),
    ("the campaign's id", "drowned-god"),
    ("an id of a hidden ware", "phylactery-of-the-lich"),
    ("a hidden ware's name", "lich's phylactery"),
)


@pytest.mark.parametrize("by, ware", WARES, ids=[by for by, _ in WARES])
def test_a_player_names_a_ware_by_words_or_by_the_id_that_they_were_sent(by: str, ware: str | None) -> None:
    """The campaign's own id, and what is not sold, are answered like a ware that nobody has."""
    market = replace(STOCKED, goods={**STOCKED.goods, "drowned-god": Goods(price=90, name="a blue flask")})
    with played(_town(market, MARKET), (ComeToTown(MAIN, "Carrow"),), None) as hall:
        client = hall.sit(TWO)
        seen = client.get(f"/api/tables/{TABLE}").json()["campaign"]["seen_lands"]["hexes"][CARROW]["features"]
        (goods,) = (each["market"]["goods"] for each in seen.values() if each["market"])
        (given,) = (id for id, ware in goods.items() if ware.get("name") == "a blue flask")
        buying = {"kind": "equip", "who": known_ids.person(hall.table, TWO, ULF)}
        answer = give(client, {**buying, "items": [{"ware": ware or given}]}, "bought").json()
        nothing = give(client, {**buying, "items": [{"ware": "zzz"}]}, "nothing").json()
        bought = by in ("its words", "its id for the seat")
        assert bought == (not answer.get("refused"))
        if not bought:
            assert answer == {**nothing, "refused": [{**nothing["refused"][0], "what": f"“{ware}” is not for sale."}]}
        assert bought == any(thing.name == "a blue flask" for thing in hall.table.now.things.values())


def test_a_market_keeps_what_it_does_not_sell_when_something_is_bought() -> None:
    """The referee's copy has it as it was, and what was sold is fewer."""
    acts = (ComeToTown(MAIN, "Carrow"), Equip(ULF, items=(Lot("torches_2"),)))
    with played(_town(STOCKED, MARKET), acts, None) as hall:
        market = next(
            feature.market for feature in hall.table.now.lands.hexes[CARROW].features.values() if feature.town
        )
        assert HIDDEN == market.goods["phylactery-of-the-lich"]
        assert Goods(price=7, left=3, sold=False) == market.goods["lantern"]
        assert Post(wage=99, left=4, offered=False) == market.hirelings["sellsword"]
        assert 1 == market.goods["torches_2"].left
