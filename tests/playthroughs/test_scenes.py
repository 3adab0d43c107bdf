"""Every recorded playthrough is what happens; each procedure of encounter and fighting has one."""

import pytest

from tests.playthroughs.playing import FOLDER, file_of, played, transcript
from tests.playthroughs.stories import SIX_BY_SOVEREIGN, SIX_BY_VIOLENCE, STORIES
from tests.table.field import ANSGAR, CORVIN, ISOLDE, TAM, fight
from undercroft.table.state.combatants import FoeState
from undercroft.table.state.fights import fight_of
from undercroft.table.state.people import State
from undercroft.table.world.groups import MAIN


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_it_is_played_as_it_was_recorded(story):
    """Word for word, as the referee and as a player see it; `make playthroughs` records them again."""
    assert file_of(story).read_text(encoding="utf-8") == transcript(story)


def test_every_recording_has_its_story():
    """Nothing is kept that nobody plays."""
    assert {file_of(story) for story in STORIES} == set(FOLDER.glob("*.txt"))


@pytest.mark.parametrize(
    "story, slain, hp",
    [(SIX_BY_VIOLENCE, 3, (12, 6, 0, 4)), (SIX_BY_SOVEREIGN, 2, (12, 6, 0, 2))],
    ids=lambda value: getattr(value, "name", ""),
)
def test_four_against_six_comes_to_the_same_kind_of_end_by_each_book(story, slain, hp):
    """By Violence three of six must die before morale is rolled, by Sovereign a third of six leaves without a roll."""
    before = fight(played(story, -1))
    assert (4, [0] * slain + [9] * (5 - slain) + [22]) == (before.round, [foe.health for foe in before.foes])
    assert slain == sum(foe.state is FoeState.DEAD for foe in before.foes)

    after = played(story).now
    assert hp == tuple(after.people[who].hp for who in (ANSGAR, ISOLDE, CORVIN, TAM))
    assert [State.INCAPACITATED] == [condition.name for condition in after.people[CORVIN].conditions]
    assert fight_of(after.groups[MAIN]) is None
    assert (600, 175) == (after.groups[MAIN].time, after.xp_pool)
