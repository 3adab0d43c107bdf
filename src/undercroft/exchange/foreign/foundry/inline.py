"""What texts of Foundry VTT hold between the words: rolls, and links to other documents."""

import re
from collections.abc import Mapping

from msgspec import Struct

from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import from_html, one_line
from undercroft.table.lore.tables import is_dice

_ROLL = re.compile(r"\[\[(?:/[a-z]{1,12}\s+)?([^\[\]]{1,200})\]\](?:\{([^{}]{0,200})\})?")
_LINK = re.compile(r"@([A-Za-z]{1,20})\[([^\[\]]{1,200})\](?:\{([^{}]{0,200})\})?")
_EXPLODES = re.compile(r"(d[0-9]{1,4})xo?((?:[<>]=?|=)?[0-9]{0,4})(?![0-9a-z])")
_REROLLS = re.compile(r"(d[0-9]{1,4})(rr?)((?:[<>]=?|=)?[0-9]{1,4})")
_MOST_DICE = 70


def dice_of(written: object) -> str:
    """Dice of Foundry as ours: there x explodes and r rerolls once.

    >>> dice_of("2d6x6"), dice_of("1d20r1 + 2"), dice_of("1D100")
    ('2d6!6', '1d20ro1+2', '1d100')
    """
    text = re.sub(r"\s+", "", one_line(written, 100)).lower().partition("#")[0]
    text = _EXPLODES.sub(r"\1!\2", text)
    return _REROLLS.sub(lambda found: f"{found[1]}{'r' if found[2] == 'rr' else 'ro'}{found[3]}", text)


class TableNames(Struct, frozen=True):
    """The tables of a file, by Foundry's ids and by their names; each as a row names it."""

    by_id: Mapping[str, str]
    by_name: Mapping[str, str]

    def linked(self, id: str, name: str) -> str | None:
        """A table inside a row, by its id and then by its name; None if the file has no such table."""
        found = self.by_id.get(id) or self.by_name.get(name.casefold())
        return f"[[{found}]]" if found else None


def words_of(value: object, tables: TableNames, notes: Notes, at: str) -> str:
    """A text as the words of a row: without HTML, its dice and tables in double brackets."""
    text = " ".join(from_html(value).split())
    text = _LINK.sub(lambda found: _link(found, tables, notes, at), text)
    return _ROLL.sub(lambda found: _roll(found, tables, notes, at), text)


def _roll(found: re.Match[str], tables: TableNames, notes: Notes, at: str) -> str:
    if found[1] in tables.by_id.values() or found[1].casefold() in tables.by_name:
        return f"[[{found[1]}]]"
    dice = dice_of(found[1])
    if is_dice(dice) and len(dice) <= _MOST_DICE:
        return f"[[{dice}]]"
    notes.drop(f"dice that Undercroft does not know: {one_line(found[1])}; its words stay", at)
    return found[2] or found[1]


def _link(found: re.Match[str], tables: TableNames, notes: Notes, at: str) -> str:
    kind, target, label = found[1], found[2], one_line(found[3])
    id = target.split()[0].rsplit(".", 1)[-1] if target.strip() else ""
    if kind in ("RollTable", "UUID", "Compendium") and (link := tables.linked(id, label)):
        return link
    notes.drop(f"a link to {label or one_line(target)}, which is not a table in the file; its words stay", at)
    return label or id


def plain_words(text: str) -> str:
    """A text to read, with the names in place of links.

    >>> plain_words("Roll [[/r 1d6]] for @UUID[Actor.x1]{the cook}.")
    'Roll 1d6 for the cook.'
    """
    text = _LINK.sub(lambda found: found[3] or found[2].rsplit(".", 1)[-1], text)
    return _ROLL.sub(lambda found: found[2] or found[1].strip(), text)
