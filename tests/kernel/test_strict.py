"""What comes from outside is read strictly: every fault has its code, and nothing is guessed."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from undercroft.kernel import wire
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.rules import Given, says
from undercroft.kernel.strict import MOST_BYTES, checked, read


class Lamp(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that burns."""

    oil: Annotated[int, Meta(ge=0)]


class Colour(StrEnum):
    """A word among few."""

    RED = "red"


class Situation(Given, frozen=True):
    """One field of every kind."""

    turns: Annotated[int, Meta(ge=1, le=9), says("turns")]
    name: str = "x"
    pace: Fraction = Fraction(1)
    lamps: FrozenMap[Lamp] = FrozenMap()
    flags: tuple[bool, ...] = ()
    colour: Colour = Colour.RED
    painted: FrozenMap[Colour] = FrozenMap()
    stores: FrozenMap[FrozenMap[int]] = FrozenMap()

    def __post_init__(self) -> None:
        if self.name == "nobody":
            raise ValueError("somebody must be named")


@pytest.mark.parametrize(
    "raw, code",
    [
        (b"", "bad_json"),
        (b"{", "bad_json"),
        (b"null", "not_an_object"),
        (b"[]", "not_an_object"),
        (b'"x"', "not_an_object"),
        (b'{"turns": NaN}', "bad_json"),
        (b'{"turns": Infinity}', "bad_json"),
        (b'{"turns": 1e400}', "number_out_of_range"),
        (b'{"turns": 1, "name": "\\ud800"}', "bad_unicode"),
        (b"\xff\xfe{}", "bad_encoding"),
        (b'{"name": "\xc0\xaf"}', "bad_encoding"),
        ('{"turns": 1}'.encode("utf-16"), "bad_encoding"),
        (b'\xef\xbb\xbf{"turns": 1}', "bad_encoding"),
        (b'{"turns": 1, "name": "a\\u0000b"}', "bad_character"),
        (b'{"turns": ' + b"[" * 21 + b"]" * 21 + b"}", "too_deep"),
        (b"[" * 500, "too_deep"),
        (b"[" * 60_000, "too_deep"),
        (b'{"turns": ' + b"9" * 5000 + b"}", "number_out_of_range"),
        (b'{"turns": 9007199254740992}', "number_out_of_range"),
        (b'{"turns": -9223372036854775809}', "number_out_of_range"),
        (b'{"turns": true}', "type"),
        (b'{"turns": "3"}', "type"),
        (b'{"turns": 1.0}', "type"),
        (b'{"turns": 0}', "out_of_range"),
        (b'{"turns": 10}', "out_of_range"),
        (b'{"turns": 1, "turns": 2}', "duplicate_key"),
        (b'{"turns": 1, "lamps": {"a": {"oil": 1, "oil": 2}}}', "duplicate_key"),
        (b'{"turns": 1, "seed": 3}', "unknown_field"),
        (b'{"turns": 1, "__proto__": {}}', "unknown_field"),
        (b'{"turns": 1, "lamps": {"a": {"oil": 1, "actor": 2}}}', "unknown_field"),
        (b'{"name": "x"}', "missing_field"),
        (b'{"turns": 1, "lamps": {"a": {}}}', "missing_field"),
        (b'{"turns": 1, "pace": 0.5}', "type"),
        (b'{"turns": 1, "pace": "1/0"}', "type"),
        (b'{"turns": 1, "pace": "nan"}', "type"),
        (b'{"turns": 1e0}', "type"),
        (b'{"turns": 1E2}', "type"),
        (b'{"turns": -1e400}', "number_out_of_range"),
        (b'{"turns": 1, "name": "nobody"}', "out_of_range"),
        (b'{"turns": 1, "name": "' + b"x" * MOST_BYTES + b'"}', "too_long"),
        (b"{" + b",".join(b'"k%d": 1' % i for i in range(501)) + b"}", "too_many_keys"),
    ],
)
def test_refusals(raw: bytes, code: str) -> None:
    """The table of bad inputs, for a rule's situation."""
    with pytest.raises(RuleInputError) as refused:
        read(Situation, raw)
    assert code == refused.value.code
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("empty", ['""', "null"])
def test_an_empty_value_is_called_empty(empty: str) -> None:
    """With what belongs there."""
    with pytest.raises(RuleInputError) as refused:
        read(Situation, f'{{"turns": {empty}}}')
    assert "turns: it is empty, and must be a whole number" == refused.value.what


def test_what_is_right_is_read() -> None:
    """Whole numbers, decimals in quotation marks and fractions are all exact."""
    raw = '{"turns": 9, "pace": "9.5", "lamps": {"b": {"oil": 2}, "a": {"oil": 1}}, "flags": [true], "name": "é\\"{["}'
    lamps = FrozenMap({"a": Lamp(1), "b": Lamp(2)})
    assert Situation(9, 'é"{[', Fraction(19, 2), lamps, (True,)) == read(Situation, raw)


@pytest.mark.parametrize(
    "raw, field",
    [
        (b'{"turns": 0}', "turns"),
        (b'{"turns": 1, "lamps": 3}', "lamps"),
        (b'{"turns": 1, "lamps": {"a": 3}}', "lamps.a"),
        (b'{"turns": 1, "lamps": {"b": {"oil": 1}, "a": {"oil": "x"}}}', "lamps.a.oil"),
        (b'{"turns": 1, "lamps": {"a": {}}}', "lamps.a.oil"),
        (b'{"turns": 1, "lamps": {"a": {"oil": 1, "`": 2}}}', "lamps.a.`"),
        (b'{"turns": 1, "stores": {"cellar": {"shelf": true}}}', "stores.cellar.shelf"),
        (b'{"turns": 1, "flags": [true, 2]}', "flags[1]"),
    ],
)
def test_the_field_is_named(raw: bytes, field: str) -> None:
    """Faults say which input they are about, within mappings too."""
    with pytest.raises(RuleInputError) as refused:
        read(Situation, raw)
    assert field == refused.value.field
    assert field in refused.value.what or field.endswith("`")


LONG = "xy" * 30_000


@pytest.mark.parametrize(
    "raw",
    [
        f'{{"turns": 1, "colour": "{LONG}"}}',
        f'{{"turns": 1, "{LONG}": 1}}',
        f'{{"turns": 1, "`{LONG}": 1}}',
        f'{{"turns": 1, "lamps": {{"{LONG[:20_000]}": {{}}}}}}',
        f'{{"turns": 1, "painted": {{"{LONG[:20_000]}": "{LONG[:20_000]}"}}}}',
        f'{{"turns": 1, "pace": "{LONG}"}}',
        f'{{"{LONG[:20_000]}": 1, "{LONG[:20_000]}": 2}}',
        f'{{"turns": 1.{"3" * 60_000}}}',
    ],
)
def test_long_input_is_not_repeated(raw: str) -> None:
    """A message holds at most 80 characters of what was sent."""
    with pytest.raises(RuleInputError) as refused:
        read(Situation, raw)
    assert sum(str(refused.value).count(character) for character in "xy3") <= 80
    assert len(str(refused.value)) < 300


def test_size_is_counted_in_bytes() -> None:
    """Text is as long as its UTF-8."""
    with pytest.raises(RuleInputError) as refused:
        read(Situation, '{"turns": 1, "name": "' + "é" * (MOST_BYTES // 2) + '"}')
    assert "too_long" == refused.value.code


@pytest.mark.parametrize(
    "name, code", [("\ud800", "bad_unicode"), ("\x00", "bad_character"), (["\ud800"], "bad_unicode")]
)
def test_values_are_checked_as_bytes_are(name: object, code: str) -> None:
    """What a program hands over is no less strictly read."""
    with pytest.raises(RuleInputError) as refused:
        checked(Situation, {"turns": 1, "name": name})
    assert code == refused.value.code


def test_a_list_in_itself_is_too_deep() -> None:
    """And no endless work."""
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(RuleInputError) as refused:
        checked(Situation, {"turns": 1, "flags": endless})
    assert "too_deep" == refused.value.code


@pytest.mark.parametrize("number", [1.5, 0.0, float("nan"), float("inf")])
def test_floats_are_not_written(number: float) -> None:
    """Neither state nor anything sent holds one; NaN would become null."""
    for value in (number, [number], {"a": {"b": (number,)}}, FrozenMap({"a": number})):
        with pytest.raises(ValueError, match="float"):
            wire.encode(value)


@given(
    st.fractions(-(10**20), 10**20, max_denominator=10**9),
    st.dictionaries(st.text(min_size=1, max_size=5), st.integers(0, 10**6)),
)
def test_round_trip(pace: Fraction, oil: dict[str, int]) -> None:
    """What is written is read back equal, hashes alike, and is written alike whatever the order."""
    situation = Situation(turns=3, pace=pace, lamps=FrozenMap({name: Lamp(n) for name, n in oil.items()}))
    turned = Situation(turns=3, pace=pace, lamps=FrozenMap({name: Lamp(oil[name]) for name in reversed(list(oil))}))
    raw = wire.encode(situation)
    assert raw == wire.encode(turned)
    assert situation == turned == wire.decode(Situation, raw) == wire.from_plain(Situation, wire.plain(situation))
    assert hash(situation) == hash(turned)


@pytest.mark.parametrize("raw", [b'{"turns":1,"name":"\xff"}', b"[" * 100_000, b"nonsense", b'{"turns":"3"}'])
def test_the_plain_decoder_has_one_fault(raw: bytes) -> None:
    """Whatever is wrong with what we wrote ourselves, it is Unreadable."""
    with pytest.raises(wire.Unreadable):
        wire.decode(Situation, raw)


def test_the_plain_decoder_names_the_place() -> None:
    """The message ends in the whole path; half a character pair is a fault like any other."""
    with pytest.raises(wire.Unreadable, match=r"at `\$\.lamps\.a\.oil`"):
        wire.decode(Situation, b'{"turns":1,"lamps":{"a":{"oil":"x"}}}')
    with pytest.raises(wire.Unreadable):
        wire.from_plain(Situation, {"turns": 1, "colour": "\ud800"})


def test_no_wire_form_is_a_fault_of_ours() -> None:
    """A value that cannot travel is refused when it is written, and a type when it is read."""
    with pytest.raises(NotImplementedError):
        wire.encode(object())
    with pytest.raises(NotImplementedError):
        wire.decode(complex, b"1")
