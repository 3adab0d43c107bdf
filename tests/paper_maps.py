"""Pictures to send: small ones of every kind, and some that are not what they seem."""

import struct
import zlib
from io import BytesIO

from PIL import Image


def picture(kind: str = "PNG", size: tuple[int, int] = (64, 48), **more: object) -> bytes:
    """A picture of that kind and size, red above and blue below."""
    image = Image.new("RGB", size, "#0000c0")
    image.paste("#c00000", (0, 0, size[0], size[1] // 2))
    out = BytesIO()
    image.save(out, kind, **more)
    return out.getvalue()


def photograph() -> bytes:
    """A photograph lying on its side, with the place where it was taken."""
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010E] = "taken at the house of the referee"
    return picture("JPEG", exif=exif)


def bomb(side: int = 60_000) -> bytes:
    """A small file that says it has this many pixels on each side."""
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(bytes(1000))) + _chunk(b"IEND")


def _chunk(kind: bytes, body: bytes = b"") -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


HOSTILE = {
    "nothing": b"",
    "text": b"a map, drawn in words",
    "a drawing with a script": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "a page": b"<!doctype html><script>alert(1)</script>",
    "another kind of picture": picture("BMP"),
    "a document": b"%PDF-1.4\n",
    "cut off": picture("PNG", (640, 480))[:-400],
    "cut off in the head": picture("JPEG")[:40],
    "a bomb": bomb(),
    "a wide bomb": bomb(8000),
    "a speck": picture(size=(3, 3)),
}
"""Files that are refused."""
