"""A disk that keeps only what it was told to keep, played from the system calls of a real process.

Every write, cut, new name and lost name in one folder and the folders in it is done again to files in memory. What a
sync covers is kept; the rest may be there after a power cut or not, as a disk would have it:

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
    "?open,?creat,?fallocate,?pwritev,?writev,?rename,?renameat,?renameat2,?link,?linkat,?unlink,?unlinkat,"
    "?mkdir,?mkdirat,?rmdir,?lseek"
)

_LINE = re.compile(r"^[0-9]+ +(?P<name>[a-z0-9]+)\((?P<given>.*)\) += (?P<result>[0-9]+)(?:<.*>)?$")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_OPENED = re.compile(r"^([0-9]+)<((?:\\x[0-9a-f]{2})*)>")


class Kept(Enum):
    """What becomes of that which was not synced."""

    SYNCED = "synced"
    SECTORS = "sectors"
    RETURNED = "returned"


@dataclass
class File:
    """What programs see, and what is on the disk for sure; a folder has neither."""

    seen: bytearray = field(default_factory=bytearray)
    sure: bytes = b""
    is_folder: bool = False


Names = dict[str, File]


class Disk:
    """One folder on such a disk. Files in folders within it have a slash in their names."""

    def __init__(self, folder: Path, content: Mapping[str, bytes]) -> None:
        """It begins with these files, for sure."""
        self._folder = str(folder)
        self.seen: Names = {name: File(bytearray(of), of) for name, of in content.items()}
        self.seen |= {name.rpartition("/")[0]: File(is_folder=True) for name in content if "/" in name}
        self.sure: Names = dict(self.seen)
        self.said = ""
        self._places: dict[str, int] = {}
        """Where the next write of each descriptor goes."""

    def play(self, trace: str) -> Iterator[None]:
        """Do every call of a trace again, stopping after each that changed something, or that said something."""
        for line in trace.splitlines():
            if (found := _LINE.match(line)) and self._do(found["name"], found["given"], int(found["result"])):
                yield

    @property
    def files(self) -> dict[str, bytes]:
        """The content of every file, as programs see it."""
        return {name: bytes(file.seen) for name, file in self.seen.items() if not file.is_folder}

    def _do(self, name: str, given: str, result: int) -> bool:  # noqa: C901, PLR0912 - a case each
        texts = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(given)]
        opened = _OPENED.match(given)
        of = self._name(bytes.fromhex(opened[2].replace("\\x", ""))) if opened else None
        descriptor = opened[1] if opened else ""
        match name:
            case "openat":
                self._places[str(result)] = 0
                return self._open(self._name(texts[0]), given)
            case "lseek":
                self._places[descriptor] = result
                return False
            case "write" if given.startswith("1<"):
                self.said += texts[0].decode()
                return True
            case "write" if of:
                at = self._places.get(descriptor, 0)
                self._places[descriptor] = at + result
                return self._write(of, texts[0][:result], at)
            case "pwrite64" if of:
                return self._write(of, texts[0][:result], int(given.rsplit(", ", 1)[1]))
            case "ftruncate" if of:
                return self._cut(of, int(given.rsplit(", ", 1)[1]))
            case "fsync" | "fdatasync" if of is not None:
                return self._sync(of)
            case "link":
                return self._link(self._name(texts[0]), self._name(texts[1]))
            case "rename":
                return self._link(self._name(texts[0]), self._name(texts[1])) and self._unlink(self._name(texts[0]))
            case "mkdir":
                return self._make_folder(self._name(texts[0]))
            case "unlink" | "unlinkat":
                return self._unlink(self._name(texts[0]))
            case _ if of or any(self._name(text) for text in texts):
                raise AssertionError(f"{name} changes a store, and this disk does not know it")
            case _:
                return False

    def _name(self, path: bytes) -> str | None:
        """The name of a file in the folder; empty for the folder itself, None for all the others."""
        try:
            text = path.decode()
        except UnicodeDecodeError:
            return None
        if text == self._folder:
            return ""
        return text.removeprefix(f"{self._folder}/") if text.startswith(f"{self._folder}/") else None

    def _open(self, name: str | None, given: str) -> bool:
        if not name:
            return False
        if "O_TMPFILE" in given:
            raise AssertionError("a file without a name changes nothing that lasts")
        if "O_CREAT" in given and name not in self.seen:
            self.seen[name] = File()
            return True
        return "O_TRUNC" in given and self._cut(name, 0)

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
        if name and not self.seen[name].is_folder:
            self.seen[name].sure = bytes(self.seen[name].seen)
            return True
        gone = [item for item in self.sure if _parent(item) == name and item not in self.seen]
        for each in gone:
            del self.sure[each]
        self.sure |= {path: file for path, file in self.seen.items() if _parent(path) == name}
        return True

    def _link(self, name: str | None, new: str | None) -> bool:
        assert name
        assert new
        self.seen[new] = self.seen[name]
        return True

    def _make_folder(self, name: str | None) -> bool:
        if name:
            self.seen[name] = File(is_folder=True)
        return bool(name)

    def _unlink(self, name: str | None) -> bool:
        return name is not None and self.seen.pop(name, None) is not None

    def after_a_cut(self, kept: Kept, chance: Random) -> dict[str, bytes]:
        """What is found when the power comes back; files of a lost folder are lost with it."""
        names = self._names(kept, chance)
        return {
            name: _content(file, kept, chance)
            for name, file in names.items()
            if not file.is_folder and (not _parent(name) or _parent(name) in names)
        }

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


def _parent(name: str) -> str:
    return name.rpartition("/")[0]


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
