"""Requests with files of other programs: the files once, then only what is to be corrected in them.

The server keeps what it read for a while. A request with the files answers with the id of an upload; a request with
that id and corrections, in a small JSON body, needs no files.
"""

from functools import partial
from typing import Annotated, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.exchange.foreign import Imported, read_all
from undercroft.exchange.foreign.correcting import corrected
from undercroft.exchange.foreign.corrections import NOTHING, Corrections
from undercroft.exchange.foreign.packed_files import weight
from undercroft.exchange.foreign.source import MOST_BYTES
from undercroft.faces.http.bodies import AnyRequest, bytes_in
from undercroft.faces.http.lanes import reading
from undercroft.faces.shared.foreign_import import is_ours
from undercroft.faces.web.live.access.uploads import Upload, Uploads
from undercroft.interpret.form import taken
from undercroft.kernel import strict
from undercroft.kernel.budget import spend
from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import says
from undercroft.kernel.strict import read_json, read_object

MOST_FILES = 20
MOST_BODY = 2 * MOST_BYTES
"""The most bytes of all files together."""
MOST_ASKED = 1024 * 1024
"""The most bytes of a request about files that were sent before."""
PATIENCE = 60.0
"""Seconds that an upload may take."""
BYTE = 4
"""The steps for reading a byte of a file and drawing what it holds."""
MOST_NAME = 100


class LookAgain(Struct, frozen=True, forbid_unknown_fields=True):
    """A request about files that were sent before."""

    upload: Annotated[str, Meta(min_length=1, max_length=64), says("the id that the files were answered with")]
    corrections: Annotated[Corrections, says("what is corrected")] = NOTHING
    part: Annotated[str, Meta(max_length=300), says("the part to look at")] = ""
    level: Annotated[Annotated[int, Meta(ge=-1000, le=1000)] | None, says("the level to draw")] = None
    as_players: Annotated[bool, says("whether the map is drawn as players see it")] = False


class FilesRead(Struct, frozen=True):
    """Files as they were read, as they are corrected, and what is asked about them."""

    names: tuple[str, ...]
    file: Imported
    now: Imported
    asked: LookAgain


class FilesSent(Struct, frozen=True):
    """What a request holds: files, or the id of files that were sent before; and what is asked about them."""

    files: tuple[tuple[str, bytes], ...]
    asked: LookAgain

    def read(self, uploads: Uploads, holder: str) -> FilesRead:
        """What the files hold, as they are and as they are corrected. Files that are new are kept for a while."""
        asked = self.asked
        if self.files:
            upload = self._read()
            asked = replace(asked, upload=uploads.keep(holder, upload))
        else:
            found = uploads.find(holder, asked.upload)
            if found is None:
                raise BadInput("upload_gone", "the files are no longer kept here", "send them again", field="upload")
            upload = found
            spend(upload.size)
        return FilesRead(upload.names, upload.found, corrected(upload.found, asked.corrections), asked)

    def _read(self) -> Upload:
        size = sum(weight(raw) for _, raw in self.files)
        spend(size * BYTE)
        if len(self.files) == 1 and is_ours(self.files[0][1]):
            fix = "open it as it is: it needs no import"
            raise BadInput("ours", "this is a log, a campaign file or an outline", fix)
        return Upload(tuple(name for name, _ in self.files), read_all(self.files), size)


async def files_sent(request: AnyRequest) -> FilesSent:
    """The files in a request, one after the other; or what it asks about files that were sent before."""
    raw = await bytes_in(request, PATIENCE)
    typed = len(request.url.query) + min(len(raw), strict.MOST_BYTES)
    return await reading(typed, partial(_sent, request, raw))


def _sent(request: AnyRequest, raw: bytes) -> FilesSent:
    again = _again(request, raw)
    if again is not None:
        return FilesSent((), again)
    asked = request.query_params
    parts = _split(raw, asked.get("sizes", ""))
    called = [*_names(asked.get("names", "[]")), *["the file"] * len(parts)]
    wanted = taken(Corrections, read_object(asked["corrections"])) if "corrections" in asked else NOTHING
    level = asked.get("level", "")
    about = LookAgain(
        "",
        wanted,
        asked.get("part", "")[:300],
        int(level) if level.isascii() and level.isdigit() and len(level) < 4 else None,
        asked.get("as") == "players",
    )
    return FilesSent(tuple(zip(called, parts, strict=False)), about)


def _again(request: AnyRequest, raw: bytes) -> LookAgain | None:
    """What a small JSON body asks about files that were sent before; None for a body that is a file itself."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json" or len(raw) > MOST_ASKED or b'"upload"' not in raw:
        return None
    body = read_object(raw)
    return taken(LookAgain, body) if "upload" in body else None


def _names(sent: str) -> list[str]:
    names: object = read_json(sent)
    whole = cast("list[object]", names) if isinstance(names, list) else [None]
    if not all(isinstance(name, str) for name in whole):
        raise BadInput("bad_names", "the names are not a list of text", 'send them like ["map.json"]', field="names")
    return [str(name)[:MOST_NAME] for name in whole]


def _split(raw: bytes, sizes: str) -> list[bytes]:
    if not sizes:
        return [raw]
    words = sizes.split(",")
    if len(words) > MOST_FILES:
        raise BadInput("too_many_files", f"those are more than {MOST_FILES} files", "bring in fewer at a time")
    if not all(word.isascii() and word.isdigit() and len(word) < MOST_FILES for word in words):
        raise BadInput("bad_sizes", "the sizes are not numbers", "send them like 120,4000", field="sizes")
    parts, at = list[bytes](), 0
    for size in map(int, words):
        parts.append(raw[at : at + size])
        at += size
    if at != len(raw):
        what = f"the sizes come to {at:,} bytes, and the body has {len(raw):,}"
        raise BadInput("bad_sizes", what, "send the size of every file", field="sizes")
    return parts
