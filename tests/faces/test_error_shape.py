"""Every way to fail: one line, a code, a fix, and the documented exit code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import undercroft as package
from tests.faces.commandline import CommandLine
from undercroft.faces.cli import exit_codes
from undercroft.kernel import faults
from undercroft.store.faults import Conflict, Integrity, NoSuchFile, NoSuchTable, Storage, StoreFault

DEADLY = '{"danger": "deadly"}'
SCARRED = '{"attribute": 14, "ac": 10, "scars": 2}'
HAZARD = ("rule", "delving.hazard-die", "--given")

FAILURES = [
    (("roll", "999999d999999"), 2, "dice_too_many"),
    (("roll", "d1!"), 2, "dice_always_explodes"),
    (("roll", "(" * 5000), 2, "too_long"),
    (("roll", "\uff11\uff44\uff16"), 2, "syntax"),
    (("roll", ""), 2, "empty"),
    (("roll", "2d6", "--times", "0"), 2, "bad_times"),
    (("roll", "2d6", "--times", "x"), 2, "bad_times"),
    (("roll", "2d6", "--times", "1001"), 2, "bad_times"),
    (("roll",), 2, "usage"),
    (("read", ""), 3, "no_such_file"),
    (("lint", ""), 3, "no_such_file"),
    (("table", "backup", "-"), 2, "not_a_file"),
    (("table", "backup", ""), 3, "no_such_file"),
    (("table", "restore", "-"), 2, "not_a_file"),
    (("roll", "2d6", "3d6"), 2, "usage"),
    (("fly",), 2, "usage"),
    (("rules", "--fly"), 2, "usage"),
    (("rule", "delving.hazrd-die"), 3, "no_such_rule"),
    (("odds", "delving.nothing-of-the-kind", "--given", "{}"), 3, "no_such_rule"),
    (("rules", "--book", "delvin"), 3, "no_such_book"),
    ((*HAZARD, DEADLY, "--dice", "7"), 2, "dice_bad_face"),
    ((*HAZARD, DEADLY, "--dice", "1,2"), 2, "dice_left_over"),
    ((*HAZARD, DEADLY, "--dice", "1,"), 2, "bad_dice"),
    ((*HAZARD, DEADLY, "--dice", "one"), 2, "dice_bad_face"),
    ((*HAZARD, DEADLY), 2, "dice_missing"),
    ((*HAZARD, "{"), 2, "bad_json"),
    ((*HAZARD, "[]"), 2, "not_an_object"),
    ((*HAZARD, "{}"), 2, "missing_field"),
    (("rule", "delving.hazard-die"), 2, "missing_field"),
    ((*HAZARD, '{"danger": "calm"}'), 2, "out_of_range"),
    ((*HAZARD, '{"danger": "deadly", "danger": "risky"}'), 2, "duplicate_key"),
    ((*HAZARD, '{"danger": "deadly", "luck": 3}'), 2, "unknown_field"),
    (("odds", "hazard-dye"), 3, "no_such_rule"),
    (("odds", "attack"), 3, "several_rules"),
    (("odds", "2d6", "--repeat", "10"), 2, "usage"),
    (("odds", "2d6", "--repeat", "none", "--want", "7"), 2, "bad_times"),
    (("odds", "2d6", "--repeat", "10", "--want", "seven"), 2, "bad_field"),
    (("odds", "2d6", "--until", "13"), 2, "never_comes"),
    (("odds", "2d6", "--until", "7", "--vs", "1d6"), 2, "usage"),
    (("odds", "2d6", "1d6", "--until", "7"), 2, "usage"),
    (("odds", "2d6", "--vs", "1d6", "--at-least", "3"), 2, "usage"),
    (("odds", "2d6", "--csv", "--until", "7"), 2, "usage"),
    (("odds", "2d6", "--at-least", "nine"), 2, "not_a_number"),
    (("odds", "2d6", "--then", "1d8"), 2, "bad_then"),
    (("odds", "2d6", "--plot", "picture.png"), 2, "not_svg"),
    (("odds", "delving.encounter.reaction", "--at-least", "3"), 2, "not_numbers"),
    (("odds", "delving.encounter.reaction", "--vs", "2d6"), 2, "not_numbers"),
    (("odds", "delving.encounter.reaction", "--until", "joy"), 2, "bad_outcome"),
    ((*HAZARD, "luck=3"), 2, "unknown_field"),
    ((*HAZARD, "danger=calm"), 2, "type"),
    ((*HAZARD, "danger=risky", "--given", DEADLY), 2, "duplicate_key"),
    ((*HAZARD, "danger=risky,danger=deadly"), 2, "duplicate_key"),
    (("odds", "1d999999"), 2, "odds_too_wide"),
    (("odds", "2d6", "--given", "{}"), 2, "not_for_dice"),
    (("odds", "2d6", "--policy", "never"), 2, "not_for_dice"),
    ((*HAZARD, DEADLY, "--dice=-+5"), 2, "dice_bad_face"),
    (("odds", "violence.attack", "--given", SCARRED), 2, "needs_policy"),
    (("odds", "violence.attack", "--given", SCARRED, "--policy", "always donw"), 2, "bad_policy"),
    (("odds", "violence.attack", "--given", SCARRED, "--policy", "best for htt"), 2, "bad_policy"),
    (("odds", "delving.hazard-die", "--given", DEADLY, "--by", "colour"), 2, "bad_field"),
    (("odds", "2d6", "--by", "colour"), 2, "bad_field"),
    (("odds", "delving.hazard-die", "--given", DEADLY, "--policy", "sometimes"), 2, "bad_policy"),
]


@pytest.mark.parametrize("arguments, code, name", FAILURES)
def test_one_line_on_stderr(undercroft: CommandLine, arguments: tuple[str, ...], code: int, name: str) -> None:
    """`error: code: what (how to fix)`, or what it must be; nothing on stdout, no traceback."""
    ran = undercroft(*arguments)
    assert (code, "") == (ran.code, ran.out)
    assert ran.err.startswith(f"error: {name}: ")
    assert ran.err.endswith(")\n") or " must be " in ran.err
    assert 1 == ran.err.count("\n")
    assert len(ran.err) < 400


@pytest.mark.parametrize(
    "arguments, fix",
    [
        ((*HAZARD, "{}"), "give normal, risky or deadly; “undercroft rules delving.hazard-die” shows all inputs"),
        ((*HAZARD, '{"danger": "calm"}'), "give normal, risky or deadly"),
        (("odds", "delving.hazard-die", "--given", '{"danger": 3}'), "give normal, risky or deadly"),
        (("table", "new"), "“undercroft table new --help” shows how"),
        (("table", "fly"), "“undercroft table --help” shows how"),
        (("rules", "--fly"), "“undercroft rules --help” shows how"),
        (("fly",), "“undercroft --help” shows how"),
    ],
)
def test_the_fix_is_for_this_very_slip(undercroft: CommandLine, arguments: tuple[str, ...], fix: str) -> None:
    """An input says what it may be, a command line the help of its own command."""
    assert fix == undercroft(*arguments, "--json").json["error"]["fix"]


@pytest.mark.parametrize(
    "arguments, command", [(("table", "new", "X", "--campaign"), "table new"), (("odds", "2d6", "--by"), "odds")]
)
def test_an_option_without_its_argument(undercroft: CommandLine, arguments: tuple[str, ...], command: str) -> None:
    """The help that is named is that of the command, too."""
    ran = undercroft(*arguments)
    what = f"error: usage: {arguments[-1]} needs a value"
    assert (2, f"{what} (“undercroft {command} --help” shows how)\n") == (ran.code, ran.err)


@pytest.mark.parametrize("arguments, code, name", FAILURES)
def test_one_object_with_json(undercroft: CommandLine, arguments: tuple[str, ...], code: int, name: str) -> None:
    """With --json, one object on stdout and nothing on stderr."""
    ran = undercroft(*arguments, "--json")
    assert (code, "") == (ran.code, ran.err)
    assert name == ran.json["error"]["code"]
    assert {"code", "detail", "fix"} == set(ran.json["error"])


def test_escapes_are_not_passed_on(undercroft: CommandLine) -> None:
    """What someone typed cannot move the cursor of the person who reads the error."""
    ran = undercroft("rule", "\x1b[2Jdelving")
    assert "\x1b" not in ran.err
    assert "\\x1b" in ran.err


def test_a_bug_of_ours(undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 70 and a request to report it; the traceback only with --debug."""
    monkeypatch.setattr("undercroft.faces.cli.roll.roll", lambda *_args, **_named: 1 / 0)
    ran = undercroft("roll", "2d6")
    assert 70 == ran.code
    assert "ZeroDivisionError" in ran.err
    assert "Traceback" not in ran.err
    assert "Traceback" in undercroft("roll", "2d6", "--debug").err


@pytest.mark.parametrize(
    "fault, code, name",
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (EOFError(), 130, "interrupted"),
        (OSError(28, "No space left on device"), 6, "storage"),
    ],
)
def test_what_the_world_does(undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch, fault, code, name) -> None:
    """Interrupted is 130, a full disk 6."""

    def raising(*_arguments: object, **_named: object) -> None:
        raise fault

    monkeypatch.setattr("undercroft.faces.cli.roll.roll", raising)
    ran = undercroft("roll", "2d6")
    assert code == ran.code
    assert ran.err.startswith(f"error: {name}: ") or f"error: {name}: " in ran.err


def test_a_file_that_may_not_be_used(undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's fault is told with the file."""

    def raising(*_arguments: object, **_named: object) -> None:
        raise PermissionError(13, "Permission denied", "/root/undercroft.db")

    monkeypatch.setattr("undercroft.faces.cli.roll.roll", raising)
    assert undercroft("roll", "2d6").err.startswith("error: storage: /root/undercroft.db: Permission denied (")


STORE_FAULTS = [
    (Conflict("conflict", "there is already a table", "choose another name"), 4, "conflict"),
    (Integrity("barrow", 3, "it is missing", "restore a backup"), 5, "integrity"),
    (Integrity("", 0, "the file is in format 9", "update Undercroft", code="newer_format"), 5, "newer_format"),
    (NoSuchTable("barrow"), 3, "not_found"),
    (NoSuchFile("not_found", "there is no store.db", "check the name"), 3, "not_found"),
    *(
        (Storage(code, "store.db", "look after it"), 6, code)
        for code in ("storage", "storage_full", "busy", "already_open", "not_a_store", "newer_schema", "read_only")
    ),
]


@pytest.mark.parametrize(
    "fault, code, name", [pytest.param(*row, id=f"{type(row[0]).__name__}-{row[2]}") for row in STORE_FAULTS]
)
def test_what_a_store_says(
    undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch, fault: StoreFault, code: int, name: str
) -> None:
    """Conflict is 4, integrity 5, storage 6, and what is not there 3; in words and in JSON."""

    def raising(*_arguments: object, **_named: object) -> None:
        raise fault

    monkeypatch.setattr("undercroft.faces.cli.roll.roll", raising)
    assert (code, "", f"error: {name}: {fault.what} ({fault.fix})\n") == undercroft("roll", "2d6")
    ran = undercroft("roll", "2d6", "--json")
    assert (code, "") == (ran.code, ran.err)
    assert {"code": name, "detail": fault.what, "fix": fault.fix} == ran.json["error"]


def kinds(of: type[faults.UndercroftError]) -> list[type[faults.UndercroftError]]:
    """Every kind of fault below one."""
    return [kind for child in of.__subclasses__() for kind in (child, *kinds(child))]


def test_every_fault_has_an_exit_code() -> None:
    """No kind of fault is without one, save those that stand for several."""
    found = [kind for kind in kinds(faults.UndercroftError) if kind.__module__.startswith("undercroft.")]
    assert len(found) >= 12
    without = [kind for kind in found if not any(issubclass(kind, known) for known in exit_codes._CODES)]
    assert [StoreFault] == without


@pytest.mark.parametrize(
    "arguments, meant",
    [
        ((*HAZARD, '{"dangr": "deadly"}'), "danger"),
        (("odds", "hazrd-die"), "delving.hazard-die"),
        (("rule", "hazard-dye"), "delving.hazard-die"),
        ((*HAZARD, "dangr=deadly"), "danger"),
        (("rule", "delving.hazrd-die"), "delving.hazard-die"),
        (("odds", "sovereign.combat.attak"), "sovereign.combat.attack"),
        (("rule", "neverwhere.check", "--given", '{"skil": 10}'), "skill"),
    ],
)
def test_a_slip_is_told_what_was_meant(undercroft: CommandLine, arguments: tuple[str, ...], meant: str) -> None:
    """In the names of inputs and of rules."""
    assert undercroft(*arguments).err.endswith(f"(did you mean {meant}?)\n")


SOURCE = Path(package.__file__).parent
FAULTS = [kind for kind in vars(faults).values() if isinstance(kind, type) and issubclass(kind, faults.UndercroftError)]
CODED = {kind.__name__ for kind in FAULTS} - {faults.OddsTooWide.__name__}


def _written(path: Path) -> Iterator[tuple[int, ast.expr]]:
    """The first arguments of the faults that a module makes, where they are written out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.JoinedStr() | ast.Constant() as code, *_]) if name in CODED:
                yield node.lineno, code
            case _:
                pass


def test_every_fault_has_a_code() -> None:
    """What stands where a code belongs is a code, not a sentence."""
    found = ((path, line, ast.unparse(code)) for path in SOURCE.rglob("*.py") for line, code in _written(path))
    assert [] == [each for each in found if not re.fullmatch(r"'[a-z][a-z0-9_]*'", each[-1])]
