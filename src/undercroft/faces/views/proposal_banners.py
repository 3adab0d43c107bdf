"""What players propose for their group, as the referee's banner: done or refused with one tap."""

from collections.abc import Iterable, Iterator

from undercroft.faces.views.actions import Action
from undercroft.faces.views.banner import Banner, BannerButton, BannerKind
from undercroft.faces.views.declarations import declaration_of
from undercroft.faces.views.proposals import proposed_aloud
from undercroft.table.session.notes import CarryOut, RefuseProposal
from undercroft.table.state.campaign import Campaign

_DEALT = frozenset({CarryOut.tag, RefuseProposal.tag})


def proposal_banners(known: Campaign, possible: Iterable[Action]) -> Iterator[Banner]:
    """A banner for each thing that players propose; those who propose the same share one."""
    offered = [action for action in possible if action.kind in _DEALT]
    for proposal in proposed_aloud(known):
        ours = [action for action in offered if action.who == proposal.who]
        ours.sort(key=lambda action: action.about.rank)
        yield Banner(
            BannerKind.PROPOSAL,
            proposal.says,
            declaration_of(known, proposal.who).hindered,
            buttons=tuple(BannerButton(action.about.on_button, action) for action in ours),
        )
