"""Changes of every kind in mid-play: what the referee drafts and plays in quietly is in no byte that a player gets."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.small_lands import DOWN, SCARP, WOLVES, setting_out
from tests.table.small_site import CELL, CRYPT, HALL, OAK, ONE, TWO
from tests.table.tabletop import Tabletop
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.preparing.draft import ChangeNow, DropChange, PlayIt, Prepare
from undercroft.table.preparing.parts import in_world
from undercroft.table.state.changes import (
    KINDS,
    AnyChange,
    CreaturesChange,
    DoorChange,
    EncountersChange,
    FeatureChange,
    HexChange,
    LandCreaturesChange,
    LandsChange,
    LandsHead,
    MonsterChange,
    ObstacleChange,
    PersonChange,
    RegionChange,
    RollTableChange,
    SeatChange,
    SiteChange,
    SiteHead,
    TableChange,
    ThingChange,
    TrapChange,
    WayChange,
    WeathersChange,
    ZoneChange,
    part_of,
)
from undercroft.table.state.ids import (
    CreaturesId,
    FeatureId,
    MonsterId,
    ObstacleId,
    PersonId,
    RegionId,
    TableId,
    ThingId,
    TrapId,
)
from undercroft.table.state.lands import LandWay, Path, Region
from undercroft.table.state.lore import Monster, RandomTable
from undercroft.table.state.people import Person, Role
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import (
    EncounterRow,
    Feature,
    Grade,
    Hindrance,
    Obstacle,
    Trap,
)
from undercroft.table.state.things import Lying, Thing, ThingKind
from undercroft.table.world.groups import MAIN

CANARY = "canary"
PLAYERS = (ONE, TWO, SPECTATORS)
OPEN = (SeatChange,)
"""What every seat may know: who sits at the table."""


def in_mid_play() -> Tabletop:
    """Two delvers in the hall of the crypt, with the marches around it."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(setting_out())
    table.do(EnterSite(MAIN, CRYPT))
    return table


def changes_of(table: Tabletop) -> dict[type[AnyChange], AnyChange]:
    """One change of every kind, with the canary wherever it has words."""
    now = table.now
    site, lands = now.sites[CRYPT], now.lands
    hall, oak, rats, down = site.zones[HALL], site.doors[OAK], site.creatures[CreaturesId("rats")], lands.hexes[DOWN]
    head, land = in_world(now, SiteChange(SiteHead(CRYPT, ""))), in_world(now, LandsChange(LandsHead()))
    assert isinstance(head, SiteHead)
    assert isinstance(land, LandsHead)
    row = EncounterRow(CANARY, omen=CANARY)
    found: tuple[AnyChange, ...] = (
        PersonChange(after=Person(PersonId(CANARY), CANARY, REFEREE, Role.CREATURE, about=CANARY)),
        SiteChange(head, replace(head, name=CANARY, effects=(CANARY,))),
        ZoneChange(CRYPT, hall, replace(hall, name=CANARY, glance=CANARY, secret=CANARY, senses=CANARY)),
        DoorChange(CRYPT, oak, replace(oak, name=CANARY, lock_dc=14)),
        TrapChange(CRYPT, after=Trap(TrapId(CANARY), HALL, CANARY, CANARY, CANARY)),
        FeatureChange(CRYPT, after=Feature(FeatureId(CANARY), HALL, Grade.SECRET, CANARY, clues=(CANARY,))),
        ObstacleChange(CRYPT, after=Obstacle(ObstacleId(CANARY), HALL, Hindrance.LID, CANARY, kilograms=Fraction(90))),
        CreaturesChange(CRYPT, rats, replace(rats, name=CANARY, notes=CANARY)),
        EncountersChange(CRYPT, site.encounters, (row,)),
        LandsChange(land, replace(land, name=CANARY)),
        HexChange(down, replace(down, name=CANARY, glance=CANARY, secret=CANARY)),
        RegionChange(after=Region(RegionId(CANARY), CANARY, weathers={CANARY: (land.weather,)})),
        WayChange(after=LandWay((SCARP, DOWN), Path.TRAIL, CANARY)),
        TableChange(CANARY, after=(row,)),
        WeathersChange(CANARY, after=(land.weather,)),
        LandCreaturesChange(lands.creatures[WOLVES], replace(lands.creatures[WOLVES], name=CANARY)),
        ThingChange(after=Thing(ThingId(CANARY), CANARY, ThingKind.TREASURE, Lying(CRYPT, CELL), worth=500)),
        MonsterChange(after=Monster(MonsterId(CANARY), CANARY, Fraction(1))),
        RollTableChange(after=RandomTable(TableId(CANARY), CANARY, "1d6")),
    )
    return {type(change): change for change in found}


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in OPEN])
def test_a_quiet_change_is_in_no_byte_of_a_player(kind: type[AnyChange]) -> None:
    """Drafted, dropped, drafted again, played in, undone, and made at once: nobody but the referee hears of it."""
    table = in_mid_play()
    change, before = changes_of(table)[kind], table.now
    heard = {seat: table.bytes_for(seat) for seat in PLAYERS}
    table.do(Prepare((change,)))
    table.do(DropChange((part_of(change),)))
    table.do(Prepare((change,)))
    assert heard == {seat: table.bytes_for(seat) for seat in PLAYERS}

    drafted = table.now
    table.do(PlayIt())
    assert change.after == in_world(table.now, change)
    table.undo()
    assert drafted == table.now
    table.do(DropChange((part_of(change),)))
    assert before == table.now
    table.do(ChangeNow((change,)))
    assert change.after == in_world(table.now, change)
    assert [] == [seat for seat in PLAYERS if CANARY.encode() in table.bytes_for(seat)]


def test_every_kind_of_change_is_tried() -> None:
    """A new kind needs a canary, or a reason why everybody may know it."""
    assert set(KINDS) == {*changes_of(in_mid_play()), *OPEN}
