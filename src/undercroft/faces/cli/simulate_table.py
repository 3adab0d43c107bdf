"""`undercroft simulate --from-table`: the party of a table goes on from where it is, by a plan."""

from contextlib import closing
from functools import cached_property

from undercroft.faces.shared import store_path
from undercroft.faces.shared.kept_run import keep_run_from
from undercroft.faces.shared.one_line import one_line
from undercroft.faces.views.seat_names import seat_named
from undercroft.foresight.encode import Encoded
from undercroft.foresight.formulas import NotSimulated
from undercroft.foresight.journey_here import travels
from undercroft.foresight.opening import Opened, encoded_here, run_from
from undercroft.foresight.plans import Plan, plan_in
from undercroft.kernel.faults import BadInput
from undercroft.server.open_table import OpenTable
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.fights import is_fighting
from undercroft.table.state.ids import GroupId
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN


class FromTable:
    """A table as a seat knows it, and how its party goes on. The table is read; nothing is written there."""

    def __init__(self, table: str, seat: str, plan: Plan, against: Plan | None, data: str | None) -> None:
        self._table = table
        self._seat = seat
        self._data = data
        self.plan = plan
        self.against = against

    @cached_property
    def known(self) -> Campaign:
        """What the seat knows."""
        with closing(store_path.reading(store_path.place(self._data))) as store:
            opened = OpenTable(store, self._table)
            return opened.known(REFEREE if self._seat == REFEREE else seat_named(opened.now, self._seat))

    @property
    def group(self) -> GroupId:
        """The group that fights, or the party."""
        return next((group.id for group in self.known.groups.values() if is_fighting(group)), MAIN)

    @property
    def title(self) -> str:
        """What is simulated."""
        party = self.known.groups.get(self.group)
        what = "this fight" if is_fighting(party) else "the way there" if travels(party) else "the way home"
        return f"{self.known.name}: {what}"

    def encoded(self, plan: Plan) -> Encoded:
        """The party as numbers."""
        try:
            return encoded_here(self.known, self.group, plan)
        except NotSimulated as what:
            raise BadInput("not_simulated", f"Undercroft cannot simulate {what}", "play on, and ask again") from None

    def opened(self, seed: int, run: int) -> Opened:
        """A run as a log."""
        return run_from(self.known, self.group, self.plan, seed, run)

    def kept(self, run: Opened) -> str:
        """Keep a run as a table of its own; the id of that."""
        with closing(store_path.writing(store_path.place(self._data))) as store:
            return keep_run_from(store, self._table, run.run, run.told).id


def plan_of(typed: str | None) -> Plan:
    """A plan such as `target=wounded,aid=no`."""
    chosen: dict[str, str] = {}
    for part in filter(None, (typed or "").split(",")):
        name, equals, value = part.partition("=")
        if not equals or name.strip() not in Plan.__struct_fields__:
            known = ", ".join(Plan.__struct_fields__)
            raise BadInput(
                "bad_plan", f"a plan has no part “{one_line(part[:40])}”", f"write part=value; parts: {known}"
            )
        chosen[name.strip()] = value.strip()
    return plan_in(chosen)
