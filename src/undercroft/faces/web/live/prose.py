"""A report of ours as blocks for a page: Markdown of a few plain forms, of which nothing is ever taken for HTML."""

from __future__ import annotations

import re

from msgspec import Struct


class Item(Struct, frozen=True):
    """A line of a list, perhaps with the time of day before it; one that was folded together leans."""

    text: str
    folded: bool = False
    when: str = ""


class Block(Struct, frozen=True):
    """A heading of some level, a list, or a paragraph, plain or leaning."""

    kind: str
    text: str = ""
    items: tuple[Item, ...] = ()


def blocks_of(text: str) -> tuple[Block, ...]:
    """The page, block by block."""
    found: list[Block] = []
    for line in text.splitlines():
        if line.startswith("- "):
            item = _item(line[2:])
            if found and found[-1].kind == "list":
                found[-1] = Block("list", items=(*found[-1].items, item))
            else:
                found.append(Block("list", items=(item,)))
        elif line:
            found.append(_block(line))
    return tuple(found)


def _item(line: str) -> Item:
    if timed := re.fullmatch(r"\*\*([0-9:]+)\*\* (.*)", line):
        return Item(plain(timed[2]), when=timed[1])
    leans = line.startswith("*") and line.endswith("*") and not line.endswith("\\*")
    return Item(plain(line.strip("*")), folded=True) if leans else Item(plain(line))


def _block(line: str) -> Block:
    marks = len(line) - len(line.lstrip("#"))
    if marks and line[marks : marks + 1] == " ":
        return Block(f"h{marks}", plain(line[marks + 1 :]))
    if line.startswith("*") and line.endswith("*") and not line.endswith("\\*"):
        return Block("leaning", plain(line.strip("*")))
    return Block("p", plain(line))


def plain(text: str) -> str:
    """Text without the strokes that kept its signs from meaning more."""
    return re.sub(r"\\([\\`*_\[\]<>#|])", r"\1", text)
