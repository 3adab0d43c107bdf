"""Seals of dice: players add words to them, the referee opens them, and everybody is told.

The table cannot seal or open anything itself, since it has no keys: the server adds those events to the command.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import says
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import TABLE
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.dice_seals import DiceWord, Occasion, Seal

MOST_WORD = 40
SHOWN_DIGITS = 16
"""The digits of a seal that the log shows; the page of the dice shows them all."""


class AddWord(Command, frozen=True, tag="add_dice_word"):
    """Mix a word of your own into the dice from now on. Each player adds one word to a seal."""

    word: Annotated[str, Meta(min_length=1, max_length=MOST_WORD), says("any word that nobody can foresee")]
    seat: SeatId
    ABOUT = About(
        title="Add your word to the dice",
        deed="a word for the dice",
        icon="die",
        place=Section.NOWHERE,
        while_waiting=True,
        for_seats=True,
        setting=True,
        listed=False,
    )

    def __post_init__(self) -> None:
        """Refuse a word that has signs nobody can see."""
        if not self.word.isprintable() or self.word != self.word.strip():
            raise BadInput("bad_word", "a word has no line breaks and no blanks at its ends", "write one plain word")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        if self.seat not in known.seats:
            yield Reason("players_only", "Only players add words: a referee could choose one that suits the dice.")
        elif seat != self.seat:
            yield Reason("not_yours", "Each player adds their own word.")
        seal = in_force(known)
        if seal is None:
            yield Reason("no_seal", "The dice are not sealed yet: try again after the next action.")
        elif any(added.seat == self.seat for added in seal.words):
            yield Reason("word_added", "Your word is in these dice already. You can add another to the next seal.")

    def do(self, play: Play) -> None:
        seal = in_force(play.now)
        if seal is not None:
            play.tell(WordAdded(seal.number, DiceWord(self.seat, self.word)), to=TABLE)


class OpenDice(Command, frozen=True, tag="open_dice"):
    """Open the seal of the dice, so that everybody can check them, and seal new dice."""

    ABOUT = About(
        title="Open the dice",
        icon="die",
        place=Section.NOWHERE,
        setting=True,
        words="fair dice seal check reveal key",
    )

    def do(self, play: Play) -> None:
        """Leave the rest to the server, which has the keys."""


class OpenSecretDice(Command, frozen=True, tag="open_secret_dice"):
    """Open the seals of all secret dice thrown so far, at the end of a campaign or before. This cannot be undone.

    Players then see how many secret dice fell, and what each showed, but not what it was for.
    """

    ABOUT = About(
        title="Open the secret dice",
        icon="die",
        place=Section.NOWHERE,
        setting=True,
        words="fair dice seal check reveal key end campaign",
    )

    def do(self, play: Play) -> None:
        """Leave the rest to the server, which has the keys."""


class DiceSealed(Event, frozen=True, tag="table.dice-sealed"):
    """Dice were sealed; all dice come from them from now on."""

    seal: Seal

    def fold(self, campaign: Campaign) -> Campaign:
        others = (seal for seal in campaign.seals if seal.number != self.seal.number)
        return replace(campaign, seals=(*others, self.seal))

    def say(self, _now: Campaign) -> str:
        why = _WHY[self.seal.occasion].format(self.seal.session)
        return f"{why} (seal {self.seal.number}: {digits(self.seal.open)})."


_WHY = {
    Occasion.SESSION: "The dice for session {} are sealed",
    Occasion.BETWEEN: "New dice are sealed for play outside a session",
    Occasion.ASKED: "New dice are sealed",
    Occasion.RESTORED: "This table was restored from a backup: new dice are sealed, and no earlier die falls again",
    Occasion.MOVED: "This table was imported or recovered: new dice are sealed",
}


class DiceOpened(Event, frozen=True, tag="table.dice-opened"):
    """The key of a seal is shown: of its dice in the open, or of its secret dice."""

    number: int
    key: str
    of_secret: bool = False

    def fold(self, campaign: Campaign) -> Campaign:
        shown = {"secret_key" if self.of_secret else "open_key": self.key}
        return _changed(campaign, self.number, shown)

    def say(self, _now: Campaign) -> str:
        dice = "secret dice" if self.of_secret else "dice"
        return f"The {dice} of seal {self.number} are opened: anybody can check them now."


class WordAdded(Event, frozen=True, tag="table.dice-word-added"):
    """A seat mixed a word into the dice."""

    number: int
    added: DiceWord

    def fold(self, campaign: Campaign) -> Campaign:
        words = next((seal.words for seal in campaign.seals if seal.number == self.number), ())
        return _changed(campaign, self.number, {"words": (*words, self.added)})

    def say(self, now: Campaign) -> str:
        name = now.called(self.added.seat) or "A player"
        return f"{name} adds a word to the dice: “{self.added.word}”."


def _changed(campaign: Campaign, number: int, fields: Mapping[str, object]) -> Campaign:
    seals = tuple(replace(seal, **fields) if seal.number == number else seal for seal in campaign.seals)
    return replace(campaign, seals=seals)


def in_force(known: Campaign) -> Seal | None:
    """The seal that dice come from now, if there is one."""
    return known.seals[-1] if known.seals and not known.seals[-1].closed else None


def session_to_check(known: Campaign) -> int | None:
    """The number of the session that is over and whose dice can be checked, until the next begins."""
    sessions = [seal for seal in known.seals if seal.occasion is Occasion.SESSION]
    return sessions[-1].session if sessions and sessions[-1].open_key else None


def digits(seal: str, most: int = SHOWN_DIGITS) -> str:
    """The first digits of a seal in groups of four, as people compare them."""
    return " ".join(seal[at : at + 4] for at in range(0, min(most, len(seal)), 4))


PART = Part(commands=(AddWord, OpenDice, OpenSecretDice), events=(DiceSealed, DiceOpened, WordAdded))
