"""Every part of the table in one list, with all their commands, events and offers."""

from collections.abc import Mapping
from typing import Any, Union

from undercroft.table.body import breath, condition, dying, effects, exertion, fatigue, meals, needs, strain, wounds
from undercroft.table.characters import characters
from undercroft.table.encounter import ambush, arrivals, parley, reroll, stance, strangers, surprise
from undercroft.table.encounter import start as encounter_start
from undercroft.table.engine import history, record, wanted_dice
from undercroft.table.engine.part import Command, Event, FollowUp, OnDue, Part
from undercroft.table.exploration import jobs, missed_checks, overloaded_turns, recovery, splitting, turns, wandering
from undercroft.table.fight import (
    actions,
    armour_wear,
    attack,
    chase,
    end,
    field,
    foe_attacks,
    foes,
    looting,
    morale,
    pack_search,
    rescue,
    ritual,
    rounds,
)
from undercroft.table.fight import start as fight_start
from undercroft.table.gear import buying, carrying, payment
from undercroft.table.referee import adjust, placing, reveal_map, timers
from undercroft.table.road import (
    bearings,
    camp,
    chance_encounters,
    course,
    encounter_die,
    hex_search,
    hike,
    hike_throw,
    lost,
    montage,
    six_hour_watches,
    supplies,
    travel,
)
from undercroft.table.rulings import any_rule, consequences, rulings
from undercroft.table.session import notes, seating, sessions
from undercroft.table.site import (
    battering,
    crossing,
    digging,
    door_offers,
    doors,
    entry_style,
    feats,
    lifting,
    listening,
    locks,
    movement,
    obstacles,
    search,
    trap_effects,
    traps,
    waiting,
)
from undercroft.table.town import advancement, cures, experience, hiring, selling, town, wages
from undercroft.table.treatment import disease, frailty, healing, poison, sleep
from undercroft.table.world import country, groups, light, maps, missed_time, opening, sight

PARTS: tuple[Part, ...] = (
    record.PART,
    history.PART,
    wanted_dice.PART,
    opening.PART,
    characters.PART,
    buying.PART,
    hiring.PART,
    groups.PART,
    country.PART,
    sight.PART,
    maps.PART,
    splitting.PART,
    light.PART,
    wandering.PART,
    surprise.PART,
    encounter_start.PART,
    ambush.PART,
    turns.PART,
    movement.PART,
    doors.PART,
    listening.PART,
    locks.PART,
    door_offers.PART,
    battering.PART,
    search.PART,
    notes.PART,
    sessions.PART,
    seating.PART,
    carrying.PART,
    payment.PART,
    placing.PART,
    adjust.PART,
    exertion.PART,
    recovery.PART,
    overloaded_turns.PART,
    trap_effects.PART,
    traps.PART,
    condition.PART,
    jobs.PART,
    wounds.PART,
    dying.PART,
    fatigue.PART,
    strain.PART,
    healing.PART,
    frailty.PART,
    poison.PART,
    disease.PART,
    needs.PART,
    meals.PART,
    sleep.PART,
    missed_time.PART,
    missed_checks.PART,
    effects.PART,
    timers.PART,
    breath.PART,
    obstacles.PART,
    lifting.PART,
    crossing.PART,
    digging.PART,
    feats.PART,
    rulings.PART,
    any_rule.PART,
    consequences.PART,
    waiting.PART,
    entry_style.PART,
    armour_wear.PART,
    field.PART,
    fight_start.PART,
    actions.PART,
    attack.PART,
    pack_search.PART,
    ritual.PART,
    rescue.PART,
    foe_attacks.PART,
    morale.PART,
    rounds.PART,
    end.PART,
    looting.PART,
    foes.PART,
    arrivals.PART,
    chase.PART,
    stance.PART,
    reroll.PART,
    chance_encounters.PART,
    strangers.PART,
    parley.PART,
    town.PART,
    experience.PART,
    advancement.PART,
    selling.PART,
    wages.PART,
    cures.PART,
    reveal_map.PART,
    encounter_die.PART,
    lost.PART,
    course.PART,
    travel.PART,
    bearings.PART,
    hex_search.PART,
    supplies.PART,
    camp.PART,
    hike_throw.PART,
    hike.PART,
    six_hour_watches.PART,
    montage.PART,
)
"""All parts. Follow-ups are asked for in this order: an encounter comes before the end of the turn."""

COMMANDS: tuple[type[Command], ...] = tuple(kind for part in PARTS for kind in part.commands)
EVENTS: tuple[type[Event], ...] = tuple(kind for part in PARTS for kind in part.events)
ON_DUE: Mapping[str, OnDue] = {name: due for part in PARTS for name, due in part.on_due.items()}
FOLLOW_UPS: tuple[FollowUp, ...] = tuple(part.follow_up for part in PARTS)

ANY_COMMAND: Any = Union[tuple(sorted(COMMANDS, key=lambda kind: kind.__name__))]  # noqa: UP007 - made here
"""The union of all commands, for reading them from the wire."""
EVENT_KINDS: Mapping[str, type[Event]] = {str(kind.__struct_config__.tag): kind for kind in EVENTS}
"""Every kind of event, by its tag in the log."""
