"""Sentences of the log that a referee reads aloud: they say what happened, to whom, and no more than that."""

import pytest

from undercroft.books.sovereign.checks import Rolled
from undercroft.books.sovereign.reactions import OUTCOMES, Response, reaction_roll
from undercroft.books.violence.surprise import Side
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.characters.retiring import RosterChanged
from undercroft.table.encounter.stance import OthersDid
from undercroft.table.exploration.inhabitants import FLED, NEVER_CAME, CreaturesLeft
from undercroft.table.fight.chase import ChaseCalledOff, ChaseRun
from undercroft.table.fight.end import XpPooled
from undercroft.table.gear.carrying import Deed, Handled
from undercroft.table.rulings.words import said_by
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import CreaturesId, ObstacleId, PersonId, SiteId, ZoneId
from undercroft.table.state.people import Person, Role
from undercroft.table.state.seen_sites import SeenCreatures, SeenObstacle, all_named
from undercroft.table.state.sites import Hindrance
from undercroft.table.world.darkness import LightAgain
from undercroft.table.world.groups import MAIN
from undercroft.table.world.sightings import ObstacleSeen

CRYPT, HALL, SLAB, ULF = SiteId("crypt"), ZoneId("hall"), ObstacleId("slab"), PersonId("ulf")


def with_ulf(role: Role = Role.DELVER) -> Campaign:
    """A campaign that knows Ulf."""
    return Campaign(people={ULF: Person(ULF, "Ulf", SeatId("one"), role)})


def test_an_encounter_that_the_referee_dismisses_is_dismissed():
    """Nobody leaves who never came."""
    assert "The encounter is dismissed." == CreaturesLeft(CRYPT, CreaturesId("rats"), NEVER_CAME).say(Campaign())


def test_defeated_foes_are_worth_their_own_experience():
    """What was to share before is not theirs. Older logs have the sum alone."""
    foes = XpPooled(60, "6 tallow rats", 30)
    assert "Defeated: 6 tallow rats, worth 30 XP. Experience to share: 60." == foes.say(Campaign())
    old = XpPooled(60, "6 tallow rats")
    assert "Defeated: 6 tallow rats. Experience to share: 60." == old.say(Campaign())


@pytest.mark.parametrize(
    "role, expected",
    [
        (Role.DELVER, "Ulf retires."),
        (Role.HIRELING, "Ulf leaves the party's service."),
        (Role.HENCHMAN, "Ulf leaves the party's service."),
    ],
)
def test_a_hireling_leaves_and_does_not_retire(role: Role, expected: str):
    """By who it is."""
    assert expected == RosterChanged(ULF, retired=True).say(with_ulf(role))


@pytest.mark.parametrize(
    "kind, expected",
    [(Hindrance.LID, "The stone slab covers something."), (Hindrance.RUBBLE, "The stone slab is in the way.")],
)
def test_a_lid_is_in_nobodys_way(kind: Hindrance, expected: str):
    """It covers something; other obstacles are in the way."""
    assert expected == ObstacleSeen(CRYPT, SeenObstacle(SLAB, HALL, kind, "Stone slab")).say(Campaign())


@pytest.mark.parametrize(
    "name, expected",
    [
        ("Founder's staff", "Ulf takes the founder's staff."),
        ("Two plain rings", "Ulf takes two plain rings."),
        ("61 mourners' coins", "Ulf takes 61 mourners' coins."),
        ("Saint Orrin's lamp", "Ulf takes Saint Orrin's lamp."),
    ],
)
def test_a_thing_that_is_taken_has_an_article(name: str, expected: str):
    """A number or a proper name needs none."""
    assert expected == Handled(ULF, Deed.TOOK, name).say(with_ulf())


KINDS = (
    ("Salt rakers", 4, "The salt rakers", True),
    ("Salt rakers", 1, "The salt raker", False),
    ("Votaries", 2, "The votaries", True),
    ("pale sexton", 1, "The pale sexton", False),
    ("a drowned novice", 1, "The drowned novice", False),
    ("Hesper Crake", 1, "Hesper Crake", False),
    ("Agnes", 1, "Agnes", False),
    ("Carrow's bailiffs", 6, "Carrow's bailiffs", True),
    ("guardsmen", 3, "The guardsmen", True),
)
DEEDS = {
    Response.FIGHT: ("attack", "attacks"),
    Response.RUN: ("run away", "runs away"),
    Response.TALK: ("are willing to talk", "is willing to talk"),
    Response.IGNORE: ("ignore the party", "ignores the party"),
}


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_the_dice_line_of_a_reaction_has_the_words_of_the_line_after_it(outcome: type[Rolled]):
    """And the cards have them too: the dice of those who run away do not say that they flee or run."""
    answer = Response(outcome(7).kind)
    after = OthersDid(MAIN, answer).say(Campaign())
    assert f"7: {after[:1].lower()}{after[1:]}" == said_by(reaction_roll.id, outcome(7))


@pytest.mark.parametrize("name, count, said, many", KINDS)
def test_creatures_that_are_known_are_named_and_the_verb_goes_with_their_number(
    name: str, count: int, said: str, many: bool
):
    """Whatever they do in an encounter or a chase."""
    kind = all_named(SeenCreatures(CreaturesId("them"), name, count, None))
    for does, verbs in DEEDS.items():
        assert f"{said} {verbs[not many]}." == OthersDid(MAIN, does, kind).say(Campaign())
    gone = CreaturesLeft(CRYPT, CreaturesId("them"), FLED, kind)
    assert f"{said} {'flee' if many else 'flees'}." == gone.say(Campaign())
    caught = ChaseRun(MAIN, Side.ENEMIES, caught=True, others=kind)
    assert f"{said} {'catch' if many else 'catches'} the party." == caught.say(Campaign())
    assert f"The party gets away from {kind}." == ChaseRun(MAIN, Side.ENEMIES, caught=False, others=kind).say(
        Campaign()
    )
    tired = ChaseCalledOff(MAIN, Side.ENEMIES, kind)
    assert f"{said} {'give' if many else 'gives'} up the chase." == tired.say(Campaign())


def test_several_kinds_are_named_together():
    """As one subject of many."""
    kinds = (SeenCreatures(CreaturesId(name), name, count, None) for name, count in (("orcs", 3), ("pale sexton", 1)))
    assert "The orcs and the pale sexton attack." == OthersDid(MAIN, Response.FIGHT, all_named(*kinds)).say(Campaign())
    assert "They attack." == OthersDid(MAIN, Response.FIGHT).say(Campaign())


@pytest.mark.parametrize(
    "name, words",
    [
        ("the party", "The party has light again."),
        ("rear guard", "The rear guard has light again."),
        ("Scouts", "Scouts have light again."),
        ("the scouts", "The scouts have light again."),
    ],
)
def test_a_group_that_has_light_again_is_named(name: str, words: str):
    """By its own name."""
    assert words == LightAgain(MAIN).say(Campaign(groups={MAIN: Group(MAIN, name, (), Seconds(0))}))
