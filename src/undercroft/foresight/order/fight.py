"""A fight by Violence, in the order of the table's own procedures, which have the same names there."""

from undercroft.books.violence.combat_rounds import affords
from undercroft.books.violence.enemies import health_of
from undercroft.books.violence.fighting import (
    Blow,
    ac_after,
    attacked,
    damage_factor,
    enemy_attacked,
    is_exact,
    is_hit,
    worn,
)
from undercroft.books.violence.scars import may_bend
from undercroft.books.violence.surprise import acts
from undercroft.books.violence.units import Against, against
from undercroft.books.violence.wounds import MOST_ATTACKS, breaks, harm_of
from undercroft.foresight import columns as c
from undercroft.foresight.codes import ActingOrder, BandKind, Being, FoeBeing
from undercroft.foresight.columns import World
from undercroft.foresight.dice import die, formula, total
from undercroft.foresight.order.dying import help_in_fight, patient_of
from undercroft.foresight.order.flight import wants_to_flee, withdraw_all
from undercroft.foresight.order.foes import foes_up, hurt_foe
from undercroft.foresight.order.people import hurt, is_able, is_up, line_up, nth_up, up_count
from undercroft.foresight.order.strikes import foe_strikes, health_by_sovereign, roll_sides, strike
from undercroft.foresight.policy import Aim, bent_attack, bent_under, is_better
from undercroft.foresight.throws import D20_SIDES, HEALTH_DIE
from undercroft.table.fight.attack import learnt
from undercroft.table.fight.stats import ac_left
from undercroft.table.fight.targets import reached

# Both sides


def begin_fight(w: World) -> None:
    """Clear the field."""
    w[c.FOE_COUNT] = 0
    w[c.BAND_COUNT] = 0
    w[c.ROUND_NUMBER] = 0
    w[c.EARLIER_ROUNDS] = 0
    w[c.SLAIN_NOW] = 0
    w[c.FIGHT_BEGAN] = w[c.TIME]
    w[c.IN_FIGHT] = 1
    w[c.FIGHTS] += 1


def add_company(w: World, s: World, kind: int, count: int) -> None:
    """Some foes of a kind join, with hit points by their Hit Dice unless they are given."""
    k, b = c.KINDS + kind * c.KIND, c.BANDS + w[c.BAND_COUNT] * c.BAND
    w[b + c.BAND_SIZE] = count
    for column in (c.BAND_DEAD, c.BAND_DEAD_NOW, c.BAND_FIRST, c.BAND_HALF, c.BAND_IMMUNE):
        w[b + column] = 0
    w[b + c.BAND_KIND] = (
        BandKind.LED if s[k + c.KIND_LED] and count > 1 else BandKind.LONE if count == 1 else BandKind.GROUP
    )
    w[b + c.BAND_FROM] = w[c.FOE_COUNT]
    for number in range(count):
        f = c.FOES + w[c.FOE_COUNT] * c.FOE
        if s[k + c.KIND_GIVEN]:
            health = s[k + c.KIND_HP + number % s[k + c.KIND_GIVEN]]
        elif s[c.FIGHT_BY_SOVEREIGN]:
            health = health_by_sovereign(w, s, k)
        else:
            hd = s[k + c.KIND_HD]
            health = health_of(total(w, hd, HEALTH_DIE), hd, s[k + c.KIND_BONUS])
        w[f + c.FOE_STATE] = FoeBeing.FIGHTS
        w[f + c.HEALTH] = health
        w[f + c.HEALTH_MAX] = health
        w[f + c.FOE_AC] = s[k + c.KIND_AC]
        w[f + c.FOE_STUNNED] = 0
        w[f + c.KNOWN_LOW] = 0
        w[f + c.KNOWN_HIGH] = s[c.LIKELY_AC]
        w[f + c.EXTRA] = 0
        w[f + c.TAKEN] = 0
        w[f + c.FOE_HURT] = 0
        w[f + c.FOE_BAND] = w[c.BAND_COUNT]
        w[f + c.FOE_KIND] = kind
        w[f + c.FOE_AIM] = -1
        w[c.FOE_COUNT] += 1
    w[c.BAND_COUNT] += 1


def take_order(w: World, s: World) -> None:
    """Everybody with an Agility rolls for initiative, and the others act with their employer; or the sides roll."""
    line_up(w, s)
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if is_able(w, p) and s[c.SHEETS + i * c.SHEET + c.ROLLS] and not s[c.FIGHT_BY_SOVEREIGN]:
            _roll_initiative(w, s, i)
    if s[c.FIGHT_BY_SOVEREIGN]:
        roll_sides(w, s)
        return
    for i in range(s[c.PEOPLE_COUNT]):
        employer = s[c.SHEETS + i * c.SHEET + c.EMPLOYER]
        if (
            employer >= 0
            and not s[c.SHEETS + i * c.SHEET + c.ROLLS]
            and w[c.PEOPLE + employer * c.PERSON + c.STATE] != Being.DEAD
        ):
            w[c.PEOPLE + i * c.PERSON + c.BLOCK] = w[c.PEOPLE + employer * c.PERSON + c.BLOCK]


def _roll_initiative(w: World, s: World, i: int) -> None:
    p, sheet = c.PEOPLE + i * c.PERSON, c.SHEETS + i * c.SHEET
    roll, number = die(w, D20_SIDES), s[sheet + c.AGILITY] + s[sheet + c.INITIATIVE]
    if s[c.BENDS] and may_bend(w[p + c.SCARS], s[c.SCAR_LIMIT], 0):
        by = bent_under(roll, w[p + c.SCARS], number)
        roll += by
        w[p + c.BENT] = by != 0
    w[p + c.BLOCK] = ActingOrder.AFTER if against(roll, number) == Against.OVER else ActingOrder.BEFORE


def begin_round(w: World, s: World) -> None:
    """A round begins: nobody has acted yet, and those before the foes begin."""
    w[c.ROUND_NUMBER] += 1
    w[c.SLAIN_NOW] = 0
    for j in range(w[c.FOE_COUNT]):
        w[c.FOES + j * c.FOE + c.FOE_HURT] = 0
    for b in range(w[c.BAND_COUNT]):
        w[c.BANDS + b * c.BAND + c.BAND_DEAD_NOW] = 0
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if w[p + c.AWAY] == 0:
            w[p + c.GRANTS] = w[p + c.GRANTS_NEXT]
            w[p + c.GRANTS_NEXT] = 0
            w[p + c.ACTIONS] = 0
            w[p + c.AGAIN] = 0
            w[p + c.DONE] = 0
            w[p + c.HURT] = 0
            w[p + c.BENT] = 0
            w[p + c.SHIELD_USED] = 0
    _go_begins(w, s, ActingOrder.BEFORE)


def second_block(w: World, s: World) -> None:
    """Those act who come after the foes."""
    _go_begins(w, s, ActingOrder.AFTER)


def _go_begins(w: World, s: World, block: ActingOrder) -> None:
    """Those who cannot act this round are skipped; a stun costs one go."""
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if w[p + c.BLOCK] == block and w[p + c.AWAY] == 0 and w[p + c.DONE] == 0:
            surprised = w[p + c.SURPRISED] and not acts(True, w[c.ROUND_NUMBER])
            if surprised or w[p + c.STUNNED]:
                w[p + c.DONE] = 1
                w[p + c.STUNNED] = 0


def is_decided(w: World, s: World) -> bool:
    """Whether one side has nobody left who fights."""
    return foes_up(w) == 0 or up_count(w, s) == 0


# The party's go


def act_in_block(w: World, s: World, block: ActingOrder) -> None:
    """Everybody of a block who can act saves the dying or attacks, until one side is beaten or the party flees."""
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        while w[p + c.BLOCK] == block and is_up(w, p) and w[p + c.DONE] == 0:
            if foes_up(w) == 0:
                return
            if s[c.FLEES] and wants_to_flee(w, s):
                withdraw_all(w, s)
                return
            patient = patient_of(w, s) if s[c.AIDS] and w[p + c.AGAIN] == 0 else -1
            if patient >= 0:
                help_in_fight(w, s, i, patient)
            elif s[c.FIGHT_BY_SOVEREIGN]:
                strike(w, s, i, target_of(w, s, i))
            else:
                attack(w, s, i, target_of(w, s, i))


def target_of(w: World, s: World, i: int) -> int:
    """The number of the foe that a fighter attacks."""
    best, most, skip = -1, -1, 0
    if s[c.TARGETS] == Aim.SPREAD:
        skip = i % foes_up(w)
    for j in range(w[c.FOE_COUNT]):
        f = c.FOES + j * c.FOE
        if w[f + c.FOE_STATE] == FoeBeing.FIGHTS:
            if skip == 0 and (best < 0 or is_better(s[c.TARGETS], w[f + c.TAKEN], most)):
                best, most = j, w[f + c.TAKEN]
            skip = max(0, skip - 1)
    return best


def attack(w: World, s: World, i: int, j: int) -> None:
    """One attack of a fighter on a foe; an exact roll earns another."""
    p, sheet, f = c.PEOPLE + i * c.PERSON, c.SHEETS + i * c.SHEET, c.FOES + j * c.FOE
    attribute, beats = s[sheet + c.ATTRIBUTE], s[sheet + c.BEATS_ARMOUR]
    ac = 0 if beats else w[f + c.FOE_AC]
    roll = die(w, D20_SIDES)
    low = w[f + c.FOE_AC] if s[sheet + c.SEAT_KNOWS] else w[f + c.KNOWN_LOW]
    if s[c.BENDS] and may_bend(_scars(w, s, i), s[c.SCAR_LIMIT], w[p + c.BENT]):
        known = 0 if beats else low
        by = bent_attack(roll, _scars(w, s, i), s[c.SCARS_UP_TO] > 0, attribute, known, s[c.EXACT_REQUIRES_HIT] > 0)
        roll += by
        w[p + c.BENT] += by != 0
    blow = attacked(roll, attribute, ac, s[c.EXACT_REQUIRES_HIT] > 0)
    exact = is_exact(blow)
    if exact:
        w[f + c.FOE_STUNNED] = 1
    if blow in (Blow.ARMOUR_WORN, Blow.WORN_EXACT):
        left = ac_after(blow, ac)
        w[f + c.FOE_AC] = left
        w[f + c.KNOWN_LOW] = left
        w[f + c.KNOWN_HIGH] = left
    elif not beats:
        known_low, known_high = learnt(w[f + c.KNOWN_LOW], w[f + c.KNOWN_HIGH], roll, attribute, is_hit(blow))
        w[f + c.KNOWN_LOW] = known_low
        w[f + c.KNOWN_HIGH] = known_high
    if is_hit(blow):
        _wound_foe(w, s, i, j)
    earned = w[p + c.AGAIN]
    w[p + c.AGAIN] = exact and foes_up(w) > 0
    w[p + c.ACTIONS] += not earned
    w[p + c.DONE] = not w[p + c.AGAIN] and not affords(w[p + c.ACTIONS] + 1, w[p + c.GRANTS])


def _scars(w: World, s: World, i: int) -> int:
    """The Scars that can bend a fighter's own rolls."""
    return w[c.PEOPLE + i * c.PERSON + c.SCARS] if s[c.SHEETS + i * c.SHEET + c.OWN_SCARS] else 0


def _wound_foe(w: World, s: World, i: int, j: int) -> None:
    """Roll the weapon's damage; no Scar is offered where it changes nothing."""
    p, sheet, f = c.PEOPLE + i * c.PERSON, c.SHEETS + i * c.SHEET, c.FOES + j * c.FOE
    roll = formula(w, s[sheet + c.HARM_COUNT], s[sheet + c.HARM_SIDES], s[sheet + c.HARM_KEPT], s[sheet + c.HARM_PLUS])
    scars, health = _scars(w, s, i), w[f + c.HEALTH]
    matters = min(health, harm_of(roll - scars, 1)) != min(health, harm_of(roll + scars, 1))
    if matters and s[c.BENDS] and may_bend(scars, s[c.SCAR_LIMIT], w[p + c.BENT]):
        roll += scars
        w[p + c.BENT] += 1
    hurt_foe(w, j, harm_of(roll, 1))


# The foes' go


def foes_act(w: World, s: World) -> None:
    """Every foe attacks that is not stunned; a stun costs one go."""
    ready = acts(w[c.FOES_SURPRISED] > 0, w[c.ROUND_NUMBER])
    place = 0
    for j in range(w[c.FOE_COUNT]):
        f = c.FOES + j * c.FOE
        if w[f + c.FOE_STATE] == FoeBeing.FIGHTS:
            if ready and w[f + c.FOE_STUNNED] == 0:
                _foe_acts(w, s, j, place)
            w[f + c.FOE_STUNNED] = 0
            w[f + c.EXTRA] = 0
            place += 1


def _foe_acts(w: World, s: World, j: int, place: int) -> None:
    """A foe makes all its attacks of a round; an exact roll earns another."""
    f = c.FOES + j * c.FOE
    attacks = s[c.KINDS + w[f + c.FOE_KIND] * c.KIND + c.KIND_ATTACKS] + w[f + c.EXTRA]
    for number in range(attacks):
        for _ in range(MOST_ATTACKS):
            standing = up_count(w, s)
            if standing == 0:
                return
            victim = w[f + c.FOE_AIM]
            if victim < 0 or not is_up(w, c.PEOPLE + victim * c.PERSON):
                victim = nth_up(w, s, reached(place, standing, w[c.CORRIDOR] > 0))
            if s[c.FIGHT_BY_SOVEREIGN]:
                foe_strikes(w, s, j, victim, number)
                break
            if not _foe_attack(w, s, j, victim, number):
                break


def _foe_attack(w: World, s: World, j: int, i: int, number: int) -> bool:
    """One attack of a foe; whether it was exact."""
    p, sheet, f = c.PEOPLE + i * c.PERSON, c.SHEETS + i * c.SHEET, c.FOES + j * c.FOE
    k = c.KINDS + w[f + c.FOE_KIND] * c.KIND
    whole = s[sheet + c.AC_BROKEN] if w[p + c.BROKEN] else s[sheet + c.AC_WHOLE]
    ac, roll = ac_left(whole, w[p + c.WORN]), die(w, D20_SIDES)
    mighty = s[k + c.KIND_MIGHTY] > 0
    blow = enemy_attacked(roll, s[k + c.KIND_ATTACK], ac, s[c.EXACT_REQUIRES_HIT] > 0, s[c.FOES_STUN] > 0, mighty)
    if blow in (Blow.ARMOUR_WORN, Blow.WORN_EXACT):
        natural = w[p + c.BROKEN] > 0 or s[sheet + c.WEARS] == 0
        if breaks(ac, natural):
            w[p + c.BROKEN] = 1
            w[p + c.WORN] = whole
        else:
            w[p + c.WORN] = whole - worn(ac)
    exact = is_exact(blow)
    if exact:
        w[p + c.STUNNED] = 1
    if is_hit(blow):
        factor = damage_factor(roll, s[k + c.KIND_ATTACK], s[c.FOES_DOUBLE] > 0, mighty)
        h = k + c.KIND_HARM + number % s[k + c.KIND_BLOWS] * c.BLOW
        hurt(w, s, i, harm_of(formula(w, s[h], s[h + 1], s[h + 2], s[h + 2 + 1]), factor))
    return exact
