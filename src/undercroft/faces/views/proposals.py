"""What a player may propose with a tap, and what is proposed already."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from undercroft.faces.views.actions import actions
from undercroft.faces.views.short_names import first_name
from undercroft.kernel import wire
from undercroft.kernel.amounts import series
from undercroft.kernel.units import SeatId
from undercroft.table.engine.part import Command
from undercroft.table.engine.roster import name_of
from undercroft.table.proposals import proposes, speaker
from undercroft.table.session.notes import Declare, DropDeclaration, declared_by
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.sessions import Declaration


class ProposalButton(Struct, frozen=True):
    """A button for a proposal; it is pressed if already proposed, and then withdraws it."""

    text: str
    kind: str
    meant: Mapping[str, Any]
    command: Any
    on: bool


def proposed(known: Campaign, seat: SeatId, group: Group | None) -> tuple[ProposalButton, ...]:
    """What a player may propose for a group."""
    if group is None:
        return ()
    offered = (action.command for action in actions(known, seat) if action.kind == Declare.tag)
    return tuple(
        _proposal(known, action["who"], action["text"], action)
        for action in offered
        if action["command"].get("group") == group.id
    )


def propose(known: Campaign, seat: SeatId, group: Group, meant: Command, text: str) -> ProposalButton | None:
    """One proposal that is not on the list, if it is allowed."""
    who = speaker(known, seat, group.id)
    if who is None:
        return None
    act = Declare(who, text, wire.plain(meant))
    return _proposal(known, who, text, wire.plain(act)) if proposes(known, seat, act, meant) else None


def _proposal(known: Campaign, who: PersonId, text: str, command: Mapping[str, Any]) -> ProposalButton:
    meant = command["command"]
    on = declared_by(known, who) == meant
    return ProposalButton(text, meant["kind"], meant, wire.plain(DropDeclaration(who)) if on else command, on)


class SpokenProposal(Struct, frozen=True):
    """Something proposed for a group: who proposed it first, and the proposal in a sentence."""

    who: PersonId
    group: GroupId
    says: str
    meant: Mapping[str, Any]


def proposed_aloud(known: Campaign) -> tuple[SpokenProposal, ...]:
    """What is proposed for groups, as far as the seat heard; those who propose the same speak together."""
    alike: dict[str, list[Declaration]] = {}
    for declared in known.declared:
        if declared.command is not None and isinstance(declared.command.get("group"), str):
            alike.setdefault(str(sorted(_bare(declared.command).items())), []).append(declared)
    return tuple(
        SpokenProposal(same[0].who, GroupId(str(meant["group"])), _together(known, same), meant)
        for same in alike.values()
        if (meant := same[0].command) is not None
    )


def proposals_of(known: Campaign, group: Group, but: Iterable[Mapping[str, Any]] = ()) -> Iterator[str]:
    """What is proposed for one group, in sentences, without the commands that say elsewhere who proposes them."""
    left_out = [_bare(meant) for meant in but]
    return (
        proposal.says
        for proposal in proposed_aloud(known)
        if proposal.group == group.id and _bare(proposal.meant) not in left_out
    )


def _together(known: Campaign, same: Sequence[Declaration]) -> str:
    names = [first_name(name_of(known, declared.who)) for declared in same]
    return f"{series(names)} {'propose' if len(names) > 1 else 'proposes'}: {same[0].text}"


def backers(known: Campaign, meant: Mapping[str, Any]) -> tuple[str, ...]:
    """Who proposed that, in any style."""
    return tuple(
        first_name(name_of(known, declared.who))
        for declared in known.declared
        if declared.command is not None and _bare(declared.command) == _bare(meant)
    )


def _bare(meant: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in meant.items() if name != "style"}
