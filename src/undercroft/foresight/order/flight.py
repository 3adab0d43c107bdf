"""Running from a fight: when the party flees, and the chase that follows."""

from undercroft.books.sovereign.chases import PursuitPace, crowding, pace
from undercroft.books.sovereign.checks import opposed_dc, reaches, sway
from undercroft.books.sovereign.encumbrance import USUAL_MOVE, load_tier, loaded_move
from undercroft.foresight import columns as c
from undercroft.foresight.codes import Being, FlightStage, FoeBeing
from undercroft.foresight.columns import World
from undercroft.foresight.dice import total
from undercroft.foresight.order.people import is_able, is_up, line_up, spend
from undercroft.foresight.order.strikes import foe_strikes
from undercroft.foresight.policy import flees
from undercroft.foresight.throws import TWO_D6_COUNT, TWO_D6_SIDES


def wants_to_flee(w: World, s: World) -> bool:
    """Whether the party runs now; it runs once from the same foes."""
    hp, most = 0, 0
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        most += s[c.SHEETS + i * c.SHEET + c.HP_MAX]
        if is_up(w, p):
            hp += w[p + c.HP]
    return w[c.FLIGHT] == FlightStage.NONE and flees(hp, most, s[c.FLEES])


def withdraw_all(w: World, s: World) -> None:
    """Everybody on their feet runs; by Sovereign the foes in melee with them attack once."""
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if is_up(w, p):
            if s[c.FIGHT_BY_SOVEREIGN]:
                _leave_melee(w, s, i)
            if w[p + c.STATE] == Being.UP:
                w[p + c.DONE] = 1
                w[p + c.AGAIN] = 0
                w[p + c.AWAY] = 1
    w[c.FLIGHT] = FlightStage.RUNNING
    w[c.HOMEWARD] = 1


def _leave_melee(w: World, s: World, i: int) -> None:
    """Each foe in melee with a fighter attacks once, as long as the fighter stands."""
    p = c.PEOPLE + i * c.PERSON
    there = w[p + c.MELEE]
    for j in range(w[c.FOE_COUNT]):
        f = c.FOES + j * c.FOE
        close = there >> j & 1 and w[f + c.FOE_STATE] == FoeBeing.FIGHTS and w[f + c.FOE_STUNNED] == 0
        if close and w[p + c.STATE] == Being.UP:
            foe_strikes(w, s, j, i, 0)
    w[p + c.MELEE] = 0


def run_chase(w: World, s: World) -> None:
    """The foes chase the party, which takes a turn; if they catch it, the fight goes on, and they act first."""
    caught, rest = _is_caught(w, s), w[c.FIGHT_BEGAN] + w[c.FIGHT_TAKES] - w[c.TIME]
    spend(w, s, s[c.TURN_IN_STEPS])
    if rest > 0:
        spend(w, s, rest)
    if s[c.IN_SITE]:
        w[c.MISSED_TURNS] += w[c.FIGHT_TAKES] // s[c.TURN_SECONDS] + s[c.TURN_IN_STEPS] // s[c.TURN_SECONDS]
    if caught:
        w[c.FLIGHT] = FlightStage.CAUGHT
        _turn_at_bay(w, s)
        return
    w[c.FLIGHT] = FlightStage.AWAY
    w[c.ESCAPES] += 1
    w[c.FOE_COUNT] = 0
    _falls_back(w)


def _falls_back(w: World) -> None:
    """The party is back in the room before, or still at the entrance."""
    w[c.AT] = max(0, w[c.AT] - 1)
    w[c.STAYED] = 0


def _is_caught(w: World, s: World) -> bool:
    """Whether the foes are faster than the slowest, or win an even race."""
    slow, fast = 0, 0
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if is_able(w, p):
            move = loaded_move(USUAL_MOVE, load_tier(w[p + c.READIED_OVER], w[p + c.STOWED_OVER]))
            slow = min(slow, move) if slow else move
    for j in range(w[c.FOE_COUNT]):
        f = c.FOES + j * c.FOE
        if w[f + c.FOE_STATE] == FoeBeing.FIGHTS:
            move = s[c.KINDS + w[f + c.FOE_KIND] * c.KIND + c.KIND_MOVE]
            fast = min(fast, move) if fast else move
    speeds = pace(fast, slow)
    return _race(w, s) if speeds == PursuitPace.EVEN else speeds == PursuitPace.FASTER


def _race(w: World, s: World) -> bool:
    """The pursuers roll as a group against the group that flees; the best of each side leads."""
    fleers, lead, others = 0, 0, 0
    for i in range(s[c.PEOPLE_COUNT]):
        if is_able(w, c.PEOPLE + i * c.PERSON):
            runs = s[c.SHEETS + i * c.SHEET + c.RUNNING]
            lead = max(lead, runs) if fleers else runs
            others += sway(runs)
            fleers += 1
    foes, first, pack = 0, 0, 0
    for j in range(w[c.FOE_COUNT]):
        f = c.FOES + j * c.FOE
        if w[f + c.FOE_STATE] == FoeBeing.FIGHTS:
            runs = s[c.KINDS + w[f + c.FOE_KIND] * c.KIND + c.KIND_SKILL]
            first = max(first, runs) if foes else runs
            pack += sway(runs)
            foes += 1
    fleeing = lead + (others - sway(lead)) * s[c.FLOCK_COUNTS]
    pursuing = first + (pack - sway(first)) * s[c.PACK_COUNTS] + s[c.CHASE_MODIFIER] + crowding(foes, fleers)
    return reaches(total(w, TWO_D6_COUNT, TWO_D6_SIDES) + pursuing, opposed_dc(fleeing))


def _turn_at_bay(w: World, s: World) -> None:
    """The pursuers who stand fight on, their front against the rear of those who fled."""
    w[c.EARLIER_ROUNDS] += w[c.ROUND_NUMBER]
    w[c.ROUND_NUMBER] = 0
    w[c.SLAIN_NOW] = 0
    w[c.FOES_SURPRISED] = 0
    w[c.FIGHT_BEGAN] = w[c.TIME]
    w[c.IN_FIGHT] = 1
    line_up(w, s)
    front, rear = 0, s[c.PEOPLE_COUNT]
    for j in range(w[c.FOE_COUNT]):
        f = c.FOES + j * c.FOE
        w[f + c.FOE_AIM] = -1
        if w[f + c.FOE_STATE] != FoeBeing.FIGHTS:
            w[f + c.FOE_STATE] = FoeBeing.GONE
        elif front < s[c.FRONT]:
            front += 1
            rear -= 1
            while rear >= 0 and not is_able(w, c.PEOPLE + rear * c.PERSON):
                rear -= 1
            w[f + c.FOE_AIM] = rear
