"""The course of a round, which the table runs by itself: both sides' goes, morale, and a minute spent."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.violence.surprise import Opening, surprise
from undercroft.kernel.amounts import series
from undercroft.kernel.units import SeatId
from undercroft.table.body.dying import at_stake
from undercroft.table.bridge.time_units import fight_round
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.part import Automatic, Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.fight import end, start
from undercroft.table.fight.books import BOOKS
from undercroft.table.fight.casualties import note_fall
from undercroft.table.fight.field import FightField, Slain, fights
from undercroft.table.fight.foe_attacks import FoesAct
from undercroft.table.fight.goes import hindrance
from undercroft.table.fight.outlook import not_done
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Fighter, InitiativeBlock, Phase
from undercroft.table.state.fights import fight_of, on_their_feet
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.people import State
from undercroft.table.state.scenes import Fight
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Worn
from undercroft.table.world.campaign_start import ThingPlaced


class BeginRound(Automatic, frozen=True, tag="begin_round"):
    """Begin a round; the table does this by itself."""

    group: GroupId
    ABOUT = About(deed="the round begins")

    def do(self, play: Play) -> None:
        field = FightField(play, self.group)
        number = field.fight.round + 1
        if field.fight.surprised and number == 1:
            play.settle(surprise, Opening(field.fight.surprised, number), to=field.to, whole=True)
        if field.fight.slain:
            play.tell(Slain(self.group, ()), to=field.to)
        for foe in field.fight.foes:
            field.set_foe(replace(foe, hurt=False))
        for band in field.fight.bands:
            field.set_band(replace(band, dead_now=0, die=None))
        for fighter in field.fight.fighters:
            field.set_fighter(_at_round_start(field, fighter, number))
        start.add_latecomers(play, self.group)
        field.turn(Phase.BEFORE, number)
        _go_begins(field, InitiativeBlock.BEFORE)


class OpenFight(Command, frozen=True, tag="open_fight"):
    """Start the first round of a fight that waits for it; quick actions that are left are skipped."""

    group: GroupId
    ABOUT = About(
        title="Start the first round", deed="the fight starts", place=Section.ROUND, also=Section.ACTIONS, rank=5
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        fight = fight_of(known.groups.get(self.group))
        if fight is None or not (fight.waits or _quick(fight)):
            yield Reason("no_fight", "No fight is waiting for its first round.")

    def do(self, play: Play) -> None:
        field = FightField(play, self.group)
        play.go_on(self.group, replace(field.fight, waits=False))
        for fighter in field.fight.fighters:
            field.set_fighter(replace(fighter, quick=False))


class NoteFall(Automatic, frozen=True, tag="note_fall"):
    """Note that a fighter went down by something other than a foe's attack; the table does this by itself."""

    group: GroupId
    who: PersonId
    ABOUT = About(deed="a fighter falls")

    def do(self, play: Play) -> None:
        note_fall(FightField(play, self.group), self.who)


class SecondBlock(Automatic, frozen=True, tag="second_block"):
    """Let those act who come after the foes; the table does this by itself."""

    group: GroupId
    ABOUT = About(deed="those who act after the foes")

    def do(self, play: Play) -> None:
        field = FightField(play, self.group)
        field.turn(Phase.AFTER)
        _go_begins(field, InitiativeBlock.AFTER)


class WaitOut(Command, frozen=True, tag="wait_out"):
    """End the round: everyone who has not acted waits."""

    group: GroupId
    ABOUT = About(
        title="Skip the rest of the round",
        deed="the rest do nothing",
        place=Section.ROUND,
        also=Section.ACTIONS,
        rank=10,
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        fight = fight_of(known.groups.get(self.group))
        if fight is None or fight.phase not in (Phase.BEFORE, Phase.AFTER):
            yield Reason("no_round", "There is no round to end.")

    def do(self, play: Play) -> None:
        field = FightField(play, self.group)
        for fighter in field.fight.fighters:
            if not fighter.done and not fighter.away:
                field.set_fighter(replace(fighter, done=True, again=False, did=fighter.did or "waited"))


class EndRound(Automatic, frozen=True, tag="end_round"):
    """Check morale once everybody has acted; the table does this by itself."""

    group: GroupId
    ABOUT = About(deed="the end of the round")

    def do(self, play: Play) -> None:
        field = FightField(play, self.group)
        field.turn(Phase.NERVE)
        BOOKS[field.fight.book].round_ends(field)


class CloseRound(Automatic, frozen=True, tag="close_round"):
    """Close the round and spend its minute; the table does this by itself."""

    group: GroupId
    ABOUT = About(deed="the round is over")

    def do(self, play: Play) -> None:
        """A round in which the fight ends before everybody has acted stays open while a character is dying."""
        field = FightField(play, self.group)
        dying = any(person.is_in(State.MORTALLY_INJURED) for person in play.now.those_in(self.group))
        unfinished = any(not fighter.done for fighter in field.up())
        if not (dying and unfinished and end.ending(field) is not None):
            play.spend(self.group, fight_round(field.fight.book))
        ending = end.ending(field)
        if ending is not None:
            end.decide(field, ending)
        else:
            field.turn(Phase.QUICK)


def _quick(fight: Fight) -> tuple[PersonId, ...]:
    """The fighters who have a quick action left before the first round."""
    return tuple(fighter.who for fighter in fight.fighters if fighter.quick) if fight.phase is Phase.QUICK else ()


def _at_round_start(field: FightField, fighter: Fighter, number: int) -> Fighter:
    """A fighter at the start of a round, with the thing they got out of the pack if it is ready now."""
    if fighter.away:
        return fighter
    was_down = fighter.was_down and not field.person(fighter.who).able
    reaching = fighter.reaching
    if reaching is not None and reaching.usable <= number:
        thing = field.play.now.things[reaching.thing]
        field.play.tell(ThingPlaced(replace(thing, place=Carried(fighter.who, Worn.READIED))), to=field.to)
        reaching = None
    return replace(
        fighter,
        moved=False,
        actions=0,
        grants=fighter.grants_next,
        grants_next=0,
        again=False,
        done=False,
        did="",
        hurt=0,
        bent=0,
        quick=False,
        withdrew=False,
        shield_used=False,
        reaching=reaching,
        was_down=was_down,
    )


def _go_begins(field: FightField, block: InitiativeBlock) -> None:
    """Begin the go of a block: those who cannot act this round are skipped; a stun costs one go."""
    number, book = field.fight.round, BOOKS[field.fight.book]
    for waiting in field.fight.fighters:
        if waiting.block is not block or waiting.away or waiting.done:
            continue
        fighter = book.ready_for_go(waiting)
        field.set_fighter(fighter)
        kept_from_it = hindrance(fighter, number)
        if kept_from_it:
            field.set_fighter(replace(fighter, done=True, did=kept_from_it, stunned=False))


# What follows


def _next(campaign: Campaign) -> Command | None:
    commands = (follows_in(campaign, group, fight) for group, fight in fights(campaign, REFEREE))
    return next((command for command in commands if command is not None), None)


def follows_in(campaign: Campaign, group: Group, fight: Fight) -> Command | None:
    """The command that follows by itself in a fight, unless a player must act first."""
    fallen = _unnoted_fall(campaign, group, fight)
    if fallen is not None:
        return NoteFall(group.id, fallen)
    if fight.waits:
        return None
    decided = not any(foe.fights for foe in fight.foes) or not on_their_feet(campaign, group, fight)
    match fight.phase:
        case Phase.QUICK:
            return None if _quick(fight) else BeginRound(group.id)
        case Phase.BEFORE | Phase.FOES | Phase.AFTER if decided:
            return EndRound(group.id)
        case Phase.BEFORE:
            return FoesAct(group.id) if _all_acted(campaign, group, fight, InitiativeBlock.BEFORE) else None
        case Phase.FOES:
            return SecondBlock(group.id)
        case Phase.AFTER:
            return EndRound(group.id) if _all_acted(campaign, group, fight, InitiativeBlock.AFTER) else None
        case Phase.NERVE:
            return None if any(fighter.wavers is not None for fighter in fight.fighters) else CloseRound(group.id)
        case Phase.OVER:
            return None if at_stake(campaign, group.id) else end.EndFight(group.id)


def _unnoted_fall(campaign: Campaign, group: Group, fight: Fight) -> PersonId | None:
    """A fighter who is down or dead, without a note of when they fell."""
    for fighter in fight.fighters if fight.phase is not Phase.OVER else ():
        person = campaign.people.get(fighter.who)
        noted = fighter.fell is not None or fighter.was_down or fighter.away
        if person is not None and fighter.who in group.members and not person.able and not noted:
            return fighter.who
    return None


def _all_acted(campaign: Campaign, group: Group, fight: Fight, block: InitiativeBlock) -> bool:
    """Whether everyone of a block who can act has acted."""
    return all(fighter.done for fighter in on_their_feet(campaign, group, fight) if fighter.block is block)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group, fight in fights(known, seat):
        quick = [known.people[who].name for who in _quick(fight)]
        if fight.waits or quick:
            warns = f"Starting round 1 skips the quick action of {series(quick)}." if quick else ""
            yield Offer(OpenFight(group.id), "Start", "round 1", note=group.name, warns=warns)
        if fight.phase in (Phase.BEFORE, Phase.AFTER):
            act, seconds = WaitOut(group.id), fight_round(fight.book)
            what, warns = f"round {fight.round}", _skips(known, group, fight)
            yield Offer(act, "End", what, note=group.name, seconds=seconds, warns=warns)


def _skips(known: Campaign, group: Group, fight: Fight) -> str:
    """Whom ending the round now would skip; empty if nobody."""
    left = not_done(known, group, fight)
    return f"Ending round {fight.round} skips {series([known.people[who].name for who in left])}." if left else ""


PART = Part(
    commands=(BeginRound, OpenFight, NoteFall, SecondBlock, WaitOut, EndRound, CloseRound),
    offers=_offers,
    follow_up=_next,
)
