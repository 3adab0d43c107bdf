"""Banners at the prompt: what nobody may miss, in a line each, until it is dealt with."""

from undercroft.faces.views.actions import actions
from undercroft.faces.views.banners import banners, banners_beside
from undercroft.kernel.units import SeatId
from undercroft.table.state.campaign import Campaign


def banner_lines(known: Campaign, seat: SeatId) -> list[str]:
    """A line for each, such as `! Encounter: rats (3). Only you know of it. You can: start encounter, dismiss`."""
    plain = banners_beside(known, seat)
    if not plain:
        return []
    choices = {banner.title: banner.buttons for banner in banners(known, seat, actions(known, seat))}
    lines: list[str] = []
    for banner in plain:
        whose = f"{banner.group[:1].upper()}{banner.group[1:]}: " if banner.group else ""
        can = ", ".join(dict.fromkeys(_lower(button.label) for button in choices.get(banner.title, ())))
        title = banner.title if banner.title.endswith("?") else f"{banner.title}."
        parts = (f"! {whose}{title}", banner.text, f"You can: {can}." if can else "")
        lines.append(" ".join(part for part in parts if part))
    return lines


def _lower(label: str) -> str:
    """A label within a sentence; names keep their capital."""
    return label if ": " in label and not label.startswith("Start") else f"{label[:1].lower()}{label[1:]}"
