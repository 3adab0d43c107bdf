"""Writes the published description of the campaign file, and the checker of dice that needs no server.

`python -m tools.formats` writes `docs/formats/campaign.schema.json`, the end of `docs/formats/campaign.md` and
`docs/dice-checker.html`. The purpose of a field is the docstring under it in its struct, or an entry here if there is
no docstring.
"""

import ast
import inspect
import json
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from textwrap import dedent

from msgspec import Struct

from tools.written import write
from undercroft.exchange.campaignfile.forming import HEX, HOUR, ID, NUMBER, Form
from undercroft.exchange.campaignfile.forms import WRITTEN, Written
from undercroft.exchange.campaignfile.schema import schema
from undercroft.faces.web.live.pages.fair_dice import offline_checker
from undercroft.kernel.shape import Either, Exact, Field, Flag, Many, Named, OneOf, Record, Text, Whole
from undercroft.table.gear.prices import ITEMS, Ware
from undercroft.table.state.house_choices import choices

DOCS = Path(__file__).parents[1] / "docs" / "formats"
SCHEMA, PAGE = DOCS / "campaign.schema.json", DOCS / "campaign.md"
CHECKER = DOCS.parent / "dice-checker.html"
BEGIN = "<!-- The rest is written by `make manual`. -->"

SCORES = ("strength", "dexterity", "constitution", "intelligence", "wisdom")
UNDOCUMENTED = {
    "house": {
        "preset": "the book or blend to start from",
        **{question.id: question.asks for question in choices() if not question.book},
        "readings": "your choices where a book is unclear, by the reading's id",
    },
    "monster": {
        "kind": "what kind of creature: beast, humanoid, undead, dragon and so on",
        "undead": "are they undead?",
        "noise": "how loud they are",
        "hd": "Hit Dice",
        "scale": "how the AC counts: from 0, down from 9, or up from 10",
    },
    "randomtable": {"name": "what the table is called", "dice": "the dice to throw"},
    "power": {
        "name": "its name",
        "does": "what it does",
        "lasts": "how long it lasts once it is used",
        "count": "how many rounds, turns or hours",
        "per_day": "uses per day; 0 for as many as they like",
        "target": "what it is aimed at",
        "save": "the save against it, if there is one",
        "damage": "damage dice such as 2d6",
        "healing": "healing dice such as 1d6",
    },
    "seat": {"name": "the player's name", "dice": "rolled by the server, or typed in"},
    "person": {
        "name": "their name",
        "role": "their role in the party",
        "strain": "System Strain",
        "fp": "fatigue points now",
        "scars": "Scars",
        "run_rounds": "rounds they have been running",
        "alive": "whether they are alive",
        "conditions": "their conditions, each with a name, the second it began, and a note",
        "xp_pool": "experience not yet counted",
        "about": "a few words about them",
    },
    "sheet": {
        **{score: f"the {score} score" for score in SCORES},
        "level": "level",
        "xp": "experience",
        "skills": "the level of each skill; untrained if not given",
        "feats": "feats",
        "occupation": "their former trade",
        "overrides": "numbers of other books that you set by hand",
    },
    "site": {
        "name": "its name",
        "clock": "the book that keeps the time there",
        "danger": "Delving's danger level",
        "shadowcursed": "whether the dark itself is dangerous",
        "alerted": "whether the alarm is raised",
        "encounters": "the wandering monsters, every row equally likely",
    },
    "lands": {
        "name": "its name",
        "weather": "the weather at the start",
        "hexes": "the hexes of the map",
        "ways": "roads, trails and rivers",
    },
    "landhex": {
        "terrain": "the kind of ground",
        "name": "its name, if it has one",
        "deep_canopy": "whether the forest is so thick that it is always dusk below",
        "tags": "kinds of country; they change the overloaded die",
        "features": "what there is to find",
    },
    "landfeature": {
        "name": "its name",
        "grade": "how it is found",
        "landmark": "whether it is visible from neighbouring hexes",
        "hints": "hints at it",
        "found": "whether the players have found it",
    },
    "market": {"services": "what people do for money there, by an id of your own"},
    "goods": {
        "sold": "whether it is sold",
        "name": "its name, if it is not on the price list",
        "points": "its load, if it is not on the price list",
    },
    "post": {"offered": "whether they can be hired"},
    "service": {"name": "what it is called", "price": "its price in coppers"},
    "landhint": {
        "text": "what the party hears or notices",
        "channel": "how the party learns of it",
        "lead": "what the party can search for once it has the hint",
        "given": "whether the party has the hint",
    },
    "landway": {"path": "trail, road or river", "name": "its name"},
    "zone": {
        "name": "its name",
        "corridor": "whether it is a passage, not a room",
        "lit": "whether people can see without a light",
        "safe": "whether no wandering monster comes here",
        "level": "the level of the site; the first is 1",
        "shape": "its place on the map of its level",
        "length_ft": "its length in feet",
        "width_ft": "its width in feet",
        "height_ft": "its height in feet",
    },
    "shape": {
        "x": "squares from the left",
        "y": "squares from the top",
        "width": "squares across",
        "height": "squares down",
    },
    "door": {
        "state": "its state at the start",
        "name": "its name, as in “the oak door is locked”",
        "lock_dc": "the difficulty of its lock; the book's if not given",
        "material": "what it is made of, for battering it down",
        "key": "the thing that unlocks it",
        "closes_itself": "whether it falls shut behind everybody who goes through",
        "spiked": "whether a spike holds it in its state",
    },
    "trap": {
        "zone": "where it is",
        "name": "its name, once the players know of it",
        "trigger": "what springs it",
        "door": "the door it is on",
        "thing": "the thing that springs it when touched",
        "damage": "its damage as dice, such as 2d6; none if not given",
        "save": "the save that halves or avoids the damage, if any",
        "harm": "what it does besides its damage",
        "potency": "the strength of its poison: 4 is weak, -4 is dire",
        "disarm_dc": "the difficulty to disarm it; the book's if not given",
        "state": "its state at the start",
        "resets": "whether it is ready again at once",
    },
    "feature": {
        "zone": "where it is",
        "grade": "found by a search, or only by its clues",
        "clues": "the clues to a secret, the vaguest first",
        "dc": "the difficulty to notice it; the book's if not given",
        "door": "the door it reveals",
        "trap": "the trap it reveals",
        "things": "the things behind it, in the same zone",
        "found": "whether the players have found it",
        "clues_given": "the numbers of the clues that the players know, counted from 0",
    },
    "obstacle": {
        "zone": "where it is",
        "kind": "the kind of obstacle",
        "name": "its name for the players",
        "to": "the room it blocks",
        "dc": "the difficulty to get past it; the book's if not given",
        "potency": "the strength of its poison: 4 is weak, -4 is dire",
        "cleared": "whether it is out of the way",
    },
    "creatures": {
        "name": "their name",
        "count": "how many there are",
        "hd": "Hit Dice",
        "hp": "the hit points of each, if you have rolled them",
        "ac": "armour class, on Violence's scale",
        "damage": "the dice of one hit",
        "activity": "what the party sees or hears them do",
        "noise": "what the party hears of them through a door",
        "kind": "humanoid, beast, undead, construct or any other word",
        "undead": "whether they are undead",
        "hostile": "whether they attack without a reaction roll",
        "ambush": "whether they stay unseen until they attack",
        "notes": "notes for the referee",
        "met": "whether the party has encountered them",
        "distance_ft": "how far off they are",
        "direction": "where they are coming from",
    },
    "region": {"name": "its name, for the referee alone"},
    "encounterrow": {"name": "the name of the row; rows of one name are equal, and each counts"},
    "thing": {
        "count": "how many there are",
        "worth": "the worth of all of them, in coppers",
        "note": "a note about it",
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


_INLINE = re.compile(r'"(\w+)": ')
"""A key and its sign in an object of JSON; TOML writes `key = `."""


def _default(field: Field) -> str:
    if field.default in (None, "", [], {}):
        return ""
    in_json = json.dumps(field.default, ensure_ascii=False)
    return "`" + _INLINE.sub(r"\1 = ", in_json) + "`"


_PATTERNED: Mapping[Text, str] = {
    ID: "an id",
    HOUR: 'a time, `"08:30"`',
    HEX: 'a hex, `"0203"`',
    NUMBER: 'a number, `"8a"`',
}


def _sort(form: Form) -> str:
    match form:
        case Flag():
            return "`true` or `false`"
        case Whole(least=least, most=most):
            return f"{least:,} to {most:,}"
        case Exact(least=least, most=most):
            return f"{least:,} to {most:,}, fractions too"
        case OneOf(words=words):
            return ", ".join(f"`{word}`" for word in words)
        case Text(most=most, pattern=None):
            return f"text, up to {most:,} characters"
        case Text():
            return _PATTERNED[form]
        case Many(of=of):
            return f"list: {_sort(of)}"
        case Either(parts=(Named(of=Record() as of), Many())):
            return f"{_name(of)} each"
        case Either(parts=parts):
            return ", or ".join(map(_sort, parts))
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
    for path, text in ((SCHEMA, schema_text()), (PAGE, page_text(page)), (CHECKER, offline_checker())):
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            yield path, text


def main() -> None:
    """Write the files that are out of date."""
    for path, text in stale():
        write(path, text)
        print(f"{path.name} written")


if __name__ == "__main__":
    main()
