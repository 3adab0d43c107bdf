"""A campaign file with its pictures in one file: there and back, and refused where it is not one of ours."""

import zipfile
from io import BytesIO

import pytest

from tests.paper_maps import picture
from undercroft.exchange.campaign_bundle import FILE, MOST_TEXT, is_bundle, read_bundle, write_bundle
from undercroft.exchange.pictures import read_picture
from undercroft.kernel.faults import BadInput

TEXT = 'name = "The Mill"\n'
MAP = read_picture(picture())
GOOD = f"pictures/{MAP.picture.id}.webp"


def zipped(**parts: bytes) -> bytes:
    """A ZIP file with these parts."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, body in parts.items():
            bundle.writestr(name, body)
    return out.getvalue()


def test_there_and_back() -> None:
    """The text as it was, and the picture under its id; the same campaign gives the same bytes."""
    raw = write_bundle(TEXT, {MAP.picture.id: MAP.body})
    assert is_bundle(raw)
    found = read_bundle(raw)
    assert (TEXT, [MAP.body]) == (found.text, [each.body for each in found.pictures])
    assert MAP.picture.id == found.pictures[0].picture.id
    assert raw == write_bundle(TEXT, {MAP.picture.id: MAP.body})


@pytest.mark.parametrize(
    "raw",
    [
        b"PK\x03\x04 and nothing else",
        write_bundle(TEXT, {MAP.picture.id: MAP.body})[:-30],
        zipped(**{GOOD: MAP.body}),
        zipped(**{FILE: b"\xff\xfe"}),
        zipped(**{FILE: b"x" * (MOST_TEXT + 1)}),
        zipped(**{FILE: TEXT.encode(), "../../home/map.webp": MAP.body}),
        zipped(**{FILE: TEXT.encode(), "run.sh": b"rm"}),
        zipped(**{FILE: TEXT.encode(), f"pictures/{'0' * 64}.webp": MAP.body}),
        zipped(**{FILE: TEXT.encode(), GOOD: b"<svg/>"}),
        zipped(**{FILE: TEXT.encode(), **{f"pictures/{n}.webp": b"" for n in range(200)}}),
    ],
)
def test_what_is_not_one_of_ours(raw: bytes) -> None:
    """Damaged, without its campaign, unpacking to too much, or with something that has no place in it."""
    with pytest.raises(BadInput) as caught:
        read_bundle(raw)
    assert caught.value.fix
