"""Record every playthrough again. Look at the changes before committing them."""

from tests.playthroughs.delves import record
from tests.playthroughs.playing import file_of, transcript
from tests.playthroughs.stories import STORIES
from tools.written import write


def main() -> None:
    """Write every playthrough."""
    for story in STORIES:
        write(file_of(story), transcript(story))
    record()


if __name__ == "__main__":
    main()
