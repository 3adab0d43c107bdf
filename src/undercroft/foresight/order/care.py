"""First aid between fights, at the price of System Strain, and breathers in delve rounds."""

from undercroft.books.delving.actions import breather, refilled
from undercroft.books.sovereign.healing import STRAIN_OF_AID, patched
from undercroft.books.sovereign.strain import overstrains
from undercroft.foresight import columns as c
from undercroft.foresight.columns import World
from undercroft.foresight.dice import die
from undercroft.foresight.order.people import act, is_able
from undercroft.foresight.policy import wants_aid, wants_breather
from undercroft.foresight.throws import D4_SIDES, D6_SIDES


def is_patient(w: World, s: World, j: int, medic: int) -> bool:
    """Whether first aid by that medic is wanted for a person, and can help."""
    p, sheet = c.PEOPLE + j * c.PERSON, c.SHEETS + j * c.SHEET
    return (
        j != medic
        and is_able(w, p)
        and wants_aid(w[p + c.HP], s[sheet + c.HP_MAX], s[c.HEALS])
        and not overstrains(w[p + c.STRAIN], s[sheet + c.STRAIN_MAX], STRAIN_OF_AID)
    )


def medic_of(w: World, s: World) -> int:
    """The first of the best healers with a kit, if there is a patient for them; -1 for nobody."""
    if s[c.HEALS] == 0 or not _any_hurt(w, s):
        return -1
    found, most = -1, 0
    for i in range(s[c.PEOPLE_COUNT]):
        sheet = c.SHEETS + i * c.SHEET
        if (
            is_able(w, c.PEOPLE + i * c.PERSON)
            and s[sheet + c.HAS_KIT]
            and (found < 0 or s[sheet + c.HEAL_SKILL] > most)
        ):
            found, most = i, s[sheet + c.HEAL_SKILL]
    patients = 0
    for j in range(s[c.PEOPLE_COUNT]):
        patients += found >= 0 and is_patient(w, s, j, found)
    return found if patients else -1


def _any_hurt(w: World, s: World) -> bool:
    """Whether first aid is wanted for anybody at all, which it seldom is."""
    for j in range(s[c.PEOPLE_COUNT]):
        if wants_aid(w[c.PEOPLE + j * c.PERSON + c.HP], s[c.SHEETS + j * c.SHEET + c.HP_MAX], s[c.HEALS]):
            return True
    return False


def first_aid(w: World, s: World, i: int) -> None:
    """Give first aid once to everybody who wants it, which takes the turn."""
    for j in range(s[c.PEOPLE_COUNT]):
        if is_patient(w, s, j, i):
            p, sheet = c.PEOPLE + j * c.PERSON, c.SHEETS + j * c.SHEET
            rolled, heal = die(w, D6_SIDES), s[c.SHEETS + i * c.SHEET + c.HEAL_SKILL]
            w[p + c.HP] = patched(w[p + c.HP], s[sheet + c.HP_MAX], rolled, heal, s[c.AID_LEAST])
            w[p + c.STRAIN] += STRAIN_OF_AID
    act(w, c.PEOPLE + i * c.PERSON)


def next_to_recover(w: World, s: World) -> int:
    """The first in marching order who still has an Action, if anybody with one is weary; -1 for nobody."""
    first, weary = -1, 0
    for i in range(s[c.PEOPLE_COUNT] if s[c.BREATHES] else 0):
        p = c.PEOPLE + i * c.PERSON
        if is_able(w, p) and w[p + c.ACTION_USED] == 0:
            first = i if first < 0 else first
            weary += wants_breather(w[p + c.FP], s[c.SHEETS + i * c.SHEET + c.FP_MAX], s[c.BREATHES])
    return first if weary else -1


def recover(w: World, s: World, i: int) -> None:
    """Take a breather, which is an Action."""
    p, sheet = c.PEOPLE + i * c.PERSON, c.SHEETS + i * c.SHEET
    gain = breather(die(w, D4_SIDES), s[sheet + c.BREATH], s[c.RECOVER_LEAST])
    most = max(w[p + c.FP], s[sheet + c.FP_MAX]) if s[c.RECOVER_CAPPED] else w[p + c.FP] + abs(gain)
    w[p + c.FP] = refilled(w[p + c.FP], gain, most)
    act(w, p)
