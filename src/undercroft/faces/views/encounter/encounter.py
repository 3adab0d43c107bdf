"""The others in an encounter, as far as a seat knows them: what the party may do, and how they would react."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from undercroft.books.delving.encounters import reaction_gate
from undercroft.books.sovereign.chases import chase_resolve
from undercroft.books.sovereign.reactions import Choice, Response, reaction_roll
from undercroft.books.sovereign.words.site import motives_in_words
from undercroft.books.violence.reactions import reaction as violence_reaction
from undercroft.books.violence.surprise import Side
from undercroft.faces.views.actions import Action
from undercroft.faces.views.creature_numbers import creature_numbers
from undercroft.faces.views.encounter.chase import (
    BY_HAND,
    SAID,
    ChaseRunner,
    HeadStart,
    chase,
    head_starts,
    roll_in_words,
    runners,
    start_in_words,
)
from undercroft.faces.views.encounter.reactions import EncounterFact, StanceRow, answers, called_together, outcomes
from undercroft.faces.views.input_names import cite
from undercroft.faces.views.proposals import ProposalButton, backers, proposed
from undercroft.faces.views.short_names import first_name
from undercroft.kernel import wire
from undercroft.kernel.amounts import series
from undercroft.kernel.phrases import begun
from undercroft.kernel.units import SeatId
from undercroft.table.encounter.reaction import why_no_roll
from undercroft.table.encounter.reroll import Reroll
from undercroft.table.encounter.sleepers import sleepers
from undercroft.table.encounter.stance import OthersDid, TakeStance
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.engine.about import Section
from undercroft.table.fight.chase import CallOffChase
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import Reaction
from undercroft.table.state.scenes import Chase, EncounterScene
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.distances import how_far


class EncounterView(Struct, frozen=True):
    """An encounter or a chase on the screen."""

    group: str
    title: str
    says: str
    """What the others do, or who is running."""
    facts: tuple[EncounterFact, ...]
    ways: tuple[StanceRow, ...]
    others: tuple[Action, ...]
    again: tuple[Action, ...]
    """What can be rolled again."""
    over: tuple[Action, ...]
    talks: bool = False
    """They are willing to bargain."""
    chase: bool = False
    said: tuple[str, ...] = ()
    """Of a chase: what a player says with a tap and no rule settles."""
    shown: bool = False
    """Their reaction is known, so ending the encounter is the next step."""
    rule: str = ""
    cite: str = ""
    runners: tuple[ChaseRunner, ...] = ()
    """Of a chase: the party, the slowest first."""
    starts: tuple[HeadStart, ...] = ()
    """Of a chase: what a head start changes, for a seat that may calculate it."""
    start: str = ""
    """Of a chase: the head start that counts, and why; for a seat that may calculate it."""
    roll: str = ""
    """Of a chase: how the modifiers enter the roll."""
    by_hand: str = ""
    """Of a chase: what the referee decides, and where to set it."""
    proposed: tuple[ProposalButton, ...] = ()
    """What a player may propose."""
    chosen: tuple[tuple[str, Any], ...] = ()
    """The reactions that the referee may choose instead of a roll, each with its command."""


STANCES = {
    Choice.FIGHT: "Fight",
    Choice.TALK: "Talk",
    Choice.RUN: "Run",
    Choice.WAIT: "Wait and see",
}
RULE_OF_REACTIONS = {
    Reaction.SOVEREIGN: reaction_roll.id,
    Reaction.VIOLENCE: violence_reaction.id,
    Reaction.DELVING: reaction_gate.id,
}
RUN_AND_CHASED = "The party runs and they chase it"
ATTACK_WITHOUT_A_ROLL = (
    "Creatures that are {plain} attack without a reaction roll, and chase a party that runs. If these want something "
    "else, use “Choose their reaction”."
)
OVER = (EndEncounter.tag, CallOffChase.tag)


def encounter(
    known: Campaign, seat: SeatId, group: Group, scene: EncounterScene | Chase, offered: tuple[Action, ...]
) -> EncounterView:
    """The encounter or chase a group is in."""
    ours = tuple(action for action in offered if action.group == group.id and action.who is None)
    open_to_words = not known.wanted and not known.awaited  # once dice or a choice are wanted, it is decided
    if isinstance(scene, Chase):
        title, says, facts, ways = chase(known, seat, group, scene)
        rule = chase_resolve.id
    else:
        title, says, facts, ways = _meeting(known, seat, group, scene)
        rule = RULE_OF_REACTIONS[known.house.reaction]
    return EncounterView(
        group.id,
        title,
        says,
        tuple(facts),
        tuple(ways),
        tuple(action for action in ours if not action.about.shown_in(Section.ENCOUNTER | Section.BANNERS)),
        tuple(action for action in ours if action.kind == Reroll.tag),
        tuple(action for action in ours if action.kind in OVER),
        talks=isinstance(scene, EncounterScene) and scene.does is Response.TALK,
        chase=isinstance(scene, Chase),
        said=SAID[scene.pursuers] if isinstance(scene, Chase) and open_to_words else (),
        shown=isinstance(scene, EncounterScene) and scene.does is not None,
        rule=rule,
        cite=cite(rule),
        runners=runners(known, group) if isinstance(scene, Chase) else (),
        starts=head_starts(known, group) if isinstance(scene, Chase) and seat == REFEREE else (),
        start=start_in_words(known, group, scene) if isinstance(scene, Chase) and seat == REFEREE else "",
        roll=roll_in_words(known, group, scene) if isinstance(scene, Chase) and seat == REFEREE else "",
        by_hand=BY_HAND if isinstance(scene, Chase) and scene.pursuers is Side.ENEMIES and seat == REFEREE else "",
        proposed=proposed(known, seat, group) if open_to_words else (),
        chosen=tuple(_chosen(group, scene)) if isinstance(scene, EncounterScene) and seat == REFEREE else (),
    )


def _meeting(
    known: Campaign, seat: SeatId, group: Group, scene: EncounterScene
) -> tuple[str, str, Iterable[EncounterFact], Iterable[StanceRow]]:
    title = called_together((scene.met, *scene.along))
    says = (
        begun(scene.does.words)
        if scene.does is not None
        else _waiting(scene)
        if seat == REFEREE
        else "Nobody has acted yet"
    )
    facts = [*_seen(known, group, scene), *(_known(known, scene) if seat == REFEREE else ())]
    return title, says, facts, _stances(known, group, scene) if seat == REFEREE else ()


def _waiting(scene: EncounterScene) -> str:
    """What comes next, for the referee, while the creatures have done nothing yet."""
    plain = _plain(scene)
    if plain:
        return f"No reaction roll: they are {plain}"
    return "Reaction not rolled yet" if scene.total is None else "Reaction rolled"


def _plain(scene: EncounterScene) -> str:
    """Why the reaction of creatures is plain without a roll; empty if it is not."""
    return "" if scene.total is not None or scene.others is None else why_no_roll(scene.others)


def _seen(known: Campaign, group: Group, scene: EncounterScene) -> Iterator[EncounterFact]:
    met = scene.met
    counts = [creatures.count for creatures in (met, *scene.along)]
    counted = sum(count for count in counts if count is not None)
    least = "at least " if None in counts else ""
    yield EncounterFact("How many", f"{least}{counted}" if counted else "not counted")
    far = how_far(group, met.distance_ft) if met.distance_ft is not None else "close by"
    yield EncounterFact("How far", f"{far}, {met.direction}" if met.direction else far)
    names = ", ".join(first_name(known.people[who].name) for who in scene.surprised if who in known.people)
    off = "they are" if scene.stunned else names or "nobody"
    yield EncounterFact("Surprised", off)
    asleep = sleepers(known, group.id)
    if asleep:
        awake = [first_name(person.name) for person in known.able_in(group.id)]
        yield EncounterFact("Awake", series(awake) if awake else "nobody")
        yield EncounterFact("Asleep", series([first_name(known.people[who].name) for who in asleep]))
    if met.activity:
        yield EncounterFact("Doing", met.activity)
    if scene.stance is not Choice.UNSAID:
        yield EncounterFact("The party", STANCES.get(scene.stance, "says nothing").lower())
    if scene.reply:
        yield EncounterFact(f"Asked: {scene.asked}" if scene.asked else "Their reply", scene.reply)


def _known(known: Campaign, scene: EncounterScene) -> Iterator[EncounterFact]:
    for others in (scene.others, *scene.company):
        if others is not None:
            yield EncounterFact(others.name, _numbers(others), secret=True)
    if scene.others is not None and scene.others.direction not in ("", scene.met.direction):
        yield EncounterFact("They come", scene.others.direction, secret=True)
    if scene.total is not None:
        does = scene.does.words if scene.does is not None else "not shown yet"
        mood = f"{scene.feels.replace('_', ' ')}: " if scene.feels else ""
        yield EncounterFact("Reaction roll", f"2d6 = {scene.total}: {mood}{does}", secret=True)
    plain = _plain(scene)
    if plain and scene.does is None:
        yield EncounterFact("Why they attack", ATTACK_WITHOUT_A_ROLL.format(plain=plain), secret=True)
    if scene.wants:
        yield EncounterFact("They usually want", motives_in_words(scene.wants), secret=True)
    if scene.again_at is not None:
        yield EncounterFact("Next reaction roll", "in a round", secret=True)
    yield EncounterFact("Reaction table", str(known.house.reaction).capitalize(), secret=True)


def _numbers(others: Creatures) -> str:
    marks = ("undead" if others.undead else "", "hostile" if others.hostile else "", others.notes)
    health = (f"hit points {', '.join(map(str, others.hp))}",) if others.hp else ()
    return " · ".join((*creature_numbers(others), *health, *filter(None, marks)))


def _chosen(group: Group, scene: EncounterScene) -> Iterator[tuple[str, Any]]:
    """Every reaction; creatures can only chase a party that runs."""
    for does in Response:
        if does is not Response.FIGHT_IF_COULD_WIN:
            stance = Choice.RUN if does is Response.CHASE else scene.stance
            words = RUN_AND_CHASED if stance is not scene.stance else begun(does.words)
            yield words, wire.plain(TakeStance(group.id, stance, does))


def _stances(known: Campaign, group: Group, scene: EncounterScene) -> Iterator[StanceRow]:
    for stance, title in STANCES.items():
        act = TakeStance(group.id, stance)
        spread, command = outcomes(known, act, OthersDid), wire.plain(act)
        yield StanceRow(title, command, answers(spread), scene.stance is stance, backers(known, command))
