"""Pictures that are brought: what is kept of them, and what is refused."""

from hashlib import sha256
from io import BytesIO

import pytest
from PIL import Image

from tests.paper_maps import HOSTILE, photograph, picture
from undercroft.exchange.pictures import MOST_UPLOAD, read_picture, stored_picture
from undercroft.kernel.faults import BadInput
from undercroft.store import checks
from undercroft.store.log import StoredPicture
from undercroft.table.state.pictures import MOST_PICTURE_BYTES, MOST_SIDE


def colour(body: bytes, x: int, y: int) -> tuple[int, ...]:
    """Red, green, blue and how solid a picture is at a point."""
    found = Image.open(BytesIO(body)).convert("RGBA").getpixel((x, y))
    assert isinstance(found, tuple)
    return found


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_every_known_kind_becomes_the_same_kind(kind: str) -> None:
    """WebP under the hash of its bytes, of the same size, with the name of its file; a store takes it."""
    found = read_picture(picture(kind), "maps\\vault of the lich.PNG")
    kept = found.picture
    assert (64, 48, len(found.body), "vault of the lich") == (kept.width, kept.height, kept.size, kept.name)
    assert sha256(found.body).hexdigest() == kept.id
    checks.picture(StoredPicture(kept.id, found.body))
    red, green, blue, _ = colour(found.body, 32, 8)
    assert red > 150
    assert max(green, blue) < 50
    assert kept == stored_picture(found.body, "vault of the lich").picture


def test_a_photograph_is_turned_upright_and_forgets_where_it_was_taken() -> None:
    """The camera's notes are gone, all of them."""
    found = read_picture(photograph())
    assert (48, 64) == (found.picture.width, found.picture.height)
    assert b"referee" in photograph()
    assert b"referee" not in found.body
    assert {} == dict(Image.open(BytesIO(found.body)).getexif())


def test_only_the_first_frame_of_a_moving_picture() -> None:
    """A map stands still."""
    frames = [Image.new("RGB", (64, 48), colour) for colour in ("#c00000", "#00c000")]
    out = BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:])
    body = read_picture(out.getvalue()).body
    assert not getattr(Image.open(BytesIO(body)), "is_animated", False)
    assert colour(body, 5, 5)[0] > 150


def test_what_is_transparent_stays_so() -> None:
    """The paper of the page shows through."""
    out = BytesIO()
    Image.new("RGBA", (64, 48), (0, 0, 0, 0)).save(out, "PNG")
    assert 0 == colour(read_picture(out.getvalue()).body, 5, 5)[3]


def test_a_large_picture_is_made_smaller() -> None:
    """Its sides keep their proportion."""
    found = read_picture(picture("PNG", (6000, 1500))).picture
    assert (MOST_SIDE, MOST_SIDE // 4) == (found.width, found.height)


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_picture_is_refused(name: str) -> None:
    """By what is wrong with it, and with what to do; nothing of it is decoded that would not fit."""
    with pytest.raises(BadInput) as caught:
        read_picture(HOSTILE[name])
    assert caught.value.code in {"not_a_picture", "damaged_picture", "too_many_pixels", "too_small"}
    assert caught.value.fix


def test_a_picture_with_something_behind_it() -> None:
    """A file that is a picture and a page at once keeps the picture alone."""
    both = picture() + b"<script>alert(1)</script>"
    assert b"script" not in read_picture(both).body


def test_too_many_bytes_are_not_looked_at() -> None:
    """However it begins."""
    with pytest.raises(BadInput, match="larger than 10 MB"):
        read_picture(picture() + bytes(MOST_UPLOAD))


@pytest.mark.parametrize("body", [picture(), b"RIFF\0\0\0\0WEBPVP8 ", picture("WEBP", (MOST_SIDE + 1, 32))])
def test_what_was_not_stored_here_does_not_come_back(body: bytes) -> None:
    """Another kind, nothing inside, or larger than is ever kept."""
    with pytest.raises(BadInput):
        stored_picture(body)


def test_a_kept_picture_fits_into_a_store() -> None:
    """What may be kept is not more than a store takes."""
    assert MOST_PICTURE_BYTES <= checks.MOST_PICTURE
