"""The party's stance (fight, talk, run or wait) and what the others do about it."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign import reactions
from undercroft.books.sovereign.entry import Passing, door_entry
from undercroft.books.sovereign.reactions import Choice, Column, Response
from undercroft.books.violence.surprise import Side
from undercroft.kernel.phrases import THEM, begun, verb
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.encounter.reaction import Reply, settle_reaction, strengths
from undercroft.table.encounter.scene import EncounterCommand, current_encounter, encounter_of, encounters
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import group_acts
from undercroft.table.fight import chase
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import Reaction
from undercroft.table.state.ids import GroupId
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seen_sites import all_counted, all_named


class TakeStance(EncounterCommand, frozen=True, tag="take_stance"):
    """Choose what the party does; with `does` the referee chooses the reaction instead of a roll."""

    stance: Choice
    does: Response | None = None
    will_listen: bool = True
    could_win: bool | None = None
    """Whether the others believe they would win; if left out, their Hit Dice decide."""
    ABOUT = About(
        title="Choose the party's approach",
        deed="what the party does",
        also=Section.ENCOUNTER | Section.TAP,
        words="reaction roll encounter attitude",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        if self.does is Response.FIGHT_IF_COULD_WIN:
            yield Reason("not_an_answer", "Choose whether the creatures fight or run.")
        if self.does is Response.CHASE and self.stance is not Choice.RUN:
            yield Reason("nobody_runs", "The party is not running: there is nobody to chase.")

    def do(self, play: Play) -> None:
        """Take the stance and settle the reaction; a party that burst in looks hostile unless it talks or runs."""
        encounter = current_encounter(play, self.group)
        if self.does is None or self.stance is not encounter.stance:
            play.tell(StanceTaken(self.group, self.stance), to=group_audience(self.group))
        play.go_on(self.group, replace(encounter, stance=self.stance, fought=False, over=False))
        if self.does is not None:
            show(play, self.group, Reply(self.does, encounter.total, encounter.feels))
            return
        chosen = play.settle(reactions.reaction_choices, reactions.Choosing(self.stance, self.will_listen)).column
        column = _appearing(encounter, chosen)
        if column is Column.FIGHT and _has_answered(encounter):
            flees = encounter.does is Response.RUN and not encounter.fought
            does = Response.RUN if flees else Response.FIGHT
            show(play, self.group, Reply(does, encounter.total, encounter.feels))
            return
        settled = _without_a_roll(encounter, column)
        if settled is not None:
            show(play, self.group, Reply(settled, encounter.total, encounter.feels))
            return
        show(play, self.group, settle_reaction(play, self.group, column, self.could_win))


class PursueThem(EncounterCommand, frozen=True, tag="pursue_them"):
    """Chase creatures that run."""

    ABOUT = About(title="Chase them", also=Section.TAP)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        encounter = encounter_of(known.groups.get(self.group))
        if encounter is not None and encounter.does is not Response.RUN:
            yield Reason("nobody_runs", "The creatures are not running away.")

    def do(self, play: Play) -> None:
        encounter = current_encounter(play, self.group)
        fled = all_named(encounter.met, *encounter.along)
        play.tell(PursuitBegun(self.group, fled), to=group_audience(self.group))
        chase.begin(play, self.group, encounter, Side.ADVENTURERS)


class PursuitBegun(Event, frozen=True, tag="table.pursuit-begun"):
    """The party goes after those who run."""

    group: GroupId
    others: str
    """Those others, as the party names them."""

    def say(self, now: Campaign) -> str:
        return f"{group_acts(now, self.group, 'go', 'goes')} after {self.others or 'them'}."


class StanceTaken(Event, frozen=True, tag="table.stance-taken"):
    """The party's stance."""

    group: GroupId
    stance: Choice

    def say(self, now: Campaign) -> str:
        return f"{group_acts(now, self.group, *_TAKEN[self.stance])}."


class OthersDid(Event, frozen=True, tag="table.others-did"):
    """What the others do, in plain sight."""

    group: GroupId
    does: Response
    others: str = ""
    """Those others, as the party names them."""

    def say(self, _now: Campaign) -> str:
        who, (many, one, what) = self.others or THEM, reactions.DOES[self.does]
        return f"{begun(who)} {verb(who, many, one)}{what}."


def _has_answered(encounter: EncounterScene) -> bool:
    """Whether the others have shown what they do, now or when the party met them before."""
    return encounter.does is not None or (encounter.others is not None and encounter.others.answer is not None)


def _without_a_roll(encounter: EncounterScene, column: Column) -> Response | None:
    """What creatures do whose reaction was settled without a roll, now that the party tries something else."""
    match encounter.does if encounter.total is None else None:
        case None | Response.FIGHT_IF_COULD_WIN:
            return None
        case Response.CHASE | Response.FIGHT if column is Column.RUN:
            return Response.CHASE
        case Response.CHASE:
            return Response.FIGHT
        case Response.TALK if column is Column.RUN:
            return Response.IGNORE
        case does:
            return does


def _appearing(encounter: EncounterScene, chosen: Column) -> Column:
    """The column to roll on: a party that burst in and waits looks like one that fights."""
    hostile = door_entry(Script(), Passing(encounter.entry)).appears_hostile
    return Column.FIGHT if hostile and chosen is Column.WAIT else chosen


def show(play: Play, group: GroupId, answer: Reply) -> None:
    """Show the players what the others do, but not why; a chase begins at once."""
    encounter = current_encounter(play, group)
    again_at = None if answer.again_in is None else Seconds(play.group(group).time + answer.again_in)
    talked = encounter.talked or answer.does is Response.TALK
    after = replace(
        encounter, does=answer.does, total=answer.total, feels=answer.feels, again_at=again_at, talked=talked
    )
    names = all_counted if answer.does is Response.RUN else all_named
    play.tell(OthersDid(group, answer.does, names(encounter.met, *encounter.along)), to=group_audience(group))
    play.go_on(group, after)
    by_sovereign = play.now.house.reaction is Reaction.SOVEREIGN
    if answer.does is Response.FIGHT and encounter.others is not None and by_sovereign:
        play.settle(reactions.reaction_restraint, reactions.Denizens(_nature(encounter.others)))
    if answer.does is Response.CHASE:
        chase.begin(play, group, after, Side.ENEMIES)


def _nature(others: Creatures) -> reactions.Nature:
    """The nature of creatures, for whether they attack on sight."""
    if others.undead:
        return reactions.Nature.MINDLESS_UNDEAD
    return reactions.Nature.GUARDIAN_AUTOMATON if others.kind == "construct" else reactions.Nature.OTHER


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group, encounter in encounters(known, seat):
        for stance in (Choice.FIGHT, Choice.TALK, Choice.RUN, Choice.WAIT):
            yield _stance_offer(known, group, encounter, stance)
        if encounter.does is Response.RUN and not encounter.fought:
            yield Offer(PursueThem(group.id), "chase", "them", group.name)


def _stance_offer(known: Campaign, group: Group, encounter: EncounterScene, stance: Choice) -> Offer:
    """With Sovereign's odds that they talk or let the party be, for a seat that knows the others."""
    act, verb, others = TakeStance(group.id, stance), STANCES[stance], encounter.others
    plain = others is not None and not others.undead and not others.hostile
    choosing = known.house.applied(reactions.reaction_choices, reactions.Choosing(stance))
    column = _appearing(encounter, reactions.reaction_choices(Script(), choosing).column)
    settled = encounter.total is not None or (column is Column.FIGHT and _has_answered(encounter))
    if others is None or not plain or known.house.reaction is not Reaction.SOVEREIGN or settled:
        return Offer(act, verb, subject=group.name)
    sides = known.house.applied(reactions.reaction_could_win, strengths(known, group.id, (others, *encounter.company)))
    given = reactions.Reacting(column, reactions.reaction_could_win(Script(), sides).could_win)
    aims = ("run",) if stance is Choice.FIGHT else ("talk", "ignore")
    return Offer(act, verb, subject=group.name, rule=reactions.reaction_roll, given=given, aims=aims)


STANCES = {
    Choice.FIGHT: "fight",
    Choice.TALK: "talk",
    Choice.RUN: "run",
    Choice.WAIT: "wait and see",
    Choice.UNSAID: "say nothing",
}
"""What a party may do when it meets others, in words."""
_TAKEN = {
    Choice.FIGHT: ("fight", "fights"),
    Choice.TALK: ("want to talk", "wants to talk"),
    Choice.RUN: ("run", "runs"),
    Choice.WAIT: ("wait to see what happens", "waits to see what happens"),
    Choice.UNSAID: ("say nothing", "says nothing"),
}

PART = Part(commands=(TakeStance, PursueThem), events=(StanceTaken, OthersDid, PursuitBegun), offers=_offers)
