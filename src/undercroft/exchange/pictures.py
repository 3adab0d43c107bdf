"""Pictures that a referee brings: a map on paper, scanned or photographed, made safe to keep and to show.

Whatever comes in is decoded and encoded again as WebP: what is stored is a picture and nothing else, without the
camera's notes (where and when it was taken), upright, and of a bounded size. The number of pixels is looked at before
any of them is decoded, so that a small file cannot grow beyond memory.
"""

import warnings
from hashlib import sha256
from io import BytesIO
from typing import Any

from msgspec import Struct

from undercroft.kernel.faults import BadInput
from undercroft.table.state.ids import PictureId
from undercroft.table.state.pictures import MOST_PICTURE_BYTES, MOST_SIDE, Picture

MOST_UPLOAD = 10 * 1024 * 1024
"""The most bytes of a picture as it is sent."""
MOST_PIXELS = 50_000_000
"""The most pixels of a picture as it is sent: a page scanned at 600 dots per inch has fewer."""
KINDS = ("PNG", "JPEG", "WEBP", "GIF")
MEDIA_TYPE = "image/webp"
ENDING = ".webp"
_KNOWN = "send a PNG, JPEG, WebP or GIF file"
_QUALITY = 85
_SMALLER = 0.7
_TOO_SMALL = 16


class PictureFile(Struct, frozen=True):
    """A picture with its bytes, ready to be stored."""

    picture: Picture
    body: bytes


def read_picture(raw: bytes, name: str = "") -> PictureFile:
    """A picture as it is stored, from the bytes of a file of any of the known kinds. Of a GIF, the first frame."""
    if len(raw) > MOST_UPLOAD:
        raise too_big()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _encoded(_decoded(raw), name)


def stored_picture(body: bytes, name: str = "") -> PictureFile:
    """A picture that was encoded here before, as a file brings it back: not one pixel of it changes."""
    image = _opened(body, ("WEBP",))
    if len(body) > MOST_PICTURE_BYTES or max(image.size) > MOST_SIDE or getattr(image, "is_animated", False):
        raise BadInput("bad_picture", "the picture was not stored by Undercroft", "upload it on the site's page")
    return _file(body, image.size, name)


def too_big() -> BadInput:
    """The fault for a file that is too big."""
    what = f"the picture is larger than {MOST_UPLOAD // 1024 // 1024} MB"
    return BadInput("too_big", what, "save it smaller, or as a JPEG", limit=MOST_UPLOAD)


def _file(body: bytes, size: tuple[int, int], name: str) -> PictureFile:
    id = PictureId(sha256(body).hexdigest())
    return PictureFile(Picture(id, *size, len(body), _title(name)), body)


def _title(name: str) -> str:
    """What the picture is called: the name of its file, without the ending and without signs that cannot be read."""
    stem = name.replace("\\", "/").rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return " ".join("".join(sign if sign.isprintable() else " " for sign in stem).split())[:64]


def _opened(raw: bytes, kinds: tuple[str, ...] = KINDS) -> Any:  # noqa: ANN401 - Pillow is loaded on first use
    """The picture behind these bytes, with nothing decoded but its head."""
    from PIL import Image  # noqa: PLC0415 - only when a picture is read

    try:
        image = Image.open(BytesIO(raw), formats=kinds)
    except Image.DecompressionBombError:
        raise _too_many_pixels() from None
    except Exception:  # noqa: BLE001 - a decoder may fail in any way
        raise BadInput("not_a_picture", "that is not a picture that can be read", _KNOWN) from None
    width, height = image.size
    if width * height > MOST_PIXELS:
        raise _too_many_pixels()
    if min(width, height) < _TOO_SMALL:
        raise BadInput("too_small", f"the picture has only {width} by {height} pixels", "send a larger one")
    return image


def _too_many_pixels() -> BadInput:
    what = f"the picture has more than {MOST_PIXELS // 1_000_000} million pixels"
    return BadInput("too_many_pixels", what, "save it smaller", limit=MOST_PIXELS)


def _decoded(raw: bytes) -> Any:  # noqa: ANN401 - an image of Pillow's
    """The picture upright, at most as large as it may be stored, in plain colours."""
    from PIL import ImageOps  # noqa: PLC0415 - only when a picture is read

    image = _opened(raw)
    try:
        image.draft("RGB", (MOST_SIDE, MOST_SIDE))
        image.load()
        upright = ImageOps.exif_transpose(image)
        clear = upright.has_transparency_data
        plain = upright.convert("RGBA" if clear else "RGB")
        plain.thumbnail((MOST_SIDE, MOST_SIDE))
    except Exception:  # noqa: BLE001 - a decoder may fail in any way
        raise BadInput("damaged_picture", "the picture is cut off or damaged", "save it again, and send that") from None
    return plain


def _encoded(image: Any, name: str) -> PictureFile:  # noqa: ANN401 - an image of Pillow's
    """The picture as WebP, made smaller until it is few enough bytes."""
    while True:
        out = BytesIO()
        image.save(out, "WEBP", quality=_QUALITY, method=3, exif=b"", icc_profile=None, xmp=b"")
        if out.tell() <= MOST_PICTURE_BYTES:
            return _file(out.getvalue(), image.size, name)
        image = image.resize(tuple(max(1, int(side * _SMALLER)) for side in image.size))
