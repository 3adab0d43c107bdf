"""The end of a round and of a fight by Violence: morale, the hirelings' money, time, and what is left of the foes."""

from undercroft.books.sovereign.equipment import COPPER_A_SILVER
from undercroft.books.violence.hirelings import Nerve, is_due, nerve_cost, steadied
from undercroft.books.violence.morale import counts, group_due, half_due, lone_due, morale_number, rallied_attacks
from undercroft.books.violence.scars import may_bend
from undercroft.books.violence.units import Against, against
from undercroft.foresight import columns as c
from undercroft.foresight.codes import (
    ActingOrder,
    BandKind,
    Being,
    FightEnding,
    FlightStage,
    FoeBeing,
    PersonRole,
    Resumes,
)
from undercroft.foresight.columns import World
from undercroft.foresight.dice import die
from undercroft.foresight.order.dying import any_dying, recount, save_the_dying
from undercroft.foresight.order.fight import act_in_block, begin_round, foes_act, is_decided, second_block
from undercroft.foresight.order.flight import run_chase
from undercroft.foresight.order.foes import foes_up
from undercroft.foresight.order.people import is_up, spend, up_count
from undercroft.foresight.order.strikes import leave_if_beaten
from undercroft.foresight.policy import bent_nerve
from undercroft.foresight.throws import D4_SIDES, D20_SIDES
from undercroft.table.bridge.time_units import steps


def fight_out(w: World, s: World) -> bool:
    """Fight until one side is beaten or the party is away, and return whether it is free to go on."""
    fight_on(w, s)
    if w[c.FLIGHT] == FlightStage.RUNNING and w[c.DECIDED] == FightEnding.FLED and foes_up(w) > 0:
        end_fight(w, s)
        run_chase(w, s)
        if w[c.FLIGHT] == FlightStage.AWAY:
            return True
        fight_on(w, s)
    ran = w[c.FLIGHT] == FlightStage.RUNNING and w[c.DECIDED] == FightEnding.FLED
    if w[c.DECIDED] != FightEnding.WON and not ran:
        return False
    w[c.ESCAPES] += ran
    save_the_dying(w, s)
    end_fight(w, s)
    return True


def fight_on(w: World, s: World) -> None:
    """Fight round after round until one side is beaten."""
    w[c.DECIDED] = FightEnding.NONE
    while w[c.DECIDED] == FightEnding.NONE and w[c.STEPS] < s[c.MOST_STEPS]:
        w[c.STEPS] += 1
        if w[c.RESUMES] <= Resumes.NEXT_ROUND:
            begin_round(w, s)
        if w[c.RESUMES] <= Resumes.BEFORE_FOES:
            act_in_block(w, s, ActingOrder.BEFORE)
            if not is_decided(w, s):
                foes_act(w, s)
                if not is_decided(w, s):
                    second_block(w, s)
        if not is_decided(w, s):
            act_in_block(w, s, ActingOrder.AFTER)
        w[c.RESUMES] = Resumes.NOT
        end_round(w, s)
        for i in range(s[c.PEOPLE_COUNT]):
            if w[c.PEOPLE + i * c.PERSON + c.WAVERS]:
                pay_hireling(w, s, i)
        close_round(w, s)


# Morale


def end_round(w: World, s: World) -> None:
    """The foes' morale comes first, then the hirelings'; by Sovereign foes leave without a roll."""
    if s[c.FIGHT_BY_SOVEREIGN]:
        leave_if_beaten(w, s)
        return
    for b in range(w[c.BAND_COUNT]):
        living = 0
        for j in range(w[c.FOE_COUNT]):
            f = c.FOES + j * c.FOE
            living += w[f + c.FOE_BAND] == b and w[f + c.FOE_STATE] == FoeBeing.FIGHTS
        if living:
            _test(w, s, b)
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        tests = s[c.SHEETS + i * c.SHEET + c.ROLE] == PersonRole.HIRELING and w[p + c.STEADFAST] == 0
        due = is_due(w[p + c.HURT] > 0, w[c.SLAIN_NOW] > 0, w[p + c.TESTED] > 0)
        if tests and due and is_up(w, p):
            _test_hireling(w, s, i)


def _test(w: World, s: World, number: int) -> None:
    """Check the morale of a band if it is due."""
    b = c.BANDS + number * c.BAND
    first = w[b + c.BAND_FROM]
    leader = c.FOES + first * c.FOE
    k = c.KINDS + w[leader + c.FOE_KIND] * c.KIND
    led, lone = w[b + c.BAND_KIND] == BandKind.LED, w[b + c.BAND_KIND] == BandKind.LONE
    if w[b + c.BAND_IMMUNE] or s[k + c.KIND_FEARLESS]:
        return
    health = w[leader + c.HEALTH] if w[leader + c.FOE_STATE] == FoeBeing.FIGHTS else 0
    alone = lone_due(health, w[leader + c.HEALTH_MAX], w[leader + c.FOE_HURT] > 0, w[b + c.BAND_FIRST] > 0)
    slain = group_due(w[b + c.BAND_DEAD_NOW], w[b + c.BAND_DEAD], w[b + c.BAND_SIZE])
    half = half_due(w[b + c.BAND_DEAD_NOW], w[b + c.BAND_DEAD], w[b + c.BAND_SIZE], w[b + c.BAND_HALF] > 0)
    if not counts(lone, led and health > 0, alone, slain, half):
        return
    if alone and (led or lone):
        w[b + c.BAND_FIRST] = 1
    if half and led:
        w[b + c.BAND_HALF] = 1
    result = against(die(w, D20_SIDES), morale_number(s[k + c.KIND_MORALE_HD]))
    if result == Against.EXACT:
        w[b + c.BAND_IMMUNE] = 1
    for j in range(first, first + w[b + c.BAND_SIZE]):
        f = c.FOES + j * c.FOE
        if w[f + c.FOE_STATE] == FoeBeing.FIGHTS:
            if result == Against.EXACT:
                w[f + c.EXTRA] = rallied_attacks(s[k + c.KIND_ATTACKS]) - s[k + c.KIND_ATTACKS]
            elif result == Against.OVER:
                w[f + c.FOE_STATE] = FoeBeing.FLED


def _test_hireling(w: World, s: World, i: int) -> None:
    """Check the morale of a hireling; the employer rolls."""
    p, employer, hd = (
        c.PEOPLE + i * c.PERSON,
        s[c.SHEETS + i * c.SHEET + c.EMPLOYER],
        s[c.SHEETS + i * c.SHEET + c.HIT_DICE],
    )
    e = c.PEOPLE + employer * c.PERSON
    w[p + c.TESTED] = 1
    if employer < 0 or not is_up(w, e):
        _run_away(w, p)
        return
    cunning, roll = s[c.SHEETS + employer * c.SHEET + c.CUNNING], die(w, D20_SIDES)
    if s[c.BENDS] and may_bend(w[e + c.SCARS], s[c.SCAR_LIMIT], w[e + c.BENT]):
        by = bent_nerve(roll, w[e + c.SCARS], s[c.SCARS_UP_TO] > 0, cunning, hd)
        roll += by
        w[e + c.BENT] += by != 0
    nerve = steadied(roll, cunning, hd)
    if nerve == Nerve.HEROIC:
        w[p + c.STEADFAST] = 1
        w[p + c.GRANTS_NEXT] += 1
    elif nerve == Nerve.WAVERS:
        w[p + c.WAVERS] = nerve_cost(hd)
    elif nerve == Nerve.FLEES:
        _run_away(w, p)


def _run_away(w: World, p: int) -> None:
    """A hireling runs for good."""
    w[p + c.AWAY] = 1
    w[p + c.DONE] = 1
    w[p + c.WAVERS] = 0
    w[p + c.LEFT_GROUP] = 2


def pay_hireling(w: World, s: World, i: int) -> None:
    """The employer pays a wavering hireling, or lets them run."""
    p, e = c.PEOPLE + i * c.PERSON, c.PEOPLE + s[c.SHEETS + i * c.SHEET + c.EMPLOYER] * c.PERSON
    cost = w[p + c.WAVERS] * COPPER_A_SILVER
    if s[c.PAYS] and w[e + c.COINS] >= cost:
        w[e + c.COINS] -= cost
        w[p + c.WAVERS] = 0
    else:
        _run_away(w, p)


# The end


def close_round(w: World, s: World) -> None:
    """The round's time passes; a fight that one side has won is over.

    A round in which the fight ends before everybody has acted stays open while a character is dying.
    """
    unfinished = 0
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        unfinished += is_up(w, p) and w[p + c.DONE] == 0
    w[c.CUT_SHORT] = unfinished > 0 and any_dying(w, s) and _ending(w, s) != FightEnding.NONE
    if not w[c.CUT_SHORT]:
        spend(w, s, s[c.ROUND_SECONDS])
    w[c.DECIDED] = _ending(w, s)
    if w[c.DECIDED] != FightEnding.NONE:
        _decide(w, s)


def _ending(w: World, s: World) -> FightEnding:
    """The result of the fight, if there is one yet."""
    stand = up_count(w, s) > 0
    if foes_up(w) == 0:
        return FightEnding.FLED if not stand and _any_ran(w, s) and _any_foe_lives(w) else FightEnding.WON
    if stand:
        return FightEnding.NONE
    return FightEnding.FLED if _any_ran(w, s) else FightEnding.LOST


def _any_ran(w: World, s: World) -> bool:
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if w[p + c.AWAY] and w[p + c.STATE] == Being.UP:
            return True
    return False


def _any_foe_lives(w: World) -> bool:
    living = 0
    for j in range(w[c.FOE_COUNT]):
        living += w[c.FOES + j * c.FOE + c.FOE_STATE] < FoeBeing.DEAD
    return living > 0


def _decide(w: World, s: World) -> None:
    """Worn armour is whole again, the dying are counted in shorter rounds, and foes who fled make plans."""
    for i in range(s[c.PEOPLE_COUNT]):
        w[c.PEOPLE + i * c.PERSON + c.WORN] = 0
    fought = w[c.ROUND_NUMBER] * s[c.ROUND_SECONDS]
    if s[c.CLOCK_OF_DELVING]:
        fought = steps(fought, s[c.TURN_SECONDS]) * s[c.TURN_SECONDS]
    w[c.FIGHT_TAKES] = max(s[c.FIGHT_TURN], fought)
    recount(w, s)
    for b in range(w[c.BAND_COUNT]):
        fled = 0
        for j in range(w[c.FOE_COUNT]):
            f = c.FOES + j * c.FOE
            if w[f + c.FOE_BAND] == b:
                fled += w[f + c.FOE_STATE] == FoeBeing.FLED
                there = w[f + c.FOE_STATE] != FoeBeing.GONE
                beaten = w[f + c.FOE_STATE] == FoeBeing.DEAD or (there and w[c.DECIDED] == FightEnding.WON)
                w[c.XP_POOL] += beaten * s[c.KINDS + w[f + c.FOE_KIND] * c.KIND + c.KIND_XP]
        if fled:
            die(w, D4_SIDES)
    w[c.FIGHTS_WON] += w[c.DECIDED] == FightEnding.WON


def end_fight(w: World, s: World) -> None:
    """The rest of the fight's time passes, unless a chase comes first, and hirelings who ran are gone."""
    rest, pursued = w[c.FIGHT_BEGAN] + w[c.FIGHT_TAKES] - w[c.TIME], foes_up(w) > 0
    if rest > 0 and not pursued:
        spend(w, s, rest)
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        w[p + c.AWAY] = 0
        w[p + c.SURPRISED] = 0
        w[p + c.LEFT_GROUP] = w[p + c.LEFT_GROUP] > 0
    if not pursued:
        w[c.FOE_COUNT] = 0
    w[c.IN_FIGHT] = 0
