"""Record every playthrough again. Look at the changes before committing them."""

from tests.playthroughs.playing import file_of, transcript
from tests.playthroughs.stories import STORIES


def main() -> None:
    """Write every playthrough."""
    for story in STORIES:
        file_of(story).write_text(transcript(story), encoding="utf-8")


if __name__ == "__main__":
    main()
