"""Record every playthrough anew; look at what changes before committing it."""

from __future__ import annotations

from tests.playthroughs.playing import file_of, transcript
from tests.playthroughs.stories import STORIES


def main() -> None:
    """Write them all."""
    for story in STORIES:
        file_of(story).write_text(transcript(story), encoding="utf-8")


if __name__ == "__main__":
    main()
