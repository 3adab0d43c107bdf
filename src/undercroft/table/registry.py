"""Every part of the table in one list, with all their commands, events and offers."""

from collections.abc import Mapping
from typing import Any, Union

from undercroft.table.body import (
    breath,
    condition,
    dying,
    effects,
    exertion,
    fatigue,
    meals,
    needs,
    powers,
    strain,
    wounds,
)
from undercroft.table.characters import characters, choices, copying, retiring, returned_gear
from undercroft.table.encounter import (
    ambush,
    arrivals,
    creature_damage,
    parley,
    reroll,
    sleepers,
    stance,
    strangers,
    surprise,
)
from undercroft.table.encounter import start as encounter_start
from undercroft.table.engine import history, record, wanted_dice
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, FollowUp, Part
from undercroft.table.engine.play import AsTimePasses, OnDue
from undercroft.table.exploration import (
    alarm,
    ammunition,
    bells,
    delve_order,
    dragging,
    encounter_turns,
    first_sight,
    going_dark,
    inhabitants,
    jobs,
    known_creatures,
    missed_checks,
    overloaded_turns,
    real_time_effects,
    real_timer,
    recovery,
    site_entry,
    splitting,
    stretches,
    turns,
    wandering,
)
from undercroft.table.fight import (
    actions,
    armour_wear,
    attack,
    books,
    casting,
    casualties,
    chase,
    damage_by_hand,
    end,
    field,
    foe_attacks,
    foes,
    goes,
    looting,
    morale,
    pack_search,
    rescue,
    ritual,
    rounds,
)
from undercroft.table.fight import start as fight_start
from undercroft.table.gear import buying, carrying, payment
from undercroft.table.lore import monsters, tables
from undercroft.table.preparing import campaign_file, changes_in_play, draft, places, removed_places, rooms
from undercroft.table.referee import adjust, placing, reveal_map, sheets, timers, weather
from undercroft.table.road import (
    astray_by_hand,
    bearings,
    camp,
    chance_encounters,
    encounter_die,
    hex_search,
    hike,
    hike_throw,
    lost,
    montage,
    night,
    six_hour_watches,
    supplies,
    travel,
    travel_day,
)
from undercroft.table.rulings import any_rule, consequences, loose_dice, rulings
from undercroft.table.session import (
    big_screen,
    dice_seals,
    handouts,
    next_session,
    notes,
    seat_asks,
    seating,
    second_referees,
    sessions,
    shared_page,
    taken_seats,
    undo_wishes,
    whispers,
)
from undercroft.table.site import (
    battering,
    crossing,
    digging,
    door_offers,
    doors,
    entry_style,
    group_commands,
    leaving,
    lifting,
    listening,
    locks,
    movement,
    neverwhere_feats,
    obstacles,
    repeated_deeds,
    search,
    spots,
    sprung_traps,
    traps,
    waiting,
    work,
)
from undercroft.table.town import advancement, cures, experience, hiring, selling, services, town, wages
from undercroft.table.treatment import disease, drowsiness, frailty, healing, nights, poison, sleep
from undercroft.table.world import (
    campaign_start,
    country,
    group_maps,
    groups,
    light,
    markets,
    missed_time,
    pictures,
    sightings,
)

PARTS: tuple[Part, ...] = (
    Part(events=record.EVENTS),
    *(module.PART for module in (
        history, wanted_dice, campaign_start, characters, buying, hiring, groups, country, markets, sightings,
        group_maps, bells, splitting, light, going_dark, alarm, inhabitants, first_sight, wandering, surprise,
        encounter_start, sleepers, ambush, work, jobs, site_entry, turns, movement, doors, listening, locks,
        door_offers, battering, search, spots, notes, sessions, seating, big_screen, carrying, payment, placing, adjust,
        exertion, recovery, overloaded_turns, sprung_traps, traps, condition, wounds, dying, fatigue, strain, healing,
        frailty, poison, disease, needs, meals, sleep, missed_time, missed_checks, effects, timers, breath, obstacles,
        lifting, crossing, digging, neverwhere_feats, rulings, any_rule, consequences, waiting, leaving, entry_style,
        armour_wear, field, fight_start, goes, actions, attack, pack_search, ritual, rescue, casualties, foe_attacks,
        morale, rounds, end, looting, foes, arrivals, chase, stance, reroll, chance_encounters, strangers, parley, town,
        experience, advancement, selling, wages, cures, reveal_map, weather, encounter_die, lost, travel_day, travel,
        bearings, astray_by_hand, hex_search, supplies, camp, night, hike_throw, hike, six_hour_watches, montage,
        drowsiness, stretches, nights, known_creatures, group_commands, delve_order, repeated_deeds, ammunition,
        dragging, real_timer, real_time_effects, encounter_turns, loose_dice, monsters, tables, damage_by_hand,
        creature_damage, draft, changes_in_play, removed_places, rooms, places, powers, casting, copying, sheets,
        retiring, pictures, services, campaign_file, choices, dice_seals, taken_seats, seat_asks, second_referees,
        whispers, handouts, shared_page, undo_wishes, returned_gear, next_session,
    )),
    *books.PARTS,
)  # fmt: skip
"""All parts. Follow-ups are asked for in this order: an encounter comes before the end of the turn."""

COMMANDS: tuple[type[Command], ...] = tuple(kind for part in PARTS for kind in part.commands)
EVENTS: tuple[type[Event], ...] = tuple(kind for part in PARTS for kind in part.events)
ON_DUE: Mapping[str, OnDue] = {name: due for part in PARTS for name, due in part.on_due.items()}
AS_TIME_PASSES: tuple[AsTimePasses, ...] = tuple(part.as_time_passes for part in PARTS if part.as_time_passes)
FOLLOW_UPS: tuple[FollowUp, ...] = tuple(part.follow_up for part in PARTS if part.follow_up is not Part().follow_up)

ANY_COMMAND: Any = Union[tuple(sorted(COMMANDS, key=lambda kind: kind.__name__))]  # noqa: UP007 - made here
"""The union of all commands, for reading them from the wire."""
EVENT_KINDS: Mapping[str, type[Event]] = {str(kind.__struct_config__.tag): kind for kind in EVENTS}
"""Every kind of event, by its tag in the log."""
