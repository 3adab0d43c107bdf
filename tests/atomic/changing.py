"""Which functions of Undercroft change the disk, read from its source: a later one cannot be left out."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import undercroft

SOURCE = Path(undercroft.__file__).parents[1]
OURS = frozenset({"becoming", "written", "put", "folder", "make_folder", "drop", "make", "check_room"})
"""What changes the disk in `store/files.py` and `store/database.py`."""
RAW = frozenset({"write_bytes", "write_text", "touch", "mkdir", "unlink", "rmdir", "symlink_to", "hardlink_to"})
"""What changes the disk in Python itself, as methods of a path."""
OF_MODULES = {
    "os": frozenset(
        {"open", "link", "unlink", "remove", "rename", "replace", "mkdir", "makedirs", "rmdir", "truncate"}
    ),
    "shutil": frozenset({"copy", "copy2", "copyfile", "copymode", "copytree", "move", "rmtree"}),
    "tempfile": frozenset({"TemporaryFile", "NamedTemporaryFile", "TemporaryDirectory", "mkstemp", "mkdtemp"}),
}
BARE = OF_MODULES["shutil"] - {"copy", "move"} | OF_MODULES["tempfile"] | {"Writer", "make_folder"}
"""What changes the disk when it is called by its name alone."""
MODES = frozenset("wax+")

_CALLED = "|".join(sorted(OURS | RAW | BARE | {"_writing", "open"}))
_PERHAPS = re.compile(rf"\b({_CALLED})\(|\b(os|shutil|tempfile)\.|\.replace\([^,()]*\)")
"""What a module that changes the disk has in its text."""

BLOCKS = "undercroft.store.files."
"""Before the names of the functions with which others change the disk."""
NOTHING_LASTS = {
    "undercroft.faces.shared.checkup.sync": "a file without a name, gone at once",
    "undercroft.faces.cli.campaign_editing._in_editor": "the text in the editor, outside the store",
    "undercroft.faces.cli.text_file._opened": "opens files to read",
    "undercroft.faces.cli.command_line._print_no_more": "throws output away",
    "undercroft.faces.shared.table_removal.KeptFiles.drop": "removes again what was kept before a refusal",
    "undercroft.foresight.numba_engine.Engine.__init__": "a folder for compiled code, made again when it is missing",
    "undercroft.store.database.at_opening": "a file without a name, gone at once",
    "undercroft.store.lock.Lock.__init__": "an empty file that stays",
    "undercroft.store.sqlite.SQLiteStore.on_stop": "notes whom to tell",
    "undercroft.store.sqlite.SQLiteStore.ready": "a file without a name, gone at once",
    "undercroft.store.writer.Writer._failed": "a file without a name, gone at once",
}
"""Functions that change nothing that is there afterwards, and why."""
MADE_AGAIN = {
    "undercroft.faces.cli.books._write": "the pages of a manual, each whole, made of the books",
    "undercroft.foresight.compiled.remove_others": "compiled code of other versions",
}
"""Functions whose files hold nothing of anybody's own, and what the same command makes again."""


@cache
def operations() -> frozenset[str]:
    """Every function that changes the disk, by its module and name, save building blocks and those named above."""
    found = writers()
    blocks = {name for name in found if name.startswith(BLOCKS)}
    return found - blocks - NOTHING_LASTS.keys() - MADE_AGAIN.keys()


@cache
def writers() -> frozenset[str]:
    """Every function in whose source something changes the disk."""
    return frozenset(name for path in (SOURCE / "undercroft").rglob("*.py") for name in _in(path))


def _in(path: Path) -> Iterator[str]:
    module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    text = path.read_text(encoding="utf-8")
    if _PERHAPS.search(text):
        yield from _below(ast.parse(text), module)


def _below(node: ast.AST, name: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _below(child, f"{name}.{child.name}")
        else:
            if isinstance(child, ast.Call) and changes(child):
                yield name
            yield from _below(child, name)


def changes(call: ast.Call) -> bool:
    """Whether a call changes the disk, by its name."""
    match call.func:
        case ast.Name(id="open"):
            return _opens_to_write(call)
        case ast.Name(id=id):
            return id in BARE
        case ast.Attribute(value=ast.Name(id="self"), attr="_writing"):
            return True
        case ast.Attribute(value=ast.Name(id="files" | "database"), attr=attr):
            return attr in OURS
        case ast.Attribute(value=ast.Name(id=module), attr=attr) if module in OF_MODULES:
            return attr in OF_MODULES[module]
        case ast.Attribute(attr="open"):
            return _opens_to_write(call)
        case ast.Attribute(attr="replace"):
            return len(call.args) == 1 and not call.keywords
        case ast.Attribute(attr=attr):
            return attr in RAW
        case _:
            return False


def _opens_to_write(call: ast.Call) -> bool:
    texts = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
    return any(isinstance(text, str) and len(text) <= 3 and MODES & set(text) for text in texts)
