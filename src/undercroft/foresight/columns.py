"""The numbers of a run, in two flat rows: the world, which changes, and the setup, which does not.

Rows are flat so that plain Python can keep them in lists and compiled code in arrays. A person, foe or band begins at
its offset, and each of its numbers has a fixed place after that.
"""

from typing import TypeAlias

World: TypeAlias = list[int]
"""A list of whole numbers; compiled code has an array of them."""

MOST_PEOPLE, MOST_FOES, MOST_BANDS = 12, 40, 4

# The dice

DICE = 0
DICE_SEED, DICE_RUN, DICE_TURN, DICE_PART, DICE_DRAWN, DICE_BEGUN = range(4, 10)

# The moment

(
    TIME, TURN_NUMBER, TURNS_FROM, ROUND_NUMBER, FOE_COUNT, BAND_COUNT, FIGHT_BEGAN, IN_FIGHT, FOES_SURPRISED,
    FIGHTS, FIGHTS_WON, ENCOUNTERS, XP_POOL, SINCE_CHECK, SLAIN_NOW, OVER, DECIDED, AT, CORRIDOR, PENDING,
    BEGUN, HOMEWARD, STAYED, LIGHT_UNTIL, LIGHT_HOLDER, MET, DOES, FIGHT_TAKES, MISSED_TURNS, RETURNED, DARK_TURNS,
    CUT_SHORT, FURTHEST, STEPS, RESUMES, JOB_DOOR, JOB_DUE, JOB_HALTED, NOISY,
    ALERTED, LIGHT_POINTS, BROUGHT_HOME, STRAYED,
    HEX_AT, THOUGHT, ON_COURSE, BALKED, SET_OUT, LOST_BY, POINTS, ENTERED, BEGUN_HEX, INVESTED, BEGUN_DAY, HUNGRY,
    OWES, OMEN, MUST_REST, WEATHER, DAWN, CAMPED, CAMP_SINCE, CAMP_LEFT, THROWN, WATCHES, FIRED_FIRST, FIRED_LAST,
    WAITING, FLIGHT, ESCAPES, EARLIER_ROUNDS,
) = range(10, 81)  # fmt: skip
MOST_PENDING, MOST_ROOMS, MOST_DOORS, MOST_TRAPS, MOST_HOARDS = 8, 40, 40, 16, 24
PENDING_ROW = 81
"""Where the rows of encounters begin that were rolled and have not come yet."""
PENDING_COUNT = PENDING_ROW + MOST_PENDING
MET_KIND = PENDING_COUNT + MOST_PENDING
"""Where the kinds of creatures begin that the party meets, up to as many as there are bands."""
MET_COUNT = MET_KIND + MOST_BANDS
WAITING_KIND = MET_COUNT + MOST_BANDS
"""Where the kinds of creatures begin that came while nobody could act, and stay until a character can."""
WAITING_COUNT = WAITING_KIND + MOST_PENDING
CLEARED = WAITING_COUNT + MOST_PENDING
"""Where the marks begin of rooms whose creatures have been met."""
LYING = CLEARED + MOST_ROOMS
"""Where the times begin until which the lights that lie in the rooms burn."""
DOOR_STATE = LYING + MOST_ROOMS
"""Where the states of the doors begin."""
DOOR_KNOWN = DOOR_STATE + MOST_DOORS
"""Where the marks begin of doors that the party has found shut fast."""
TRAP_KNOWN = DOOR_KNOWN + MOST_DOORS
"""Where the marks begin of traps that the party knows, because they were noticed or went off."""
HOARD_FOUND = TRAP_KNOWN + MOST_TRAPS
"""Where the marks begin of treasures that can be seen."""
HOARD_TAKEN = HOARD_FOUND + MOST_HOARDS
"""Where the bearers of the treasures begin: one more than their number."""
END_OF_MOMENT = HOARD_TAKEN + MOST_HOARDS

# People

(
    HP, SCARS, STATE, DUE, WORN, BROKEN, STUNNED, DONE, AGAIN, ACTIONS, GRANTS, GRANTS_NEXT, HURT, BENT, AWAY, BLOCK,
    SURPRISED, TESTED, STEADFAST, WAVERS, COINS, FELL, FELL_SLOT, TENDED, FRAIL, LEFT_GROUP, STRAIN, WAS_DOWN,
    SINCE, TRIED, HAD_GO, ACTED, TORCHES, AT_WORK, BEATEN, CAUGHT, SAVED, FALLS_FOR,
    READIED_OVER, STOWED_OVER, TORCH_POINTS, LUCK_USED, SHIELD_USED, WATCH_KEPT, SLEPT, FP, ACTION_USED, MELEE,
    MOVED, RATIONS, WATER, RATION_POINTS, FOUND,
    NIGHT_SLEPT, RESTED,
) = range(55)  # fmt: skip
PERSON = 55
PEOPLE = END_OF_MOMENT

# Foes

(
    FOE_STATE, HEALTH, HEALTH_MAX, FOE_AC, FOE_STUNNED, KNOWN_LOW, KNOWN_HIGH, EXTRA, TAKEN, FOE_HURT, FOE_BAND,
    FOE_KIND, FOE_AIM,
) = range(13)  # fmt: skip
FOE = 13
FOES = PEOPLE + MOST_PEOPLE * PERSON

# Bands

BAND_SIZE, BAND_DEAD, BAND_DEAD_NOW, BAND_FIRST, BAND_HALF, BAND_IMMUNE, BAND_KIND, BAND_FROM = range(8)
BAND = 8
BANDS = FOES + MOST_FOES * FOE

FOUND_HERE = BANDS + MOST_BANDS * BAND
"""Where the counts begin of hidden sites found in each hex."""
MOST_HEXES = 80
WORLD = FOUND_HERE + MOST_HEXES
"""The length of the world."""

# The setup

(
    PEOPLE_COUNT, ROUND_SECONDS, TURN_SECONDS, EXACT_REQUIRES_HIT, SCAR_LIMIT, SCARS_UP_TO, FOES_STUN, FOES_DOUBLE,
    MIGHTY_RULE, DYING_BY_VIOLENCE, LIKELY_AC, KIND_COUNT, TURNS,
    BENDS, TARGETS, PAYS, AIDS, RETREAT, STANCE, LIVES, LAIN_BY_DIFFERENCE, SAVED_ROUND, TURN_OF_REST, IN_SITE,
    CLOCK_OF_VIOLENCE, EVERY, INTERVAL, CHECK_AT_ONCE, REACTION_OF_VIOLENCE, ROW_COUNT, ROUTE_LENGTH, TORCH_BURNS,
    FIGHT_TURN, MURDEROUS, MOST_STEPS, EXPLORES, DOOR_COUNT, BATTERS_BASE, BATTERS_LEAST,
    SEARCHES, HEALS, TRAP_COUNT, HOARD_COUNT, INTERVAL_ALERTED, AID_LEAST, COPPERS_A_POINT,
    FIGHT_BY_SOVEREIGN, GOAL, DAYS, DAY_POINTS, ONE_POINT, FIRST_MOMENT, LAST_MOMENT, FORAGING_COST, BEARINGS_COST,
    EATS, GETS_LOST, NIGHT_SWAPS, FORAGES, KEEPS_WATCH, BED_TIME, DOWN, SPARE_LIGHT, TURNS_LADEN,
    CHECKS_AT_END, CLOCK_OF_DELVING, HAZARD_SIDES, REACTION_OF_DELVING, TURN_IN_STEPS, FATIGUE_ABSORBS, BREATHES,
    RECOVER_LEAST, RECOVER_CAPPED, CARRIED_WORTH, FLEES, FRONT, CHASE_MODIFIER,
    PACK_COUNTS, FLOCK_COUNTS, NOTICES_TRAPS, FINDS_SURELY,
    FOLLOWERS, CLOCK_OVERLOADED, EFFECTS,
) = range(84)  # fmt: skip
MOST_ROWS, ROW = 60, 2
ROW_KIND, ROW_DICE = range(2)
ROWS = 84
"""Where the rows of the encounter table begin: a kind of foes, or -1 for an event."""
(
    ROOM_ID, ROOM_CORRIDOR, ROOM_LIT, ROOM_ENTRANCES, ROOM_LENGTH, ROOM_STAY, ROOM_COMPANIES, ROOM_DOOR, ROOM_AMBUSH,
) = range(9)  # fmt: skip
ROOM_KIND = 9
ROOM_NUMBER = ROOM_KIND + MOST_BANDS
ROOM = ROOM_NUMBER + MOST_BANDS
ROUTE = ROWS + MOST_ROWS * ROW
"""Where the rooms of the way in begin, in the order in which the party comes to them."""
DOOR_DC, DOOR_TIMES = range(2)
DOOR = 2
DOORS = ROUTE + MOST_ROOMS * ROOM
"""Where the doors begin: how hard the lock is, and how many times as long as a wooden door it takes to batter down."""
TRAP_ROOM, TRAP_MEDDLES, TRAP_SAVE, TRAP_AVOIDS, TRAP_ALL, TRAP_HURTS, TRAP_FALL, TRAP_ALARM = range(8)
TRAP_HARM = 8
"""Where the dice of a trap's damage begin."""
TRAP = 12
TRAPS = DOORS + MOST_DOORS * DOOR
HOARD_ROOM, HOARD_WORTH, HOARD_LOAD, HOARD_DC, HOARD_TRAP = range(5)
HOARD = 5
HOARDS = TRAPS + MOST_TRAPS * TRAP
"""Where the treasures begin."""
MOST_WEATHERS, MOST_SKIES, MOST_NEXT, SIDES = 4, 4, 12, 6
NEXT_COUNT = 0
NEXT_WEATHER = 1
"""Where the weathers begin into which a weather may turn; one that is listed twice comes twice as often."""
SKY = NEXT_WEATHER + MOST_NEXT
WEATHER_LOST = HOARDS + MOST_HOARDS * HOARD
"""Where the amounts begin that each weather adds to the chance of getting lost."""
SKIES = WEATHER_LOST + MOST_WEATHERS
"""Where the lists of weathers begin that count in different places, each with a row for each weather now."""
(
    HEX_LOST, HEX_IN_SIGHT, HEX_RECOGNISED, HEX_DESERT, HEX_CIVILISED, HEX_SIDE, HEX_ROWS, HEX_ROW_COUNT, HEX_GOODS,
    HEX_GOOD_COUNT, HEX_HIDDEN, HEX_SKY,
) = range(12)  # fmt: skip
HEX_BESIDE = 12
"""Where the hexes around a hex begin, by side; -1 beyond the map."""
HEX_LED = HEX_BESIDE + SIDES
"""Where the marks begin of sides over which a way leads."""
HEX_COST = HEX_LED + SIDES
"""Where the travel points over each side begin, for each weather; -1 where there is no way in."""
HEX = HEX_COST + SIDES * MOST_WEATHERS
HEXES = SKIES + MOST_SKIES * MOST_WEATHERS * SKY
"""Where the hexes of a journey begin."""
END_OF_SETUP = HEXES + MOST_HEXES * HEX

# What does not change of a person

(
    ROLE, HP_MAX, AGILITY, INITIATIVE, ROLLS, OWN_SCARS, ATTRIBUTE, BEATS_ARMOUR, AC_WHOLE, AC_BROKEN, WEARS, CUNNING,
    HIT_DICE, EMPLOYER, HARM_COUNT, HARM_SIDES, HARM_KEPT, HARM_PLUS, ALERT, SEAT_KNOWS, HEALING, HAS_KIT, LEVEL,
    FORCING, PICKING, HAS_TOOLS, BATTERING, NOTICING, SAVE_FIRST, SAVE_SECOND, SAVE_THIRD, STRAIN_MAX, HEAL_SKILL,
    TO_HIT, SHOCKS, SHOCK, SHOCK_AC, LUCKY, GUARD, SHIELDED, DEX_MOD, ACTS_FIRST,
    FP_MAX, BREATH, RUNNING,
) = range(45)  # fmt: skip
SHEET = 45
SHEETS = END_OF_SETUP

# Kinds of foes

(
    KIND_HD, KIND_BONUS, KIND_ATTACK, KIND_ATTACKS, KIND_AC, KIND_MORALE_HD, KIND_LED, KIND_FEARLESS, KIND_BLOWS,
    KIND_COUNT_COUNT, KIND_COUNT_SIDES, KIND_COUNT_PLUS, KIND_GIVEN, KIND_XP, KIND_MIGHTY, KIND_NO_ROLL, KIND_HD_PARTS,
    KIND_HD_WHOLE, KIND_SKILL, KIND_SHOCKS, KIND_SHOCK, KIND_SHOCK_AC, KIND_MOVE,
) = range(23)  # fmt: skip
MOST_BLOWS, BLOW = 4, 4
KIND_HARM = 23
"""Where the dice of each attack begin: how many, their sides, how many are kept, and a number."""
KIND_HP = KIND_HARM + MOST_BLOWS * BLOW
"""Where given hit points begin."""
KIND = KIND_HP + MOST_FOES
KINDS = SHEETS + MOST_PEOPLE * SHEET
