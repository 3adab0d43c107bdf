"""Character cards: a sheet on a quarter of a page."""

from collections.abc import Iterator

from msgspec import Struct

from undercroft.faces.views.people.gear import GearView, gear
from undercroft.faces.views.people.party import played_by
from undercroft.faces.views.people.sheet import PoolBar, sheet
from undercroft.table import bridge
from undercroft.table.body.powers import whole_words
from undercroft.table.bridge import modifier
from undercroft.table.bridge.class_names import class_and_level
from undercroft.table.bridge.numbers import SCORES_ON_SHEET, score
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.people import Person, Role


class CardScore(Struct, frozen=True):
    """An attribute: its short name, its score and its modifier."""

    name: str
    score: int
    modifier: int


class CharacterCard(Struct, frozen=True):
    """A character as a seat knows them."""

    name: str
    what: str
    player: str
    scores: tuple[CardScore, ...]
    pools: tuple[PoolBar, ...]
    numbers: tuple[tuple[str, str], ...]
    """Saves, Armour Class and attack, each with the bridge's name."""
    skills: str
    feats: str
    powers: tuple[tuple[str, str], ...]
    """Spells and powers: the name of each, and how long, how often a day and what it does."""
    purse: str
    gear: GearView
    about: str


ON_A_CARD = ("armour_class", "attack_bonus", "physical", "evasion", "mental", "attack")
"""The numbers of a card, by the bridge's names."""


def character_card(known: Campaign, person: Person) -> CharacterCard:
    """The card of a character."""
    own, shown = person.sheet, sheet(known, person)
    found = bridge.derived(person, known.house, known.carried_by(person.id))
    what = " \u00b7 ".join(filter(None, (class_and_level(own), own.occupation)))
    return CharacterCard(
        person.name,
        what,
        played_by(known, person),
        tuple(
            CardScore(attribute.value, score(person, attribute), modifier(person, attribute))
            for attribute in SCORES_ON_SHEET
        ),
        shown.pools,
        tuple((number.name, str(number.value)) for number in found if number.name in ON_A_CARD),
        ", ".join(f"{name} {level}" for name, level in own.skills.items()),
        ", ".join(own.feats),
        tuple((power.name, whole_words(power)) for power in own.powers),
        dict(shown.wants).get("Purse", ""),
        gear(known, person),
        person.about,
    )


def with_cards(known: Campaign) -> Iterator[Person]:
    """The people who have a card: the characters and hirelings in service."""
    for person in known.people.values():
        if person.alive and not person.retired and person.role is not Role.CREATURE:
            yield person
