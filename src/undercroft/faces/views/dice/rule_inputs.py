"""The inputs of a rule that a person's sheet provides."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from undercroft.books.sovereign.units import Attribute
from undercroft.interpret.form import fields
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.strict import checked
from undercroft.table import bridge
from undercroft.table.bridge.numbers import SCORES_ON_SHEET
from undercroft.table.site import neverwhere_feats
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.people import Person


def filled(rule: AnyRule, known: Campaign, person: Person) -> Mapping[str, Any]:
    """The inputs of a rule that the sheet holds under the same name; values that do not fit are left open."""
    numbers = _numbers(rule.book, known, person)
    return {
        field.name: numbers[field.name]
        for field in fields(rule)
        if field.name in numbers and _fits(field.annotation, numbers[field.name])
    }


def _numbers(book: str, known: Campaign, person: Person) -> Mapping[str, Any]:
    derived = bridge.derived(person, known.house, known.carried_by(person.id))
    own = {number.name: _plain(number.value) for number in derived if number.book == book}
    sheet = person.sheet
    common: dict[str, Any] = {
        "level": sheet.level,
        **({"hp": person.hp, "hp_max": person.hp_max} if person.health is None else {}),
        "strain": person.strain,
        "strain_max": bridge.strain_max(person),
        "scars": person.scars,
        "xp": sheet.xp,
        "class_id": sheet.character_class,
        **{f"{attribute.value.lower()}_mod": bridge.modifier(person, attribute) for attribute in Attribute},
        **{name: getattr(sheet, name) for name in SCORES_ON_SHEET.values()},
    }
    own.pop("ac", None)
    if "brawn" in own:
        own["attribute"] = own["brawn"]
    body: Mapping[str, Any] = neverwhere_feats.numbers(person, known.house) if book == "neverwhere" else {}
    return {**common, **own, **body}


def _plain(number: int | Fraction) -> int | str:
    if isinstance(number, int):
        return number
    return number.numerator if number.denominator == 1 else str(number)


def _fits(annotation: Any, value: object) -> bool:
    try:
        checked(annotation, value)
    except UndercroftError:
        return False
    return True
