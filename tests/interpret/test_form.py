"""What people type into a field, and what it is taken for."""

from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Annotated

import pytest
from msgspec import Meta, Struct

from undercroft.interpret.form import entered, fields, switches, taken
from undercroft.interpret.words import say, told
from undercroft.kernel.dice import Dice
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.fitting import BEYOND_PRACTICE, hint
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says
from undercroft.kernel.shape import Whole
from undercroft.kernel.strict import checked


class Ground(StrEnum):
    HARD_ROCK = "hard_rock"
    HARD_CLAY = "hard_clay"
    SAND = "sand"


class Rank(IntEnum):
    LOW = 1
    HIGH = 10


class Spoil(StrEnum):
    NONE = "none"
    HEAP = "heap"


class Tool(Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Dig(Given, frozen=True):
    """One input of every kind."""

    ground: Annotated[Ground, says("what is dug")]
    depth: Annotated[int, Meta(ge=1, le=9), says("how deep")]
    below: Annotated[int, Meta(le=5), says("at most")] = 0
    above: Annotated[int, Meta(ge=5), says("at least")] = 5
    any_number: Annotated[int, says("any")] = 0
    hours: Annotated[Fraction, says("how long")] = Fraction(1)
    tired: Annotated[bool, says("tired?")] = False
    who: Annotated[str, says("who")] = "x"
    diggers: Annotated[tuple[str, ...], says("who digs")] = ()
    loads: Annotated[FrozenMap[int], says("loads")] = FrozenMap()
    limit: Annotated[Annotated[int, Meta(ge=0)] | None, says("limit")] = None
    tools: Annotated[tuple[Tool, ...], says("tools")] = ()
    safe: Annotated[int, Meta(ge=0, le=1_000_000), says("bounded for safety")] = 0
    one: Annotated[int, Meta(ge=1, le=1), says("nothing else")] = 1
    rank: Annotated[Rank, says("how high")] = Rank.LOW
    spoil: Annotated[Spoil | None, says("what is left")] = None
    spoils: Annotated[tuple[Spoil, ...], says("what is left, each time")] = ()
    names: Annotated[FrozenMap[str], says("names")] = FrozenMap()
    house: Annotated[bool, says("a house rule")] = False


class Dug(Outcome, frozen=True, tag="dug"):
    hours: Fraction


HOUSE = Reading(
    "toys.dig/house", "Which?", "Ours.", "So.", switch="house", options=(Option(value=True, means="theirs"),)
)


@rule("toys.dig", Cite("Toys", "Toys"), readings=(HOUSE,))
def dig(dice: Dice, given: Dig) -> Dug:
    """It takes as long as it takes."""
    return Dug(given.hours)


FIELDS = {field.name: field for field in fields(dig)}


@pytest.mark.parametrize(
    "name, typed, value",
    [
        ("ground", "sand", "sand"),
        ("ground", "Hard rock", "hard_rock"),
        ("ground", "s", "sand"),
        ("depth", " 3 ", 3),
        ("hours", "9.5", "9.5"),
        ("hours", "2/3", "2/3"),
        ("tired", "y", True),
        ("tired", "No", False),
        ("who", "Maud", "Maud"),
        ("diggers", "Maud, Osric", ["Maud", "Osric"]),
        ("loads", "Maud=3, Osric = 4", {"Maud": 3, "Osric": 4}),
        ("loads", '{"Maud": 3}', {"Maud": 3}),
        ("limit", "none", None),
        ("limit", "4", 4),
        ("limit", "None", None),
        ("diggers", "none", []),
        ("loads", "none", {}),
        ("tools", "none", []),
        ("spoil", "none", "none"),
        ("spoils", "none, heap", ["none", "heap"]),
        ("rank", "1", 1),
        ("rank", "10", 10),
        ("above", "+7", 7),
        ("any_number", "-7", -7),
        ("any_number", "−7", -7),
        ("tools", '[{"name": "pick"}]', [{"name": "pick"}]),
        ("hours", "", "1/1"),
        ("tired", "", False),
    ],
)
def test_entering(name, typed, value) -> None:
    """Words may be shortened, nothing typed means the default, and the decoder takes what comes out."""
    assert value == entered(FIELDS[name], typed)
    checked(Dig, {"ground": "sand", "depth": 1, name: value})


@pytest.mark.parametrize(
    "name, typed",
    [
        ("ground", "hard"),
        ("ground", "water"),
        ("ground", ""),
        ("depth", "deep"),
        ("depth", "10"),
        ("depth", "0"),
        ("depth", "٣"),
        ("any_number", "1_000"),
        ("safe", "1000001"),
        ("limit", "-1"),
        ("tired", "maybe"),
        ("hours", "1/0x"),
        ("rank", "2"),
        ("loads", "Maud=3, Maud=4"),
        ("loads", '{"Maud": 3, "Maud": 4}'),
        ("loads", '{"Maud": NaN}'),
        ("loads", '{"Maud": "x"}'),
        ("names", "Maud"),
        ("tools", "[" * 5000),
        ("tools", '[{"nme": "pick"}]'),
        ("tools", "[{"),
        ("who", "\ud800"),
    ],
)
def test_values_that_are_not_valid(name, typed) -> None:
    """The fault names the field and says what may be entered."""
    with pytest.raises(RuleInputError) as refused:
        entered(FIELDS[name], typed)
    assert name == refused.value.field
    assert (name == "safe") or hint(FIELDS[name].shape) in str(refused.value)


def test_a_fault_says_where() -> None:
    """Which part of a long entry it is, and a bound that the hint does not tell."""
    with pytest.raises(RuleInputError, match=r"tools: “\[0\]\.name” is missing"):
        entered(FIELDS["tools"], "[{}]")
    with pytest.raises(RuleInputError, match=r"^“depth” is missing: how deep \(enter 1 to 9\)$"):
        entered(FIELDS["depth"], "")
    with pytest.raises(RuleInputError, match=r"^safe \(bounded for safety\) must be 0 to 1,000,000, not 1000001$"):
        entered(FIELDS["safe"], "1000001")


def test_house_rules() -> None:
    """The inputs that settle how an unclear passage is read."""
    assert frozenset({"house"}) == switches(dig)
    assert "<rule toys.dig>" == repr(dig)


def test_hints() -> None:
    """What may be entered, in words."""
    expected = {
        "ground": "hard_rock, hard_clay or sand",
        "depth": "1 to 9",
        "below": "a whole number, 5 or less",
        "above": "a whole number, 5 or more",
        "any_number": "a whole number",
        "tired": "yes or no",
        "limit": "a whole number, 0 or more, or none",
        "safe": "a whole number, 0 or more",
        "one": "1",
    }
    assert expected == {name: hint(FIELDS[name].shape) for name in expected}
    assert "a whole number" == hint(Whole(-BEYOND_PRACTICE, BEYOND_PRACTICE))


@pytest.mark.parametrize(
    "value, words",
    [
        (None, "none"),
        ((), "none"),
        (frozenset({"b", "a"}), "a, b"),
        (frozenset(), "none"),
        (frozenset({2, 10}), "2, 10"),
        (frozenset({Tool("saw"), Tool("pick")}), "pick, saw"),
        (frozenset({Ground.SAND, Ground.HARD_ROCK}), "hard rock, sand"),
        (True, "yes"),
        (Ground.HARD_ROCK, "hard rock"),
        (Fraction(19, 2), "9½"),
        (Fraction(-19, 2), "−9½"),
        (Fraction(2, 3), "⅔"),
        (Fraction(4), "4"),
        (("a", "b"), "a, b"),
        (FrozenMap({"torch": 3}), "torch 3"),
        (FrozenMap(), "none"),
        (Tool("pick"), "pick"),
        (7, "7"),
    ],
)
def test_values_in_words(value, words) -> None:
    """As people write them."""
    assert words == told(value)


def test_sentences() -> None:
    """A template over the fields, or a function."""
    assert "It took 9½ hours." == say({Dug: "It took {hours} hours."}, Dug(Fraction(19, 2)))
    assert "Done." == say({Dug: lambda _: "Done."}, Dug(Fraction(1)))


@pytest.mark.parametrize(
    "told, fault",
    [
        ({"ground": "sand"}, "“depth” is missing: how deep (give 1 to 9)"),
        ({"ground": "sand", "depth": "deep"}, "depth (how deep): “deep” is not a whole number (give 1 to 9)"),
        ({"ground": "mud", "depth": 1}, "ground (what is dug): “mud” is not one of the choices"),
    ],
)
def test_a_fault_has_the_name_to_type_and_what_it_means(told: dict[str, object], fault: str) -> None:
    """The words of the field's help stand beside its name; what a face calls it comes first."""
    with pytest.raises(RuleInputError) as refused:
        taken(Dig, told)
    assert str(refused.value).startswith(fault)
    with pytest.raises(RuleInputError, match="“depth” is missing: feet down"):
        taken(Dig, {"ground": "sand"}, {"depth": "feet down"}.__getitem__)
