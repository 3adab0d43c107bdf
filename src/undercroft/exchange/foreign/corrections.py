"""What a referee corrects in a file before it is taken: names, rooms, doors, ground, guesses, and what to leave out."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.land import Terrain
from undercroft.exchange.foreign.door_kinds import Passable
from undercroft.kernel.rules import says
from undercroft.table.state.lore import ArmourScale

CorrectedName = Annotated[str, Meta(min_length=1, max_length=60)]
SquareFeet = Annotated[int, Meta(ge=1, le=100)]
Kilograms = Annotated[int, Meta(ge=1, le=10_000)]
HitDice = Annotated[int, Meta(ge=1, le=60)]
Clue = Annotated[str, Meta(min_length=1, max_length=400)]


class Small(StrEnum):
    """What small places without a note are taken for."""

    PASSAGES = "passages"
    ROOMS = "rooms"


class Placed(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a site is in the land."""

    hex: Annotated[str, Meta(max_length=8), says("the hex")]
    grade: Annotated[Visibility, says("how it is found there")] = Visibility.OVERT


class Corrections(Struct, frozen=True, forbid_unknown_fields=True):
    """What is corrected, by the address of each part, such as sites/grey-hen/zones/room-0-0 or lands/hexes/0101."""

    title: Annotated[str, Meta(max_length=60), says("the name of the campaign or of the only site")] = ""
    square_ft: Annotated[SquareFeet | None, says("the feet of a square, where the file does not say")] = None
    names: Annotated[Mapping[str, CorrectedName], says("other names of rooms and hexes")] = {}
    small: Annotated[Small | None, says("what small places without a note are")] = None
    passages: Annotated[Mapping[str, bool], says("which places are passages, and which are rooms")] = {}
    doors: Annotated[Mapping[str, Passable], says("what doors are")] = {}
    bars: Annotated[Mapping[str, str], says("the room that a barred door is barred from")] = {}
    clues: Annotated[Mapping[str, Clue], says("the first clue to a secret door")] = {}
    portcullis_kg: Annotated[Kilograms | None, says("the weight of a portcullis, where the file does not say")] = None
    entrances: Annotated[Mapping[str, str], says("the room where people enter a site")] = {}
    lit: Annotated[Mapping[str, bool], says("which sites are lit")] = {}
    aloud: Annotated[Mapping[str, bool], says("the sites whose rooms' texts are read aloud")] = {}
    hit_dice: Annotated[Mapping[str, HitDice], says("the Hit Dice of creatures")] = {}
    armour: Annotated[Mapping[str, ArmourScale], says("how the AC of monsters counts")] = {}
    columns: Annotated[Mapping[str, bool], says("which tables become a table for each column")] = {}
    terrains: Annotated[Mapping[Terrain, Terrain], says("other ground for all hexes of a kind")] = {}
    hexes: Annotated[Mapping[str, Terrain], says("other ground for single hexes")] = {}
    places: Annotated[Mapping[str, Placed], says("the hexes that sites are in")] = {}
    seats: Annotated[Mapping[str, str], says("the seats that roll for characters")] = {}
    left_out: Annotated[tuple[str, ...], Meta(max_length=500), says("parts that are not taken")] = ()


NOTHING = Corrections()
