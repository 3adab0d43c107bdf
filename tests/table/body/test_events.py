"""What happens to bodies, as a fact and as a sentence, for every seat that hears of it."""

from fractions import Fraction

import pytest

from tests.table.infirmary import table
from tests.table.small_site import CRYPT, MAUD, ULF
from undercroft.kernel.units import RuleId, Seconds
from undercroft.table.body.condition import (
    ConditionGained,
    ConditionLost,
    ConditionMarked,
    Died,
    FpChanged,
    HpChanged,
    ScarsChanged,
    StrainChanged,
)
from undercroft.table.body.effects import EffectEnded, EffectStarted, EffectUsed
from undercroft.table.exploration.jobs import JobBegan, JobEnded, JobResumed, JobWentOn
from undercroft.table.site.neverwhere_feats import FeatTried
from undercroft.table.site.obstacles import CameOut, DugAway, GotOver, HeldFast, LaidBare, ObstacleCleared, WentDown
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Hand, Job
from undercroft.table.state.ids import ObstacleId, TimerId
from undercroft.table.state.people import Condition
from undercroft.table.treatment.poison import PoisonResisted
from undercroft.table.world.groups import MAIN
from undercroft.table.world.missed_time import TimeMissed

PIT = ObstacleId("pit")
DIG = TimerId("dig")
JOB = Job(DIG, "digging", Seconds(0), (Hand(ULF), Hand(MAUD)))

SAID = [
    (HpChanged(ULF, 3, "a dart"), "Ulf has 3 hit points now (a dart)."),
    (HpChanged(ULF, 1), "Ulf has 1 hit point now."),
    (HpChanged(ULF, 8, "falling rocks", 11), "Ulf loses 3 hit points (falling rocks), 8 left."),
    (HpChanged(ULF, 0, "a mace", 6, damage=7), "Ulf takes 7 damage (a mace) and loses the last 6 hit points."),
    (HpChanged(ULF, 0, was=1, damage=4), "Ulf takes 4 damage and loses the last hit point."),
    (HpChanged(ULF, 3, "first aid", 2), "Ulf regains 1 hit point (first aid), now 3."),
    (FpChanged(ULF, 3), "Ulf has 3 fatigue points now."),
    (StrainChanged(ULF, 2), "Ulf's Strain is 2 now."),
    (ScarsChanged(ULF, 2), "Ulf has 2 Scars now."),
    (ConditionGained(ULF, Condition("knocked_out", Seconds(0), "snoring")), "Ulf is knocked out (snoring)."),
    (ConditionLost(ULF, "knocked_out"), "Ulf is no longer knocked out."),
    (ConditionLost(ULF, "mortally_injured"), "Ulf is stabilised."),
    (ConditionLost(ULF, "mortally_injured", by=MAUD), "Ulf is stabilised by Maud."),
    (Died(ULF, "poison"), "Ulf dies (poison)."),
    (PoisonResisted(ULF), "Ulf shakes off the poison."),
    (EffectStarted(ULF, "Haste", "fast"), "Haste affects Ulf: fast."),
    (EffectUsed(ULF, "Haste", 2), "Ulf uses Haste; 2 left."),
    (EffectEnded(ULF, "Haste", "over"), "Haste no longer affects Ulf."),
    (JobBegan(JOB), "Ulf and Maud are digging."),
    (JobBegan(JOB, Seconds(4200)), "Ulf and Maud are digging until 01:10."),
    (JobEnded(DIG, "digging", done=True), "Digging is done."),
    (JobEnded(DIG, "digging", done=False), "Digging is given up."),
    (JobEnded(DIG, "", done=True), ""),
    (ObstacleCleared(CRYPT, PIT), "The pit is out of the way."),
    (GotOver(CRYPT, PIT, ULF, (ULF,), ()), "Ulf is past the pit."),
    (WentDown(CRYPT, PIT, ULF, (ULF,)), "Ulf is in the pit."),
    (CameOut(CRYPT, PIT, ULF, ()), "Ulf is out of the pit."),
    (HeldFast(PIT, ULF, "too heavy"), "Ulf makes no progress with the pit: too heavy."),
    (FeatTried(ULF, RuleId("neverwhere.run"), "24 metres."), "Ulf: 24 metres."),
]
SILENT = [
    ConditionMarked(ULF, Condition("frail", Seconds(0))),
    JobWentOn(JOB),
    JobResumed(JOB),
    LaidBare(CRYPT, PIT),
    DugAway(CRYPT, PIT, Fraction(1)),
    TimeMissed(MAIN, Seconds(600)),
]


@pytest.mark.parametrize("event, sentence", SAID, ids=[type(event).__name__ for event, _ in SAID])
def test_a_sentence_for_the_log(event, sentence):
    """By the names that are known."""
    assert sentence == event.say(table().now)


@pytest.mark.parametrize("event", [event for event, _ in SAID] + SILENT, ids=lambda event: type(event).__name__)
def test_who_knows_nothing_is_told_without_harm(event):
    """A seat that never heard of these people and things can hear any of it."""
    assert {} == event.fold(Campaign()).people
