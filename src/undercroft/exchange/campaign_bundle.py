"""A campaign file together with its pictures: a ZIP file with `campaign.toml`, and `pictures/ID.webp` for each."""

import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO
from typing import NoReturn

from msgspec import Struct

from undercroft.exchange.pictures import ENDING, PictureFile, stored_picture
from undercroft.exchange.zip_files import zipped
from undercroft.kernel.faults import BadInput
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PictureId
from undercroft.table.state.pictures import MOST_BYTES_IN_ALL, MOST_PICTURE_BYTES, MOST_PICTURES

FILE = "campaign.toml"
FOLDER = "pictures/"
MOST_TEXT = 4 * 1024 * 1024
"""The most bytes of the campaign file in it."""
MOST_BUNDLE = MOST_BYTES_IN_ALL + 2 * MOST_TEXT
_TOGETHER = f"the pictures have at most {MOST_BYTES_IN_ALL // 1024 // 1024} MB together"
_START = b"PK\x03\x04"


class CampaignBundle(Struct, frozen=True):
    """The text of a campaign file, and the pictures that came with it."""

    text: str
    pictures: tuple[PictureFile, ...] = ()


def is_bundle(raw: bytes) -> bool:
    """Whether these bytes begin like a bundle."""
    return raw.startswith(_START)


def pictures_in_use(campaign: Campaign) -> tuple[PictureId, ...]:
    """The pictures of the campaign's sites, each once."""
    named = (id for site in campaign.sites.values() for id in site.pictures.values())
    return tuple(dict.fromkeys(id for id in named if id in campaign.pictures))


def write_bundle(text: str, pictures: Mapping[PictureId, bytes]) -> bytes:
    """The bundle, the same bytes for the same campaign."""
    return zipped([(FILE, text), *((f"{FOLDER}{id}{ENDING}", body) for id, body in sorted(pictures.items()))])


def read_bundle(raw: bytes) -> CampaignBundle:
    """What is in a bundle. Nothing is unpacked that is larger than it may be, or has no place in one."""
    if len(raw) > MOST_BUNDLE:
        _refuse("it is too big", _TOGETHER)
    try:
        with zipfile.ZipFile(BytesIO(raw)) as bundle:
            return _read(bundle)
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, EOFError, zlib.error):
        _refuse("it is damaged", "ask for another copy")


def _read(bundle: zipfile.ZipFile) -> CampaignBundle:
    parts = bundle.infolist()
    if len(parts) > MOST_PICTURES + 1:
        _refuse("it has too many parts", "take one that Undercroft wrote")
    most = {part.filename: MOST_TEXT if part.filename == FILE else MOST_PICTURE_BYTES for part in parts}
    if FILE not in most or len(most) < len(parts):
        _refuse(f"it has no {FILE}, or has a part twice", "take one that Undercroft wrote")
    for part in parts:
        if part.file_size > most[part.filename]:
            _refuse(f"{part.filename[:80]} is too big", "take one that Undercroft wrote")
    if sum(part.file_size for part in parts) > MOST_BUNDLE:
        _refuse("it is too big unpacked", _TOGETHER)
    pictures = tuple(_picture(bundle, name) for name in most if name != FILE)
    try:
        return CampaignBundle(_part(bundle, FILE, MOST_TEXT).decode(), pictures)
    except UnicodeDecodeError:
        _refuse(f"{FILE} is not UTF-8", "save it as UTF-8")


def _part(bundle: zipfile.ZipFile, name: str, most: int) -> bytes:
    """A part, of which no more is unpacked than it may have."""
    with bundle.open(name) as part:
        body = part.read(most + 1)
    if len(body) > most:
        _refuse(f"{name[:80]} is too big", "take one that Undercroft wrote")
    return body


def _picture(bundle: zipfile.ZipFile, name: str) -> PictureFile:
    if not name.startswith(FOLDER) or not name.endswith(ENDING):
        _refuse(f"{name[:80]} does not belong in it", f"put only {FILE} in it, and pictures in {FOLDER}")
    found = stored_picture(_part(bundle, name, MOST_PICTURE_BYTES))
    if name != f"{FOLDER}{found.picture.id}{ENDING}":
        _refuse(f"{name[:80]} is not the picture it is named after", "ask for another copy")
    return found


def _refuse(why: str, fix: str) -> NoReturn:
    raise BadInput("bad_bundle", f"the file with the campaign and its pictures cannot be read: {why}", fix)
