"""Others who are met, as far as a seat knows them: what the party may do about it, and how they would take it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from undercroft.books import RULES
from undercroft.books.delving.encounters import reaction_gate
from undercroft.books.sovereign.chases import chase_resolve
from undercroft.books.sovereign.reactions import Choice, Response, reaction_roll
from undercroft.books.violence.reactions import reaction as violence_reaction
from undercroft.faces.views.actions import Action
from undercroft.faces.views.answers import Fact, Way, answers, called, outcomes
from undercroft.faces.views.proposing import Proposal, backers, proposed
from undercroft.faces.views.pursuit import HeadStart, Runner, chase, head_starts, runners
from undercroft.faces.views.rounds import first_name
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Group
from undercroft.table.house import Reaction
from undercroft.table.procedures.reacting import OthersDid, TakeStance
from undercroft.table.scenes import Chase, Meeting
from undercroft.table.seats import REFEREE
from undercroft.table.sites import Creatures


class Encounter(Struct, frozen=True):
    """A meeting or a chase on the screen."""

    group: str
    title: str
    says: str
    """What the others do, or who runs."""
    facts: tuple[Fact, ...]
    ways: tuple[Way, ...]
    others: tuple[Action, ...]
    again: tuple[Action, ...]
    """What can be thrown for again."""
    over: tuple[Action, ...]
    talks: bool = False
    """They are willing to bargain."""
    chase: bool = False
    shown: bool = False
    """They have shown what they do, so that the end of it is the next step."""
    rule: str = ""
    cite: str = ""
    runners: tuple[Runner, ...] = ()
    """Of a chase: the party, the slowest first."""
    starts: tuple[HeadStart, ...] = ()
    """Of a chase: what a head start changes, for whoever may reckon that."""
    proposed: tuple[Proposal, ...] = ()
    """What a player may propose to do about it."""


STANCES = {
    Choice.FIGHT: "Fight",
    Choice.TALK: "Talk",
    Choice.RUN: "Run",
    Choice.WAIT: "Wait and see",
}
DOES = {
    Response.FIGHT: "They attack",
    Response.RUN: "They run",
    Response.TALK: "They are willing to talk",
    Response.CHASE: "They come after the party",
    Response.IGNORE: "They take no notice",
    Response.FIGHT_IF_COULD_WIN: "They weigh it up",
}
RULE_OF_REACTIONS = {
    Reaction.SOVEREIGN: reaction_roll.id,
    Reaction.VIOLENCE: violence_reaction.id,
    Reaction.DELVING: reaction_gate.id,
}
RULE_OF_CHASES = chase_resolve.id
OVER = ("end_meeting", "call_off_chase")
AGAIN = "reroll"
SHOWN_ELSEWHERE = ("take_stance", "parley", "run_chase", AGAIN, *OVER)


def encounter(
    known: Campaign, seat: SeatId, group: Group, scene: Meeting | Chase, offered: tuple[Action, ...]
) -> Encounter:
    """The meeting or chase a group is in."""
    ours = tuple(one for one in offered if one.group == group.id and one.who is None)
    about = _meeting(known, seat, group, scene) if isinstance(scene, Meeting) else chase(known, seat, group, scene)
    title, says, facts, ways = about
    rule = RULE_OF_CHASES if isinstance(scene, Chase) else RULE_OF_REACTIONS[known.house.reaction]
    cited = RULES[rule].cite
    return Encounter(
        group.id,
        title,
        says,
        tuple(facts),
        tuple(ways),
        tuple(one for one in ours if one.kind not in SHOWN_ELSEWHERE),
        tuple(one for one in ours if one.kind == AGAIN),
        tuple(one for one in ours if one.kind in OVER),
        talks=isinstance(scene, Meeting) and scene.does is Response.TALK,
        chase=isinstance(scene, Chase),
        shown=isinstance(scene, Meeting) and scene.does is not None,
        rule=rule,
        cite=f"{cited.book}, {cited.heading}",
        runners=runners(known, group) if isinstance(scene, Chase) else (),
        starts=head_starts(known, group) if isinstance(scene, Chase) and seat == REFEREE else (),
        proposed=proposed(known, seat, group) if isinstance(scene, Meeting) else (),
    )


# A meeting


def _meeting(
    known: Campaign, seat: SeatId, group: Group, scene: Meeting
) -> tuple[str, str, Iterable[Fact], Iterable[Way]]:
    title = ", ".join(called(one) for one in (scene.met, *scene.along))
    says = DOES[scene.does] if scene.does is not None else "They have not shown what they mean to do"
    facts = [*_seen(known, scene), *(_known(known, scene) if seat == REFEREE else ())]
    return title, says, facts, _stances(known, group, scene) if seat == REFEREE else ()


def _seen(known: Campaign, scene: Meeting) -> Iterator[Fact]:
    met = scene.met
    counts = [one.count for one in (met, *scene.along)]
    counted = sum(count for count in counts if count is not None)
    least = "at least " if None in counts else ""
    yield Fact("How many", f"{least}{counted}" if counted else "not counted")
    far = f"{met.distance_ft} ft" if met.distance_ft is not None else "here"
    yield Fact("How far", f"{far}, {met.direction}" if met.direction else far)
    names = ", ".join(first_name(known.people[who].name) for who in scene.surprised if who in known.people)
    off = "they are" if scene.stunned else names or "nobody"
    yield Fact("Off guard", off)
    if met.activity:
        yield Fact("Doing", met.activity)
    if scene.stance is not Choice.UNSAID:
        yield Fact("The party", STANCES.get(scene.stance, "says nothing").lower())


def _known(known: Campaign, scene: Meeting) -> Iterator[Fact]:
    for others in (scene.others, *scene.company):
        if others is not None:
            yield Fact(others.name, _numbers(others), secret=True)
    if scene.total is not None:
        felt = f"{scene.total}, {scene.feels}" if scene.feels else str(scene.total)
        yield Fact("Reaction thrown", felt, secret=True)
    if scene.wants:
        yield Fact("They want", ", ".join(scene.wants), secret=True)
    if scene.again_at is not None:
        yield Fact("Thrown again", "when a Round has gone by", secret=True)
    yield Fact("Reactions by", str(known.house.reaction).capitalize(), secret=True)


def _numbers(others: Creatures) -> str:
    marks = [word for word, yes in (("undead", others.undead), ("hostile", others.hostile)) if yes]
    return " · ".join(
        [f"HD {others.hd}", f"AC {others.ac}", others.damage, *marks, *([others.notes] * bool(others.notes))]
    )


def _stances(known: Campaign, group: Group, scene: Meeting) -> Iterator[Way]:
    for stance, title in STANCES.items():
        act = TakeStance(group.id, stance)
        spread, command = outcomes(known, act, OthersDid), wire.plain(act)
        chosen = scene.stance is stance
        yield Way(title, command, tuple(answers(spread)), chosen, backers(known, command))
