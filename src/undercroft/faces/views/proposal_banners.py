"""What players propose for their group, as the referee's banner: done or refused with one tap."""

from collections.abc import Iterator, Sequence

from undercroft.faces.views.actions import Action
from undercroft.faces.views.banner import Banner, BannerButton, BannerKind
from undercroft.faces.views.declarations import declaration_of
from undercroft.faces.views.proposals import proposed_aloud
from undercroft.faces.views.short_names import first_name
from undercroft.table.engine.roster import name_of
from undercroft.table.session.notes import CarryOut, DropDeclaration, RefuseProposal
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.fights import fight_of
from undercroft.table.state.sessions import Declaration
from undercroft.table.town.advancement import GROWTH

_DEALT = frozenset({CarryOut.tag, RefuseProposal.tag})
_GROWTH = frozenset(kind.tag for kind in GROWTH)


def proposal_banners(known: Campaign, possible: Sequence[Action]) -> Iterator[Banner]:
    """A banner for each thing that players propose, ask for or declare in words, which a fight shows in its order.

    Those who propose the same for a group share one.
    """
    offered = sorted((action for action in possible if action.kind in _DEALT), key=lambda action: action.about.rank)
    wishes = ((declared.who, _asks(known, declared)) for declared in known.declared if _is_growth(declared))
    for who, says in (*((proposal.who, proposal.says) for proposal in proposed_aloud(known)), *wishes):
        yield Banner(
            BannerKind.PROPOSAL,
            says,
            declaration_of(known, who).hindered,
            buttons=tuple(
                BannerButton(action.about.on_button, action, declines=action.kind == RefuseProposal.tag)
                for action in offered
                if action.who == who
            ),
        )
    for declared in known.declared:
        if declared.command is None and fight_of(known.group_of(declared.who)) is None:
            cleared = (each for each in possible if each.kind == DropDeclaration.tag and each.who == declared.who)
            title = f"{first_name(name_of(known, declared.who))} declares: {declared.text}"
            yield Banner(
                BannerKind.PROPOSAL,
                title,
                buttons=tuple(BannerButton("Clear", each, declines=True) for each in cleared),
            )


def _is_growth(declared: Declaration) -> bool:
    """Whether a player asks for a level, or for what a level brings."""
    return declared.command is not None and declared.command["kind"] in _GROWTH


def _asks(known: Campaign, declared: Declaration) -> str:
    return f"{first_name(name_of(known, declared.who))} asks to {declared.text}"
