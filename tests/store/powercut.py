"""A disk that keeps only what it was told to keep, played from the system calls of a real process.

Every write, cut, new name and lost name in one folder is done again to files in memory. What a sync covers is kept; the
rest may be there after a power cut or not, as a disk would have it:

    SYNCED    nothing of it
    SECTORS   each sector of 512 bytes, each length of a file and each name may have made it or not, by chance
    RETURNED  all of it, save that names which were removed are back
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from random import Random

SECTOR = 512
CALLS = (
    "openat,write,pwrite64,fdatasync,fsync,ftruncate,"
    "?open,?creat,?fallocate,?pwritev,?writev,?rename,?renameat,?renameat2,?link,?linkat,?unlink,?unlinkat"
)

_LINE = re.compile(r"^[0-9]+ +(?P<name>[a-z0-9]+)\((?P<given>.*)\) += (?P<result>[0-9]+)(?:<.*>)?$")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_OPENED = re.compile(r"^[0-9]+<((?:\\x[0-9a-f]{2})*)>")


class Kept(Enum):
    """What becomes of that which was not synced."""

    SYNCED = "synced"
    SECTORS = "sectors"
    RETURNED = "returned"


@dataclass
class File:
    """What programs see, and what is on the disk for sure."""

    seen: bytearray = field(default_factory=bytearray)
    sure: bytes = b""


Names = dict[str, File]


class Disk:
    """One folder on such a disk."""

    def __init__(self, folder: Path, content: Mapping[str, bytes]) -> None:
        """It begins with these files, for sure."""
        self._folder = str(folder)
        self.seen: Names = {name: File(bytearray(of), of) for name, of in content.items()}
        self.sure: Names = dict(self.seen)
        self.said = ""

    def play(self, trace: str) -> Iterator[None]:
        """Do every call of a trace again, stopping after each that changed something, or that said something."""
        for line in trace.splitlines():
            if (found := _LINE.match(line)) and self._do(found["name"], found["given"], int(found["result"])):
                yield

    def _do(self, name: str, given: str, result: int) -> bool:
        texts = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(given)]
        opened = _OPENED.match(given)
        of = self._name(bytes.fromhex(opened[1].replace("\\x", ""))) if opened else None
        match name:
            case "openat":
                return self._open(self._name(texts[0]), given)
            case "write" if given.startswith("1<"):
                self.said += texts[0].decode()
                return True
            case "pwrite64" if of:
                return self._write(of, texts[0][:result], int(given.rsplit(", ", 1)[1]))
            case "ftruncate" if of:
                return self._cut(of, int(given.rsplit(", ", 1)[1]))
            case "fsync" | "fdatasync" if of is not None:
                return self._sync(of)
            case "link":
                return self._link(self._name(texts[0]), self._name(texts[1]))
            case "unlink" | "unlinkat":
                return self._unlink(self._name(texts[0]))
            case _ if of or any(self._name(text) for text in texts):
                raise AssertionError(f"{name} changes a store, and this disk does not know it")
            case _:
                return False

    def _name(self, path: bytes) -> str | None:
        """The name of a file in the folder; empty for the folder itself, None for all the others."""
        text = path.decode()
        if text == self._folder:
            return ""
        return text.removeprefix(f"{self._folder}/") if text.startswith(f"{self._folder}/") else None

    def _open(self, name: str | None, given: str) -> bool:
        if not name or "O_CREAT" not in given or name in self.seen:
            assert not name or "O_TRUNC" not in given
            return False
        self.seen[name] = File()
        return True

    def _write(self, name: str, what: bytes, at: int) -> bool:
        content = self.seen[name].seen
        content.extend(bytes(max(0, at - len(content))))
        content[at : at + len(what)] = what
        return True

    def _cut(self, name: str, length: int) -> bool:
        content = self.seen[name].seen
        content.extend(bytes(max(0, length - len(content))))
        del content[length:]
        return True

    def _sync(self, name: str) -> bool:
        if name:
            self.seen[name].sure = bytes(self.seen[name].seen)
        else:
            self.sure = dict(self.seen)
        return True

    def _link(self, name: str | None, new: str | None) -> bool:
        assert name
        assert new
        self.seen[new] = self.seen[name]
        return True

    def _unlink(self, name: str | None) -> bool:
        return name is not None and self.seen.pop(name, None) is not None

    def after_a_cut(self, kept: Kept, chance: Random) -> dict[str, bytes]:
        """What is found when the power comes back."""
        return {name: _content(file, kept, chance) for name, file in self._names(kept, chance).items()}

    def _names(self, kept: Kept, chance: Random) -> Names:
        match kept:
            case Kept.SYNCED:
                return self.sure
            case Kept.RETURNED:
                return self.seen | self.sure
            case Kept.SECTORS:
                sides = {name: (self.sure.get(name), self.seen.get(name)) for name in self.sure | self.seen}
                found = {name: chance.choice(side) for name, side in sides.items()}
                return {name: file for name, file in found.items() if file}


def _content(file: File, kept: Kept, chance: Random) -> bytes:
    match kept:
        case Kept.SYNCED:
            return file.sure
        case Kept.RETURNED:
            return bytes(file.seen)
        case Kept.SECTORS:
            return _torn(file.sure, bytes(file.seen), lambda: chance.random() < 0.5)


def _torn(sure: bytes, seen: bytes, made_it: Callable[[], bool]) -> bytes:
    """Some sectors of the one, some of the other."""
    length = len(seen) if made_it() else len(sure)
    found = bytearray(sure[:length].ljust(length, b"\0"))
    for at in range(0, min(length, len(seen)), SECTOR):
        if made_it():
            piece = seen[at : min(at + SECTOR, length)]
            found[at : at + len(piece)] = piece
    return bytes(found)
