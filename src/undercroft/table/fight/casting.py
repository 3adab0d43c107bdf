"""Using spells and powers, in a fight or outside it: the cost, the saves, the dice, and the effect on the clock."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from undercroft.kernel.amounts import counted
from undercroft.kernel.rules import Outcome
from undercroft.kernel.units import SeatId
from undercroft.table.body import wounds
from undercroft.table.body.condition import set_hp
from undercroft.table.body.effects import begin
from undercroft.table.body.powers import OfPower, PowerUsed, cost_words, faults, lasts_on, today
from undercroft.table.body.strain import bear, too_much
from undercroft.table.engine.about import LAST, About
from undercroft.table.engine.answers import RuleToSettle
from undercroft.table.engine.audience import SECRET, Audience, around
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Offer, Part, Reason
from undercroft.table.engine.permission import acting_for, no_person
from undercroft.table.engine.plain_dice import amount
from undercroft.table.engine.play import Play
from undercroft.table.fight.book import FightBook, SaveThrow
from undercroft.table.fight.books import BOOKS
from undercroft.table.fight.casualties import FoeHurt, hurt, hurt_foe
from undercroft.table.fight.goes import field_of
from undercroft.table.fight.sovereign.strike import no_such_foe
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Foe, FoeState, Phase
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import FoeId, Label, PersonId
from undercroft.table.state.people import Duration, Person, Power, Target
from undercroft.table.state.scenes import Fight

ALL_FOES = "all foes"
_MOST_NAME = 64
"""The most letters in the name of an effect."""


class UsePower(OfPower, frozen=True, tag="use_power"):
    """Use a spell or power, on the character, another person, foes or a place; in a fight it takes an action."""

    on: PersonId | None = None
    foe: FoeId | None = None
    place: Label | None = None
    ABOUT = About(
        spends="a use of the power", title="Use a spell or power", words="cast spell magic", icon="hand", rank=LAST
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        reasons = tuple(super().why_not(known, seat))
        yield from reasons
        person = known.people.get(self.who)
        power = None if person is None else person.sheet.power(self.name)
        if reasons or person is None or power is None:
            return
        yield from self._cannot_act(known, seat, person)
        yield from self._bad_target(known, person, power)
        yield from _cannot_pay(known, person, power)
        yield from faults(power)

    def _cannot_act(self, known: Campaign, seat: SeatId, person: Person) -> Iterable[Reason]:
        fight = _fight(known, self.who)
        if not person.alive:
            yield Reason("dead", f"{person.name} is dead.")
        elif fight is not None:
            yield from BOOKS[fight.book].cannot_cast(known, seat, self.who)
        elif not person.able:
            yield Reason("not_able", f"{person.name} cannot act: {person.kept_by}.")

    def _bad_target(self, known: Campaign, person: Person, power: Power) -> Iterable[Reason]:
        """The reasons against the chosen target."""
        given = {Target.PERSON: self.on, Target.FOE: self.foe, Target.PLACE: self.place}
        if any(value is not None for target, value in given.items() if target is not power.target):
            yield Reason("other_target", f"{power.name} is for {_FOR[power.target]}: leave out any other target.")
        fight = _fight(known, self.who)
        if power.target is Target.PERSON and self.on is not None:
            on = known.people.get(self.on)
            if on is None or not on.alive or known.group_of(self.on) != known.group_of(self.who):
                yield no_person(known)
        elif power.target is Target.PLACE and not (self.place or "").strip():
            yield Reason("no_place", f"Enter the place that {person.name} uses {power.name} on.")
        elif power.target in (Target.FOE, Target.FOES) and fight is None:
            yield Reason("no_fight", f"{power.name} is for {_FOR[power.target]}: there is no fight.")
        elif power.target is Target.FOE and fight is not None:
            if self.foe is None:
                yield Reason("choose_foe", f"Choose the foe that {person.name} uses {power.name} on.")
            else:
                yield from no_such_foe(fight, self.foe)

    def do(self, play: Play) -> None:
        """Pay the cost; then come the saves, the damage or healing, and the effect; in a fight the action is spent."""
        power = play.now.people[self.who].sheet.power(self.name)
        if power is None:
            return
        day, to = today(play.now, self.who), around(self.who)
        used = power.used + 1 if power.day == day else 1
        on = self._targets(play.now, power)
        play.tell(PowerUsed(self.who, power.name, on.person or self.who, used, day, on.at), to=to)
        if bear(play, self.who, power.strain, to=to):
            if power.hp:
                set_hp(play, self.who, play.now.people[self.who].hp - power.hp, power.name, to=to)
            _take_effect(play, self.who, power, on)
        fight = _fight(play.now, self.who)
        if fight is not None:
            BOOKS[fight.book].has_cast(field_of(play, self.who), self.who, f"used {power.name}")

    def _targets(self, now: Campaign, power: Power) -> "Targets":
        fight = _fight(now, self.who)
        foes = () if fight is None else tuple(foe for foe in fight.foes if foe.fights and not foe.hidden)
        match power.target:
            case Target.SELF:
                return Targets(self.who)
            case Target.PERSON:
                return Targets(self.who if self.on is None else self.on)
            case Target.FOE:
                chosen = tuple(foe for foe in foes if foe.id == self.foe)
                return Targets(foes=chosen, at=", ".join(foe.name for foe in chosen))
            case Target.FOES:
                return Targets(foes=foes, at=ALL_FOES)
            case Target.PLACE:
                return Targets(at=(self.place or "").strip())


class Targets(Struct, frozen=True):
    """A person, or foes, or only a place; `at` names foes and places in words."""

    person: PersonId | None = None
    foes: tuple[Foe, ...] = ()
    at: str = ""


class PowerResisted(Event, frozen=True, tag="table.power-resisted"):
    """A person or a foe saved against a spell or power."""

    who: PersonId
    power: str
    name: str
    """The name of the target that saved."""
    half: bool

    def say(self, _now: Campaign) -> str:
        return f"{self.name} saves against {self.power}{' and takes half the damage' if self.half else ''}."


_FOR = {
    Target.SELF: "the character alone",
    Target.PERSON: "one person",
    Target.FOE: "one foe",
    Target.FOES: "all foes in a fight",
    Target.PLACE: "a place",
}


def _fight(known: Campaign, who: PersonId) -> Fight | None:
    """The fight that a person still takes part in."""
    fight = fight_of(known.group_of(who))
    fighter = None if fight is None or fight.phase is Phase.OVER else fight.fighter(who)
    return fight if fighter is not None and not fighter.away else None


def _book(known: Campaign, who: PersonId) -> FightBook:
    """The book that saves go by: that of the fight, and Sovereign outside fights, as for traps and poison."""
    fight = _fight(known, who)
    return BOOKS[Combat.SOVEREIGN if fight is None else fight.book]


def _cannot_pay(known: Campaign, person: Person, power: Power) -> Iterable[Reason]:
    if power.left(today(known, person.id)) == 0:
        spent = f"{person.name} has used {power.name} {counted(power.per_day, 'time')} today, and may again tomorrow."
        yield Reason("used_up", spent)
    yield from too_much(person, power.strain)
    if power.hp and person.hp <= power.hp:
        cost, left = counted(power.hp, "hit point"), counted(person.hp, "hit point")
        yield Reason("too_few_hp", f"{power.name} costs {cost}, and {person.name} has {left}: one must be left.")


def _take_effect(play: Play, who: PersonId, power: Power, on: Targets) -> None:
    """Let every target save, then deal the damage, heal, and start the effect on those who did not save."""
    saved = _saves(play, who, power, on)
    _deal(play, who, power, on, saved)
    if on.person is not None:
        if on.person not in saved:
            _affect(play, power, on.person)
    elif not on.foes or any(foe.id not in saved for foe in on.foes):
        _affect_elsewhere(play, who, power, on, saved)


def _saves(play: Play, who: PersonId, power: Power, on: Targets) -> frozenset[str]:
    """The ids of the targets that saved. The throws of foes are the referee's."""
    if power.save is None:
        return frozenset()
    book = _book(play.now, who)
    asked: list[tuple[str, str, SaveThrow, RuleToSettle[Any, Outcome]]] = []
    if on.person is not None:
        person = play.now.people[on.person]
        throw = book.save_throw(play.now, on.person, power.save, who)
        seen, own = around(on.person), throw.pointless
        ruling = RuleToSettle(throw.rule, throw.given, person.seat, seen, who=person.id, whole=True, pointless=own)
        asked.append((person.id, person.name, throw, ruling))
    for foe in on.foes:
        throw = book.foe_save_throw(foe)
        asked.append((foe.id, foe.name, throw, RuleToSettle(throw.rule, throw.given, about=foe.name)))
    thrown = play.settle_each([ruling for *_, ruling in asked])
    if on.person is not None and _fight(play.now, on.person) is not None:
        field = field_of(play, on.person)
        if (after := field.with_bends(field.fighter(on.person))) != field.fighter(on.person):
            field.set_fighter(after)
    made = [
        (id, name)
        for (id, name, throw, _), one in zip(asked, thrown, strict=True)
        if one.__struct_config__.tag != throw.fails
    ]
    for _, name in made:
        play.tell(PowerResisted(who, power.name, name, power.halves), to=around(who))
    return frozenset(id for id, _ in made)


def _deal(play: Play, who: PersonId, power: Power, on: Targets, saved: frozenset[str]) -> None:
    """Roll the dice once for all targets. A target that saved takes half the damage, or none."""
    targets = (*((on.person,) if on.person is not None else ()), *(foe.id for foe in on.foes))
    caught = [target for target in targets if target not in saved or power.halves]
    seat, to = play.now.people[who].seat, around(who)
    if power.damage and caught:
        rolled = amount(play, power.damage, wounds.purpose("damage", power.name), to=to, by=seat)
        if on.person is not None:
            _hurt(play, on.person, rolled // 2 if on.person in saved else rolled, power.name, to)
        for foe in on.foes:
            if foe.id in caught:
                _hurt_foe(play, who, foe.id, rolled // 2 if foe.id in saved else rolled, to)
    if power.healing and on.person is not None and on.person not in saved:
        healed = amount(play, power.healing, wounds.purpose("healing", power.name), to=to, by=seat)
        wounds.heal(play, on.person, healed, cause=power.name, to=around(on.person))


def _hurt(play: Play, who: PersonId, harm: int, cause: str, to: Audience) -> None:
    if _fight(play.now, who) is not None:
        hurt(field_of(play, who), who, harm, cause=cause)
    else:
        wounds.hurt(play, who, harm, cause=cause, to=to)


def _hurt_foe(play: Play, who: PersonId, id: FoeId, harm: int, to: Audience) -> None:
    field = field_of(play, who)
    foe = field.foe(id)
    play.tell(FoeHurt(who, id, foe.name, harm, dead=harm >= foe.health), to=SECRET if foe.hidden else to)
    hurt_foe(field, foe, harm)


def _affect(play: Play, power: Power, on: PersonId) -> None:
    """Start the effect on a person."""
    if power.lasts is not Duration.INSTANT and play.now.people[on].alive:
        begin(play, on, power.name, to=around(on), lasts=lasts_on(play.now, on, power), note=power.does)


def _affect_elsewhere(play: Play, who: PersonId, power: Power, on: Targets, saved: frozenset[str]) -> None:
    """Start the effect on foes or a place; the clock counts it for the person who used the power."""
    fight = _fight(play.now, who)
    alive = {foe.id for foe in fight.foes if foe.fights} if fight is not None else set[FoeId]()
    held = [foe for foe in on.foes if foe.id not in saved and foe.id in alive]
    if power.lasts is Duration.INSTANT or (on.foes and not held):
        return
    at = on.at if len(held) == len(on.foes) else ", ".join(foe.name for foe in held)
    name = f"{power.name} on {at}"[:_MOST_NAME]
    begin(play, who, name, to=around(who), lasts=lasts_on(play.now, who, power), note=power.does, elsewhere=True)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in acting_for(known, seat):
        person = known.people[who]
        if not person.alive:
            continue
        for power in person.sheet.powers:
            yield from _ways_to_use(known, person, power)


def _ways_to_use(known: Campaign, person: Person, power: Power) -> Iterable[Offer]:
    """One offer for each target, with the chance that it does not save where the seat knows its number."""
    fight, act = _fight(known, person.id), UsePower(person.id, power.name)
    foes = () if fight is None else tuple(foe for foe in fight.in_sight if foe.state is FoeState.FIGHTING)
    match power.target:
        case Target.FOE:
            for foe in foes:
                aimed = UsePower(person.id, power.name, foe=foe.id)
                yield _offer(known, person, power, aimed, f" on {foe.name}", _foes_throw(fight, foe.id))
        case Target.FOES:
            throws = [_foes_throw(fight, foe.id) for foe in foes]
            alike = throws[0] if throws and all(throw == throws[0] for throw in throws) else None
            yield _offer(known, person, power, act, f" on {ALL_FOES}", alike)
        case Target.PERSON if power.damage or power.healing or power.save is not None:
            group = known.group_of(person.id)
            for other in known.those_in(group.id) if group is not None else (person,):
                aimed = act if other.id == person.id else UsePower(person.id, power.name, other.id)
                on = f" on {other.name}" if other.id != person.id else ""
                yield _offer(known, person, power, aimed, on, _throw(known, other.id, power, person.id))
        case Target.PLACE:
            aimed = UsePower(person.id, power.name, place="this place")
            yield _offer(known, person, power, aimed, " on this place", None)
        case Target.SELF | Target.PERSON:
            yield _offer(known, person, power, act, "", _throw(known, person.id, power, person.id))


def _foes_throw(fight: Fight | None, id: FoeId) -> SaveThrow | None:
    """A foe's save, where the seat knows its Hit Dice."""
    truth = None if fight is None else fight.foe(id)
    return None if fight is None or truth is None else BOOKS[fight.book].foe_save_throw(truth)


def _throw(known: Campaign, who: PersonId, power: Power, caster: PersonId) -> SaveThrow | None:
    return None if power.save is None else _book(known, caster).save_throw(known, who, power.save, caster)


def _offer(known: Campaign, person: Person, power: Power, act: UsePower, on: str, throw: SaveThrow | None) -> Offer:
    left = power.left(today(known, person.id))
    detail = "" if left is None else f" ({left} left today)"
    throw = throw if power.save is not None else None
    return Offer(
        act, "use", power.name, person.name, person.id, detail=f"{on}{detail}", cost=cost_words(power),
        rule=None if throw is None else throw.rule, given=None if throw is None else throw.given,
        aims=() if throw is None else (throw.fails,), open_only=True,
    )  # fmt: skip


PART = Part(commands=(UsePower,), events=(PowerResisted,), offers=_offers)
