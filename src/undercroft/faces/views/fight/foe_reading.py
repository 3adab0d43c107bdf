"""What a line of foes is understood to say, before it is taken."""

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.views.short_names import capital
from undercroft.kernel.faults import BadInput
from undercroft.table.fight.foe_line import read_foes
from undercroft.table.fight.muster import impossible_scale, in_scale
from undercroft.table.lore.lookup import bestiary
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.lore import FIGHT_SCALES, ArmourScale


class LineReading(Struct, frozen=True):
    """What was understood, what is not used, what to look at, and why the line cannot be taken."""

    understood: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    fault: str = ""


def line_reading(known: Campaign, line: str, scale: ArmourScale | None = None) -> LineReading:
    """Read a line without taking it; an empty one says nothing yet."""
    if not line.strip():
        return LineReading()
    try:
        muster = read_foes(line, bestiary(known).values())
    except BadInput as fault:
        return LineReading(fault=f"{capital(fault.what)}: {fault.fix}")
    counts = FIGHT_SCALES[known.house.combat]
    if muster.ac_asks and (why := impossible_scale(muster.ac, scale or counts)):
        return LineReading(fault=f"AC {why}: choose another scale")
    muster = replace(
        in_scale(muster, scale or counts, counts), rolls_morale=known.house.rolls_morale(known.house.combat)
    )
    return LineReading(muster.understood, muster.unused, muster.warnings)
