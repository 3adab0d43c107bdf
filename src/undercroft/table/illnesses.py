"""What a disease is."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.sovereign.poisons import LEAST_TOXIN_DC, Potency
from undercroft.table.names import Label, Text

_Side = Annotated[int, Meta(ge=2, le=100)]
_Days = Annotated[int, Meta(ge=1, le=1_000)]


class Illness(Struct, frozen=True, forbid_unknown_fields=True):
    """How strong a disease is, when it breaks out, how hard it is to treat, what it does, and how often."""

    name: Label
    potency: Potency = 0
    onset_days: Annotated[int, Meta(ge=0, le=1_000)] = 1
    dc: Annotated[int, Meta(ge=LEAST_TOXIN_DC, le=60)] = LEAST_TOXIN_DC
    damage_dice: Annotated[tuple[_Side, ...], Meta(max_length=20)] = ()
    strain: Annotated[int, Meta(ge=0, le=1_000)] = 0
    penalty: Annotated[int, Meta(ge=-20, le=0)] = 0
    symptoms: Text = ""
    every_days: _Days | None = None
    """After how many days it does its harm again, until it is cured; None for once."""
