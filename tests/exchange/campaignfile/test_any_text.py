"""Whatever is given, a campaign is read, or refused with every problem on a line of the text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import reads_steadily
from tests.exchange.campaignfile.test_reading import PEOPLE, SITE
from tests.figures import share_of
from undercroft.exchange.campaignfile import BadCampaign, problems, read, write

LENGTH = 8192
FRAGMENTS = [
    "[", "]", "[[", "]]", "{", "}", "=", ",", ".", '"', '"""', "'", "'''", "#", "\n", "\\", "\\u0000", "0x", "1e9",
    "nan", "-1", "true", "1979-05-27", "name", "id", "zones", "doors", "sites", "characters", "things", "gear", "place",
    'type = "carried"', "é", "\u202e", "\x00", "\r", "\r\n", "lands = 1\n", "[characters.maud]\n",
    "[sites.mill.zones]\n",
]  # fmt: skip


@st.composite
def edited(draw: st.DrawFn) -> str:
    """A good file with a few pieces cut out or put in."""
    text = draw(st.sampled_from([PEOPLE, SITE]))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 8))
        text = text[:at] + draw(st.sampled_from(FRAGMENTS) | st.just("")) + text[at + cut :]
    return text


@settings(max_examples=share_of(300))
@given(st.text() | st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join) | edited())
def test_read_or_refused_at_a_place(text: str) -> None:
    """Every problem has words and a line; what was read can be written."""
    found = problems(text)
    lines = text.count("\n") + 1
    for problem in found:
        assert 1 <= problem.line <= lines
        assert problem.code
        assert problem.what
        assert problem.fix
    if found:
        with pytest.raises(BadCampaign) as fault:
            read(text, "any.toml")
        assert found == fault.value.problems
    else:
        there = read(text, "any.toml")
        assert there == read(write(there), "again.toml")


@pytest.mark.parametrize(
    "pattern",
    [
        "[", "{", "a=[", "a={b=", "a.", '"', "'", '"""', "\\", "#", "\n", "[[a]]\n", "[a.b]\n", "a=1\n", "x=1,", "=",
        "a = [[[[[[[[[[]]]]]]]]]]\n", "[a.a.a.a.a.a.a.a.a.a]\n", '"\\u0061"=1\n', "[[a]]\n[[a.b]]\n", "1979-05-27 ",
    ],
)  # fmt: skip
def test_no_text_is_slow(pattern: str) -> None:
    """Twice as much of anything takes twice the work."""
    reads_steadily(problems, pattern * (LENGTH // len(pattern)), pattern * (2 * LENGTH // len(pattern)))


@pytest.mark.parametrize(
    "item",
    [
        '[[seats]]\nid = "{n}"\nname = "x{n}"\n',
        '[[sites.a.zones]]\nid = "z{n}"\nname = "Z"\nglance = "Z."\n',
        '[[sites.a.zones.b.doors]]\nto = "c"\n',
        '[[characters.a.gear.readied]]\nitem = "torch"\n',
        '[things.t{n}]\nname = "x"\nplace = {{ type = "gone" }}\n',
        '[[sites.a.encounters]]\nname = "x{n}"\n',
    ],
)
def test_no_file_is_slow(item: str) -> None:
    """Nor is one with many of anything."""
    many = LENGTH // (len(item) + 6)
    once, twice = ("".join(item.format(n=n) for n in range(number)) for number in (many, 2 * many))
    reads_steadily(problems, once, twice)
