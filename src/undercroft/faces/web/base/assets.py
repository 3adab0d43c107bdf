"""Stylesheets, scripts and icons: read once, served from memory under a name that changes when they do."""

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from undercroft.faces.http import packing
from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.web.base.bundles import files_of

_KINDS: Mapping[str, str] = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "png": "image/png",
}
FOREVER = "public, max-age=31536000, immutable"


@cache
def assets() -> Mapping[str, bytes]:
    """Every file that is served, by its name."""
    found = dict(sorted(_found(files("undercroft.faces.web") / "static", "")))
    pictures = {name: content for name, content in found.items() if name.endswith(".png")}
    written = {name: content.decode() for name, content in found.items() if name not in pictures}
    return {**{name: text.encode() for name, text in sorted(files_of(written))}, **pictures}


@cache
def packed() -> Mapping[str, bytes]:
    """The same files, compressed for browsers that accept it; they hold no secret that their size could give away."""
    return {name: packing.packed(content) for name, content in assets().items()}


def _found(folder: Traversable, above: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        name = f"{above}{entry.name}"
        if entry.is_dir():
            yield from _found(entry, f"{name}/")
        elif name.rpartition(".")[2] in _KINDS:
            yield name, entry.read_bytes()


@cache
def edition() -> str:
    """A digest of all files."""
    whole = sha256()
    for name, content in assets().items():
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
    return whole.hexdigest()[:12]


def place(name: str) -> str:
    """The address of a file."""
    if name not in assets():
        raise LookupError(f"there is no asset {name}")
    return f"/static/{edition()}/{name}"


@get("/static/{of:str}/{name:path}")
async def asset(request: AnyRequest, of: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A file of the current edition; files of older editions are gone."""
    wanted = name.removeprefix("/")
    if of != edition() or wanted not in assets():
        raise NotFoundException
    kind = _KINDS[wanted.rpartition(".")[2]]
    headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
    if not packing.takes_packed(request):
        return Response(assets()[wanted], media_type=kind, headers=headers)
    return Response(packed()[wanted], media_type=kind, headers={**headers, **packing.PACKED})
