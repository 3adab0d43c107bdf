"""The order of a Round: who acts before the foe, the foe, who acts after; with what a seat may see of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from undercroft.faces.views.aiming import Aim, aims
from undercroft.faces.views.party import Chip
from undercroft.faces.views.rounds import letters_once
from undercroft.faces.views.saying import Said, said_by
from undercroft.kernel.units import SeatId
from undercroft.table import bridge, striking
from undercroft.table.battle import LIKELY_AC, Band, Block, Fighter, Foe, FoeState, Guess, Phase, SeenFoe
from undercroft.table.bodies import State
from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import FoeId, PersonId
from undercroft.table.people import Person
from undercroft.table.scenes import Fight
from undercroft.table.seats import REFEREE


class OrderRow(Struct, frozen=True):
    """Somebody in a fight. Numbers that a seat does not know are not there."""

    id: str
    name: str
    note: str
    hp: int | None
    hp_max: int | None
    share: int
    ac: str
    chips: tuple[Chip, ...]
    foe: bool = False
    standing: bool = True
    down: bool = False
    chosen: bool = False
    secret: bool = False
    band: str = ""
    aims: tuple[Aim, ...] = ()
    """Whom a foe will attack on its go, and whom it could, for whoever decides that."""
    said: Said = Said()
    """What their player declared, for whoever was told."""

    @property
    def at(self) -> str:
        """Whom it will attack; nobody where that is not known."""
        return next((aim.name for aim in self.aims if aim.now), "")


class OrderPart(Struct, frozen=True):
    """One part of the Round, and whether it is now."""

    title: str
    note: str
    foe: bool
    now: bool
    rows: tuple[OrderRow, ...]
    fallen: tuple[tuple[str, str], ...] = ()
    """Foes who are out of it, where there are too many for a row each: their names, and how many how."""


def order(
    known: Campaign, seat: SeatId, group: Group, fight: Fight, who: PersonId | None, target: FoeId | None
) -> tuple[OrderPart, ...]:
    """The three parts of the Round; `who` acts and `target` is aimed at, on this screen."""
    members = {who: place for place, who in enumerate(group.members)}
    fighters = sorted(fight.fighters, key=lambda one: members.get(one.who, len(members)))
    parts = {
        block: tuple(
            _fighter(known, fight, one, known.people[one.who], chosen=one.who == who)
            for one in fighters
            if one.block is block and one.who in known.people
        )
        for block in Block
    }
    foes, fallen = _folded(tuple(_foes(known, seat, group, fight, target)))
    now = fight.phase
    found = (
        OrderPart(
            "Before the foe", "rolled under Agility", False, now in (Phase.QUICK, Phase.BEFORE), parts[Block.BEFORE]
        ),
        OrderPart("The foe", "one side, all at once", True, now is Phase.FOES, foes, fallen),
        OrderPart("After the foe", "failed the roll", False, now is Phase.AFTER, parts[Block.AFTER]),
    )
    return tuple(part for part in found if part.rows or part.foe)


# The party


def _fighter(known: Campaign, fight: Fight, one: Fighter, person: Person, *, chosen: bool) -> OrderRow:
    return OrderRow(
        person.id,
        person.name,
        _came(known, one, person),
        person.hp,
        person.hp_max,
        person.hp * 100 // max(1, person.hp_max),
        str(striking.ac_of(known, one)),
        tuple(_states(known, fight, one, person, chosen=chosen)) if person.alive else (Chip("dead", "rust"),),
        standing=person.alive and not one.away,
        down=person.alive and not person.able,
        chosen=chosen,
        said=said_by(known, person.id),
    )


def _came(known: Campaign, one: Fighter, person: Person) -> str:
    """How they came to their place."""
    if one.fell is not None and not person.able:
        return f"fell in round {one.fell.round}"
    if not striking.has_agility(person):
        return f"{person.role.value} · HD {bridge.hit_dice(person)}"
    agility = striking.numbers(known, one.who).agility
    return f"Agility {agility}, rolled {one.face}" if one.face is not None else f"Agility {agility}"


def _states(known: Campaign, fight: Fight, one: Fighter, person: Person, *, chosen: bool) -> Iterator[Chip]:
    """What somebody did or may do, then how they are."""
    if one.away:
        yield Chip(one.did or "out of it")
        return
    if chosen and person.able:
        yield Chip("strikes again" if one.again else "acting now", "verd")
    elif one.done and person.able:
        yield Chip(one.did or "acted", "done")
    yield from (chip for told, chip in _told(fight, one) if told)
    for condition in person.conditions:
        grave = condition.name == State.MORTALLY_INJURED
        yield Chip(condition.name.replace("_", " ") if grave else condition.name.replace("_", " ").capitalize(), "rust")
    if one.hurt and person.able:
        yield Chip("took damage", "ember")
    scars = striking.scars_of(known, one.who)
    if scars > 1 or (scars and not person.able):
        yield Chip("1 Scar" if scars == 1 else f"{scars} Scars")


def _told(fight: Fight, one: Fighter) -> Iterator[tuple[bool, Chip]]:
    yield one.quick and fight.phase is Phase.QUICK, Chip("quick action", "verd")
    yield one.surprised and fight.round <= 1, Chip("surprised", "ember")
    yield one.stunned, Chip("stunned", "ember")
    yield one.wavers is not None, Chip(f"wants {one.wavers} silver", "ember")
    yield one.steadfast, Chip("will not break", "verd")
    yield one.reaching is not None, Chip("in the pack")
    yield bool(one.worn), Chip(f"armour worn \N{MINUS SIGN}{one.worn}")


# The foe

FEW = 3
"""Foes out of the fight that still have a row each."""


def _folded(rows: tuple[OrderRow, ...]) -> tuple[tuple[OrderRow, ...], tuple[tuple[str, str], ...]]:
    """The rows, and those who are out of it in a line for each way out, where they are more than a few."""
    out = [row for row in rows if not row.standing]
    if len(out) <= FEW:
        return rows, ()
    ways: dict[str, list[str]] = {}
    for row in out:
        ways.setdefault(row.chips[0].text, []).append(row.name)
    fallen = tuple((letters_once(names), f"{len(names)} {way}") for way, names in ways.items())
    return tuple(row for row in rows if row.standing), fallen


def _foes(known: Campaign, seat: SeatId, group: Group, fight: Fight, target: FoeId | None) -> Iterable[OrderRow]:
    """The fallen last; as they are for the referee, as they are seen for everybody else."""
    bands = {band.id: band for band in fight.bands}
    if seat == REFEREE:
        aimed = aims(known, group, fight)
        rows = [_foe(one, bands.get(one.band), aimed.get(one.id, ()), chosen=one.id == target) for one in fight.foes]
    else:
        rows = [_as_seen(one, chosen=one.id == target) for one in fight.in_sight]
    return sorted(rows, key=lambda row: not row.standing)


def _foe(one: Foe, band: Band | None, aimed: tuple[Aim, ...], *, chosen: bool) -> OrderRow:
    leads = "leader · " if band is not None and band.leader == one.id else ""
    each = f" · {one.attacks} attacks" if one.attacks > 1 else ""
    chips = list(_seen_states(one.seen, chosen=chosen))
    if one.worn:
        chips.append(Chip(f"armour worn \N{MINUS SIGN}{one.worn}"))
    if one.extra:
        chips.append(Chip("rallied", "ember"))
    return OrderRow(
        one.id,
        one.name,
        f"{leads}HD {one.hd} · Attack {one.attack}{each}",
        one.health,
        one.health_max,
        one.health * 100 // max(1, one.health_max),
        str(one.ac),
        tuple(chips),
        foe=True,
        standing=one.fights,
        chosen=chosen and one.fights,
        secret=one.hidden,
        band=one.band,
        aims=aimed,
    )


def _as_seen(one: SeenFoe, *, chosen: bool) -> OrderRow:
    """No hit points and no AC but what blows have shown."""
    note = f"took {one.taken}" if one.taken else "unhurt"
    chips = list(_seen_states(one, chosen=chosen))
    if one.worn:
        chips.append(Chip(f"armour worn \N{MINUS SIGN}{one.worn}"))
    return OrderRow(
        one.id,
        one.name,
        note,
        None,
        None,
        0,
        guessed(one.guess),
        tuple(chips),
        foe=True,
        standing=one.state is FoeState.FIGHTING,
        chosen=chosen and one.state is FoeState.FIGHTING,
        band=one.band,
    )


def guessed(guess: Guess) -> str:
    """What is known of an AC: the number, a span, or nothing."""
    if guess.ac is not None:
        return str(guess.ac)
    return "?" if (guess.low, guess.high) == (0, LIKELY_AC) else f"{guess.low} to {guess.high}"


def _seen_states(one: SeenFoe, *, chosen: bool) -> Iterator[Chip]:
    if one.state is not FoeState.FIGHTING:
        yield Chip(one.state.value)
        return
    if chosen:
        yield Chip("target", "ember")
    if one.stunned:
        yield Chip("stunned")
