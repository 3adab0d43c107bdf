"""What people see of a command: its names, its icon, its place on the screens, and when a seat may give it."""

from enum import Enum, Flag, auto

from msgspec import Struct


class Section(Flag):
    """A section of a screen with buttons."""

    NOWHERE = 0
    ACTIONS = auto()
    """The list of what can be done now."""
    HEAD = auto()
    """The head of that list: its key opens its form on every screen of the referee."""
    MAP = auto()
    STRIP = auto()
    """The strip of turns."""
    TAP = auto()
    """A player taps a map or a card to propose it."""
    DECLARATIONS = auto()
    GEAR = auto()
    SESSION = auto()
    GROWTH = auto()
    """What a character gains with experience."""
    ENCOUNTER = auto()
    """The card of an encounter or a chase, where it has a button of its own."""
    ROUND = auto()
    """The strip of a fight: what ends the round or the fight."""
    GO = auto()
    """What a character can do in a fight instead of an attack."""
    COURSE = auto()
    DAY = auto()
    """The day's strip: the likeliest next step."""
    HEX = auto()
    """The card of the hex, where it has a button of its own."""
    WAYSIDE = auto()
    """What else the card of the hex offers."""
    CAMP = auto()
    BED = auto()
    """What a single character can do in camp."""
    TOWN = auto()
    CARE = auto()
    """Cures and treatment in town."""
    HIRING = auto()
    BANNERS = auto()
    """A banner: what nobody may miss, with what can be done about it."""


class Slot(Enum):
    """A fixed place in the bar of actions: its key, its name, its icon, and what it says while it is empty."""

    SEARCH = ("1", "Search", "search", "nothing to search now")
    LISTEN = ("2", "Listen", "ear", "no door to listen at")
    DOOR = ("3", "Doors", "door", "no door to work at")
    OBSTACLE = ("4", "Traps, obstacles", "warning", "nothing to do now")
    TAKE = ("5", "Take", "hand", "nothing to take now")
    LIGHT = ("6", "Light", "torch", "nothing to light")
    TEND = ("7", "Tend wounds", "heart", "nobody to tend")
    REST = ("8", "Rest", "hourglass", "cannot rest now")
    GEAR = ("9", "Gear", "pack", "carries nothing")

    def __init__(self, key: str, title: str, icon: str, empty: str) -> None:
        self.key = key
        self.title = title
        self.icon = icon
        self.empty = empty

    @property
    def at_once(self) -> bool:
        """Whether its key does the first of several deeds at once; elsewhere several are always a list."""
        return self in (Slot.SEARCH, Slot.REST)

    @property
    def takes_time(self) -> bool:
        """Whether its deeds use up a character's turn or round."""
        return self in (Slot.SEARCH, Slot.OBSTACLE, Slot.TEND, Slot.REST)


UNRANKED = 1000
LAST = 2000
"""The rank of what can be done at any time."""


class About(Struct, frozen=True, kw_only=True):
    """What people see of one command."""

    title: str = ""
    """Its name on forms and in the list of commands, verb and object; by default its tag."""
    deed: str = ""
    """Its name as the cause of something; by default its title."""
    button: str = ""
    """What its button says where its object is plain to see, such as in a banner; by default its title."""
    icon: str = "right"
    place: Section = Section.ACTIONS
    """The section it belongs to."""
    also: Section = Section.NOWHERE
    """Further sections that show it."""
    slot: Slot | None = None
    """Its fixed place among the actions; commands that share one are chosen from a list."""
    words: str = ""
    """Other words that people search for it by."""
    rank: int = UNRANKED
    """Its position in its section, lowest first."""
    key: str = ""
    """The key that stands for its button."""
    while_waiting: bool = False
    """A seat may give it while another command waits for its dice; no character does anything."""
    never_waits: bool = False
    """It does not wait for the dice of other commands, nor do they wait for its dice."""
    listed: bool = True
    """The list of all commands shows it."""
    for_seats: bool = False
    """A player may give it without a character."""
    for_referee: frozenset[str] = frozenset()
    """Fields that only the referee fills in: a player's form leaves them out, and a player's command is refused."""
    setting: bool = False
    """It sets something for a seat or in the draft and belongs to no act of play: an undo passes over it."""
    spends: str = ""
    """What it uses up for good, such as coins: a player confirms it first."""
    own_undo: bool = False
    """The player who gave it may undo it while nothing followed: no dice fall, no time passes, nothing new is seen."""
    anywhere: bool = False
    """Every scene offers it."""
    opens_form: bool = False
    """Its button opens its form, since there is more to fill in."""
    preview: bool = False
    """Its form shows beforehand what will happen."""
    form: str = ""
    """The form made for it by hand; by default its form is generated from its fields."""

    @property
    def on_button(self) -> str:
        """What its button says where its object is plain to see."""
        return self.button or self.title

    @property
    def any_time(self) -> bool:
        """Whether it can be done at any time, and would hide what can be done here."""
        return self.rank == LAST

    def shown_in(self, sections: Section) -> bool:
        """Return whether one of these sections shows it."""
        return bool(sections.value & (self.place.value | self.also.value))
