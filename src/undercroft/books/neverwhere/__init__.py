"""Neverwhere: everyday feats, fatigue, hunger, sleep and extra effort."""

from __future__ import annotations

from undercroft.books.neverwhere import basic_lift, checks, fatigue
from undercroft.books.neverwhere.words import WORDS
from undercroft.kernel.rules import Book

BOOK = Book(
    id="neverwhere",
    title="Neverwhere",
    source="Neverwhere Advanced Everyday Rolls and Actions, a guide to physical feats",
    headings=(
        "I saw, I ran, I tripped. Neverwhere Advanced Everyday Rolls and Actions",
        "Physical Feats",
        "Climbing",
        "Digging",
        "Time Required and Fatigue Cost",
        "Fighting a Battle",
        "Hiking",
        "Terrain",
        "Weather",
        "Holding Your Breath",
        "Jumping",
        "Lifting and Moving Things",
        "Pulling and Dragging",
        "Lifting and Moving Things during Combat",
        "Running",
        "Flying",
        "Swimming",
        "Throwing",
        "Starvation and Dehydration",
        "Starvation",
        "Dehydration",
        "Missed Sleep",
        "Staying Up Late",
        "Getting up Early",
        "Extra Effort",
        "Notes for specific Tasks",
        "Extra Effort in Combat",
    ),
    rules=(
        checks.check,
        basic_lift.basic_lift,
        fatigue.lose_fp,
        fatigue.low_fatigue,
        fatigue.exhausted,
        fatigue.collapse,
    ),
    words=WORDS,
    verdicts=(
        checks.graded,
        fatigue.drained,
        fatigue.spent,
        fatigue.slowed,
        fatigue.is_exhausted,
        fatigue.weary_sn,
    ),
)
