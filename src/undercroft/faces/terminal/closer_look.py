"""A closer look, in plain lines: a group's place, and a person's sheet."""

from collections.abc import Iterable, Mapping, Sequence

from undercroft.faces.terminal.known_names import meant
from undercroft.faces.terminal.unclear_lines import nobody_called
from undercroft.faces.views.actions import actions
from undercroft.faces.views.dungeon.room import FOR_THE_REFEREE, RoomFact, room_card
from undercroft.faces.views.overview.exits import exit_lines
from undercroft.faces.views.overview.overview import overview
from undercroft.faces.views.people.gear import GearItem, gear
from undercroft.faces.views.people.sheet import PoolBar, sheet
from undercroft.faces.views.road.current_hex import current_hex
from undercroft.faces.views.road.market import market_lines
from undercroft.kernel.units import SeatId
from undercroft.table.body.powers import whole_words
from undercroft.table.bridge.class_names import class_and_level
from undercroft.table.bridge.numbers import SCORES_ON_SHEET
from undercroft.table.fight.book_numbers import numbers_of
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import PersonId, TimerId
from undercroft.table.state.people import Condition, Person, Power, spoken
from undercroft.table.world.markets import market_of


def shown(known: Campaign, seat: SeatId, words: Sequence[str], left: Mapping[TimerId, int]) -> list[str]:
    """The overview, or a person's sheet. `left` is what each real timer has left, in seconds."""
    return sheet_lines(known, " ".join(words)) if words else overview(known, seat, left)


def look_lines(known: Campaign, seat: SeatId) -> list[str]:
    """Every group's place as the seat knows it; for the referee also what is hidden there, and what reveals it."""
    places = [_place(known, seat, group) for group in known.groups.values() if group.members]
    return [line for place in places for line in place] or ["There is nothing to look at."]


def _place(known: Campaign, seat: SeatId, group: Group) -> list[str]:
    exits = [f"exit: {line}" for line in exit_lines(known, group)]
    card = room_card(known, group)
    if card is not None:
        about = (card.dark, card.zone.glance, card.zone.senses, *(f"Note: {note}" for note in card.notes))
        return [f"{card.zone.name}:", *_indented((*about, *map(_fact, card.facts), *exits))]
    here = current_hex(known, group, actions(known, seat))
    town = list[str]()
    if group.in_town:
        there = market_of(known, group)
        town = [f"{there.name}:", *_indented(market_lines(there.market))]
    if here is None:
        return town
    things = (f"{thing.name}: {thing.what}" for thing in here.things)
    hidden = (f"players do not know: {_secret(secret.name, secret.text)}" for secret in here.hidden)
    title = ", ".join(filter(None, (here.hex, here.name, here.ground)))
    return [f"{title}:", *_indented((here.glance, *things, *here.hints, *hidden, here.lost, *exits)), *town]


def _secret(name: str, text: str) -> str:
    """A secret of a hex; its name only where the text has it not."""
    return text if name.casefold() in text.casefold() else ": ".join(filter(None, (name, text)))


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" for line in lines if line]


def _fact(fact: RoomFact) -> str:
    """`trap, not known: Tilting flags. ... (reveal trap=tilting-flags)`."""
    whole = fact.title == FOR_THE_REFEREE
    kind = fact.title if whole else f"{fact.kind}{'' if fact.shown else ', not known'}"
    joint = ", " if fact.text[:1].islower() else ". "
    titled = f"{fact.title}{joint}{fact.text}" if fact.text else f"{fact.title}."
    what = fact.text if whole else titled
    shows: Mapping[str, object] = fact.reveal or {}
    taken = {name: value for name, value in shows.items() if name not in ("kind", "group", "text") and value}
    fields = " ".join(f"{name}={value}" for name, value in taken.items())
    tap = f" (reveal {fields})" if fields else ""
    return f"{kind}: {what}{tap}"


def sheet_lines(known: Campaign, name: str) -> list[str]:
    """A person's sheet: numbers, timers, needs and gear, with the ids that commands take."""
    found = meant(known, PersonId, name)
    if found is None:
        raise nobody_called(known, name)
    person = known.people[PersonId(found)]
    view, carried = sheet(known, person), gear(known, person)
    running = {countdown.what for countdown in view.running}
    return [
        f"{person.name}, {_calling(person)}",
        *_indented((person.about, _scores(person), ", ".join(map(_pool, view.pools)))),
        *_indented((_fights(known, person), *map(_power, person.sheet.powers))),
        *_indented(_state(condition) for condition in person.conditions if spoken(condition.name) not in running),
        *_indented(f"{countdown.what}: {countdown.left} left, until {countdown.due}" for countdown in view.running),
        *_indented(f"{what}: {says}" for what, says in view.wants),
        *_indented((_things("Readied", carried.readied), _things("Stowed", carried.stowed))),
    ]


def _fights(known: Campaign, person: Person) -> str:
    both = numbers_of(known, person)
    return f"Fights by Sovereign: {both.sovereign}. By Violence: {both.violence}"


def _power(power: Power) -> str:
    return f"{power.name}: {whole_words(power)}"


def _state(condition: Condition) -> str:
    note = f": {condition.note}" if condition.note else ""
    return f"{spoken(condition.name).capitalize()}{note}"


def _calling(person: Person) -> str:
    return f"{class_and_level(person.sheet)}, {person.role}"


def _scores(person: Person) -> str:
    own = person.sheet
    skills = (f"{name} {level}" for name, level in own.skills.items() if level >= 0)
    parts = (*(f"{short} {getattr(own, name)}" for short, name in SCORES_ON_SHEET.items()), *skills, *own.feats)
    return ", ".join(parts)


def _pool(pool: PoolBar) -> str:
    of = f"/{pool.of}" if pool.of else ""
    return f"{pool.name} {pool.now}{of}{f' ({pool.note})' if pool.note else ''}"


def _things(title: str, items: Iterable[GearItem]) -> str:
    named = ", ".join(f"{item.name} [{item.thing.id}]" for item in items)
    return f"{title}: {named}" if named else ""
