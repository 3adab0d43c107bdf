"""A banner: one thing that nobody may miss, with what can be done about it and where it leads."""

from enum import StrEnum

from msgspec import Struct

from undercroft.faces.views.actions import Action
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId


class BannerKind(StrEnum):
    """What a banner is about."""

    ENCOUNTER = "encounter"
    DYING = "dying"
    DARK = "dark"
    DAYLIGHT = "daylight"
    """A light burns on under the sky by day."""
    DICE = "dice"
    NEWCOMER = "newcomer"
    SEAT = "seat"
    """A person asks for a taken seat."""
    UNDO = "undo"
    """A player asks for an undo."""
    TURN = "turn"
    """It is the seat's turn to act."""
    MESSAGE = "message"
    """A whisper or a handout that the seat has not read."""
    RESULT = "result"
    """What happened to the seat's characters."""
    PROPOSAL = "proposal"
    """Players propose something for their group."""
    SCENE = "scene"
    """The encounter, chase or fight that the seat's characters are in."""
    WAITING = "waiting"
    """Play waits for others."""
    SESSION = "session"
    """When and where the next session is."""


class BannerButton(Struct, frozen=True):
    """What can be done about it, with its odds where a roll decides."""

    label: str
    action: Action
    percent: str = ""
    declines: bool = False
    """Whether it says no to what the banner tells: never filled, even where it is the only button."""


class Banner(Struct, frozen=True):
    """One thing that nobody may miss."""

    kind: BannerKind
    title: str
    text: str = ""
    group: str = ""
    """The group it is about, where there are several."""
    buttons: tuple[BannerButton, ...] = ()
    secret: bool = False
    """Whether only the referee knows it."""
    asks: bool = False
    """Whether ending the turn asks first."""
    leads: str = ""
    """The page or tab of the table where it is dealt with, as the end of an address."""
    way: str = ""
    """The words on the link there."""
    number: int = 0
    """The fact that it tells of: once it was dismissed it does not come again."""

    @property
    def icon(self) -> str:
        """The picture beside it."""
        return _ICONS[self.kind]


_ICONS = {
    BannerKind.ENCOUNTER: "warning",
    BannerKind.DYING: "heart",
    BannerKind.DARK: "moon",
    BannerKind.DAYLIGHT: "sun",
    BannerKind.DICE: "die",
    BannerKind.NEWCOMER: "plus",
    BannerKind.SEAT: "lock",
    BannerKind.UNDO: "undo",
    BannerKind.TURN: "right",
    BannerKind.MESSAGE: "eye-closed",
    BannerKind.RESULT: "check",
    BannerKind.PROPOSAL: "hand",
    BannerKind.SCENE: "axe",
    BannerKind.WAITING: "hourglass",
    BannerKind.SESSION: "flag",
}


def group_named(known: Campaign, id: GroupId) -> str:
    """The name of a group, where there are several."""
    return known.groups[id].name if known.is_split and id in known.groups else ""
