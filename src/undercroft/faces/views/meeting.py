"""Others who are met, as far as a seat knows them: what the party may do about it, and how they would take it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct

from undercroft.books.sovereign.chases import Mood
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.books.violence.surprise import Side
from undercroft.faces.percents import percent, short_fraction
from undercroft.faces.views.actions import Action
from undercroft.faces.views.rounds import first_name
from undercroft.kernel import wire
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Group
from undercroft.table.chances import until
from undercroft.table.procedures.chasing import ChaseRun, RunChase, move_of
from undercroft.table.procedures.reacting import OthersDid, TakeStance
from undercroft.table.rooms import Command, Event
from undercroft.table.scenes import Chase, Meeting
from undercroft.table.seats import REFEREE
from undercroft.table.seen import SeenCreatures
from undercroft.table.sites import Creatures


class Fact(Struct, frozen=True):
    """Something that is known of a meeting; `secret` where only the referee knows it."""

    title: str
    text: str
    secret: bool = False


class Answer(Struct, frozen=True):
    """One thing the others may do: how likely, and where it stands along the bar, in percent."""

    kind: str
    words: str
    percent: str
    fraction: str
    begins: int
    width: int


class Way(Struct, frozen=True):
    """Something the party may do, and what comes of it, for whoever may reckon that."""

    title: str
    command: Any
    answers: tuple[Answer, ...]
    chosen: bool = False


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
WORDS = {
    Response.FIGHT: "fight",
    Response.RUN: "run",
    Response.TALK: "talk",
    Response.CHASE: "give chase",
    Response.IGNORE: "let be",
    Response.FIGHT_IF_COULD_WIN: "weigh it up",
}
OVER = ("end_meeting", "call_off_chase")
AGAIN = "reroll"
SHOWN_ELSEWHERE = ("take_stance", "parley", "run_chase", AGAIN, *OVER)


def encounter(
    known: Campaign, seat: SeatId, group: Group, scene: Meeting | Chase, offered: tuple[Action, ...]
) -> Encounter:
    """The meeting or chase a group is in."""
    ours = tuple(one for one in offered if one.group == group.id and one.who is None)
    about = _meeting(known, seat, group, scene) if isinstance(scene, Meeting) else _chase(known, seat, group, scene)
    title, says, facts, ways = about
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
    )


# A meeting


def _meeting(
    known: Campaign, seat: SeatId, group: Group, scene: Meeting
) -> tuple[str, str, Iterable[Fact], Iterable[Way]]:
    title = ", ".join(_called(one) for one in (scene.met, *scene.along))
    says = DOES[scene.does] if scene.does is not None else "They have not shown what they mean to do"
    facts = [*_seen(known, scene), *(_known(known, scene) if seat == REFEREE else ())]
    return title, says, facts, _stances(known, group, scene) if seat == REFEREE else ()


def _called(met: SeenCreatures) -> str:
    name = f"{met.name[:1].upper()}{met.name[1:]}"
    return f"{name}, {met.count}" if met.count is not None and met.count > 1 else name


def _seen(known: Campaign, scene: Meeting) -> Iterator[Fact]:
    met = scene.met
    yield Fact("How many", str(met.count) if met.count is not None else "not counted")
    far = f"{met.distance_ft} ft" if met.distance_ft is not None else "here"
    yield Fact("How far", f"{far}, {met.direction}" if met.direction else far)
    names = ", ".join(first_name(known.people[who].name) for who in scene.surprised if who in known.people)
    off = "they are" if scene.stunned else names or "nobody"
    yield Fact("Off guard", off)
    if met.activity:
        yield Fact("At", met.activity)
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
        spread = _until(known, act, OthersDid)
        yield Way(title, wire.plain(act), tuple(_answers(spread)), chosen=scene.stance is stance)


def _until(known: Campaign, act: Command, kind: type[Event]) -> dict[str, Fraction]:
    """How an act would turn out, by what everybody sees of it; nothing, where that cannot be reckoned."""
    try:
        ends = until(known, act, kind)
    except UndercroftError:
        return {}
    spread: dict[str, Fraction] = {}
    for event, chance in ends.items():
        match event:
            case OthersDid(does=does):
                name = str(does)
            case ChaseRun(caught=caught):
                name = "caught" if caught else "away"
            case _:
                continue
        spread[name] = spread.get(name, Fraction(0)) + chance
    return spread


def _answers(spread: dict[str, Fraction]) -> Iterator[Answer]:
    gone = Fraction(0)
    for name in sorted(spread, key=ORDER.index):
        chance = spread[name]
        words = WORDS[Response(name)] if name in set(Response) else name
        yield Answer(name, words, percent(chance), short_fraction(chance), int(gone * 100), max(1, int(chance * 100)))
        gone += chance


ORDER = (*(str(one) for one in Response), "caught", "away")


# A chase


def _chase(known: Campaign, seat: SeatId, group: Group, scene: Chase) -> tuple[str, str, Iterable[Fact], Iterable[Way]]:
    hunted = scene.pursuers is Side.ENEMIES
    name = _called(scene.met)
    title = f"{name} come after the party" if hunted else f"The party goes after {name}"
    slowest = min(known.able_in(group.id), key=lambda one: move_of(known, one), default=None)
    facts = (
        [Fact("Slowest of the party", f"{slowest.name}, {move_of(known, slowest)} ft")] if slowest is not None else []
    )
    if seat != REFEREE:
        return title, "They run for it" if hunted else "They run", facts, ()
    if scene.others is not None:
        facts.append(Fact("Their Move", f"{scene.others.move_ft} ft" if scene.others.move_ft else "as anybody's", True))
    ways: list[Way] = []
    for mood, words in MOODS.items():
        act = RunChase(group.id, mood)
        ways.append(Way(words, wire.plain(act), tuple(_answers(_until(known, act, ChaseRun)))))
    return title, "They run for it" if hunted else "They run", facts, ways


MOODS = {
    Mood.HALF_HEARTED: "Half-hearted pursuit",
    Mood.NORMAL: "Pursuit",
    Mood.ENRAGED: "Enraged pursuit",
}
