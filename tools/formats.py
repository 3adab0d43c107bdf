"""Writes the published description of the campaign file: its JSON Schema, and the list of its fields.

`python -m tools.formats` writes `docs/formats/campaign.schema.json` and the end of `docs/formats/campaign.md`. The
purpose of a field is the docstring under it in its struct, or an entry here if there is no docstring.
"""

import ast
import inspect
import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from textwrap import dedent

from msgspec import Struct

from undercroft.exchange.campaignfile.forming import HEX, HOUR, ID, NUMBER, Form
from undercroft.exchange.campaignfile.forms import WRITTEN, Written
from undercroft.exchange.campaignfile.schema import schema
from undercroft.kernel.shape import Either, Exact, Field, Flag, Many, Named, OneOf, Record, Text, Whole
from undercroft.table.gear.prices import ITEMS, Ware
from undercroft.table.state.house_choices import choices

DOCS = Path(__file__).parents[1] / "docs" / "formats"
SCHEMA, PAGE = DOCS / "campaign.schema.json", DOCS / "campaign.md"
BEGIN = "<!-- The rest is written by `make manual`. -->"

SCORES = ("strength", "dexterity", "constitution", "intelligence", "wisdom")
UNDOCUMENTED = {
    "house": {
        "preset": "the book or blend to start from",
        **{question.id: question.asks for question in choices() if not question.book},
        "readings": "what is chosen where a book is unclear, by the reading's id",
    },
    "seat": {"name": "who sits there", "dice": "rolled by the server, or typed in"},
    "person": {
        "name": "what they are called",
        "role": "their role in the party",
        "strain": "System Strain",
        "fp": "fatigue points now",
        "scars": "Scars",
        "run_rounds": "rounds they have been running",
        "alive": "yes or no",
        "conditions": "their conditions, each with a name, the second it began, and a note",
        "xp_pool": "experience not yet counted",
        "about": "who they are",
    },
    "sheet": {
        **{score: f"the {score} score" for score in SCORES},
        "level": "level",
        "xp": "experience",
        "skills": "how well each skill is known; untrained if not given",
        "feats": "feats",
        "occupation": "what they did before",
        "overrides": "numbers of other books set by hand, under the bridge's names",
    },
    "site": {
        "name": "what the place is called",
        "clock": "the book by which time passes there",
        "danger": "Delving's danger level",
        "shadowcursed": "is the dark itself dangerous?",
        "alerted": "do the inhabitants know that strangers have come?",
        "encounters": "the wandering monsters, every row equally likely",
    },
    "lands": {
        "name": "what the country is called",
        "weather": "the weather at the start",
        "hexes": "the hexes of the map",
        "ways": "roads, trails and rivers",
    },
    "landhex": {
        "terrain": "what it is made of",
        "name": "what it is called, if it has a name",
        "deep_canopy": "a forest so thick that it is always dusk below",
        "tags": "kinds of country that change the encounter die",
        "features": "what is in it",
    },
    "landfeature": {
        "name": "what it is called",
        "grade": "how it is found",
        "landmark": "visible from neighbouring hexes",
        "hints": "what points to it",
        "found": "have the players found it?",
    },
    "landhint": {
        "text": "what is heard or noticed",
        "channel": "how word of it gets about",
        "lead": "what the party then knows to look for",
        "given": "has it been told?",
    },
    "landway": {"path": "trail, road or river", "name": "what it is called"},
    "zone": {
        "name": "what it is called",
        "corridor": "a passage rather than a room",
        "lit": "lit: nobody needs a light here",
        "safe": "nothing comes here",
        "level": "how deep; the first is 1",
        "shape": "where it is drawn on the map of its level",
        "length_ft": "in feet",
        "width_ft": "in feet",
        "height_ft": "in feet",
    },
    "shape": {
        "x": "squares from the left",
        "y": "squares from the top",
        "width": "squares across",
        "height": "squares down",
    },
    "door": {
        "state": "its state",
        "name": "what it looks like, as in “the oak door is locked”",
        "lock_dc": "how hard its lock is; by the book if not given",
        "material": "what must be battered down",
        "key": "the thing that unlocks it",
        "closes_itself": "it falls shut behind everybody who goes through",
        "spiked": "wedged as it stands",
    },
    "trap": {
        "zone": "where it is",
        "name": "what it is called once it is known",
        "trigger": "what springs it",
        "door": "the door it is on",
        "thing": "the thing that must not be touched",
        "damage": "dice such as 2d6; a trap need not have any",
        "save": "the save that halves or avoids, if there is one",
        "harm": "what it does beside its damage",
        "potency": "of its poison: 4 if weak, -4 if dire",
        "disarm_dc": "how hard it is to disarm; by the book if not given",
        "state": "its state",
        "resets": "it is ready again at once",
    },
    "feature": {
        "zone": "where it is",
        "grade": "found by a search, or only by its clues",
        "clues": "of a secret, the vaguest first",
        "dc": "how hard it is to notice; by the book if not given",
        "door": "the door it reveals",
        "trap": "the trap it reveals",
        "things": "the things that lie behind it, in the same zone",
        "found": "it is found already",
        "clues_given": "numbers of the clues that are known already, from 0",
    },
    "obstacle": {
        "zone": "where it is",
        "kind": "what is in the way",
        "name": "what it looks like",
        "to": "the room it blocks",
        "dc": "how hard it is to get past; by the book if not given",
        "potency": "of its poison: 4 if weak, -4 if dire",
        "cleared": "it is out of the way already",
    },
    "creatures": {
        "name": "what they are called",
        "count": "how many",
        "hd": "Hit Dice",
        "hp": "hit points of each, where they are rolled already",
        "ac": "Violence's armour class",
        "damage": "dice of one hit",
        "activity": "what they are doing, as it is seen or heard",
        "noise": "what can be heard of them through a door",
        "kind": "humanoid, beast, undead, construct or what you like",
        "undead": "yes or no",
        "hostile": "they attack without a reaction roll",
        "ambush": "nobody sees them until they strike",
        "notes": "for the referee",
        "met": "the party has encountered them",
        "distance_ft": "how far off they are",
        "direction": "where they are coming from",
    },
    "encounterrow": {"name": "what the row is called; no two alike"},
    "thing": {
        "count": "how many",
        "worth": "in coppers, for all of them",
        "note": "what else there is to know",
    },
}  # fmt: skip
"""The purpose of fields without a docstring, by the kind of thing they belong to."""


def field_docs(kind: type[Struct]) -> dict[str, str]:
    """The docstring under each field of a struct, from its source."""
    (body,) = (node.body for node in ast.parse(dedent(inspect.getsource(kind))).body if isinstance(node, ast.ClassDef))
    found: dict[str, str] = {}
    for node, below in pairwise(body):
        match node, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = text
            case _:
                pass
    return found


def help_of(form: Written) -> dict[str, str]:
    """The purpose of each field of a form, as far as the form itself does not have it."""
    kind = form.kind.__name__.lower() if form.kind else form.name
    entry = "house" if kind == "houserules" else kind
    return {**(field_docs(form.kind) if form.kind else {}), **UNDOCUMENTED.get(entry, {})}


def every_help() -> Mapping[str, Mapping[str, str]]:
    """The same for every form, by its name."""
    return {form.name: help_of(form) for form in WRITTEN}


def schema_text() -> str:
    """The schema as it is published."""
    return json.dumps(schema(every_help()), indent=1, ensure_ascii=False) + "\n"


# The list of fields

_LIKE = {"hireling": "character"}
_LISTED = tuple(form for form in WRITTEN if "-" not in form.name and form.name not in _LIKE)
"""The forms listed. A hireling has the fields of a character, and parts of a zone have those of a site's parts."""


def page_text(page: str) -> str:
    """The page with its list of fields brought up to date."""
    written, _, _ = page.partition(BEGIN)
    return f"{written}{BEGIN}\n\n{''.join(map(_table, _LISTED))}{_items()}"


def _items() -> str:
    rows = "".join(f"| `{id}` | {ware.name} | {ware.kind} | {_load(ware)} |\n" for id, ware in ITEMS.items())
    return f"### Items\n\n| id | name | kind | points |\n|---|---|---|---|\n{rows}"


def _load(ware: Ware) -> str:
    return str(ware.points) if ware.pieces == 1 else f"{ware.points} for {ware.pieces}"


def _table(form: Written) -> str:
    rows = "".join(f"{_row(field, help_of(form))}\n" for field in form.record.fields)
    heading = form.name.capitalize()
    return f"### {heading}\n\n| key | what it may be | if not given | what it is |\n|---|---|---|---|\n{rows}\n"


def _row(field: Field, told: Mapping[str, str]) -> str:
    default = "**required**" if field.required else _default(field)
    says = (field.help or told.get(field.name, "")).replace("\n", " ").replace("|", "\\|").rstrip(".")
    return f"| `{field.name}` | {_sort(field.shape)} | {default} | {says[:1].upper()}{says[1:]} |"


def _default(field: Field) -> str:
    if field.default in (None, "", [], {}):
        return ""
    return f"`{json.dumps(field.default, ensure_ascii=False)}`"


_PATTERNED: Mapping[Text, str] = {
    ID: "an id",
    HOUR: 'a time, `"08:30"`',
    HEX: 'a hex, `"0203"`',
    NUMBER: 'a number, `"8a"`',
}


def _sort(form: Form) -> str:
    match form:
        case Flag():
            return "yes or no"
        case Whole(least=least, most=most):
            return f"{least:,} to {most:,}"
        case Exact():
            return "a number, a fraction"
        case OneOf(words=words):
            return ", ".join(f"`{word}`" for word in words)
        case Text(most=most, pattern=None):
            return f"text, up to {most:,}"
        case Text():
            return _PATTERNED[form]
        case Many(of=of):
            return f"list: {_sort(of)}"
        case Either(parts=(Named(of=Record() as of), Many())):
            return f"{_name(of)} each"
        case Either(parts=parts):
            return " or ".join(map(_sort, parts))
        case Named(of=of):
            return f"table of {_sort(of)}"
        case Record():
            return _name(form) or _keys(form)
        case _:
            return ""


def _keys(record: Record) -> str:
    """A table without a form of its own: its keys, and what each may be if that is the same for all."""
    keys = ", ".join(f"`{field.name}`" for field in record.fields)
    sorts = {_sort(field.shape) for field in record.fields}
    return f"a table: {keys}{f', each {sorts.pop()}' if len(sorts) == 1 else ''}"


def _name(record: Record) -> str:
    name = next((form.name for form in WRITTEN if form.record is record), "").partition("-")[0]
    return f"[{name}](#{_LIKE.get(name, name)})" if name else ""


def stale() -> Iterator[tuple[Path, str]]:
    """The files that are out of date, with their correct text."""
    page = PAGE.read_text(encoding="utf-8")
    for path, text in ((SCHEMA, schema_text()), (PAGE, page_text(page))):
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            yield path, text


def main() -> None:
    """Write the files that are out of date."""
    for path, text in stale():
        path.write_text(text, encoding="utf-8")
        print(f"{path.name} written")


if __name__ == "__main__":
    main()
