"""The start of a fight: surprise, initiative and quick actions."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from undercroft.books.sovereign.units import ROUND
from undercroft.books.violence import combat_rounds
from undercroft.books.violence.combat_rounds import NotQuick, QuickAction
from undercroft.books.violence.surprise import Side
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.body.fatigue import stop
from undercroft.table.body.wounds import recount
from undercroft.table.bridge.feats import is_alert
from undercroft.table.bridge.time_units import fight_round
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.fight.books import BOOKS
from undercroft.table.fight.field import FightField, named
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Company, Fighter, InitiativeBlock, Phase
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import GroupId, PersonId, Text
from undercroft.table.state.scenes import Fight


class ActQuickly(Command, frozen=True, tag="act_quickly"):
    """Use a quick action before the first round, or pass."""

    who: PersonId
    action: QuickAction = QuickAction.READY
    what: Text = ""
    use: bool = True
    ABOUT = About(
        title="Take a quick action",
        deed="a quick action",
        icon="right",
        place=Section.GO,
        also=Section.ACTIONS,
        rank=10,
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        fighter = _quick_fighter(known, self.who)
        if fighter is None:
            yield Reason("not_quick", "There is no quick action to use.", combat_rounds.quick_action.id)
        elif self.use:
            outcome = combat_rounds.quick_action(Script(), combat_rounds.Quick(self.action, fighter.surprised))
            if isinstance(outcome, combat_rounds.QuickRefused):
                yield Reason(outcome.reason.value, _WHY_NOT[outcome.reason], combat_rounds.quick_action.id)

    def do(self, play: Play) -> None:
        field = FightField(play, play.group_with(self.who).id)
        fighter = field.fighter(self.who)
        if self.use:
            play.settle(
                combat_rounds.quick_action, combat_rounds.Quick(self.action, fighter.surprised), to=field.to, whole=True
            )
            play.tell(ActedQuickly(self.who, self.what or _SAID[self.action]), to=field.to)
        field.set_fighter(replace(fighter, quick=False))


class OrderTaken(Event, frozen=True, tag="table.order-taken"):
    """Who acts before the foes and who after."""

    group: GroupId
    before: tuple[PersonId, ...]
    after: tuple[PersonId, ...]
    quick: tuple[PersonId, ...] = ()

    def say(self, now: Campaign) -> str:
        quick = f" Quick action first: {named(now, self.quick)}." if self.quick else ""
        if not (self.before and self.after):
            side = "before" if self.before else "after"
            return f"Everybody acts {side} the foes: {named(now, self.before + self.after)}.{quick}"
        return f"Before the foes: {named(now, self.before)}. After the foes: {named(now, self.after)}.{quick}"


class ActedQuickly(Event, frozen=True, tag="table.acted-quickly"):
    """A fighter used a quick action."""

    who: PersonId
    what: str

    def say(self, now: Campaign) -> str:
        return f"{named(now, (self.who,))} {self.what} before the fight begins."


def begin(
    play: Play,
    group: GroupId,
    companies: Sequence[Company],
    *,
    sides: frozenset[Side] = frozenset(),
    surprised: Iterable[PersonId] = (),
    first: Side | None = None,
    distance_ft: int | None = None,
) -> None:
    """Begin a fight with these foes; `first` is a side that acts first without an initiative roll.

    If the foes act first, the first round begins when the referee says so.
    """
    stop(play, group)
    party = play.group(group)
    fighters = _fighters(play, party, frozenset(surprised), sides)
    scene = Fight(
        site=party.site,
        began=party.time,
        fighters=fighters,
        foes=tuple(foe for company in companies for foe in company.foes),
        bands=tuple(company.band for company in companies),
        surprised=sides,
        distance_ft=distance_ft,
        waits=first is Side.ENEMIES,
        book=next((company.book for company in companies if company.book is not None), play.now.house.combat),
    )
    play.begin(group, scene)
    for fighter in fighters:
        recount(play, fighter.who, ROUND, fight_round(scene.book), to=group_audience(group))
    if first is None:
        BOOKS[scene.book].take_order(FightField(play, group), fighters)
    else:
        block = InitiativeBlock.BEFORE if first is Side.ADVENTURERS else InitiativeBlock.AFTER
        for fighter in fighters:
            FightField(play, group).set_fighter(replace(fighter, block=block))
    _tell_order(play, group)


def _fighters(play: Play, group: Group, surprised: frozenset[PersonId], sides: frozenset[Side]) -> tuple[Fighter, ...]:
    """Every living member as a fighter; alert characters are never surprised."""
    all_surprised = Side.ADVENTURERS in sides
    return tuple(
        Fighter(
            person.id,
            surprised=(all_surprised or person.id in surprised) and not is_alert(person),
            was_down=not person.able,
        )
        for person in play.now.those_in(group.id)
        if person.alive
    )


def add_latecomers(play: Play, group: GroupId) -> None:
    """Add characters to the fight who joined the group since it began."""
    field = FightField(play, group)
    late = tuple(
        Fighter(person.id, was_down=not person.able)
        for person in play.now.those_in(group)
        if person.alive and field.fight.fighter(person.id) is None
    )
    for fighter in late:
        field.set_fighter(fighter)
    if late:
        BOOKS[field.fight.book].add_to_order(field, late)
        _tell_order(play, group)


def _tell_order(play: Play, group: GroupId) -> None:
    fighters = FightField(play, group).fight.fighters
    before = tuple(fighter.who for fighter in fighters if fighter.block is InitiativeBlock.BEFORE)
    after = tuple(fighter.who for fighter in fighters if fighter.block is InitiativeBlock.AFTER)
    quick = tuple(fighter.who for fighter in fighters if fighter.quick)
    play.tell(OrderTaken(group, before, after, quick), to=group_audience(group))


_SAID = {
    QuickAction.READY: "readies a weapon",
    QuickAction.POTION: "drinks a potion",
    QuickAction.ATTACK: "attacks",
    QuickAction.OTHER: "takes a quick action",
}
QUICK_ACTIONS = {
    QuickAction.READY: ("ready", "a weapon"),
    QuickAction.POTION: ("drink", "a potion"),
    QuickAction.OTHER: ("take", "another quick action"),
}
"""What a fighter may do quickly: verb and object."""
_WHY_NOT = {
    NotQuick.SURPRISED: "A surprised character has no quick action.",
    NotQuick.NO_ATTACK: "An attack is not a quick action.",
}


def _quick_fighter(known: Campaign, who: PersonId) -> Fighter | None:
    """The fighter who has a quick action left before the first round, if this person is one."""
    fight = fight_of(known.group_of(who))
    fighter = fight.fighter(who) if fight is not None and fight.phase is Phase.QUICK else None
    return fighter if fighter is not None and fighter.quick else None


def _offers(known: Campaign, _: SeatId) -> Iterable[Offer]:
    for who in known.present:
        if _quick_fighter(known, who) is None:
            continue
        for act, verb, what in (
            *((ActQuickly(who, action), verb, what) for action, (verb, what) in QUICK_ACTIONS.items()),
            (ActQuickly(who, use=False), "skip", "the quick action"),
        ):
            yield Offer(act, verb, what, known.people[who].name, who, open_only=True)


PART = Part(commands=(ActQuickly,), events=(OrderTaken, ActedQuickly), offers=_offers)
