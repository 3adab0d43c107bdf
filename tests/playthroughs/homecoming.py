"""Playthroughs of coming home and of going without."""

from msgspec.structs import replace

from tests.playthroughs.playing import Playthrough, act
from tests.table.hamlet import ARM, CLEVER, CROWN, home_with_the_hoard
from tests.table.infirmary import OLGA, table
from tests.table.small_site import MAUD, ONE, TWO, ULF
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.books.violence.hirelings import Job
from undercroft.kernel.units import Seconds
from undercroft.table.characters.creation_methods import ChosenFeat
from undercroft.table.gear.buying import Equip
from undercroft.table.gear.prices import Lot
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.health import Illness
from undercroft.table.state.house_rules import HouseRules, Supplies
from undercroft.table.state.ids import ThingId
from undercroft.table.state.people import Condition
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.town.advancement import GainLevel, RaiseAttribute, RaiseSkill, TakeFeat
from undercroft.table.town.cures import BuyCure
from undercroft.table.town.experience import ShareExperience
from undercroft.table.town.hiring import Hire
from undercroft.table.town.selling import Sell
from undercroft.table.town.town import LeaveTown, StayInTown
from undercroft.table.treatment.disease import Infect, TreatDisease
from undercroft.table.treatment.sleep import LieDown, RestNight, Wake
from undercroft.table.world.groups import MAIN

_FEVER = Illness("marsh fever", onset_days=1, dc=10, strain=1, symptoms="shivers")


def _in_elmham() -> Tabletop:
    ill = (Condition("diseased", Seconds(0), "a red rash"),)
    return home_with_the_hoard(
        maud={"sheet": replace(CLEVER.sheet, xp=900), "conditions": ill},
        ulf={"hp": 5, "sheet": replace(ARM.sheet, xp=400)},
    )


TOWN = Playthrough(
    "town",
    "Home with a hoard: shares, levels and their points, a cure, a hireling, days of rest, and on the road again.",
    _in_elmham,
    (
        act(ShareExperience(MAIN)),
        act(Sell(ULF, CROWN.id), seat=TWO),
        act(GainLevel(MAUD), 5, 3, seat=ONE),
        act(TakeFeat(MAUD, ChosenFeat("Healer", Skill.HEAL)), seat=ONE),
        act(RaiseAttribute(MAUD, Attribute.WIS), seat=ONE),
        act(RaiseSkill(MAUD, Skill.STAB), seat=ONE),
        act(GainLevel(ULF), 4, 4, seat=TWO),
        act(BuyCure(ULF, MAUD), seat=TWO),
        act(Hire(ULF, "Wat", Job.TORCHBEARER), 2, 3, 4, seat=TWO),
        act(Equip(ULF, items=(Lot("ration_day", 3), Lot("waterskin", 2))), seat=TWO),
        act(StayInTown(MAIN, 3)),
        act(LeaveTown(MAIN)),
    ),
    TWO,
)


def _ill_provided() -> Tabletop:
    rations = Thing(
        ThingId("rations"), "rations", ThingKind.FOOD, Carried(ULF), count=2, points=2, worth=40, item="ration_day"
    )
    water = Thing(ThingId("water"), "waterskin", ThingKind.WATER, Carried(ULF), count=2, points=2, item="waterskin")
    kit = Thing(ThingId("kit"), "healer's kit", ThingKind.GEAR, Carried(MAUD), points=1, item="healers_kit")
    return table(house=HouseRules(supplies=Supplies.NEVERWHERE), things=(rations, water, kit))


PRIVATIONS = Playthrough(
    "privations",
    "Two days and a night with food for less than one, without sleep, and with a fever that shows on the second day.",
    _ill_provided,
    (
        act(Infect(ULF, _FEVER), 9),
        act(PassTime(MAIN, Span.WATCH)),
        act(PassTime(MAIN, Span.WATCH)),
        act(PassTime(MAIN, Span.WATCH)),
        act(PassTime(MAIN, Span.WATCH)),
        act(TreatDisease(MAUD, ULF), 6, 5, seat=ONE),
        act(LieDown(OLGA), seat=TWO),
        act(PassTime(MAIN, Span.WATCH)),
        act(Wake(ULF, OLGA), seat=TWO),
        act(RestNight(MAIN)),
    ),
    TWO,
)
