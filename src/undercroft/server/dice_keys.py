"""The keys of a table's dice, and the events that seal and open them.

A key is derived from the table's secret, the number of its seal and the seal's salt, which differs after each restore:

    key = HMAC-SHA-256(the table's secret, "open dice NUMBER SALT" or "secret dice NUMBER SALT")

So one key tells nothing about another, and the log holds no key before it is shown.
"""

import hashlib
import hmac
from collections.abc import Iterable

from undercroft.interpret.sealed import seal_of
from undercroft.table.engine.audience import TABLE, Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command
from undercroft.table.session.dice_seals import DiceOpened, DiceSealed, OpenDice, OpenSecretDice
from undercroft.table.session.sessions import SessionBegan, SessionEnded
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.dice_seals import Occasion, Seal


def open_key(secret: bytes, seal: Seal) -> bytes:
    """The key to a seal's dice in the open."""
    return _key(secret, "open", seal)


def secret_key(secret: bytes, seal: Seal) -> bytes:
    """The key to a seal's secret dice."""
    return _key(secret, "secret", seal)


def _key(secret: bytes, dice: str, seal: Seal) -> bytes:
    return hmac.digest(secret, f"{dice} dice {seal.number} {seal.salt}".encode(), hashlib.sha256)


def renews(campaign: Campaign, command: Command, told: Iterable[Told]) -> bool:
    """Whether a command ends the seal in force: each session has its own, and so has the time between sessions."""
    if not campaign.seals or isinstance(command, OpenDice | OpenSecretDice):
        return True
    return any(isinstance(fact.event, SessionBegan | SessionEnded) for fact in told)


class DiceKeys:
    """The keys of one table, and what the table is told of them. `salt` is that of its last restore."""

    def __init__(self, secret: bytes, salt: int) -> None:
        self._secret = secret
        self._salt = salt

    def _ours(self, seal: Seal) -> bool:
        """Whether this table has the keys of a seal; a log from another server brings seals that it cannot open."""
        keys = open_key(self._secret, seal), secret_key(self._secret, seal)
        return (seal.open, seal.secret) == (seal_of(keys[0]), seal_of(keys[1]))

    def throw(self, campaign: Campaign) -> bool:
        """Whether the last seal may throw dice: it is ours, no key of it was shown, and no restore came since."""
        last = campaign.seals[-1] if campaign.seals else None
        return last is not None and not last.closed and last.salt == self._salt and self._ours(last)

    def sealed_at_opening(self, campaign: Campaign) -> tuple[Told, ...]:
        """What a table without dice to throw is told: the old key, if there is one, and the new seal."""
        last = campaign.seals[-1] if campaign.seals else None
        if last is not None and not self._ours(last):
            return self._renewed(campaign, Occasion.MOVED)
        if self._salt != (0 if last is None else last.salt):
            return self._renewed(campaign, Occasion.RESTORED)
        return self._of_session(campaign)

    def sealed_after(self, campaign: Campaign, command: Command) -> tuple[Told, ...]:
        """What a command adds about the dice. `campaign` is the state after the command's own events."""
        if isinstance(command, OpenDice):
            return self._renewed(campaign, Occasion.ASKED)
        if isinstance(command, OpenSecretDice):
            return self._renewed(campaign, Occasion.ASKED, of_secret=True)
        return self._of_session(campaign)

    def _of_session(self, campaign: Campaign) -> tuple[Told, ...]:
        session = campaign.session
        in_session = session is not None and session.open
        return self._renewed(campaign, Occasion.SESSION if in_session else Occasion.BETWEEN)

    def _renewed(self, campaign: Campaign, occasion: Occasion, *, of_secret: bool = False) -> tuple[Told, ...]:
        """Show the key of the last seal, and on request those of all secret dice; then seal new dice."""
        ours = [seal for seal in campaign.seals if self._ours(seal)]
        last = [seal for seal in ours if seal == campaign.seals[-1] and not seal.open_key]
        events: list[Event] = [DiceOpened(seal.number, open_key(self._secret, seal).hex()) for seal in last]
        if of_secret:
            closed = [seal for seal in ours if not seal.secret_key]
            events += [DiceOpened(each.number, secret_key(self._secret, each).hex(), of_secret=True) for each in closed]
        events.append(DiceSealed(self._new(campaign, occasion)))
        to = tuple(sorted(TABLE(campaign)))
        return tuple(Told(event, to, campaign.clock, None) for event in events)

    def _new(self, campaign: Campaign, occasion: Occasion) -> Seal:
        number = campaign.seals[-1].number + 1 if campaign.seals else 1
        session = campaign.session.number if campaign.session is not None and occasion is Occasion.SESSION else 0
        blank = Seal(number, "", "", occasion, session, self._salt)
        opened, hidden = seal_of(open_key(self._secret, blank)), seal_of(secret_key(self._secret, blank))
        return Seal(number, opened, hidden, occasion, session, self._salt)
