"""What a fight by Sovereign has of its own: initiative by sides, Shock, luck, and foes who have had enough."""

from undercroft.books.sovereign.attacks import hit_damage, shock_damage
from undercroft.books.sovereign.checks import reaches
from undercroft.books.sovereign.combat import delvers_initiative, had_enough, precedence
from undercroft.books.sovereign.hit_points import dice_of_npc, npc_hit_points
from undercroft.foresight import columns as c
from undercroft.foresight.codes import ActingOrder, Being, FoeBeing
from undercroft.foresight.columns import World
from undercroft.foresight.dice import die, formula, total
from undercroft.foresight.order.foes import hurt_foe
from undercroft.foresight.order.people import able_count, hurt, is_able
from undercroft.foresight.policy import uses_luck
from undercroft.foresight.throws import D8_SIDES, D20_SIDES
from undercroft.table.fight.sovereign import hardiness
from undercroft.table.fight.sovereign.swing import ascending, from_zero
from undercroft.table.state.combatants import not_over, not_under


def health_by_sovereign(w: World, s: World, k: int) -> int:
    """The hit points of a foe: a d8 for each hit die, and its bonus."""
    parts, whole = s[k + c.KIND_HD_WHOLE], s[k + c.KIND_HD_PARTS]
    rolled = total(w, dice_of_npc(parts, whole), D8_SIDES)
    return hardiness(npc_hit_points(rolled, parts, whole), s[k + c.KIND_BONUS])


def roll_sides(w: World, s: World) -> None:
    """Each side rolls once; the party adds its best DEX, and the most alert act first whatever the dice say."""
    everybody = able_count(w, s) == 0
    dex, found, alert = 0, False, False
    for i in range(s[c.PEOPLE_COUNT]):
        p, sheet = c.PEOPLE + i * c.PERSON, c.SHEETS + i * c.SHEET
        lives = w[p + c.STATE] != Being.DEAD and w[p + c.LEFT_GROUP] == 0
        if is_able(w, p) or (everybody and lives):
            dex = max(dex, s[sheet + c.DEX_MOD]) if found else s[sheet + c.DEX_MOD]
            found = True
            alert = alert or s[sheet + c.ALERT] > 0
    party = delvers_initiative(die(w, D8_SIDES), dex, alert)
    foes = die(w, D8_SIDES)
    first = precedence(party, 0) < precedence(foes, 1)
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        w[p + c.BLOCK] = ActingOrder.BEFORE if first or s[c.SHEETS + i * c.SHEET + c.ACTS_FIRST] else ActingOrder.AFTER


def strike(w: World, s: World, i: int, j: int) -> None:
    """One attack of a fighter on a foe; a miss may still deal Shock. The two are in melee from now on."""
    p, sheet, f = c.PEOPLE + i * c.PERSON, c.SHEETS + i * c.SHEET, c.FOES + j * c.FOE
    w[p + c.MELEE] |= 1 << j
    rolled, ac = die(w, D20_SIDES) + s[sheet + c.TO_HIT], ascending(w[f + c.FOE_AC])
    hit = reaches(rolled, ac)
    if hit:
        low, high = not_over(w[f + c.KNOWN_LOW], w[f + c.KNOWN_HIGH], from_zero(rolled))
    else:
        low, high = not_under(w[f + c.KNOWN_LOW], w[f + c.KNOWN_HIGH], from_zero(rolled + 1))
    w[f + c.KNOWN_LOW] = low
    w[f + c.KNOWN_HIGH] = high
    if not hit and _turned_by_luck(w, s, i, True):
        hit = True
    shock = shock_damage(s[sheet + c.SHOCK], ac, s[sheet + c.SHOCK_AC]) if s[sheet + c.SHOCKS] else 0
    if hit:
        h = sheet + c.HARM_COUNT
        hurt_foe(w, j, hit_damage(formula(w, s[h], s[h + 1], s[h + 2], s[h + 2 + 1]), shock))
    elif shock > 0:
        hurt_foe(w, j, shock)
    w[p + c.ACTIONS] += 1
    w[p + c.DONE] = 1


def _turned_by_luck(w: World, s: World, i: int, own: bool) -> bool:
    """Whether a lucky Warrior turns a miss of their own, or a hit on them."""
    p = c.PEOPLE + i * c.PERSON
    if s[c.SHEETS + i * c.SHEET + c.LUCKY] == 0 or w[p + c.LUCK_USED] or not uses_luck(own):
        return False
    w[p + c.LUCK_USED] = 1
    return True


def foe_strikes(w: World, s: World, j: int, i: int, number: int) -> None:
    """One attack of a foe; a shield keeps off the first Shock of the round."""
    p, sheet = c.PEOPLE + i * c.PERSON, c.SHEETS + i * c.SHEET
    k, guard = c.KINDS + w[c.FOES + j * c.FOE + c.FOE_KIND] * c.KIND, s[sheet + c.GUARD]
    w[p + c.MELEE] |= 1 << j
    hit = reaches(die(w, D20_SIDES) + s[k + c.KIND_ATTACK], guard)
    if hit and _turned_by_luck(w, s, i, False):
        hit = False
    shock = shock_damage(s[k + c.KIND_SHOCK], guard, s[k + c.KIND_SHOCK_AC]) if s[k + c.KIND_SHOCKS] else 0
    shielded = s[sheet + c.SHIELDED] and w[p + c.SHIELD_USED] == 0
    if shielded:
        w[p + c.SHIELD_USED] = s[k + c.KIND_SHOCKS] and guard <= s[k + c.KIND_SHOCK_AC]
        shock = 0
    harm = shock
    if hit:
        h = k + c.KIND_HARM + number % s[k + c.KIND_BLOWS] * c.BLOW
        harm = hit_damage(formula(w, s[h], s[h + 1], s[h + 2], s[h + 2 + 1]), shock)
    if harm > 0:
        hurt(w, s, i, harm)


def leave_if_beaten(w: World, s: World) -> None:
    """Foes leave who have had enough; nobody rolls."""
    for b in range(w[c.BAND_COUNT]):
        band = c.BANDS + b * c.BAND
        first, size = w[band + c.BAND_FROM], w[band + c.BAND_SIZE]
        living = 0
        for j in range(first, first + size):
            living += w[c.FOES + j * c.FOE + c.FOE_STATE] == FoeBeing.FIGHTS
        lone = c.FOES + first * c.FOE
        lost, of = size - living, size
        if size == 1:
            lost, of = w[lone + c.HEALTH_MAX] - w[lone + c.HEALTH], max(1, w[lone + c.HEALTH_MAX])
        fearless = s[c.KINDS + w[lone + c.FOE_KIND] * c.KIND + c.KIND_FEARLESS]
        if living and lost > 0 and not fearless and had_enough(lost, of, size > 1):
            for j in range(first, first + size):
                f = c.FOES + j * c.FOE
                if w[f + c.FOE_STATE] == FoeBeing.FIGHTS:
                    w[f + c.FOE_STATE] = FoeBeing.FLED
