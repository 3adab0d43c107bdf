"""The Round: it begins, each side has its go, nerve is tested, and a minute is gone; all of it follows of itself."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.violence.surprise import Opening, surprise
from undercroft.kernel.units import SeatId
from undercroft.table.battle import Block, Fighter, Phase
from undercroft.table.bridge_clock import fight_round
from undercroft.table.campaign import Campaign, Group
from undercroft.table.dying import at_stake
from undercroft.table.names import GroupId
from undercroft.table.opening import ThingPlaced
from undercroft.table.play import Play
from undercroft.table.procedures import fight_end, fight_morale, fight_start
from undercroft.table.procedures.fight_field import Field, Slain, fight_of
from undercroft.table.procedures.fight_theirs import FoesAct
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.scenes import Fight
from undercroft.table.seats import REFEREE
from undercroft.table.things import Carried, Worn
from undercroft.table.whose import of_itself, referee_only


class BeginRound(Command, frozen=True, tag="begin_round"):
    """A Round begins; it follows of itself."""

    group: GroupId


class SecondBlock(Command, frozen=True, tag="second_block"):
    """Those act who come after the foes; it follows of itself."""

    group: GroupId


class WaitOut(Command, frozen=True, tag="wait_out"):
    """Everybody who has not acted this Round waits, and the Round takes its course."""

    group: GroupId


class EndRound(Command, frozen=True, tag="end_round"):
    """Everybody has had their go, and nerve is tested; it follows of itself."""

    group: GroupId


class CloseRound(Command, frozen=True, tag="close_round"):
    """The Round is over and its minute gone; it follows of itself."""

    group: GroupId


def _begin_round(play: Play, act: BeginRound) -> None:
    field = Field(play, act.group)
    number = field.fight.round + 1
    if field.fight.surprised and number == 1:
        play.settle(surprise, Opening(field.fight.surprised, number), to=field.to, whole=True)
    if field.fight.slain:
        play.tell(Slain(act.group, ()), to=field.to)
    for foe in field.fight.foes:
        field.foe_stands(replace(foe, hurt=False))
    for band in field.fight.bands:
        field.band_stands(replace(band, dead_now=0, die=None))
    for fighter in field.fight.fighters:
        field.stands(_fresh(field, fighter, number))
    fight_start.latecomers(play, act.group)
    field.turn(Phase.BEFORE, number)
    _skip(field, Block.BEFORE)


def _fresh(field: Field, fighter: Fighter, number: int) -> Fighter:
    """A new Round for somebody; what they were looking for is in hand if its time has come."""
    if fighter.away:
        return fighter
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
        reaching=reaching,
    )


def _skip(field: Field, block: Block) -> None:
    """Those of a block who can do nothing this Round; a stun costs one go."""
    number = field.fight.round
    for fighter in field.fight.fighters:
        if fighter.block is not block or fighter.away or fighter.done:
            continue
        busy = fighter.reaching is not None and fighter.reaching.busy_until >= number
        why = (
            "surprised"
            if fighter.surprised and number == 1
            else "stunned"
            if fighter.stunned
            else "searching the pack"
            if busy
            else ""
        )
        if why:
            field.stands(replace(fighter, done=True, did=why, stunned=False))


def _second_block(play: Play, act: SecondBlock) -> None:
    field = Field(play, act.group)
    field.turn(Phase.AFTER)
    _skip(field, Block.AFTER)


def _wait_out(play: Play, act: WaitOut) -> None:
    field = Field(play, act.group)
    for fighter in field.fight.fighters:
        if not fighter.done and not fighter.away:
            field.stands(replace(fighter, done=True, again=False, did=fighter.did or "waited"))


def _end_round(play: Play, act: EndRound) -> None:
    """Foes' nerve first, then hirelings'."""
    field = Field(play, act.group)
    field.turn(Phase.NERVE)
    fight_morale.test_foes(field)
    fight_morale.test_hirelings(field)


def _close_round(play: Play, act: CloseRound) -> None:
    field = Field(play, act.group)
    play.spend(act.group, fight_round(play.now.house))
    ending = fight_end.ending(field)
    if ending is not None:
        fight_end.decide(field, ending)
    else:
        field.turn(Phase.QUICK)


# What follows


def _next(campaign: Campaign) -> Command | None:
    for group in campaign.groups.values():
        fight = fight_of(group)
        follows = follows_in(campaign, group, fight) if fight is not None else None
        if follows is not None:
            return follows
    return None


def follows_in(campaign: Campaign, group: Group, fight: Fight) -> Command | None:
    """What follows of itself in a fight, if no person must act first."""
    decided = not _foes_left(fight) or not _up(campaign, group, fight)
    match fight.phase:
        case Phase.QUICK:
            return None if any(one.quick for one in fight.fighters) else BeginRound(group.id)
        case Phase.BEFORE | Phase.FOES | Phase.AFTER if decided:
            return EndRound(group.id)
        case Phase.BEFORE:
            return FoesAct(group.id) if _had(campaign, group, fight, Block.BEFORE) else None
        case Phase.FOES:
            return SecondBlock(group.id)
        case Phase.AFTER:
            return EndRound(group.id) if _had(campaign, group, fight, Block.AFTER) else None
        case Phase.NERVE:
            return None if any(one.wavers is not None for one in fight.fighters) else CloseRound(group.id)
        case Phase.OVER:
            return None if at_stake(campaign, group.id) else fight_end.EndFight(group.id)


def _foes_left(fight: Fight) -> bool:
    return any(foe.fights for foe in fight.foes)


def _up(campaign: Campaign, group: Group, fight: Fight) -> bool:
    return any(_can(campaign, group, one) for one in fight.fighters)


def _can(campaign: Campaign, group: Group, fighter: Fighter) -> bool:
    return fighter.who in group.members and not fighter.away and campaign.people[fighter.who].able


def _had(campaign: Campaign, group: Group, fight: Fight, block: Block) -> bool:
    """Whether everybody of a block who can act has."""
    theirs = (one for one in fight.fighters if one.block is block and _can(campaign, group, one))
    return all(one.done for one in theirs)


def _may_wait_out(known: Campaign, seat: SeatId, act: WaitOut) -> Iterable[Reason]:
    yield from referee_only(seat)
    fight = fight_of(known.groups.get(act.group))
    if fight is None or fight.phase not in (Phase.BEFORE, Phase.AFTER):
        yield Reason("no_round", "There is no Round to end.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        fight = fight_of(group)
        if fight is not None and fight.phase in (Phase.BEFORE, Phase.AFTER):
            seconds = fight_round(known.house)
            yield Offer(WaitOut(group.id), f"End Round {fight.round} ({group.name})", seconds=seconds)


ROOM = Room(
    steps={
        BeginRound: _begin_round,
        SecondBlock: _second_block,
        WaitOut: _wait_out,
        EndRound: _end_round,
        CloseRound: _close_round,
    },
    refusals={
        WaitOut: _may_wait_out,
        BeginRound: of_itself,
        SecondBlock: of_itself,
        EndRound: of_itself,
        CloseRound: of_itself,
    },
    offers=_offers,
    next=_next,
)
