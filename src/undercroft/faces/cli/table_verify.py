"""`undercroft table verify`: is every line unchanged, and would every ruling still come out the same?"""

from collections.abc import Mapping
from contextlib import closing
from typing import Any

from undercroft.faces.cli.exit_codes import INTEGRITY, told
from undercroft.faces.cli.output import print_json
from undercroft.faces.shared import store_path
from undercroft.faces.shared.one_line import one_line
from undercroft.interpret.words import told as in_words
from undercroft.kernel import wire
from undercroft.kernel.amounts import counted
from undercroft.server.log_audit import Audited, ChangedRuling, audited
from undercroft.store.faults import Integrity, damaged
from undercroft.store.log import Broken, Clean

_LEAVE = "you need not do anything: the game stays as it was played"


def verify(table: str | None, data: str | None, *, rules: bool, as_json: bool) -> int:
    """Check every chain, or one, and settle rulings again if asked; the exit code says whether all is well."""
    with closing(store_path.reading(store_path.place(data))) as store:
        wanted = [stored.id for stored in store.tables()] if table is None else [table]
        found = {id: store.verify(id) for id in wanted}
        sound = [id for id, state in found.items() if isinstance(state, Clean)]
        audits = {id: audited(store, id) for id in sound} if rules else {}
    broken = ((id, state) for id, state in found.items() if isinstance(state, Broken))
    faults = [*(damaged(id, state.seq, state.why) for id, state in broken), *_differing(audits)]
    if as_json:
        checked = {"tables": [{**_checked(id, state), **_audited(audits.get(id))} for id, state in found.items()]}
        first = {"error": told(faults[0].code, faults[0].what, faults[0].fix)} if faults else {}
        print_json({**checked, **first})
        return INTEGRITY if faults else 0
    for id, state in found.items():
        for line in (_said(state), *_said_of(audits.get(id))):
            print(one_line(f"{id}: {line}"))
    if faults:
        raise faults[0]
    if not found:
        print("There are no tables to check.")
    return 0


def _differing(audits: Mapping[str, Audited]) -> list[Integrity]:
    """One fault for each table with rulings that come out differently now, at the first such ruling."""
    return [
        Integrity(id, found.otherwise[0].seq, _ruled(found.otherwise[0]), _LEAVE, code="ruled_otherwise")
        for id, found in audits.items()
        if found.otherwise
    ]


def _checked(table: str, found: Clean | Broken) -> dict[str, Any]:
    match found:
        case Clean(version=version, link=link):
            return {"table": table, "clean": True, "version": version, "link": link.hex()}
        case Broken(seq=seq, why=why):
            return {"table": table, "clean": False, "seq": seq, "why": why}


def _audited(found: Audited | None) -> dict[str, Any]:
    return {} if found is None else {"rules": wire.plain(found)}


def _said(found: Clean | Broken) -> str:
    match found:
        case Clean(version=0):
            return "no lines yet"
        case Clean(version=version):
            return f"{counted(version, 'line')}, as written"
        case Broken(seq=0, why=why):
            return why
        case Broken(seq=seq, why=why):
            return f"line {seq}: {why}"


def _said_of(found: Audited | None) -> list[str]:
    if found is None:
        return []
    spared = f", {found.overruled} of them the referee's own" if found.overruled else ""
    whole = f"{counted(found.rulings, 'ruling')} settled again{spared}"
    if not found.otherwise:
        return [f"{whole}, as they were"]
    differing = f"{len(found.otherwise)} would come out differently today"
    return [f"{whole}; {differing}", *(f"line {ruling.seq}: {_ruled(ruling)}" for ruling in found.otherwise)]


def _ruled(ruling: ChangedRuling) -> str:
    """The difference in one line."""
    of = f"{ruling.rule} of edition {ruling.edition}"
    match ruling.what:
        case "rule":
            return f"{of} is no longer a rule"
        case "form":
            return f"{of} was saved in another form: {ruling.now}"
        case "question":
            return f"{of} asked for {_asked(ruling.recorded)}, and today asks for {_asked(ruling.now)}"
        case "outcome":
            return f"{of} came to {in_words(ruling.recorded)}, and today comes to {in_words(ruling.now)}"
        case _:
            return f"{of} came to {in_words(ruling.recorded)}, and today is refused: {ruling.now}"


def _asked(question: Any) -> str:
    return str(question["purpose"]) if isinstance(question, Mapping) else "nothing"
