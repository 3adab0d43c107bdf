"""Every line that docs/playing.md shows can be typed, somewhere in the demo, and does what it says."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from undercroft import demo
from undercroft.demo.bookmark_scripts import BOOKMARKS
from undercroft.faces.terminal import console as terminal
from undercroft.faces.terminal.command_file import CommandFile
from undercroft.faces.terminal.console import Console
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.faces.terminal.explanations import help_lines, refusal
from undercroft.faces.terminal.ruling_line import RULING
from undercroft.faces.terminal.typed_line import typed
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.units import SeatId
from undercroft.server.commands import BY_TAG
from undercroft.server.tables import Tables
from undercroft.store.memory import MemoryStore
from undercroft.table.engine.part import Offer
from undercroft.table.offers import offers_now
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Combat, HouseRules
from undercroft.table.state.seats import REFEREE

PAGE = (Path(__file__).parents[3] / "docs" / "playing.md").read_text(encoding="utf-8")
_SPAN = re.compile(r"`([^`]+)`")
_PATTERN = re.compile(r"\b[A-Z]{4,}\b|\bN\b")
_FIELD = re.compile(r"([a-z_]+)=")
_ROW = re.compile(r"^\| (`.*?) \| (.*) \|$", re.MULTILINE)
_BLOCK = re.compile(r"(?:^    .*\n)+", re.MULTILINE)
PROMPT = {"as", "draft", "offers", "help", "undo", "redo", "why", "overrule", "look", "show", "log", "quit"}
IN_FILES = {"expect", "snapshot", "same"}
VOTARIES = "6 votaries HD 2 AC [13] 1d6 hp 9"
SCENES: Mapping[str, tuple[str, str]] = {
    "nave": ("start", "light tam torch\nenter_site ossuary\nmove lych-door : *"),
    "meeting": ("torch", 'meet_strangers line="6 pilgrims HD 1" : *'),
    "ossuary": ("torch", "move bone-arch : *\nend_meeting"),
    "won": ("fight", "end_fight : *\nstabilise ansgar corvin : 6 6 *\nend_meeting : *"),
    "delve": ("torch", 'adjust what=group id=party field=zone value="stairfoot" reason=x : *'),
    "camp": ("road", "make_camp : *"),
    "fight by Sovereign": ("by-sovereign", f'enter_site ossuary\nadd_foes line="{VOTARIES}" : 8 1'),
}
"""Other scenes, each from one of the demo's and a few lines."""


@pytest.fixture(scope="module")
def scenes() -> Iterator[Mapping[str, Console]]:
    """The referee in every scene of the demo that the page needs."""
    with closing(MemoryStore()) as store:
        tables = Tables(store)
        opening = demo.campaign()
        by_sovereign = replace(opening, house=replace(opening.house, combat=Combat.SOVEREIGN))
        begun = {"start": opening, "by-sovereign": by_sovereign}
        found = {name: Console(tables.begin(name, begin)) for name, begin in begun.items()}
        found |= {mark.id: Console(begin_at(tables, mark, mark.id, mark.id)) for mark in BOOKMARKS}
        for name, (start, lines) in SCENES.items():
            found[name] = found[start].rehearsal()
            CommandFile(found[name], lambda _: None, proven=True).run(lines.splitlines())
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(terminal, "offers_now", _remembered(found))
            yield found
        tables.close()


def _remembered(scenes: Mapping[str, Console]) -> Callable[[Campaign, SeatId], tuple[Offer, ...]]:
    """The offers of the scenes, found once for all lines that are typed in them; those of other moments as ever."""
    kept = {id(known): (known, offers_now(known, REFEREE)) for known in (each.known for each in scenes.values())}

    def offers(known: Campaign, seat: SeatId) -> tuple[Offer, ...]:
        return kept[id(known)][1] if seat == REFEREE and id(known) in kept else offers_now(known, seat)

    return offers


def spans(text: str) -> list[str]:
    """The code in a text, without patterns such as `as NAME`."""
    return [span for span in _SPAN.findall(text) if not _PATTERN.search(span)]


def rows() -> list[object]:
    """The lines of each row of the page's tables, and what the row says about them."""
    return [
        pytest.param(spans(found[1]), found[2], id=found[1][:60]) for found in _ROW.finditer(PAGE) if spans(found[1])
    ]


def refused_in(console: Console, lines: list[str]) -> str:
    """Why these lines cannot be typed there one after the other; empty if they can. Commands alone are only names."""
    console = console.rehearsal()
    for line in lines:
        first = line.partition(" ")[0]
        if first in PROMPT | IN_FILES | BY_TAG.keys() and (first == line or first in PROMPT):
            if first in BY_TAG:
                console.act(console.command(typed(line))) if _complete(console, line) else None
            continue
        if _FIELD.match(line):
            continue
        try:
            if why := console.act(console.command(typed(line))):
                return f"{line}: {refusal(why)}"
            CommandFile(console, lambda _: None, proven=True).run(["note x : *"] if console.wanted() else [])
        except UndercroftError as fault:
            return f"{line}: {fault}"
    return ""


def _complete(console: Console, line: str) -> bool:
    try:
        return not console.rehearsal().act(console.command(typed(line)))
    except UndercroftError:
        return False


@pytest.mark.parametrize("lines, says", rows())
def test_a_row_can_be_typed(scenes: Mapping[str, Console], lines: list[str], says: str) -> None:
    """One line after the other in some scene; the fields that the row names are fields of its commands."""
    why = {name: refused_in(console, lines) for name, console in scenes.items()}
    assert "" in why.values(), why
    commands = [line.split()[0] for line in lines if line.split()[0] in BY_TAG]
    fields = {field for command in commands for field in BY_TAG[command].__struct_fields__}
    named = {found[1] for span in (*lines, *spans(says)) if (found := _FIELD.match(span))}
    assert not commands or named <= fields
    assert commands or {line.split()[0] for line in lines} <= PROMPT | IN_FILES | {'{"kind":'}


def test_lines_in_the_text_can_be_typed(scenes: Mapping[str, Console]) -> None:
    """Those with more than a command's name in them."""
    prose = re.sub(r"^- .*\n", "", _ROW.sub("", _BLOCK.sub("", PAGE)), flags=re.MULTILINE)
    lines = [span for span in spans(prose) if " " in span and not span.startswith(("undercroft", *PROMPT))]
    lines = [line for line in lines if not re.fullmatch(r"[0-9? ]+", line) and not _FIELD.match(line)]
    assert 5 <= len(lines)
    for line in lines:
        why = {name: refused_in(console, [line]) for name, console in scenes.items()}
        assert "" in why.values(), why


def test_names_of_commands_are_names_of_commands() -> None:
    """Every word in code that looks like a command is one, or a field, or a word of the prompt."""
    fields = {field for kind in BY_TAG.values() for field in kind.__struct_fields__}
    words = {span for span in spans(PAGE) if re.fullmatch(r"[a-z]+_[a-z_]+", span)}
    assert words <= BY_TAG.keys() | fields | set(HouseRules.__struct_fields__)
    assert [] != help_lines("light")


def test_rulings_can_be_typed(scenes: Mapping[str, Console]) -> None:
    """Each line of the block, and each way to roll that the text names."""
    lines = [line.strip() for block in _BLOCK.findall(PAGE) for line in block.splitlines() if RULING in line]
    ways = [span for span in spans(PAGE) if re.match(r"(check|save|attribute|chance|dice|else)=.", span)]
    assert (4, 6) == (len(lines), len(ways))
    for line in (*lines, *(f'{RULING} "over the wall" maud {way}' for way in ways)):
        assert "" == refused_in(scenes["torch"], [line])


def test_the_script_runs_as_it_stands(scenes: Mapping[str, Console]) -> None:
    """From the beginning of the demo, with its own dice."""
    (block,) = [block for block in _BLOCK.findall(PAGE) if "snapshot before" in block]
    ended = CommandFile(scenes["start"].rehearsal(), lambda _: None).run(block.splitlines())
    assert ("", block.count("\n")) == (ended.refused, ended.lines)


def test_lines_of_foes_can_be_typed(scenes: Mapping[str, Console]) -> None:
    """Each line of the block starts a fight."""
    (block,) = [block for block in _BLOCK.findall(PAGE) if "votaries HD 2 AC 5 1d8\n" in block]
    for line in block.splitlines():
        quoted = line.strip().replace('"', '\\"')
        assert "" == refused_in(scenes["torch"], [f'add_foes line="{quoted}"'])
