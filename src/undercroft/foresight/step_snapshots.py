"""What is compared of a table and of a run after every step."""

from collections.abc import Mapping
from typing import TypeAlias

from undercroft.books.hexcrawl.land import Weather
from undercroft.foresight import columns as c
from undercroft.foresight.at_hand import torches_of
from undercroft.foresight.codes import Being, FoeBeing
from undercroft.foresight.columns import World
from undercroft.foresight.encode import Encoded
from undercroft.foresight.encode_site import GATES
from undercroft.foresight.order import hoards, supplies, turns
from undercroft.foresight.tallies import ON_THE_ROAD
from undercroft.table.body.provisions import stock
from undercroft.table.bridge.loads import load
from undercroft.table.exploration.clocks import clock_of, exploring
from undercroft.table.exploration.pending_encounters import pending_encounters
from undercroft.table.fight import stats
from undercroft.table.gear import money
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import FoeState
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.journeys import Camp
from undercroft.table.state.people import Person, State
from undercroft.table.state.things import ThingKind
from undercroft.table.town.experience import share_preview
from undercroft.table.world.darkness import is_dark
from undercroft.table.world.groups import MAIN
from undercroft.table.world.travel_costs import journey_of, where

Seen: TypeAlias = Mapping[str, int]

_BEING = {
    State.UNCONSCIOUS: Being.UNCONSCIOUS,
    State.MORTALLY_INJURED: Being.DYING,
    State.INCAPACITATED: Being.STABLE,
}
_FOES = {FoeState.FIGHTING: FoeBeing.FIGHTS, FoeState.FLED: FoeBeing.FLED, FoeState.DEAD: FoeBeing.DEAD}


NOTHING: Seen = {}


def being(person: Person) -> Being:
    """A person's state as a run counts it."""
    if not person.alive:
        return Being.DEAD
    return next((state for name, state in _BEING.items() if person.is_in(name)), Being.UP)


def at_table(now: Campaign, drawn: int, encoded: Encoded) -> Seen:
    """What is compared of a table."""
    group, people, explores = now.groups[MAIN], encoded.people, encoded.explores
    fight = fight_of(group)
    seen: dict[str, int] = {"dice": drawn, "time": group.time, "experience": now.xp_pool}
    seen["encounters"] = len(pending_encounters(now, group))
    clock, site, zone = clock_of(exploring(group)), now.site_of(group), now.zone_of(group)
    if clock is not None and site is not None and explores:
        scene = exploring(group).scene
        seen["turn"] = 0 if scene is None else scene.number
        seen["dark"] = is_dark(now, group)
        seen["torches"] = sum(thing.count for who in people for thing in torches_of(now, who))
        seen["at"] = 0 if zone is None else list(site.zones).index(zone.id)
        seen["work until"] = next((now.timers[id].due for id in now.jobs if id in now.timers), 0)
        seen |= {f"door {id}": GATES[door.state] for id, door in enumerate(site.doors.values())}
    if explores:
        seen["to share"] = share_preview(now, MAIN)[0]
    if encoded.travels:
        seen |= _road(now, encoded)
    for number, who in enumerate(people):
        person = now.people[who]
        seen |= {
            f"left {number}": person.retired,
            f"frail {number}": person.is_in(State.FRAIL),
            f"hp {number}": person.hp,
            f"scars {number}": person.scars,
            f"state {number}": being(person),
            f"coins {number}": money.coins(now, person.id),
            f"strain {number}": person.strain,
        }
        if encoded.setup[c.FATIGUE_ABSORBS]:
            seen[f"fp {number}"] = person.fp
        burden = load(now, person)
        seen |= {
            f"readied {number}": burden.readied - burden.readied_max,
            f"stowed {number}": burden.stowed - burden.stowed_max,
        }
        fighter = fight.fighter(person.id) if fight is not None else None
        if fight is not None and fighter is not None:
            seen |= {
                f"ac {number}": 0 if fight.book is Combat.SOVEREIGN else stats.ac_of(now, fighter),
                f"luck {number}": fighter.luck_used,
                f"shield {number}": fighter.shield_used,
                f"surprised {number}": fighter.surprised,
                f"stunned {number}": fighter.stunned,
                f"done {number}": fighter.done,
                f"bent {number}": fighter.bent,
                f"away {number}": fighter.away,
            }
    if fight is not None:
        seen["round"] = fight.round
        for number, foe in enumerate(fight.foes):
            seen |= {
                f"foe {number} health": foe.health,
                f"foe {number} ac": foe.ac,
                f"foe {number} state": _FOES[foe.state],
                f"foe {number} stunned": foe.stunned,
                f"foe {number} extra": foe.extra,
                f"foe {number} known from": foe.guess.low,
                f"foe {number} known to": foe.guess.high,
            }
    return seen


ROAD = {
    "hex": c.HEX_AT, "believed": c.THOUGHT, "points": c.POINTS, "entered": c.ENTERED, "invested": c.INVESTED,
    "lost": c.LOST_BY, "weather": c.WEATHER, "day": c.TURN_NUMBER,
}  # fmt: skip
"""What is compared of a journey."""


def _road(now: Campaign, encoded: Encoded) -> dict[str, int]:
    """What is compared of a journey at a table."""
    group = now.groups[MAIN]
    day, thought = journey_of(group), where(group)
    camp = next((scene for scene in group.scenes if isinstance(scene, Camp)), None)
    if day is None or thought is None or group.hex is None:
        return {}
    return {
        "hex": encoded.hexes.index(group.hex),
        "believed": encoded.hexes.index(thought),
        "points": int(day.spent * encoded.point),
        "entered": day.entered,
        "invested": int(day.invested * encoded.point),
        "lost": day.lost,
        "weather": list(Weather).index(now.lands.weather),
        "rations": stock(now, MAIN, ThingKind.FOOD),
        "water": stock(now, MAIN, ThingKind.WATER),
        "day": day.day,
        "hungry": (camp or day).must_provision,
        "owes": (camp or day).owes_forage,
    } | {
        f"slept {number}": camp.slept.get(who, 0)
        for number, who in enumerate(encoded.people)
        if camp is not None and now.people[who].alive and who in group.members
    }


def in_run(w: World, s: World) -> Seen:
    """What is compared of a run."""
    seen: dict[str, int] = {"dice": w[c.DICE_DRAWN], "time": w[c.TIME], "experience": w[c.XP_POOL]}
    seen["encounters"] = w[c.PENDING]
    if s[c.EXPLORES] == ON_THE_ROAD:
        seen |= {name: w[column] for name, column in ROAD.items()} | {"hungry": w[c.HUNGRY] > 0, "owes": w[c.OWES] > 0}
        seen |= {"rations": supplies.carried(w, s, c.RATIONS), "water": supplies.carried(w, s, c.WATER)}
        for number in range(s[c.PEOPLE_COUNT] if w[c.CAMPED] else 0):
            p = c.PEOPLE + number * c.PERSON
            if w[p + c.STATE] != Being.DEAD and w[p + c.LEFT_GROUP] != 1:
                seen[f"slept {number}"] = w[p + c.SLEPT]
    elif w[c.CLEARED + s[c.ROUTE + c.ROOM_ID]] and not w[c.RETURNED]:
        seen["turn"] = w[c.TURN_NUMBER]
        seen["dark"] = turns.is_dark(w, s)
        seen["torches"] = sum(w[c.PEOPLE + number * c.PERSON + c.TORCHES] for number in range(s[c.PEOPLE_COUNT]))
        seen["at"] = s[c.ROUTE + w[c.AT] * c.ROOM + c.ROOM_ID]
        seen["work until"] = w[c.JOB_DUE] if w[c.JOB_DOOR] and not w[c.JOB_HALTED] else 0
        seen |= {f"door {number}": w[c.DOOR_STATE + number] for number in range(s[c.DOOR_COUNT])}
    if s[c.EXPLORES]:
        seen["to share"] = hoards.experience(w, s)
    fighting = w[c.IN_FIGHT] > 0
    for number in range(s[c.PEOPLE_COUNT]):
        p, sheet = c.PEOPLE + number * c.PERSON, c.SHEETS + number * c.SHEET
        seen |= {
            f"left {number}": w[p + c.LEFT_GROUP] == 1,
            f"frail {number}": w[p + c.FRAIL] if w[p + c.STATE] != Being.DEAD else 0,
            f"hp {number}": w[p + c.HP],
            f"scars {number}": w[p + c.SCARS],
            f"state {number}": w[p + c.STATE],
            f"coins {number}": w[p + c.COINS],
            f"strain {number}": w[p + c.STRAIN],
        }
        if s[c.FATIGUE_ABSORBS]:
            seen[f"fp {number}"] = w[p + c.FP]
        seen |= {f"readied {number}": w[p + c.READIED_OVER], f"stowed {number}": w[p + c.STOWED_OVER]}
        if fighting and w[p + c.WAS_DOWN] < 2:
            whole = s[sheet + c.AC_BROKEN] if w[p + c.BROKEN] else s[sheet + c.AC_WHOLE]
            seen |= {
                f"ac {number}": 0 if s[c.FIGHT_BY_SOVEREIGN] else stats.ac_left(whole, w[p + c.WORN]),
                f"luck {number}": w[p + c.LUCK_USED],
                f"shield {number}": w[p + c.SHIELD_USED],
                f"surprised {number}": w[p + c.SURPRISED],
                f"stunned {number}": w[p + c.STUNNED],
                f"done {number}": w[p + c.DONE],
                f"bent {number}": w[p + c.BENT],
                f"away {number}": w[p + c.AWAY],
            }
    if fighting:
        seen["round"] = w[c.ROUND_NUMBER]
        states = [w[c.FOES + place * c.FOE + c.FOE_STATE] for place in range(w[c.FOE_COUNT])]
        there = (place for place, state in enumerate(states) if state != FoeBeing.GONE)
        for number, place in enumerate(there):
            f = c.FOES + place * c.FOE
            seen |= {
                f"foe {number} health": w[f + c.HEALTH],
                f"foe {number} ac": w[f + c.FOE_AC],
                f"foe {number} state": w[f + c.FOE_STATE],
                f"foe {number} stunned": w[f + c.FOE_STUNNED],
                f"foe {number} extra": w[f + c.EXTRA],
                f"foe {number} known from": w[f + c.KNOWN_LOW],
                f"foe {number} known to": w[f + c.KNOWN_HIGH],
            }
    return {name: int(value) for name, value in seen.items()}
