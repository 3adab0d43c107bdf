"""The marks that other programs set in Markdown: dice in code, links to notes, block ids, front matter and HTML."""

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile

from msgspec import Struct

from undercroft.exchange.foreign.note_fences import NoteFence, fences_in, without_fences
from undercroft.exchange.foreign.text_mapper import is_drawn
from undercroft.table.lore.tables import MOST_TEXT, is_dice

MOST_ABOVE = 4
"""How many lines a block id may stand below its table."""
_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Signs that nobody sees, such as those of pages copied from a document."""
_CARD = re.compile(r"statblock:[ \t]*true[ \t]*", re.IGNORECASE)
"""What the front matter of a note says that is a stat block itself."""
_TITLE = re.compile(r"title:[ \t]*[\"']?(.*?)[\"']?[ \t]*")
_BLOCK_ID = re.compile(r"[ \t]*\^([A-Za-z0-9-]{1,80})[ \t]*")
_ANCHOR = re.compile(r"(?<=\|)[ \t]*\{:?[ \t]*#([A-Za-z0-9-]{1,80})[^{}\n]{0,80}\}[ \t]*$")
"""The same as other programs write it, behind the last row."""
_DICE_HEAD = re.compile(
    r"(\|[ \t]*)`?dice:[ \t]*([^|`\n\\]{1,40}?)(?:\\\|[^`\n|]{0,40}){0,4}`?([ \t]*(?<!\\)\|)", re.IGNORECASE
)
"""Dice at the head of a column, as the Dice Roller of Obsidian writes them."""
_LAYOUT = re.compile(
    r"[ \t]*(?:\{\{[\w,:;#.=\- \t]*|\}\}|\\(?:page|column|pagebreak(?:Num)?)\b.*|:{1,9}|\{%.*%\}|\{\{[<%].*\}\})[ \t]*"
)
"""Lines that only lay out a page, as Homebrewery and the makers of sites have them."""
_FRAME = re.compile(
    r"^[ \t]*(?:</?(?:div|center|p|span|br|hr|img|section|details)\b[^<>\n]{0,300}>[ \t]*){1,20}$",
    re.IGNORECASE | re.MULTILINE,
)
"""Lines of HTML that only lay out what is between them."""
_COMMENTS = (("<!--", "-->"), ("%%", "%%"))
"""The signs around words that a page does not show."""
_QUOTED = re.compile(r"[ \t]{0,3}>[ \t]?")
_CALLOUT = re.compile(r"\[!(?!roll:)[\w|/ -]{1,40}\][+-]?[ \t]*(.*)")
"""The head of a coloured box, as Obsidian has it: its kind and its title."""
_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*\|[ \t:|-]*")
"""The line below the head of a table."""
_BREAK = re.compile(r"<br[ \t]*/?>", re.IGNORECASE)
_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})[ \t]*text-mapper\b")
_TABLE_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})[ \t]*roll-(?:table|list)\b")
_TWO_DICE = re.compile(r"([ \t]*roll:[ \t]*)[\"']?1?d6[ \t]*,[ \t]*1?d6[\"']?[ \t]*")
_TWO_FACES = re.compile(r"([ \t]*)[\"']?([1-6])-([1-6])[\"']?[ \t]*:")
"""A row of two dice by what each of them shows, as Platen has it."""

_ROLL = re.compile(
    r"`dice(?:-mod|\+)?:[ \t]*([^`\[\]]{1,80}?)(?:\\?\|[^`]*)?`(?:[ \t]*\(`[^`]{1,40}`\))?", re.IGNORECASE
)
_ROLL_OF_NOTE = re.compile(r"`dice(?:-mod|\+)?:[ \t]*(?:[0-9]*d)?\[\[([^`\[\]]{1,200})\]\][^`]*`", re.IGNORECASE)
_ROLL_OF_PAGE = re.compile(
    r"`dice(?:-mod|\+)?:[ \t]*\[[^`\]]*\]\([^`)]*?#\^?([A-Za-z0-9-]{1,80})\)[^`]*`", re.IGNORECASE
)
_CODE = re.compile(r"`([^`\n]{1,80})`")
_ENCOUNTER = re.compile(r"`encounter:[ \t]*(?:([0-9]{0,2}d?[0-9]{1,3})[ \t]*:)?[ \t]*([^`\n]{1,80})`", re.IGNORECASE)
"""Creatures within a text, as the Initiative Tracker of Obsidian writes them."""
_EMBED = re.compile(r"!\[\[[^\[\]\n]{0,300}\]\]|!\[(?!roll:)[^\[\]\n]{0,300}\]\([^()\n]{0,300}\)")
_WIKI = re.compile(r"\[\[([^\[\]\n]{1,300})\]\]")
_LINK = re.compile(r"(?<!!)\[([^\[\]\n]{1,300})\]\([^()\n]{0,300}\)")
_STRESS = re.compile(r"(\*{1,3}|~~|(?<!\w)_{1,3}(?=\S))([^*~\n]{1,200}?)\1(?!\w)")


class PageText(Struct, frozen=True):
    """A page in plain Markdown, line for line, and what its marks said."""

    text: str
    title: str
    """The title in the front matter; empty where there is none."""
    marks: Mapping[str, int]
    """The ids of blocks, each with its line."""
    maps: tuple[tuple[int, str], ...]
    """The lines of maps that are drawn in the page, with their numbers."""
    fences: tuple[NoteFence, ...] = ()
    """Its fences; those with stat blocks and encounters are no part of the text."""


def page_text(raw: str) -> PageText:
    r"""A page without the marks of other programs; its lines keep their numbers.

    >>> page_text("| `dice: 1d4` | Find |\n|---|---|\n| 1-4 | wax<br>seal |\n^finds").text
    '| 1d4 | Find |\n|---|---|\n| 1-4 | wax seal |\n'
    """
    lines = _HIDDEN.sub(" ", shown_and_hidden(raw)[0]).split("\n")
    top = _front(lines)
    title = next((found[1] for line in lines[1:top] if (found := _TITLE.fullmatch(line))), "")
    fences = tuple(fences_in(lines))
    fences += (NoteFence("statblock", 1, tuple(lines[1 : top - 1])),) if any(map(_CARD.fullmatch, lines[1:top])) else ()
    lines = without_fences(lines)
    lines[:top] = [""] * top
    marks, maps, inside = dict[str, int](), list[tuple[int, str]](), ""
    for at, line in enumerate(lines):
        if inside:
            inside = "" if line.strip().startswith(inside) else inside
            maps += [(at + 1, line)] if inside else []
        elif fence := _FENCE.match(line):
            inside = fence[1]
        elif _LAYOUT.fullmatch(line):
            lines[at] = ""
        elif (block := _BLOCK_ID.fullmatch(line) or _ANCHOR.search(line)) is not None:
            marks[block[1].casefold()] = at + 1
            lines[at] = line[: block.start()]
        lines[at] = _BREAK.sub(" ", _DICE_HEAD.sub(r"\1\2\3", lines[at]))
    _unquote(lines)
    _join_two_dice(lines)
    for start, code in _indented(lines):
        if all(map(is_drawn, code)):
            maps += enumerate(code, start + 1)
            lines[start : start + len(code)] = [""] * len(code)
    return PageText("\n".join(lines), title, marks, tuple(maps), fences)


def _join_two_dice(lines: list[str]) -> None:
    r"""Write a table of Platen on two dice, d6,d6, as one on d66.

    >>> lines = ["```roll-table", "roll: d6,d6", "results:", "  1-2: a bell", "```", "1-2: a tin"]
    >>> _join_two_dice(lines)
    >>> lines[1], lines[3], lines[5]
    ('roll: d66', '  12: a bell', '1-2: a tin')
    """
    inside, joined = "", False
    for at, line in enumerate(lines):
        if not inside:
            fence = _TABLE_FENCE.match(line)
            inside, joined = (fence[1], False) if fence is not None else ("", False)
        elif line.strip().startswith(inside):
            inside = ""
        elif roll := _TWO_DICE.fullmatch(line):
            lines[at], joined = f"{roll[1]}d66", True
        elif joined:
            lines[at] = _TWO_FACES.sub(r"\1\2\3:", line, count=1)


def shown_and_hidden(raw: str) -> tuple[str, str]:
    r"""A page without its comments and the frames of HTML, line for line, and the words of the comments.

    >>> shown_and_hidden("A well.<!-- dry -->\nDeep. %% 30 ft\ndown %%")
    ('A well.\nDeep. \n', 'dry\n\n30 ft\ndown')
    """
    hidden = list[str]()
    for begin, end in _COMMENTS:
        kept, at = list[str](), 0
        while (start := raw.find(begin, at)) >= 0 and (stop := raw.find(end, start + len(begin))) >= 0:
            words = raw[start + len(begin) : stop]
            hidden += [words.strip()] if words.strip() else []
            kept += [raw[at:start], "\n" * words.count("\n")]
            at = stop + len(end)
        raw = "".join((*kept, raw[at:]))
    return _FRAME.sub("", raw), "\n\n".join(hidden)


def _unquote(lines: list[str]) -> None:
    """Take boxes and tables out of the quotation marks that frame them; the title of a box names what is in it."""
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and _QUOTED.match(lines[end]):
            end += 1
        inside = [_QUOTED.sub("", line, count=1) for line in lines[at:end]]
        box = _CALLOUT.fullmatch(inside[0]) if inside else None
        if box or any(_RULE.fullmatch(line) for line in inside):
            inside[0] = (f"**{box[1].strip()}**" if box[1].strip() else "") if box else inside[0]
            lines[at:end] = inside
        else:
            at = max(end, at + 1)


def _indented(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Blocks of indented code: where each begins, and its lines."""
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and lines[end].startswith(("    ", "\t")) and lines[end].strip():
            end += 1
        if end > at + 1 and (at == 0 or not lines[at - 1].strip()):
            yield at, lines[at:end]
        at = max(end, at + 1)


def _front(lines: list[str]) -> int:
    """The number of lines of the front matter; 0 where there is none."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    return next((at + 1 for at in range(1, len(lines)) if lines[at].rstrip() in ("---", "...")), 0)


def without_front(raw: str) -> str:
    r"""A page without its front matter.

    >>> without_front("---\ntags: [a]\n---\n# Hall")
    '# Hall'
    """
    lines = raw.split("\n")
    return "\n".join(lines[_front(lines) :])


def row_words(text: str, tables: Mapping[str, str]) -> str:
    """The words of a row: dice and tables in double brackets, links as their words, and no stress.

    `tables` has the names of tables by the ids of their blocks, and by their names in small letters.

    >>> row_words("`dice: d4|avg` (`d4`) **bats**, see [[Bats#Lair|the lair]] or [wings](w.md)", {})
    '[[1d4]] bats, see the lair or wings'
    >>> row_words("Feature `dice: [[Fill#^caves]]`, `2d6` ft", {"caves": "Caves"})
    'Feature [[Caves]], [[2d6]] ft'
    """

    def table(found: re.Match[str]) -> str:
        of = tables.get(found[1].rsplit("^", 1)[-1].casefold())
        return f"[[{of}]]" if of else _words(found[1])

    text = _ROLL_OF_NOTE.sub(table, _ROLL_OF_PAGE.sub(table, text[: 2 * MOST_TEXT]))
    text = _ROLL.sub(lambda found: _dice(found[1]) or found[1], text)
    text = _ENCOUNTER.sub(lambda found: f"{_dice(found[1] or '') or found[1] or ''} {found[2]}", text)
    text = _CODE.sub(lambda found: _dice(found[1]) or found[1], text)
    text = _EMBED.sub("", text)
    text = _WIKI.sub(lambda found: _linked(found[1], tables), text)
    text = _STRESS.sub(r"\2", _LINK.sub(r"\1", text))
    return " ".join(text.split())


def _dice(written: str) -> str:
    """Dice in double brackets; empty where they are none."""
    bare = re.sub(r"\s+", "", written).lower().replace("d%", "d100")
    bare = f"1{bare}" if bare.startswith("d") else bare
    return f"[[{bare}]]" if "d" in bare and is_dice(bare) else ""


def _linked(written: str, tables: Mapping[str, str]) -> str:
    """What stands between double brackets: dice, a table of this page or another, or else the words of a link."""
    roll = re.sub(r"^/(?:r|roll)\s+", "", written)
    of = tables.get(written.casefold()) or (None if re.search(r"[|#^/\\]", written) else written.strip())
    return _dice(roll) or (f"[[{of}]]" if of else _words(written))


def _words(link: str) -> str:
    """The words of a link to a note: its label, or the name of the note without its folder."""
    name, _, label = link.replace("\\|", "|").partition("|")
    bare = "".join(takewhile(lambda sign: sign not in "#^", name)).rstrip("/").rsplit("/", 1)[-1]
    return (label or bare or name.strip("#^")).strip()
