"""The bounds of the numbers on a sheet: those of the rules that the numbers are handed to."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from msgspec import Meta

from undercroft.books.delving import units as delving
from undercroft.books.neverwhere import units as neverwhere
from undercroft.books.sovereign import units as sovereign
from undercroft.books.violence import units as violence
from undercroft.kernel.faults import BadInput
from undercroft.kernel.strict import checked
from undercroft.table.bridge.numbers import SCORES_ON_SHEET, modifier_name
from undercroft.table.bridge.sheet import settable
from undercroft.table.bridge.to_delving import Ability

_AboveNothing = Annotated[int, Meta(ge=1, le=1_000_000)]

_WRITTEN: Mapping[str, Any] = {
    **{f"sheet.{name}": sovereign.Score for name in SCORES_ON_SHEET.values()},
    "sheet.level": sovereign.Level,
    **dict.fromkeys(("sheet.xp", "sheet.points", "sheet.quick_points", "sheet.feats_due"), sovereign.Count),
    **dict.fromkeys(("hp", "hp_max"), violence.Pool),
    **dict.fromkeys(("strain", "run_rounds", "xp_pool"), sovereign.Count),
    "fp": delving.Pool,
    "scars": violence.Scars,
}
"""The type of each number of a person that is not derived."""

_BY_HAND: Mapping[str, Any] = {
    **{modifier_name(attribute): sovereign.Modifier for attribute in sovereign.Attribute},
    **dict.fromkeys(("physical", "evasion", "mental"), sovereign.SaveTarget),
    **dict.fromkeys(("strain_max", "readied", "stowed"), sovereign.Count),
    "attack_bonus": sovereign.Situation,
    **dict.fromkeys(("agility", "brawn", "cunning", "attack"), violence.Score),
    **dict.fromkeys(("ac", "natural_ac"), violence.ArmourClass),
    "hd": violence.HitDice,
    "armour_class": violence.ArmourClass,
    **dict.fromkeys(("str_", "dex", "int_", "vit"), neverwhere.Score),
    **dict.fromkeys(("will", "per", "survival"), neverwhere.Modifier),
    "fp_max": neverwhere.Most,
    **dict.fromkeys(("move", "basic_lift"), _AboveNothing),
    **{f"delving_{ability}": delving.Score for ability in Ability},
    "run_limit": delving.Count,
}
"""The type of each number of another book that can be set by hand."""


def out_of_bounds(field: str, value: Any) -> Iterable[str]:  # noqa: ANN401 - of any type
    """What is wrong with a value of a person, in words: a number that the rules do not take."""
    told: list[tuple[str, Any, Any]]
    match field:
        case "sheet.skills":
            told = [(name, sovereign.SkillLevel, level) for name, level in value.items()]
        case "sheet.overrides":
            told = [(name, _BY_HAND.get(name), number) for name, number in value.items()]
        case _:
            told = [(field.removeprefix("sheet."), _WRITTEN[field], value)] if field in _WRITTEN else []
    for name, kind, number in told:
        if kind is None:
            yield f"“{name}” is no number of the books; there are {', '.join(sorted(settable()))}."
            continue
        try:
            checked(kind, number)
        except BadInput as fault:
            yield f"{name.replace('_', ' ').strip()}: {fault.what}."
