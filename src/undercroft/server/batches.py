"""Several batches as one, so that all of them are written or none."""

from collections.abc import Sequence

from msgspec.structs import replace

from undercroft.kernel.frozen import FrozenMap
from undercroft.store.log import Batch


def joined(batches: Sequence[Batch]) -> Batch:
    """The batches in one, under the key and the answer of the last."""
    return replace(
        batches[-1],
        expected=batches[0].expected,
        entries=tuple(entry for batch in batches for entry in batch.entries),
        streams=FrozenMap({name: at for batch in batches for name, at in batch.streams.items()}),
        pictures=tuple(picture for batch in batches for picture in batch.pictures),
    )
