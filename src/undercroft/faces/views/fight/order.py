"""The order of a round: who acts before the foe, the foe, who acts after; with what a seat may see of each."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from undercroft.faces.views.declarations import DeclarationView, declaration_of
from undercroft.faces.views.fight.aim import FoeTarget, aims
from undercroft.faces.views.fight.order_words import ActionLeft, Initiative, OrderWords
from undercroft.faces.views.fight.sovereign_order import SovereignOrder
from undercroft.faces.views.fight.violence_order import ViolenceOrder
from undercroft.faces.views.people.party import PartyChip
from undercroft.faces.views.short_names import letters_once
from undercroft.kernel.amounts import mixed
from undercroft.kernel.units import SeatId
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import (
    Band,
    Fighter,
    Foe,
    FoeState,
    InitiativeBlock,
    Phase,
    SeenFoe,
)
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import FoeId, PersonId
from undercroft.table.state.people import Health, Person, spoken
from undercroft.table.state.scenes import Fight
from undercroft.table.state.seats import REFEREE


class OrderRow(Struct, frozen=True):
    """A person or foe in a fight. Numbers that a seat does not know are missing."""

    id: str
    name: str
    note: str
    hp: int | None
    hp_max: int | None
    share: int
    ac: str
    chips: tuple[PartyChip, ...]
    foe: bool = False
    standing: bool = True
    down: bool = False
    chosen: bool = False
    secret: bool = False
    aims: tuple[FoeTarget, ...] = ()
    """A foe's target on its go and its possible targets, for a seat that decides them."""
    said: DeclarationView = DeclarationView()
    """What their player declared, for a seat that was told."""
    health: str = ""
    """How a person looks, for a seat that is told no hit points."""

    @property
    def at(self) -> str:
        """Its target; empty if unknown."""
        return next((aim.name for aim in self.aims if aim.now), "")


class OrderPart(Struct, frozen=True):
    """One part of the round, and whether it is the present one."""

    title: str
    note: str
    foe: bool
    now: bool
    rows: tuple[OrderRow, ...]
    fallen: tuple[tuple[str, str], ...] = ()
    """Foes out of the fight, where there are too many for a row each: their names, and how many left it in each way."""


def order(
    known: Campaign, seat: SeatId, group: Group, fight: Fight, who: PersonId | None, target: FoeId | None
) -> tuple[OrderPart, ...]:
    """The three parts of the round; on this screen `who` acts and `target` is aimed at."""
    members = {who: place for place, who in enumerate(group.members)}
    fighters = sorted(fight.fighters, key=lambda fighter: members.get(fighter.who, len(members)))
    parts = {
        block: tuple(
            _fighter(known, fight, fighter, known.people[fighter.who], chosen=fighter.who == who)
            for fighter in fighters
            if fighter.block is block and fighter.who in known.people
        )
        for block in InitiativeBlock
    }
    foes, fallen = _folded(tuple(_foes(known, seat, group, fight, target)))
    now = fight.phase
    words = _WORDS[fight.book]
    found = (
        OrderPart(
            "Before the foes", words.before, False, now in (Phase.QUICK, Phase.BEFORE), parts[InitiativeBlock.BEFORE]
        ),
        OrderPart("The foes", _FOES_ACT.get(now, ""), True, now is Phase.FOES, foes, fallen),
        OrderPart("After the foes", words.after, False, now is Phase.AFTER, parts[InitiativeBlock.AFTER]),
    )
    return tuple(part for part in found if part.rows or part.foe)


_WORDS: Mapping[Combat, OrderWords] = {Combat.VIOLENCE: ViolenceOrder(), Combat.SOVEREIGN: SovereignOrder()}


def actions_of(fight: Fight, who: PersonId | None) -> tuple[ActionLeft, ...]:
    """The actions of a fighter's round, and which are left."""
    fighter = fight.fighter(who) if who is not None else None
    return _WORDS[fight.book].actions(fighter) if fighter is not None else ()


def initiative(fight: Fight) -> Initiative:
    """How the order of a fight came about."""
    return _WORDS[fight.book].initiative(fight)


_FOES_ACT = {
    Phase.QUICK: "act next, all at once",
    Phase.BEFORE: "act next, all at once",
    Phase.FOES: "act now, all at once",
    Phase.AFTER: "have acted",
    Phase.NERVE: "have acted",
}


# The party


def _fighter(known: Campaign, fight: Fight, fighter: Fighter, person: Person, *, chosen: bool) -> OrderRow:
    return OrderRow(
        person.id,
        person.name,
        _came(known, fight, fighter, person),
        person.hp if person.health is None else None,
        person.hp_max if person.health is None else None,
        person.hp * 100 // max(1, person.hp_max),
        _WORDS[fight.book].own_ac(known, fighter),
        tuple(_states(known, fight, fighter, person, chosen=chosen)) if person.alive else (PartyChip("dead", "rust"),),
        standing=person.alive and not fighter.away,
        down=person.alive and not person.able,
        chosen=chosen,
        said=declaration_of(known, person.id),
        health=person.health.words if person.health is not None and person.able else "",
    )


def _came(known: Campaign, fight: Fight, fighter: Fighter, person: Person) -> str:
    """Where they fell, or what their book says of their place and their attack."""
    if fighter.fell is not None and not person.able:
        return f"fell in round {fighter.fell.round}"
    return _WORDS[fight.book].note(known, fighter, person)


def _states(known: Campaign, fight: Fight, fighter: Fighter, person: Person, *, chosen: bool) -> Iterator[PartyChip]:
    """What a person did or may do, then their condition."""
    if fighter.away:
        yield PartyChip(fighter.did or "out of the fight")
        return
    rolling = _rolling(known, fight)
    if person.able and (person.id in rolling if rolling else chosen):
        yield PartyChip("strikes again" if fighter.again else "acting now", "verd")
    elif fighter.done and person.able:
        yield PartyChip(fighter.did or "acted", "done")
    yield from (chip for told, chip in _told(fight, fighter) if told)
    for condition in person.conditions:
        yield PartyChip(spoken(condition.name).capitalize(), "rust")
    if fighter.hurt and person.able:
        yield PartyChip("took damage", "ember")
    yield from _WORDS[fight.book].states(known, fight, fighter, person)


def _rolling(known: Campaign, fight: Fight) -> frozenset[PersonId]:
    """The fighters whose dice the table waits for: it is their turn, even if the screen shows another."""
    asked = {question.who for wanted in known.wanted.values() for question in wanted.questions}
    return frozenset(fighter.who for fighter in fight.fighters if fighter.who in asked)


def _told(fight: Fight, fighter: Fighter) -> Iterator[tuple[bool, PartyChip]]:
    yield fighter.quick and fight.phase is Phase.QUICK, PartyChip("quick action", "verd")
    yield fighter.surprised and fight.round <= 1, PartyChip("surprised", "ember")
    yield fighter.stunned, PartyChip("stunned", "ember")
    yield fighter.wavers is not None, PartyChip(f"wants {fighter.wavers} silver", "ember")
    yield fighter.steadfast, PartyChip("will not break", "verd")
    yield fighter.reaching is not None, PartyChip("in the pack")
    yield bool(fighter.worn), PartyChip(f"armour damaged, {fighter.worn} AC lost")


# The foe

FEW = 3
"""The most foes out of the fight with a row each."""


def _folded(rows: tuple[OrderRow, ...]) -> tuple[tuple[OrderRow, ...], tuple[tuple[str, str], ...]]:
    """The rows, with foes out of the fight on one line for each way out, if there are more than a few."""
    out = [row for row in rows if not row.standing]
    if len(out) <= FEW:
        return rows, ()
    ways: dict[str, list[str]] = {}
    for row in out:
        ways.setdefault(row.chips[0].text, []).append(row.name)
    fallen = tuple((letters_once(names), f"{len(names)} {way}") for way, names in ways.items())
    return tuple(row for row in rows if row.standing), fallen


def _foes(known: Campaign, seat: SeatId, group: Group, fight: Fight, target: FoeId | None) -> Iterable[OrderRow]:
    """The foes, the dead last: as they are for the referee, as they are seen for everyone else."""
    bands, words = {band.id: band for band in fight.bands}, _WORDS[fight.book]
    if seat == REFEREE:
        aimed = aims(known, group, fight)
        rows = [
            _foe(words, foe, bands.get(foe.band), aimed.get(foe.id, ()), chosen=foe.id == target) for foe in fight.foes
        ]
    else:
        rows = [_as_seen(words, foe, chosen=foe.id == target) for foe in fight.in_sight]
    return sorted(rows, key=lambda row: not row.standing)


def _foe(words: OrderWords, foe: Foe, band: Band | None, aimed: tuple[FoeTarget, ...], *, chosen: bool) -> OrderRow:
    leads = "leader · " if band is not None and band.leader == foe.id else ""
    each = f" · {foe.attacks} attacks" if foe.attacks > 1 else ""
    rallied = (PartyChip("rallied", "ember"),) if foe.extra else ()
    return OrderRow(
        foe.id,
        foe.name,
        f"{leads}HD {mixed(foe.hd)} · Attack {words.foe_attack(foe)}{each}",
        foe.health,
        foe.health_max,
        foe.health * 100 // max(1, foe.health_max),
        words.foe_ac(foe),
        (*_seen_states(words, foe.seen, chosen=chosen), *rallied),
        foe=True,
        standing=foe.fights,
        chosen=chosen and foe.fights,
        secret=foe.hidden,
        aims=aimed,
    )


def _as_seen(words: OrderWords, foe: SeenFoe, *, chosen: bool) -> OrderRow:
    """A foe without hit points, and with only what blows have shown of its AC."""
    return OrderRow(
        foe.id,
        foe.name,
        foe.wounds if foe.health is not Health.DOWN else "",
        None,
        None,
        0,
        words.ac_guessed(foe.guess),
        tuple(_seen_states(words, foe, chosen=chosen)),
        foe=True,
        standing=foe.state is FoeState.FIGHTING,
        chosen=chosen and foe.state is FoeState.FIGHTING,
    )


def _seen_states(words: OrderWords, foe: SeenFoe, *, chosen: bool) -> Iterator[PartyChip]:
    if foe.state is not FoeState.FIGHTING:
        yield PartyChip(foe.state.value)
    elif chosen:
        yield PartyChip("target", "ember")
    if foe.state is FoeState.FIGHTING and foe.stunned:
        yield PartyChip("stunned")
    if foe.state is FoeState.FIGHTING:
        yield from words.foe_states(foe)
    if foe.worn:
        yield PartyChip(f"armour damaged, {foe.worn} AC lost")
