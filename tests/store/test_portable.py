"""A log in a file: carried whole, and refused in every way it can be wrong."""

import json
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest

from tests.store.making import BARROW, MILL, SECRET, batch, entry, filled
from undercroft.kernel.faults import BadInput
from undercroft.kernel.frozen import FrozenMap
from undercroft.store.faults import Conflict, Integrity, NoSuchTable
from undercroft.store.log import Appended, Batch, Clean, Origin
from undercroft.store.memory import MemoryStore
from undercroft.store.portable import export_table, import_table
from undercroft.store.sqlite import SQLiteStore
from undercroft.store.store import Store

LINES = 5


def exported(lines: int = LINES) -> bytes:
    """A log of so many lines, as a file."""
    store = MemoryStore()
    filled(store, lines)
    out = BytesIO()
    assert lines == export_table(store, "barrow", out)
    return out.getvalue()


@pytest.mark.parametrize("lines", [0, 1, LINES])
def test_there_and_back(store: Store, lines: int) -> None:
    """Every line with its link; the table says where they came from, and goes on."""
    file = exported(lines)
    imported = import_table(store, BytesIO(file), "a friend's file", SECRET)
    assert (lines, 0) == (imported.version, imported.dropped)
    head = store.head("barrow")
    assert Origin("a friend's file", lines, head.link.hex()) == imported.table.origin == store.tables()[0].origin
    assert Clean(lines, head.link) == store.verify("barrow")
    assert FrozenMap() == head.streams
    again = BytesIO()
    export_table(store, "barrow", again)
    assert file.splitlines()[1:] == again.getvalue().splitlines()[1:]
    assert Appended(lines + 1) == store.append("barrow", batch(lines))
    assert lines == (store.tables()[0].origin or Origin("", -1, "")).version


def test_under_another_id(store: Store) -> None:
    """Beside the table it came from: linked again, and as it was when it goes back to its first id."""
    filled(store, LINES)
    file = exported()
    imported = import_table(store, BytesIO(file), "file", SECRET, id="mound")
    link = store.head("mound").link
    assert link != store.head("barrow").link
    assert ("mound", Origin("file", LINES, link.hex(), "barrow")) == (imported.table.id, imported.table.origin)
    assert Clean(LINES, link) == store.verify("mound")
    assert [line.body for line in store.read("barrow")] == [line.body for line in store.read("mound")]
    out, back = BytesIO(), BytesIO()
    export_table(store, "mound", out)
    elsewhere = MemoryStore()
    import_table(elsewhere, BytesIO(out.getvalue()), "file", SECRET, id="barrow")
    export_table(elsewhere, "barrow", back)
    assert file.splitlines()[1:] == back.getvalue().splitlines()[1:]


def test_a_wrong_line_is_wrong_under_any_id(store: Store) -> None:
    """Lines are checked as they stood before they are linked again."""
    file = exported().replace(b"a torch is lit", b"a torch is out", 1)
    with pytest.raises(Integrity, match="table “barrow”, line"):
        import_table(store, BytesIO(file), "file", SECRET, id="mound")
    assert () == store.tables()


def test_between_kinds_of_store(tmp_path: Path) -> None:
    """From SQLite to memory, byte for byte the same file."""
    first, second = BytesIO(), BytesIO()
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        filled(store, LINES)
        export_table(store, "barrow", first)
    assert exported() == first.getvalue()
    memory = MemoryStore()
    import_table(memory, BytesIO(first.getvalue()), "file", SECRET)
    export_table(memory, "barrow", second)
    assert first.getvalue().splitlines()[1:] == second.getvalue().splitlines()[1:]


def test_a_stranger_can_check_the_file() -> None:
    """With SHA-256 and the bytes as they stand, no JSON writer needed."""
    header, *lines, footer = exported().splitlines()
    about = json.loads(header)["log"]
    start = f'{{"created":"{about["created"]}","format":1,"table":"{about["table"]}"}}'
    link = sha256(start.encode()).digest()
    for line in lines:
        envelope, _, rest = line.removeprefix(b'{"line":').rpartition(b',"link":"')
        link = sha256(link + envelope).digest()
        assert link.hex().encode() + b'"}' == rest
    assert {"lines": LINES, "link": link.hex()} == json.loads(footer)["end"]
    assert (LINES, link.hex()) == (about["lines"], about["link"])


def test_there_must_be_a_table(store: Store) -> None:
    """To be exported."""
    with pytest.raises(NoSuchTable):
        export_table(store, "barrow", BytesIO())


def test_no_import_over_a_table(store: Store) -> None:
    """What is there stays."""
    filled(store, 2)
    with pytest.raises(Conflict):
        import_table(store, BytesIO(exported()), "file", SECRET)
    assert 2 == store.head("barrow").version


def test_a_broken_log_is_not_exported_as_whole(store: Store) -> None:
    """The fault comes with the export, not with the import."""
    file = exported().replace(b"a torch is lit", b"a torch is out", 1)
    with pytest.raises(Integrity):
        import_table(store, BytesIO(file), "file", SECRET)


def lines_of(change: Callable[[list[bytes]], object]) -> bytes:
    """The file with its lines changed."""
    lines = exported().splitlines(keepends=True)
    change(lines)
    return b"".join(lines)


def reheaded(**fields: object) -> bytes:
    """The file with another header, written as ours are."""
    header, _, rest = exported().partition(b"\n")
    about = {**json.loads(header)["log"], **fields}
    return json.dumps({"log": about}, sort_keys=True, separators=(",", ":")).encode() + b"\n" + rest


def forged() -> bytes:
    """A file whose last line was written by a stranger with a right link, but not as the header says."""
    store = MemoryStore()
    filled(store, LINES - 1)
    other = Batch(LINES - 1, "k", b"f", (entry(LINES, "the torch goes out"),), b"")
    store.append("barrow", other)
    out = BytesIO()
    export_table(store, "barrow", out)
    return exported().splitlines(keepends=True)[0] + b"".join(out.getvalue().splitlines(keepends=True)[1:])


def of_another_table() -> bytes:
    """A line of the mill's among the barrow's."""
    store = MemoryStore()
    filled(store, LINES, MILL)
    out = BytesIO()
    export_table(store, "mill", out)
    foreign = out.getvalue().splitlines(keepends=True)[3]
    return lines_of(lambda lines: lines.__setitem__(3, foreign))


def not_canonical() -> bytes:
    """A first line whose body is spaced, with links that fit it."""
    header, line, *_ = exported().splitlines()
    body = line.removeprefix(b'{"line":').rpartition(b',"link":"')[0].replace(b'{"note":{', b'{"note": {')
    about = json.loads(header)["log"]
    start = sha256(f'{{"created":"{about["created"]}","format":1,"table":"barrow"}}'.encode()).digest()
    link = sha256(start + body).hexdigest().encode()
    footer = b'{"end":{"lines":1,"link":"' + link + b'"}}\n'
    header = reheaded(lines=1, link=link.decode()).splitlines(keepends=True)[0]
    return header + b'{"line":' + body + b',"link":"' + link + b'"}\n' + footer


WRONG: dict[str, tuple[int, Callable[[], bytes]]] = {
    "byte changed": (
        3,
        lambda: lines_of(lambda lines: lines.__setitem__(3, lines[3].replace(b"torch is", b"torch I5"))),
    ),
    "link changed": (2, lambda: lines_of(lambda lines: lines.__setitem__(2, lines[2][:-4] + b'0"}\n'))),
    "event removed": (3, lambda: lines_of(lambda lines: lines.pop(3))),
    "first removed": (1, lambda: lines_of(lambda lines: lines.pop(1))),
    "two swapped": (2, lambda: lines_of(lambda lines: lines.insert(2, lines.pop(3)))),
    "doubled": (4, lambda: lines_of(lambda lines: lines.insert(3, lines[3]))),
    "last removed": (5, lambda: lines_of(lambda lines: lines.pop(5))),
    "footer cut": (6, lambda: lines_of(lambda lines: lines.pop())),
    "footer lies": (6, lambda: lines_of(lambda lines: lines.__setitem__(6, lines[6].replace(b"5", b"6", 1)))),
    "line cut": (5, lambda: b"".join(exported().splitlines(keepends=True)[:6])[:-30]),
    "extra line": (6, lambda: exported() + b"{}\n"),
    "blank line at the end": (6, lambda: exported() + b"\n"),
    "blank line": (3, lambda: lines_of(lambda lines: lines.insert(3, b"\n"))),
    "two logs": (6, lambda: exported() + exported()),
    "CRLF": (0, lambda: exported().replace(b"\n", b"\r\n")),
    "CRLF later": (2, lambda: lines_of(lambda lines: lines.__setitem__(2, lines[2][:-1] + b"\r\n"))),
    "spaced": (2, lambda: lines_of(lambda lines: lines.__setitem__(2, lines[2].replace(b'"at":', b'"at": ')))),
    "key twice": (2, lambda: lines_of(lambda lines: lines.__setitem__(2, lines[2].replace(b'"at":', b'"at":1,"at":')))),
    "field too many": (2, lambda: lines_of(lambda lines: lines.__setitem__(2, b'{"a":1,' + lines[2][1:]))),
    "garbage": (3, lambda: lines_of(lambda lines: lines.__setitem__(3, b"\xff\xfe\n"))),
    "endless": (3, lambda: lines_of(lambda lines: lines.__setitem__(3, b"x" * (2 << 20) + b"\n"))),
    "of another table": (3, of_another_table),
    "forged tail": (6, forged),
    "not canonical": (1, not_canonical),
    "other table in header": (1, lambda: reheaded(table="mound")),
    "other time in header": (1, lambda: reheaded(created="2020-01-01T00:00:00Z")),
    "other count in header": (6, lambda: reheaded(lines=4)),
    "other link in header": (6, lambda: reheaded(link="0" * 64)),
}


@pytest.mark.parametrize("seq, file", [pytest.param(*wrong, id=name) for name, wrong in WRONG.items()])
def test_a_wrong_file_is_refused_whole(store: Store, seq: int, file: Callable[[], bytes]) -> None:
    """The fault names the first bad line, and nothing was taken in."""
    store.create(MILL, SECRET)
    with pytest.raises(Integrity) as caught:
        import_table(store, BytesIO(file()), "file", SECRET)
    assert ("integrity", seq) == (caught.value.code, caught.value.seq)
    assert (MILL,) == store.tables()
    assert Appended(1) == store.append("mill", batch(0))


@pytest.mark.parametrize("fields", [{"format": 3}, {"chain": "sha3-256"}, {"format": 3, "chain": "x"}])
def test_a_newer_format_is_refused(store: Store, fields: dict[str, object]) -> None:
    """Another chain, too."""
    with pytest.raises(Integrity) as caught:
        import_table(store, BytesIO(reheaded(**fields)), "file", SECRET)
    assert "newer_format" == caught.value.code


@pytest.mark.parametrize("file", [b"", b"\n", b"<!doctype html>\n", b"{}\n", b"\x00" * 100, b'{"log":{}}\n', b"[]\n"])
def test_something_else_is_no_log(store: Store, file: bytes) -> None:
    """Bad input, rather than a broken log."""
    with pytest.raises(BadInput) as caught:
        import_table(store, BytesIO(file), "file", SECRET)
    assert "not_a_log" == caught.value.code
    assert () == store.tables()


@pytest.mark.parametrize("cut", [*range(2, 7)])
@pytest.mark.parametrize("half", [b"", b'{"line":{"act":"a'])
def test_a_truncated_tail_may_be_allowed(store: Store, cut: int, half: bytes) -> None:
    """What is whole is taken, and the message says how many lines were lost."""
    file = b"".join(exported().splitlines(keepends=True)[:cut]) + half
    with pytest.raises(Integrity) as caught:
        import_table(store, BytesIO(file), "file", SECRET)
    assert cut == caught.value.seq
    imported = import_table(store, BytesIO(file), "file", SECRET, allow_truncated_tail=True)
    assert (cut - 1, LINES - cut + 1) == (imported.version, imported.dropped)
    assert isinstance(store.verify("barrow"), Clean)


@pytest.mark.parametrize("name", ["byte changed", "event removed", "footer lies", "extra line"])
def test_truncation_allows_nothing_else(store: Store, name: str) -> None:
    """A changed line is no truncated one."""
    with pytest.raises(Integrity):
        import_table(store, BytesIO(WRONG[name][1]()), "file", SECRET, allow_truncated_tail=True)
    assert () == store.tables()


def test_the_name_is_a_label() -> None:
    """It may be changed in a file, and is taken as it stands."""
    store = MemoryStore()
    assert "The Mound" == import_table(store, BytesIO(reheaded(name="The Mound")), "file", SECRET).table.name
    assert BARROW.created == store.tables()[0].created
