"""Handouts that the referee prepares: nobody else has them until they are shown."""

from msgspec.structs import replace

from undercroft.table.engine.event import SecretEvent
from undercroft.table.engine.part import Reason
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.messages import Handout
from undercroft.table.state.seats import REFEREE

MOST_HANDOUTS = 200
"""The most handouts that a campaign keeps."""
TOO_MANY_HANDOUTS = Reason("too_many_handouts", f"A campaign keeps at most {MOST_HANDOUTS} handouts: remove one first.")


class HandoutPrepared(SecretEvent, frozen=True, tag="table.handout-prepared"):
    """The referee prepared a handout."""

    handout: Handout

    def fold(self, campaign: Campaign) -> Campaign:
        return with_handout(campaign, replace(self.handout, read_by=(REFEREE,)))

    def say(self, _now: Campaign) -> str:
        return f"Handout prepared: {self.handout.title}."


def with_handout(campaign: Campaign, handout: Handout) -> Campaign:
    """The campaign with a handout, in place of the one with its id."""
    return replace(campaign, handouts={**campaign.handouts, handout.id: handout})
