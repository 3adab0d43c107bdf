"""`undercroft campaign edit`: a campaign file, a part of it or the outline of a site, in the editor of the person."""

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec.structs import replace

from undercroft.exchange import campaignfile
from undercroft.exchange.outline import write_outline
from undercroft.exchange.problems import Severity
from undercroft.faces.cli.campaign_target import CampaignTarget
from undercroft.faces.cli.output import tell
from undercroft.faces.views.prepare.site_writing import read_site, site_in
from undercroft.kernel.faults import BadInput, NotFound

MARK = "#! "
"""How the lines begin that say what to mend; they are taken out again."""
MOST_SHOWN = 20


def edit(words: Sequence[str] | None, table: str | None, data: str | None, *, outline: bool, as_json: bool) -> None:
    """Open the text, check what comes back, and ask again while there is something to mend."""
    target, rest = CampaignTarget.of(words or (), table, data)
    text, part = target.text(), rest[0] if rest else ""
    campaignfile.read(text, target.name) if part or outline else None
    if outline:
        changed = _outline_edited(text, part, target.name)
    else:
        piece = campaignfile.excerpt(text, part)
        changed = _edited(piece.text, ".toml", lambda typed: (piece.put_back(typed), _faults(piece, typed)))
    if changed is None or changed == text:
        tell({"changed": False}, f"{target.name}: nothing changed.", as_json=as_json)
        return
    backup = target.keep(text, changed, as_json=as_json)
    if target.table is None:
        said = f"{target.name}: kept; the old file is {backup}."
        tell({"file": target.name, "changed": True, "backup": backup}, said, as_json=as_json)


def _faults(piece: campaignfile.Excerpt, typed: str) -> list[str]:
    """What is wrong with the file after a change, by the lines of the part that was edited."""
    before = piece.first_line - 1
    last = before + typed.strip("\n").count("\n") + 1
    return [
        f"line {problem.line - before if before < problem.line <= last else f'{problem.line} of the file'}"
        f"{f', {problem.path}' if problem.path else ''}: {problem.what} ({problem.fix})"
        for problem in campaignfile.problems(piece.put_back(typed))
    ]


def _outline_edited(text: str, part: str, name: str) -> str | None:
    """The file after its site was edited as an outline."""
    begin = campaignfile.read(text, name)
    world = campaignfile.world_of(begin)
    id = part.removeprefix("sites/") or (begin.sites[0].id if len(begin.sites) == 1 else "")
    base = site_in(world, id)
    if base is None:
        known = ", ".join(f"sites/{site.id}" for site in begin.sites)
        raise NotFound("no_such_site", f"there is no site {id[:40]} in the file", f"there is {known or 'none yet'}")
    site = base

    def checked(typed: str) -> tuple[str, list[str]]:
        read = read_site(world, typed, site)
        faults = [f"line {note.line}: {note.what} ({note.fix})" for note in read.notes if note.grade is Severity.ERROR]
        others = tuple(thing for thing in begin.things if thing.id not in site.things)
        sites = tuple(read.whole.site if each.id == id else each for each in begin.sites)
        things = (*others, *read.whole.things.values())
        return campaignfile.write_into(text, replace(begin, sites=sites, things=things)), faults

    return _edited(write_outline(site), ".md", checked)


def _edited(text: str, ending: str, checked: Callable[[str], tuple[str, list[str]]]) -> str | None:
    """What comes of an edited text; None if the person leaves it as it was or empties it."""
    typed = text
    while True:
        typed = _without_marks(_in_editor(typed, ending))
        if not typed.strip() or typed == text:
            return None
        made, faults = checked(typed)
        if not faults:
            return made
        _ask_again(faults)
        typed = "".join(f"{MARK}{fault}\n" for fault in faults[:MOST_SHOWN]) + typed


def _ask_again(faults: Sequence[str]) -> None:
    """Show what to mend, and let the person go on or stop."""
    for fault in faults[:MOST_SHOWN]:
        print(fault, file=sys.stderr)
    if sys.stdin is None or not sys.stdin.isatty():
        more = f"; {len(faults) - 1} more" if len(faults) > 1 else ""
        raise BadInput("to_mend", f"{faults[0]}{more}", "nothing was kept; edit it again")
    if input("Edit again? [Y/n] ").strip().lower().startswith("n"):
        raise BadInput("to_mend", "the text has something to mend", "nothing was kept")


def _without_marks(typed: str) -> str:
    return "".join(line for line in typed.splitlines(keepends=True) if not line.startswith(MARK))


def _in_editor(text: str, ending: str) -> str:
    """The text as it is after the editor is closed."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    if not editor:
        raise BadInput("no_editor", "no editor is chosen", "set EDITOR to the command of your editor, such as nano")
    with tempfile.TemporaryDirectory(prefix="undercroft-") as folder:
        path = Path(folder) / f"campaign{ending}"
        path.write_text(text, encoding="utf-8", newline="")
        _run([*shlex.split(editor), str(path)])
        return path.read_bytes().decode(errors="replace")


def _run(command: Iterable[str]) -> None:
    words = list(command)
    try:
        done = subprocess.run(words, check=False)  # noqa: S603 - the person's own editor
    except OSError as fault:
        why = (fault.strerror or "it cannot be started").lower()
        raise BadInput(
            "no_editor", f"{words[0][:40]} cannot be started: {why}", "set EDITOR to another editor"
        ) from None
    if done.returncode:
        raise BadInput("editor_failed", f"{words[0][:40]} ended with {done.returncode}", "nothing was kept")
