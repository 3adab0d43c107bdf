"""Values that events carry without a type could hide an id from the wall of seat ids: each is known, and holds none."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, NewType, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

import undercroft.table
from undercroft.table.bridge.experience import pooled, shared
from undercroft.table.engine.event import SecretEvent
from undercroft.table.registry import EVENTS
from undercroft.table.state.house_rules import Advancement, HouseRules
from undercroft.table.state.ids import PLAIN_COMMAND

PLAIN = {
    "Settled.given": "the input of a rule; see below",
    "Settled.outcome": "the outcome of a rule; see below",
    "OpenQuestion.given": "the input of a rule that the seat will be told whole; see below",
    "PartOfInput.given": "the same, without the numbers that the seat does not know",
    "Making.way": "how a character was made: a book's way and its choices, for the seat that made it",
    "Wanted.command": "None in what a player is sent; `Tabletop.commutes` looks",
    "Wanted.answers": "empty in what a player is sent; `Tabletop.commutes` looks",
    "Withdrawn.command": "of a secret event",
    "Adjusted.value": "read by the field that was set; the event is secret",
}
"""The fields of events that have any value, and why no player gets an id in them."""
TEXTS = {
    "Plain.dice": "dice as people write them",
    "Plain.purpose": "what the dice are for, in words",
    "Wound.expr": "dice as people write them",
    "Level.recovery": "a die as people write it, from a table of the book",
}
"""Text in the inputs and outcomes of the rules that players are told whole."""
CHOSEN_LATER = {
    "fight/attack.py: strike.rule",
    "rulings/any_rule.py: rule",
}
"""Rules that are found at play: those of blows, which have no text, and those that a player fills in."""
HOUSES = tuple(HouseRules(advancement=advancement) for advancement in Advancement)
BY_THE_HOUSE = {
    "town/experience.py: *coming_home(play.now, self.group, self.more_gold, self.more_xp)": tuple(
        pooled(house, 0, 0, 1)[0] for house in HOUSES
    ),
    "town/experience.py: *sharing(play.now, self.group, pool)": tuple(shared(house, 0, 1, 1)[0] for house in HOUSES),
}
"""Rules that the house chooses a book for: each book's."""


def _fields_of_any_value(kind: Any, name: str, seen: set[Any]) -> Iterator[str]:
    if isinstance(kind, NewType):
        yield from _fields_of_any_value(kind.__supertype__, name, seen)
    elif kind is Any or kind is object:
        yield name
    elif get_origin(kind) is Annotated:
        if PLAIN_COMMAND not in get_args(kind)[1:]:
            yield from _fields_of_any_value(get_args(kind)[0], name, seen)
    else:
        for part in get_args(kind):
            yield from _fields_of_any_value(part, name, seen)
        if isinstance(kind, type) and issubclass(kind, Struct) and kind not in seen:
            seen.add(kind)
            for field in fields(kind):
                yield from _fields_of_any_value(field.type, f"{kind.__name__}.{field.name}", seen)


def test_every_value_without_a_type_is_known() -> None:
    """Ids are found by their types; a value of any type has to be looked at by hand."""
    seen: set[Any] = set()
    told = (event for event in EVENTS if not issubclass(event, SecretEvent))
    assert PLAIN.keys() == {name for event in told for name in _fields_of_any_value(event, "", seen)}


def _texts(kind: Any, name: str, seen: set[Any]) -> Iterator[str]:
    if isinstance(kind, NewType):
        yield from _texts(kind.__supertype__, name, seen)
    elif kind in (str, Any, object):
        yield name
    elif get_origin(kind) is Annotated:
        yield from _texts(get_args(kind)[0], name, seen)
    elif get_origin(kind) is not Literal:
        for part in get_args(kind):
            yield from _texts(part, name, seen)
        if isinstance(kind, type) and issubclass(kind, Struct) and kind not in seen:
            seen.add(kind)
            for field in fields(kind):
                yield from _texts(field.type, f"{kind.__name__}.{field.name}", seen)


def _told_whole() -> Iterator[tuple[str, Any]]:
    """Every rule of which some seat is told the input, whole or in part, by where that is."""
    table = Path(undercroft.table.__file__).parent
    for path in sorted(table.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text())):
            if not isinstance(call, ast.Call) or not call.args or "settle" not in ast.unparse(call.func):
                continue
            if not any(word.arg in ("whole", "unsure") for word in call.keywords):
                continue
            rule, place = ast.unparse(call.args[0]), path.relative_to(table)
            within: Any = importlib.import_module(".".join(("undercroft.table", *place.with_suffix("").parts)))
            for name in rule.split("."):
                within = getattr(within, name, None)
            yield f"{place}: {rule}", within


def test_rules_that_players_are_told_whole_have_no_text_for_an_id() -> None:
    """Numbers and words of the books only; where a book asks for names, players are told the dice alone."""
    rules = dict(_told_whole())
    assert len(rules) > 40
    assert CHOSEN_LATER | BY_THE_HOUSE.keys() == {place for place, rule in rules.items() if rule is None}
    assert all(len(set(each)) == len(HOUSES) for each in BY_THE_HOUSE.values())
    found = {
        text
        for rule in (*rules.values(), *(rule for each in BY_THE_HOUSE.values() for rule in each))
        if rule is not None
        for kind in (rule.given, *rule.outcomes)
        for text in _texts(kind, "", set())
    }
    assert TEXTS.keys() == found
