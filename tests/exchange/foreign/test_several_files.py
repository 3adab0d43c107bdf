"""Several files at once, also in a ZIP file: each is read for itself, and none takes the place of another."""

import stat
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import pytest

from undercroft.exchange.campaign_bundle import write_bundle
from undercroft.exchange.foreign import Imported, UnreadableFile, known_by_content, read_all
from undercroft.exchange.foreign.packed_files import MOST_FILES, is_packed
from undercroft.faces.shared.foreign_import import is_ours

FILES = Path(__file__).parent / "files"
INN = b"# Inn\n\n## Guests\n\n| d4 | Guest |\n|---|---|\n| 1-4 | a salter |\n\nGoblin: AC 6, HD 1-1, ML 7\n"
MILL = b"# Mill\n\n## Guests\n\n| d4 | Guest |\n|---|---|\n| 1-4 | a heron |\n\nGoblin: AC 5, HD 2, ML 8\n"


def packed(files: Mapping[str, bytes]) -> bytes:
    """A ZIP file of these."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def vault() -> bytes:
    """A folder of notes as people have it, with a map, hidden files and pictures beside them."""
    return packed(
        {
            "Vault/Inn.md": INN,
            "Vault/Mill.md": MILL,
            "Vault/.obsidian/app.json": b"{}",
            "Vault/maps/grey-hen.json": (FILES / "grey-hen.watabou.json").read_bytes(),
            "Vault/maps/grey-hen.png": b"\x89PNG",
            "Vault/todo.txt": b"buy candles",
            "Vault/packs/tin-imp.yml": (FILES / "tin-imp.foundry.yml").read_bytes(),
        }
    )


def places(found: Imported) -> set[str]:
    """The files that the report names."""
    report = found.report
    return {note.at.split(" ")[0] for note in (*report.kept, *report.guessed, *report.dropped)}


def test_a_zip_file_of_notes_is_read_file_by_file() -> None:
    """Notes, a map and a document; pictures are counted, hidden files passed over, and what nobody reads is named."""
    found = read_all([("vault.zip", vault())])
    assert {"a salter", "a heron"} <= {row.text for table in found.tables for row in table.rows}
    assert ["Goblin", "Goblin", "Tin Imp"] == [monster.name for monster in found.monsters]
    assert 1 == len(found.sites)
    assert {"Vault/Inn.md", "Vault/Mill.md", "Vault/maps/grey-hen.json", "Vault/todo.txt"} <= places(found)
    told = [note.what for note in found.report.dropped]
    assert "1 picture or sound, which no text is read from" in told
    assert not any("app.json" in note.line for note in found.report.dropped)


def test_parts_of_one_name_are_all_taken() -> None:
    """Tables and monsters that differ have ids of their own, and what is alike counts once."""
    found = read_all([("inn.md", INN), ("mill.md", MILL), ("again.md", INN)])
    assert ["guests", "guests-2"] == [table.id for table in found.tables]
    assert [("goblin", 1), ("goblin-2", 2)] == [(monster.id, int(monster.hd)) for monster in found.monsters]
    told = [note.what for note in found.report.guessed]
    assert "two files have “Guests”, and they differ: both are taken" in told


def test_texts_of_one_title_are_all_taken() -> None:
    """Handouts are told apart by their titles."""
    found = read_all([("a.md", b"# Notes\n\nwax\n"), ("b.md", b"# Notes\n\ntin\n"), ("c.md", b"# Notes\n\nwax\n")])
    assert ["Notes", "Notes (2)"] == [text.title for text in found.texts]


def test_a_second_site_of_one_name_is_told() -> None:
    """It would take the place of the first."""
    grey = (FILES / "grey-hen.watabou.json").read_bytes()
    other = grey.replace(b'"w":3', b'"w":4', 1).replace(b'"w": 3', b'"w": 4', 1)
    assert other != grey
    found = read_all([("a.json", grey), ("b.json", other)])
    assert 1 == len(found.sites)
    assert any("import it by itself" in note.what for note in found.report.dropped)


def test_the_lines_of_several_files_name_their_file() -> None:
    """A line without its file is no place."""
    found = read_all([("inn.md", INN), ("mill.md", MILL)])
    assert {"inn.md", "mill.md"} <= places(found)


def test_a_campaign_with_its_pictures_is_no_foreign_file() -> None:
    """Our own ZIP file opens as it always did."""
    ours = write_bundle("name = 'x'", {})
    assert (True, False) == (is_ours(ours), is_packed(ours))
    assert (False, True) == (is_ours(vault()), is_packed(vault()))
    known = known_by_content(vault())
    assert known is not None
    assert "reads it" in known.fix


def _link() -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        link = zipfile.ZipInfo("notes/link.md")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    return out.getvalue()


@pytest.mark.parametrize(
    "raw, what",
    [
        (packed({"../x.md": INN}), "../x.md"),
        (packed({"/etc/x.md": INN}), "/etc/x.md"),
        (packed({"C:/x.md": INN}), "C:/x.md"),
        (packed({"a/../../x.md": INN}), "a/../../x.md"),
        (_link(), "link"),
        (packed({"x.md": b"#" * 60_000_000}), "200 times"),
        (packed({f"{n}.md": b"" for n in range(MOST_FILES + 1)}), f"more than {MOST_FILES} files"),
        (packed({"x.md": INN})[:-30], "ZIP file"),
        (packed({"x.bin": b"\x01\x02" * 40}), "nothing can be read"),
        (packed({}), "an empty ZIP file"),
        (b"\x01\x02" * 40, "does not know this kind of file"),
    ],
    ids=["up", "root", "drive", "inner", "link", "bomb", "many", "cut", "unread", "empty", "bytes"],
)
def test_a_zip_file_that_is_no_folder_of_files_is_refused(raw: bytes, what: str) -> None:
    """Before anything of it is taken."""
    with pytest.raises(UnreadableFile) as fault:
        read_all([("x.zip", raw)])
    assert what in f"{fault.value.what} {fault.value.fix}"


def test_a_name_twice_and_a_file_that_lies_about_its_length_are_refused() -> None:
    """One would hide the other."""
    twice = packed({"x.md": INN, "y.md": MILL}).replace(b"y.md", b"x.md")
    with pytest.raises(UnreadableFile, match="twice"):
        read_all([("x.zip", twice)])
    lying = bytearray(packed({"x.md": INN}))
    at = lying.rfind(b"PK\x01\x02") + 24
    lying[at : at + 4] = (5).to_bytes(4, "little")
    with pytest.raises(UnreadableFile, match="damaged"):
        read_all([("x.zip", bytes(lying))])


def test_a_zip_within_a_zip_is_not_opened() -> None:
    """One level is enough."""
    found = read_all([("x.zip", packed({"inn.md": INN, "deep.zip": packed({"mill.md": MILL})}))])
    assert 1 == len(found.monsters)
    assert any("ZIP file within" in note.what for note in found.report.dropped)
