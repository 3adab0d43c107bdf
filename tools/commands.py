"""Writes the page that lists every command of the table: `python -m tools.commands` writes `docs/commands.md`.

Its words come from the commands themselves, and who may give one from the list that the tests check.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import fields

from tools.written import write
from undercroft.faces.terminal.explanations import summary
from undercroft.server.commands import BY_TAG, OF_ITSELF
from undercroft.table.engine.part import Command

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "commands.md"
ROLES = ROOT / "tests" / "http" / "roles.txt"

HEAD = """\
<!-- Written by `make manual`; edit the commands instead. -->

# Every command

You can type these commands at the prompt of `undercroft play`, put them into a script, or send them to the
[API](api.md). [Playing in a terminal](playing.md) shows the usual ones with examples.

Type `COMMAND field=value ...`, or the values alone in the order of the fields. `help COMMAND` says what each field
takes. You may leave out the fields in brackets.
"""

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "Undo and overrule": ("server",),
    "Dice": ("engine",),
    "Sessions, seats and notes": ("session",),
    "Characters": ("characters",),
    "Groups, light and the campaign": ("world",),
    "In the dungeon": ("exploration", "site"),
    "Gear and coins": ("gear",),
    "Encounters": ("encounter",),
    "Fights": ("fight",),
    "Bodies and effects": ("body",),
    "Healing, poison, disease and sleep": ("treatment",),
    "Rulings": ("rulings",),
    "By the referee's hand": ("referee",),
    "Preparing": ("preparing", "lore"),
    "On the road": ("road",),
    "In a settlement": ("town",),
}
"""The headings of the page, and the packages whose commands each of them lists."""

GIVEN_UNLISTED = ("engine", "preparing", "lore")
"""The packages whose commands are given by screens and programs even where no list shows them."""

TYPED_UNLISTED = frozenset({"add_dice_word", "change_choice", "edit_sheet", "mark_read"})
"""More commands that no list shows: a page of their own gives them, and people may type them."""

GIVERS: Mapping[str, str] = {"referee": "referee", "player": "player, referee"}
"""Who gives a command, by the word of the list."""


def text() -> str:
    """The page as it should be."""
    return "\n".join((HEAD, *(_section(title, of) for title, of in SECTIONS.items()), _by_itself()))


def _section(title: str, packages: tuple[str, ...]) -> str:
    roles = dict(line.split() for line in ROLES.read_text(encoding="utf-8").splitlines())
    tags = [tag for tag, kind in BY_TAG.items() if _package(kind) in packages and not _follows(tag)]
    rows = "\n".join(
        f"| `{tag}` | {GIVERS[roles[tag]]} | {summary(BY_TAG[tag])} | {' '.join(_fields(BY_TAG[tag]))} |"
        for tag in sorted(tags)
    )
    return f"\n## {title}\n\n| command | who gives it | what it does | fields |\n|---|---|---|---|\n{rows}\n"


def _follows(tag: str) -> bool:
    """Whether nobody gives it. Answers to dice and changes of the world are given, though no list shows them."""
    kind = BY_TAG[tag]
    given = kind.ABOUT.listed or _package(kind) in GIVEN_UNLISTED or tag in TYPED_UNLISTED
    return tag in OF_ITSELF or not given


def _package(kind: type[Command]) -> str:
    parts = kind.__module__.split(".")
    return parts[2] if parts[1] == "table" else parts[1]


def _fields(kind: type[Command]) -> Iterator[str]:
    for field in fields(kind):
        yield f"`{field.encode_name}`" if field.required else f"[`{field.encode_name}`]"


def _by_itself() -> str:
    tags = ", ".join(f"`{tag}`" for tag in sorted(BY_TAG) if _follows(tag))
    head = "\n## By itself\n\nThe table and the server give these commands by themselves. You do not type them: "
    return f"{head}{tags}.\n"


def main() -> None:
    """Write the page if it is out of date."""
    wanted = text()
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != wanted:
        write(PAGE, wanted)
        print(f"{PAGE.name} written")


if __name__ == "__main__":
    main()
