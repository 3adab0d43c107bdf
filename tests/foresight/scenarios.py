"""Scenarios that go where the rules go: every preset offered, both clocks, readings, hirelings, light and rooms."""

from itertools import pairwise

from msgspec.structs import replace

from undercroft.books.delving.hazard import Danger
from undercroft.books.hexcrawl.land import Terrain, Weather
from undercroft.books.hexcrawl.weather import Climate
from undercroft.books.sovereign.doors import Material
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.wandering import Location
from undercroft.foresight.scenario import (
    Delver,
    EncounterStance,
    Exit,
    FoeChoice,
    Journey,
    PartyPolicy,
    Scenario,
    ScenarioRoom,
    ScenarioTrap,
    Surprised,
    Treasure,
    Wanderers,
    Way,
)
from undercroft.kernel.dice import D6, Throw
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import WantedId
from undercroft.table.state.lands import Path
from undercroft.table.state.open_questions import OpenQuestion, Wanted
from undercroft.table.state.people import Role
from undercroft.table.state.seats import REFEREE, Throwing
from undercroft.table.state.sites import Clock, DoorState

MAUD = Delver(
    "Maud", armour="light armour", shield=True, scars=1, hp=8, silver=60, torches=2, healers_kit=True,
    skills={"Heal": 0},
)  # fmt: skip
ULF = Delver(
    "Ulf", strength=15, armour="medium armour", hp=9, scars=2, weapon="large melee", torches=1, skills={"Stab": 1}
)
OLGA = Delver("Olga", dexterity=15, hp=5, scars=3, weapon="small melee")
HOB = Delver("Hob", role=Role.HIRELING, employer="Maud", hp=4, level=2, armour="light armour")
PARTY = (MAUD, ULF, OLGA, HOB)

WANDERERS = (
    Wanderers("orcs", "1d4 orcs HD 1 AC 3 1d8"),
    Wanderers("rats", "2d4 rats HD 1/2 1d3"),
    Wanderers("a cold wind"),
    Wanderers("ghouls", "1d3 ghouls HD 2 AC 3 1d3/1d3/1d6", hostile=True),
)
ROOMS = (
    ScenarioRoom("door"),
    ScenarioRoom("hall", foes=("3 goblins HD 1-1 AC 2 1d6",), stay=1),
    ScenarioRoom("passage", corridor=True),
    ScenarioRoom("crypt", foes=("2 orcs HD 1 AC 3 1d8 leader", "ogre HD 4 AC 4 1d10"), stay=2),
)

LIMIT, MODE, EXACT = "violence.scars/limit", "violence.scars/mode", "violence.attack/exact"
FOES_EXACT, MIGHTY = "violence.enemy-attack/exact", "violence.enemy-attack/mighty"
FALL, LAIN = "sovereign.injury.death-clock/first", "sovereign.injury.full-rounds/full"
LEAST, CAP = "delving.action.recover/minimum", "delving.action.recover/cap"
AID = "sovereign.heal.first-aid/minimum"
BATTER = "sovereign.door.batter/reinforced"
FIRST_CHECK = "sovereign.wandering.due/first"

FIGHTS = {
    "a surprised party": Scenario(party=PARTY, foes="3 orcs HD 1 AC 3 1d8", surprised=Surprised.PARTY),
    "surprised foes": Scenario(party=PARTY, foes="5 orcs HD 1 AC 3 1d8", surprised=Surprised.FOES),
    "orcs": Scenario(party=PARTY, foes="1d4+2 orcs HD 1 AC 3 1d8"),
    "one bent roll a round": Scenario(
        party=PARTY, foes="4 orcs HD 1 AC 3 1d8", readings={LIMIT: 1, MODE: "up_to"},
        policy=PartyPolicy(target=FoeChoice.WOUNDED),
    ),
    "exact must hit": Scenario(
        party=PARTY, foes="4 orcs HD 2 AC 3 1d8/1d4", readings={MODE: "up_to", EXACT: True},
        policy=PartyPolicy(target=FoeChoice.SPREAD),
    ),
    "double damage": Scenario(
        party=PARTY, foes="2 giants HD 9 AC 3 1d8", readings={FOES_EXACT: "double", MIGHTY: True}
    ),
    "stun and double": Scenario(
        party=PARTY, foes="giant HD 9 AC 13 1d8", readings={FOES_EXACT: "both", MIGHTY: True},
        policy=PartyPolicy(bend=False)
    ),
    "a rabble": Scenario(
        party=PARTY, foes="8 rats HD 0 AC 0 1d3 leader", policy=PartyPolicy(target=FoeChoice.SPREAD, pay=False)
    ),
    "knights": Scenario(
        party=PARTY, foes="6 knights HD 3 AC 8 1d8 fearless hp 12", policy=PartyPolicy(target=FoeChoice.WOUNDED)
    ),
    "armour worn through": Scenario(
        party=(Delver("Ada", count=4, shield=True, strength=5, hp=12, scars=2),), foes="3 wasps HD 1 AC 6 1d4"
    ),
    "armour as good as their Attack": Scenario(
        party=(Delver("Ada", hp=9, numbers={"ac": 12}), Delver("Eve", hp=9, numbers={"ac": 15})),
        foes="4 hounds HD 1 AC 2 1d4-1",
    ),
    "dying by Sovereign": Scenario(preset="undercroft", party=PARTY, foes="1d4+2 orcs HD 1 AC 3 1d8"),
    "dying by other readings": Scenario(
        preset="undercroft", party=PARTY, foes="3 ogres HD 4 AC 4 1d10", readings={FALL: True, LAIN: "difference"},
    ),
    "the dying wait": Scenario(
        preset="undercroft", party=PARTY, foes="5 orcs HD 1 AC 3 1d8", policy=PartyPolicy(aid=False)
    ),
}  # fmt: skip
DOORS = (
    Exit(("door", "hall"), DoorState.STUCK),
    Exit(("hall", "passage"), DoorState.LOCKED, lock=8),
    Exit(("passage", "crypt"), DoorState.BARRED, Material.REINFORCED),
)
VAULTS = (
    ScenarioRoom("door"),
    ScenarioRoom(
        "hall",
        traps=(ScenarioTrap("a dart", "1d4", SaveKind.EVASION),),
        treasure=(Treasure("a candlestick", 40, load=2),),
    ),
    ScenarioRoom(
        "passage",
        corridor=True,
        stay=2,
        traps=(
            ScenarioTrap("a pit", feet=20, spikes=1, save=SaveKind.EVASION, avoids=True),
            ScenarioTrap("a bell", alarm=True, meddle=True),
        ),
    ),
    ScenarioRoom(
        "crypt",
        foes=("2 goblins HD 1-1 AC 2 1d6",),
        ambush=True,
        stay=2,
        traps=(ScenarioTrap("a cloud", "1d6+1", SaveKind.PHYSICAL, everyone=True, on="a casket"),),
        treasure=(
            Treasure("a casket", 333, load=12),
            Treasure("a ring", 90, hidden=True),
            Treasure("a crown", 500, hidden=True, search=9, load=1),
        ),
    ),
)
SCOUTS = (
    replace(MAUD, skills={"Heal": 1}),
    replace(ULF, torches=4),
    replace(OLGA, skills={"Notice": 1}, wisdom=14, constitution=1),
    HOB,
)
SWORDS = (
    replace(MAUD, weapon="long_sword", armour="chain", level=2, skills={"Heal": 0, "Stab": 1}),
    replace(ULF, weapon="great_sword", armour="plate", dexterity=7),
    replace(OLGA, weapon="dagger", character_class="expert"),
    replace(HOB, weapon="", armour="leather"),
)
FIGHTS |= {
    "swords by Sovereign": Scenario(preset="sovereign", party=SWORDS, foes="1d4+2 orcs HD 1 AC 13 1d8 shock 1/15"),
    "a lone ogre by Sovereign": Scenario(
        preset="sovereign", party=SWORDS, foes="ogre HD 4+1 AC 14 2d6/1d4", policy=PartyPolicy(target=FoeChoice.WOUNDED)
    ),
    "half dice by Sovereign": Scenario(
        preset="sovereign", party=SWORDS, foes="7 rats HD 1/2 AC 12 1d3 fearless", surprised=Surprised.PARTY,
        policy=PartyPolicy(target=FoeChoice.SPREAD, aid=False),
    ),
}  # fmt: skip
EXPEDITIONS = {
    "a site by Sovereign": Scenario(
        preset="sovereign", party=SWORDS, wanderers=WANDERERS, rooms=VAULTS, turns=20,
        policy=PartyPolicy(stance=EncounterStance.FIGHT, search=True, heal=60), location=Location.ALERTED_ORGANIZED,
    ),
    "home with the first who falls": Scenario(
        preset="undercroft", party=(Delver("Ada", count=2, hp=1), replace(ULF, torches=8), MAUD),
        rooms=(ROOMS[0], ScenarioRoom("hall", foes=("4 rats HD 1 AC 0 1d3",), hostile=True), *ROOMS[2:]),
        wanderers=(Wanderers("wasps", "1d3 wasps HD 0 AC 2 1d4", hostile=True), WANDERERS[2]), turns=30,
        policy=PartyPolicy(down=1, stance=EncounterStance.FIGHT),
    ),
    "home with light to spare": Scenario(
        preset="undercroft", party=(replace(MAUD, torches=1),), wanderers=WANDERERS[2:3],
        rooms=(ScenarioRoom("a"), ScenarioRoom("b")),
        turns=40, policy=PartyPolicy(light=3),
    ),
    "home with all they can carry": Scenario(
        party=(replace(MAUD, torches=4, strength=3), OLGA, HOB), wanderers=WANDERERS[1:3], turns=40,
        rooms=(
            ScenarioRoom("door", stay=1),
            ScenarioRoom("hall", stay=3, treasure=(Treasure("an idol", 90, load=40), Treasure("a shield", 40, load=9))),
            ScenarioRoom("crypt", stay=2, treasure=(Treasure("a ring", 50),)),
        ),
        policy=PartyPolicy(laden=True, down=2),
    ),
    "vaults by Violence": Scenario(
        party=SCOUTS, wanderers=WANDERERS, rooms=VAULTS, turns=15, policy=PartyPolicy(search=True, heal=60, bend=False)
    ),
    "vaults by Sovereign": Scenario(
        preset="undercroft", party=SCOUTS, wanderers=WANDERERS, rooms=VAULTS, turns=15,
        policy=PartyPolicy(search=True, heal=90), readings={AID: 1},
    ),
    "shut doors by Violence": Scenario(
        party=(MAUD, replace(ULF, skills={"Exert": 1}), replace(OLGA, thieves_tools=True, skills={"Sneak": 1})),
        wanderers=WANDERERS, rooms=ROOMS, exits=DOORS, turns=25,
    ),
    "shut doors by Sovereign": Scenario(
        preset="undercroft",
        party=(replace(MAUD, thieves_tools=True), replace(ULF, torches=6), replace(OLGA, thieves_tools=True), HOB),
        wanderers=WANDERERS, rooms=ROOMS, turns=40,
        exits=(*DOORS[:2], Exit(("passage", "crypt"), DoorState.LOCKED, Material.STONE)), readings={BATTER: "base"},
    ),
    "waiting by Violence": Scenario(party=PARTY, wanderers=WANDERERS, turns=12),
    "waiting by Sovereign": Scenario(preset="undercroft", party=PARTY, wanderers=WANDERERS, turns=12),
    "rooms by Violence": Scenario(
        party=PARTY, wanderers=WANDERERS, rooms=ROOMS, turns=12,
        policy=PartyPolicy(stance=EncounterStance.TALK, retreat=40)
    ),
    "rooms by Sovereign": Scenario(
        preset="undercroft", party=PARTY, wanderers=WANDERERS, rooms=ROOMS, turns=12,
        policy=PartyPolicy(stance=EncounterStance.FIGHT, retreat=40), readings={FIRST_CHECK: "first"},
    ),
    "the torch falls": Scenario(
        preset="undercroft",
        party=(Delver("Tom", hp=1, torches=2), replace(ULF, torches=2), OLGA),
        rooms=(ScenarioRoom("door"), ScenarioRoom("hall", foes=("3 wasps HD 1 AC 2 1d6",), hostile=True), *ROOMS[2:]),
        wanderers=WANDERERS, turns=10, policy=PartyPolicy(stance=EncounterStance.FIGHT, aid=False),
    ),
    "a hard place": Scenario(
        preset="undercroft",
        party=(
            Delver("Ada", count=3, hp=3, armour="light armour", torches=1, healers_kit=True, skills={"Heal": 3}),
        ),
        wanderers=(
            Wanderers("wasps", "1d4 wasps HD 0 AC 2 1d4-1", hostile=True),
            Wanderers("a warband", "1d4+12 orcs HD 1 AC 3 1d6"),
        ),
        turns=20, location=Location.ALERTED_ORGANIZED,
    ),
    "a guarded place": Scenario(
        preset="undercroft", party=PARTY, wanderers=WANDERERS, rooms=ROOMS, turns=30,
        policy=PartyPolicy(retreat=20, aid=False), location=Location.ALERTED_ORGANIZED,
    ),
}  # fmt: skip
DELVERS = (
    replace(MAUD, level=2, strength=14),
    replace(ULF, torches=2, constitution=15, silver=80),
    replace(OLGA, constitution=5),
    HOB,
)
EXPEDITIONS |= {
    "rooms by Delving": Scenario(
        preset="delving", party=DELVERS, wanderers=WANDERERS, danger=Danger.DEADLY, turns=24,
        policy=PartyPolicy(retreat=30),
        rooms=(
            ScenarioRoom("door"),
            ScenarioRoom("hall", foes=("3 goblins HD 1-1 AC 2 1d6",), stay=2),
            ScenarioRoom("passage", corridor=True, stay=3, treasure=(Treasure("a casket", 333, load=4),)),
            ScenarioRoom("crypt", foes=("2 orcs HD 1 AC 3 1d8 leader", "ogre HD 4 AC 4 1d10"), stay=2),
        ),
    ),
    "an ambush by Delving": Scenario(
        preset="delving", party=DELVERS, wanderers=WANDERERS[1:], danger=Danger.RISKY, turns=30, rooms=(
            ScenarioRoom("door"), ScenarioRoom("hall", foes=("3 goblins HD 1-1 AC 2 1d6",), ambush=True, stay=1),
            ScenarioRoom("crypt", stay=9),
        ),
        readings={LEAST: "any", CAP: False}, policy=PartyPolicy(stance=EncounterStance.FIGHT, breathers=100, down=2),
    ),
    "waiting by Delving": Scenario(
        preset="undercroft", party=PARTY, wanderers=WANDERERS, clock=Clock.DELVING, danger=Danger.DEADLY, turns=12,
        policy=PartyPolicy(stance=EncounterStance.TALK),
    ),
}  # fmt: skip
EXPEDITIONS |= {
    "vaults by Delving": Scenario(
        preset="delving", party=SCOUTS, wanderers=WANDERERS, rooms=VAULTS, turns=30, danger=Danger.DEADLY,
        policy=PartyPolicy(search=True, heal=60, stance=EncounterStance.FIGHT),
    ),
    "vaults in delve rounds": Scenario(
        preset="undercroft", clock=Clock.DELVING, party=SCOUTS, wanderers=WANDERERS, rooms=VAULTS, turns=30,
        policy=PartyPolicy(search=True, heal=90, retreat=20), danger=Danger.RISKY,
    ),
    "shut doors by Delving": Scenario(
        preset="delving", wanderers=WANDERERS, rooms=ROOMS, exits=DOORS, turns=40, danger=Danger.RISKY,
        party=(MAUD, replace(ULF, skills={"Exert": 1}), replace(OLGA, thieves_tools=True, skills={"Sneak": 1}), HOB),
    ),
}  # fmt: skip
EXPEDITIONS |= {
    "vaults by the overloaded die": Scenario(
        preset="hexcrawl", wanderers=WANDERERS, rooms=VAULTS, turns=25,
        policy=PartyPolicy(search=True, heal=60, retreat=20),
        party=(
            replace(SCOUTS[0], rations=3, water=1), replace(SCOUTS[1], rations=2), SCOUTS[2], replace(HOB, torches=1),
        ),
    ),
    "shut doors by the overloaded die": Scenario(
        preset="undercroft", clock=Clock.HEXCRAWL, wanderers=WANDERERS, rooms=ROOMS, exits=DOORS, turns=30,
        party=(MAUD, replace(ULF, skills={"Exert": 1}), replace(OLGA, thieves_tools=True, water=9), HOB),
        policy=PartyPolicy(stance=EncounterStance.FIGHT, flee=40),
    ),
    "light for one turn": Scenario(
        preset="hexcrawl", party=(Delver("Ada", torches=1), Delver("Eve", torches=1, rations=1)), turns=9,
        wanderers=WANDERERS[2:3], rooms=(ScenarioRoom("a"), ScenarioRoom("b")),
    ),
}  # fmt: skip
FIGHTS |= {
    "knights by Delving": Scenario(preset="delving", party=DELVERS, foes="3 knights HD 2 AC 6 1d8"),
}
FIGHTS |= {
    "running by Violence": Scenario(
        party=PARTY, foes="6 orcs HD 1 AC 3 1d8 leader", policy=PartyPolicy(flee=60, target=FoeChoice.SPREAD)
    ),
    "running by Sovereign": Scenario(
        preset="sovereign", party=SWORDS, foes="5 orcs HD 1 AC 13 1d8 shock 1/15", policy=PartyPolicy(flee=70)
    ),
}
EXPEDITIONS |= {
    "running under a load": Scenario(
        preset="undercroft", party=(*PARTY, Delver("Ada", strength=3, torches=4, hp=7)), turns=30,
        rooms=(
            ROOMS[0],
            ScenarioRoom("hall", foes=("5 goblins HD 1-1 AC 2 1d6",), hostile=True),
            ScenarioRoom("passage", corridor=True, treasure=(Treasure("a casket", 333, load=4),)),
            ScenarioRoom("crypt", foes=("2 orcs HD 1 AC 3 1d8 leader", "ogre HD 4 AC 4 1d10"), hostile=True, stay=2),
        ),
        wanderers=(
            Wanderers("slimes", "1d4+2 slimes HD 3 AC 2 1d10", hostile=True),
            Wanderers("hounds", "1d4+2 hounds HD 2 AC 3 1d8", hostile=True), *WANDERERS[2:],
        ),
        policy=PartyPolicy(flee=80), location=Location.ALERTED_ORGANIZED,
    ),
    "running from a shut door": replace(EXPEDITIONS["shut doors by Violence"], policy=PartyPolicy(flee=75)),
    "running by Sovereign's clock": replace(
        EXPEDITIONS["a site by Sovereign"], policy=PartyPolicy(stance=EncounterStance.FIGHT, flee=90)
    ),
    "running in delve rounds": replace(
        EXPEDITIONS["rooms by Delving"], policy=PartyPolicy(stance=EncounterStance.FIGHT, flee=75)
    ),
    "running from an ambush": replace(
        EXPEDITIONS["an ambush by Delving"], policy=PartyPolicy(stance=EncounterStance.FIGHT, flee=80)
    ),
}  # fmt: skip
_GROUND = (
    Terrain.PLAINS, Terrain.FOREST, Terrain.HILLS, Terrain.MARSH, Terrain.HIGH_MOUNTAINS, Terrain.MOUNTAINS,
    Terrain.FOREST,
)  # fmt: skip
HEXES = {f"{q:02}{r:02}": _GROUND[(q * 3 + r * 2) % 7] for q in range(1, 7) for r in range(1, 7)}
FED = (replace(MAUD, rations=6, water=6), replace(ULF, rations=4, water=2), OLGA, HOB)
MARCH = Journey(
    HEXES | {"0101": Terrain.PLAINS, "0505": Terrain.PLAINS}, "0101", "0505", climate=Climate.COLD, lost=True,
    landmarks=("0106",), ways=(Way(("0101", "0102")),),
)  # fmt: skip
_HIGH_ROAD = tuple(f"01{row:02}" for row in range(1, 60))
JOURNEYS = {
    "a march": Scenario(preset="hexcrawl", party=FED, wanderers=WANDERERS, journey=MARCH),
    "explorers without a watch": Scenario(
        preset="undercroft", party=FED, wanderers=WANDERERS, policy=PartyPolicy(watch=False, forage=True),
        journey=replace(MARCH, explores=True, desert=("0202", "0303"), civilised=("0404",), mounted=True),
    ),
    "a hard road": Scenario(
        preset="hexcrawl", party=(replace(OLGA, rations=1, water=1), replace(ULF, rations=2)),
        wanderers=WANDERERS[3:], policy=PartyPolicy(stance=EncounterStance.TALK),
        journey=replace(MARCH, lost=False, climate=Climate.POLAR, weather=Weather.RAIN),
    ),
    "a ride on the high road": Scenario(
        preset="hexcrawl", party=(replace(MAUD, rations=6, water=6), Delver("Ada", count=4, hp=2)),
        wanderers=(Wanderers("wasps", "1d3 wasps HD 0 AC 2 1d4", hostile=True),),
        journey=Journey(
            dict.fromkeys(_HIGH_ROAD, Terrain.PLAINS), _HIGH_ROAD[0], _HIGH_ROAD[-1], explores=True, mounted=True,
            ways=tuple(Way(pair) for pair in pairwise(_HIGH_ROAD)),
        ),
    ),
    "a hireling with the supplies": Scenario(
        preset="hexcrawl", wanderers=WANDERERS, policy=PartyPolicy(stance=EncounterStance.FIGHT, pay=False),
        party=(replace(MAUD, rations=2), replace(ULF, water=1), replace(HOB, rations=9, water=9)),
        journey=replace(MARCH, lost=False),
    ),
    "running on the road": Scenario(
        preset="hexcrawl", wanderers=WANDERERS, policy=PartyPolicy(stance=EncounterStance.FIGHT, flee=80),
        party=(
            replace(MAUD, rations=2), replace(ULF, water=1, rations=3, strength=8), replace(HOB, rations=4, water=9),
        ),
        journey=replace(MARCH, explores=True),
    ),
    "running from camp": Scenario(
        preset="undercroft", wanderers=(WANDERERS[0], WANDERERS[3]),
        party=(replace(MAUD, rations=6, water=6), replace(OLGA, hp=9), HOB),
        policy=PartyPolicy(stance=EncounterStance.FIGHT, flee=95, watch=False),
        journey=replace(MARCH, explores=True, lost=False),
    ),
    "a way that is given": Scenario(
        preset="hexcrawl", party=FED, wanderers=WANDERERS,
        journey=Journey(
            dict.fromkeys(("0101", "0102", "0103", "0201", "0202", "0203"), Terrain.FOREST), "0101", "0203", lost=True,
            route=("0102", "0202", "0203"), ways=(Way(("0202", "0203"), Path.RIVER),), climate=Climate.ARID,
        ),
    ),
}  # fmt: skip
ALL = FIGHTS | EXPEDITIONS | JOURNEYS


def by_hand(now: Campaign) -> Campaign:
    """The same table if people type every die, and a throw of theirs is waited for."""
    seats = {id: replace(seat, dice=Throwing.TYPED) for id, seat in now.seats.items()}
    waiting = Wanted(WantedId("free"), (OpenQuestion(1, Throw("a free throw", D6), REFEREE),))
    return replace(now, seats=seats, referees_dice=Throwing.TYPED, wanted={waiting.id: waiting})
