"""`undercroft table dice` and `audit`: the dice of a table as a file, and whether every die is as it was sealed."""

import sys
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO

from undercroft.faces.cli.exit_codes import INTEGRITY, told
from undercroft.faces.cli.output import print_json, tell
from undercroft.faces.cli.secret_file import written
from undercroft.faces.cli.text_file import bytes_of, named
from undercroft.faces.shared import store_path
from undercroft.faces.shared.log_import import adopt
from undercroft.faces.shared.one_line import one_line
from undercroft.faces.views.seat_names import seat_named
from undercroft.kernel import wire
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput
from undercroft.server.dice_check import Checked, checked
from undercroft.server.dice_file import DiceFile, dice_file
from undercroft.server.open_table import OpenTable
from undercroft.store.memory import MemoryStore
from undercroft.table.state.seats import REFEREE

MOST_FILE = 256 << 20
_DIFFER, _COMPARE = "dice_differ", "compare the seals with the screenshots of the players"
MOST_SAID = 20
"""How many differences are listed."""


def dice(table: str, file: str | None, seat: str, data: str | None, *, force: bool, as_json: bool) -> None:
    """Write the dice that a seat was told of to a file."""
    with closing(store_path.reading(store_path.place(data))) as store:
        whose = REFEREE if seat == REFEREE else seat_named(OpenTable(store, table).now, seat)
        found = dice_file(store, table, whose)
    name = file or f"{table}-{whose}.dice.json"
    with written(name, force=force) as out:
        out.write(wire.encode(found) + b"\n")
    keep = " It shows secret dice: keep it from players." if whose == REFEREE else ""
    said = f"{table}: {counted(len(found.entries), 'entry', 'entries')} written to {name}.{keep}"
    tell({"table": table, "seat": whose, "file": name, "entries": len(found.entries)}, said, as_json=as_json)


def audit(file: str, *, as_json: bool) -> int:
    """Check every die of an exported log or of a dice file."""
    found = checked(_read(file))
    wrong = f"{counted(len(found.differing), 'thing')} in {named(file)} not as sealed" if found.differing else ""
    if as_json:
        error = {"error": told(_DIFFER, wrong, _COMPARE)} if wrong else {}
        print_json({"file": named(file), **wire.plain(found), **error})
    else:
        print(*map(one_line, said(found)), sep="\n")
        if wrong:
            print(one_line(f"error: {_DIFFER}: {wrong} ({_COMPARE})"), file=sys.stderr)
    return INTEGRITY if wrong else 0


def _read(file: str) -> DiceFile:
    raw = bytes_of(file, MOST_FILE)
    if len(raw) > MOST_FILE:
        raise BadInput("too_big", f"{named(file)} is larger than 256 MiB", "name another file", limit=MOST_FILE)
    if raw.startswith(b'{"log":'):
        store = MemoryStore()
        return dice_file(store, adopt(store, BytesIO(raw), "audit", "").table.id)
    try:
        read: DiceFile = wire.decode(DiceFile, raw)
    except wire.Unreadable as fault:
        fix = "name a file made by “table export” or “table dice”, or saved from the page of the dice"
        raise BadInput("not_dice", f"{named(file)} is neither a log nor a dice file: {fault}", fix) from None
    return read


def said(found: Checked) -> Iterator[str]:
    """What a check found, in words."""
    if not found.seals:
        yield "Not sealed: this log has no seals, as in older versions, so nobody can check its dice."
    else:
        wrong = f" {counted(len(found.differing), 'difference')}:" if found.differing else ""
        yield f"{counted(found.seals, 'seal')}, {found.opened} opened."
        yield f"{counted(found.checked, 'die', 'dice')} checked, as they were sealed.{wrong}"
        yield from _differences(found)
    for number, one, many, about in (
        (found.secret, "secret die", "secret dice", "among them."),
        (found.waiting, "die", "dice", "sealed, with the key not shown yet."),
        (found.unsealed, "die", "dice", "rolled without a seal: nobody can check those."),
        (found.typed, "die", "dice", "typed by people: nobody can check those."),
        (found.undone, "roll", "rolls", "undone."),
        (found.called_off, "roll", "rolls", "called off or asked for again."),
        (found.overruled, "roll", "rolls", "whose result the referee changed."),
        (found.passed_over, "place", "places", "passed over: dice fell there that this file does not show."),
        (found.out_of_turn, "roll", "rolls", "out of turn: the dice waited for others, or were exchanged."),
    ):
        if number:
            yield f"{counted(number, one, many)} {about}"


def _differences(found: Checked) -> Iterator[str]:
    for difference in found.differing[:MOST_SAID]:
        yield f"entry {difference.entry}: {difference.what}"
    if len(found.differing) > MOST_SAID:
        yield f"and {len(found.differing) - MOST_SAID} more"
