"""Every recorded playthrough is what happens; each procedure of encounter and fighting has one."""

import pytest

from tests.playthroughs.playing import FOLDER, file_of, transcript
from tests.playthroughs.stories import STORIES


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_it_is_played_as_it_was_recorded(story):
    """Word for word, as the referee and as a player see it; `make playthroughs` records them again."""
    assert file_of(story).read_text(encoding="utf-8") == transcript(story)


def test_every_recording_has_its_story():
    """Nothing is kept that nobody plays."""
    assert {file_of(story) for story in STORIES} == set(FOLDER.glob("*.txt"))
