"""What comes from outside is read strictly: every fault has its code, and nothing is guessed."""

from __future__ import annotations

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
from undercroft.kernel.strict import MOST_BYTES, read


class Lamp(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that burns."""

    oil: Annotated[int, Meta(ge=0)]


class Situation(Given, frozen=True):
    """One field of every kind."""

    turns: Annotated[int, Meta(ge=1, le=9), says("turns")]
    name: str = "x"
    pace: Fraction = Fraction(1)
    lamps: FrozenMap[Lamp] = FrozenMap()
    flags: tuple[bool, ...] = ()

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
        (b'{"turns": 1, "pace": "1/0"}', "out_of_range"),
        (b'{"turns": 1, "pace": "nan"}', "out_of_range"),
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


def test_what_is_right_is_read() -> None:
    """Whole numbers, decimals in quotation marks and fractions are all exact."""
    raw = '{"turns": 9, "pace": "9.5", "lamps": {"b": {"oil": 2}, "a": {"oil": 1}}, "flags": [true], "name": "é\\"{["}'
    lamps = FrozenMap({"a": Lamp(1), "b": Lamp(2)})
    assert Situation(9, 'é"{[', Fraction(19, 2), lamps, (True,)) == read(Situation, raw)


def test_the_field_is_named() -> None:
    """Faults say which input they are about."""
    with pytest.raises(RuleInputError) as refused:
        read(Situation, b'{"turns": 0}')
    assert "turns" == refused.value.field


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


def test_no_wire_form_is_a_fault_of_ours() -> None:
    """A value that cannot travel is refused when it is written, and a type when it is read."""
    with pytest.raises(NotImplementedError):
        wire.encode(object())
    with pytest.raises(NotImplementedError):
        wire.decode(complex, b"1")
