"""Whatever is typed, an outline is read, nothing typed is lost, and twice as much takes twice the work."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.effort import reads_steadily
from tests.figures import share_of
from undercroft.exchange.outline import mended, read_outline, write_outline

LENGTH = 4096
A_LINE = 2500
"""Steps that a line may take: the short ones make whole rooms."""
FRAGMENTS = [
    "1 Hall", "2. Crypt, lit", "Room 3: Shrine", "## 4. Well", "Area 5 — Pit", "8a Loft, level 2", "6) ",
    "**7. Vault.** ", "> ", "?> ", "*> ", "? ", "* ", "! ", "$ ", "= ", "- ", "# ", "1 ", "2 ", "3", "9", "8a", ", ",
    ": ", "; ", "(", ")", '"', "“", "”", "'", "\\", "locked 11", "stuck", "one way", "barred from 2", "bronze key",
    "another way", "hidden", "none", "secret door to 2", "stairs down to 3", "door to 1 (locked)", "3 rats HD 1 AC 7",
    "220 gp", "fall 10 ft", "2d6", "to ", "GM: ", "read: ", "senses: ", "treasure: ", "trap: ", "monsters: ",
    "exits: ", "clue: ", "id: ", "key: ", "shape: ", "x 1, y 2, width 3, height 4", "lit: yes", "level: ",
    "numbers: by order", "encounter: ", "wandering: ", "name: ", "Wandering monsters (1d6)", "Level 2", "\n", "\n\n",
    "\t", "  ", "\r\n", "\x00", "\u202e", "é", "½", "with ",
]  # fmt: skip
texts = st.text() | st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=3), max_size=40).map("".join)


@settings(max_examples=share_of(200))
@given(texts)
@example("\r0")
def test_any_text_is_read(text: str) -> None:
    """Every note has words and a place in the text, every change it offers can be made, and the site can be written."""
    found = read_outline(text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for note in found.notes:
        assert 1 <= note.line <= len(lines)
        assert 1 <= note.column <= note.end
        assert note.code
        assert note.what
        assert note.fix
        if note.mend is not None:
            assert note.mend.words
            read_outline(mended(text, [note.mend]))
    if found.whole.site.zones:
        assert found.whole == read_outline(write_outline(found.whole, full=True)).whole
        assert found.whole == read_outline(write_outline(found.whole), found.whole).whole


@st.composite
def marked(draw: st.DrawFn) -> list[tuple[str, str]]:
    """Lines that each have a word of their own somewhere between the other signs."""
    pieces = st.lists(st.sampled_from([piece for piece in FRAGMENTS if "\n" not in piece]), max_size=3).map("".join)
    lines = [("1 Hall", "Hall")]
    for number in range(draw(st.integers(1, 8))):
        word = f"zq{'abcdefgh'[number]}x"
        lines.append((f"{draw(pieces)} {word} {draw(pieces)}".replace("\r", ""), word))
    return lines


@settings(max_examples=share_of(200))
@given(marked())
def test_nothing_typed_is_lost(lines: list[tuple[str, str]]) -> None:
    """Every word is in the site, or a note tells of its line."""
    found = read_outline("\n".join(line for line, _ in lines))
    whole = write_outline(found.whole, full=True).casefold()
    told = {note.line for note in found.notes}
    for number, (_, word) in enumerate(lines, 1):
        assert word.casefold() in whole or number in told


@pytest.mark.parametrize(
    "pattern",
    [
        "1 Hall\n", "> 2 door\n", "1 ", "(", '"', "a, ", "to 2 ", "door ", "> ", "* ", "! a: b, ", "\\",
        "$ cup 4 gp, jug 2 sp\n", "$ cup, ",
        "a b c to ", "1 Hall\n  > 2 door, locked 3, key\n", "read: x\n", "  3 rats HD 1\n", "1d6 ", "passage leads to ",
        "? a, b, c: d, e ", "= rock, 4 kg, to 2\n", "x ", "  - clue: a\n", "the ", "**", "# a\n", "\n", "key: ",
        "Wandering monsters\n1. a\n",
    ],
)  # fmt: skip
def test_no_text_is_slow(pattern: str) -> None:
    """Twice as much of anything takes twice the work."""
    once, twice = pattern * (LENGTH // len(pattern)), pattern * (2 * LENGTH // len(pattern))
    reads_steadily(read_outline, f"{once}\n", f"{twice}\n", a_line=A_LINE)
