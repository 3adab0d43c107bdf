"""The join codes of several processes on one store: kept there, so that any process knows them all."""

from collections.abc import Callable, Iterator

from undercroft.faces.web.live.access.join_codes import MOST_TRIED, TableCode, plain, written_from
from undercroft.kernel.faults import Unavailable
from undercroft.store.sharing import Shared


class SharedCodes:
    """The codes in use. Any thread may ask."""

    def __init__(self, shared: Shared, ended: Callable[[str], int], pick: Callable[[TableCode], int]) -> None:
        self._shared = shared
        self._ended = ended
        self._pick = pick
        self._shown: dict[TableCode, str] = {}

    def code_of(self, table: str) -> str:
        """The code of a table for this session or the next, as people read it."""
        code = TableCode(table, self._ended(table))
        if code not in self._shown:
            shown = self._shared.code(table, code.ended, self._offered(code))
            if shown is None:
                raise Unavailable("no_code", "no join code is free", "remove tables that are not played")
            self.forget(table)
            self._shown[code] = shown
        return self._shown[code]

    def opened(self, typed: str) -> TableCode | None:
        """What a typed code opens, if its session has not ended."""
        found = self._shared.opened_by(plain(typed))
        if found is None or self._ended(found.table) != found.ended:
            return None
        return TableCode(found.table, found.ended)

    def forget(self, table: str) -> None:
        """Forget the codes of a table; the store keeps them as long as they are good."""
        self._shown = {code: shown for code, shown in self._shown.items() if code.table != table}

    def _offered(self, code: TableCode) -> Iterator[tuple[str, str]]:
        first = self._pick(code)
        for step in range(MOST_TRIED):
            shown = written_from(first + step)
            yield plain(shown), shown
