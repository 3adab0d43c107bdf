"""Files that people look at are kept for a while: bounded, by holder, and forgotten in time."""

from undercroft.exchange.foreign import Imported
from undercroft.faces.web.live.access.uploads import LASTS, MOST_BYTES, MOST_OF_ONE, Upload, Uploads


class Clock:
    """A clock that stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def upload(size: int = 1) -> Upload:
    """Files of that many bytes."""
    return Upload(("a.json",), Imported("a map"), size)


def test_an_upload_is_forgotten_some_time_after_its_last_use() -> None:
    """Looking at it keeps it; leaving it alone does not."""
    clock = Clock()
    uploads = Uploads(clock)
    id = uploads.keep("owner", upload())
    for _ in range(3):
        clock.now += LASTS - 1
        assert uploads.find("owner", id) is not None
    clock.now += LASTS
    assert uploads.find("owner", id) is None


def test_only_its_holder_finds_an_upload_and_taking_it_ends_it() -> None:
    """By the id and the holder together."""
    uploads = Uploads(Clock())
    id = uploads.keep("table/one", upload())
    assert uploads.find("table/two", id) is None
    uploads.forget("table/two", id)
    assert uploads.find("table/one", id) is not None
    uploads.forget("table/one", id)
    assert uploads.find("table/one", id) is None


def test_a_holder_has_a_few_and_all_together_have_a_limit() -> None:
    """The oldest go first; one that is larger than all may be is still there for its holder."""
    uploads = Uploads(Clock())
    own = [uploads.keep("owner", upload()) for _ in range(MOST_OF_ONE + 1)]
    assert [False, *[True] * MOST_OF_ONE] == [uploads.find("owner", id) is not None for id in own]
    large = [uploads.keep(f"table/{number}", upload(MOST_BYTES // 2)) for number in range(3)]
    found = [uploads.find(f"table/{number}", id) is not None for number, id in enumerate(large)]
    assert [False, True, True] == found
    assert uploads.find("owner", own[-1]) is None
