"""Outlines: a dungeon typed as numbered lines, read and written without loss.

The modules, from the bottom up: `notes` and `entries` are what reading finds; `lines` and `phrases` take a text apart;
`room_lines`, `exit_lines`, `hazard_lines`, `thing_lines` and `creature_lines` read and write one line each, and
`properties` lines such as `key: value`; `sections`, `drafting` and `parsing` read a whole text; `shown` is a site as
the short form has it, and `matching` finds what was there before; `naming` and `lookup` find what a name means, `exits`
and `contents` make the parts, `building`, `pruning` and `levels` the site, and `lint` says what it lacks; `reading` and
`writing` are the way in and out, `suggesting` has the words to suggest, and `recognising` tells an outline from other
texts.
"""

from undercroft.exchange.outline.entries import Sort
from undercroft.exchange.outline.notes import LineMend, OutlineNote
from undercroft.exchange.outline.outlined import Outlined, in_campaign, outlined
from undercroft.exchange.outline.reading import OutlinePlace, OutlineReading, mended, read_outline
from undercroft.exchange.outline.recognising import is_outline
from undercroft.exchange.outline.writing import write_outline

__all__ = [
    "LineMend",
    "OutlineNote",
    "OutlinePlace",
    "OutlineReading",
    "Outlined",
    "Sort",
    "in_campaign",
    "is_outline",
    "mended",
    "outlined",
    "read_outline",
    "write_outline",
]
