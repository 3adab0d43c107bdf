"""Founders: a founder's link lets its holder start so many campaigns on this server, as their referee.

The owner gives the links and ends them. A founder sees no campaign of anybody else, and is not told their ids.
"""

import secrets
import time
from collections.abc import Callable, Collection, Generator, Mapping
from contextlib import contextmanager
from http import HTTPStatus

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.http.addresses import household
from undercroft.faces.http.buckets import Buckets
from undercroft.faces.http.faults import Unserved
from undercroft.faces.shared.server_keep import Founded, Founder, Kept, ServerKeep
from undercroft.faces.shared.table_names import MOST_SLUG, slug
from undercroft.faces.web.live.access.links import Keys
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput, NotFound
from undercroft.kernel.units import SeatId
from undercroft.table.state.names import check_name

FOUNDER_COOKIE = "founder"
MOST_TABLES = 1000
"""The most campaigns of one founder."""
MOST_FOUNDERS = 1000
USUAL_TABLES = 5
PENDING = 60
"""Seconds for which a campaign counts although it is not there yet: it is being made."""
OF_A_FOUNDER, OF_A_FOUNDER_AT_ONCE = 10, 20
"""Campaigns that a founder may start in an hour, and at once, those deleted since among them."""
OF_AN_ADDRESS, OF_AN_ADDRESS_AT_ONCE = 60, 250
"""Campaigns that all founders at one address may start: a convention's hall has one address."""
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_RANDOM = 5
_ID_LETTERS = 8


class SignedFounder(Struct, frozen=True):
    """A founder by cookie, and the id of the sign-in."""

    founder: Founder
    id: str


class Founding:
    """The founders of a server. Any thread may ask; only what changes something, and `refresh`, waits for the store."""

    def __init__(
        self,
        keep: ServerKeep,
        ids: Callable[[], Collection[str]],
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._keep = keep
        self._ids = ids
        self._wall = wall
        self._kept = keep.read()
        self.keys = Keys(self._kept.secret, FOUNDER_COOKIE)
        self._started = Buckets(OF_A_FOUNDER / 3600, OF_A_FOUNDER_AT_ONCE, clock)
        self._started_from = Buckets(OF_AN_ADDRESS / 3600, OF_AN_ADDRESS_AT_ONCE, clock)

    @property
    def secret(self) -> bytes:
        """The server's own key."""
        return self._kept.secret

    def refresh(self) -> bool:
        """Take over what other processes changed; whether a link has ended since."""
        before, self._kept = self._kept, self._keep.read()
        now = {(founder.id, founder.edition) for founder in self._kept.founders}
        return any((founder.id, founder.edition) not in now for founder in before.founders)

    def all(self) -> tuple[Founder, ...]:
        """Every founder, in the order they were added."""
        return self._kept.founders

    def get(self, id: str) -> Founder:
        """The founder of that id."""
        found = next((founder for founder in self._kept.founders if founder.id == id), None)
        if found is None:
            raise NotFound("no_such_founder", "there is no such founder", "look at the list of founders")
        return found

    def link(self, founder: Founder) -> str:
        """The secret part of a founder's link."""
        return self.keys.link(SeatId(founder.id), founder.edition)

    def by_link(self, link: str) -> Founder | None:
        """The founder that a link belongs to."""
        editions = {SeatId(founder.id): founder.edition for founder in self._kept.founders}
        found = self.keys.seat_of(link, editions)
        return None if found is None else self.get(found)

    def cookie(self, founder: Founder) -> str:
        """A cookie for a browser that used the link."""
        return self.keys.cookie(SeatId(founder.id), founder.edition)

    def signed(self, cookies: Mapping[str, str]) -> SignedFounder | None:
        """The founder behind a browser, if the link is still good."""
        said = self.keys.signed(cookies.get(FOUNDER_COOKIE, "")) if FOUNDER_COOKIE in cookies else None
        if said is None:
            return None
        those = (each for each in self._kept.founders if (each.id, each.edition) == (said.seat, said.edition))
        found = next(those, None)
        return None if found is None else SignedFounder(found, said.id)

    def add(self, name: str, most: int = USUAL_TABLES) -> Founder:
        """A new founder, with a link."""
        title = _title(name)
        if not 0 < most <= MOST_TABLES:
            raise BadInput(
                "bad_limit", f"a founder cannot have {most} campaigns", f"give 1 to {MOST_TABLES:,}", field="tables"
            )
        made = Founder(_letters(_ID_LETTERS), title, most)

        def added(kept: Kept) -> Kept:
            if len(kept.founders) >= MOST_FOUNDERS:
                fix = "end the links of those who start no more campaigns"
                raise BadInput("too_many_founders", f"there are {MOST_FOUNDERS:,} founders already", fix)
            return replace(kept, founders=(*kept.founders, made))

        self._kept = self._keep.change(added)
        return made

    def renew(self, id: str) -> Founder:
        """Give a founder a new link; the old one and every browser it let in are out."""
        self._changed(id, lambda founder: replace(founder, edition=founder.edition + 1))
        return self.get(id)

    def end(self, id: str) -> Founder:
        """End a founder's link; the campaigns stay, and are the owner's from now on."""
        gone = self.get(id)
        self._changed(id, lambda _: None)
        return gone

    def check(self, founder: Founder, address: str) -> None:
        """Refuse a founder who has started very many campaigns, or an address from which many were started."""
        for wait in (self._started.take(founder.id), self._started_from.take(household(address))):
            if wait:
                headers = {"retry-after": str(wait)}
                what = "too many campaigns were started"
                raise Unserved(
                    HTTPStatus.TOO_MANY_REQUESTS, "quota", what, f"wait {wait // 60 + 1} min", headers=headers
                )

    def new_id(self, title: str) -> str:
        """The id for a founder's campaign: it does not tell whether there is another of that name."""
        return f"{slug(title)[: MOST_SLUG - _RANDOM]}-{_letters(_RANDOM)}"

    @contextmanager
    def starting(self, founder: Founder | None, table: str) -> Generator[None]:
        """Take one of a founder's places for a campaign that is made meanwhile; the owner has no limit."""
        if founder is None:
            yield
            return
        self._changed(founder.id, lambda now: self._with(now, table))
        try:
            yield
        except BaseException:
            self.forget(table)
            raise

    def _with(self, founder: Founder, table: str) -> Founder:
        there, now = self._ids(), int(self._wall())
        left = tuple(started for started in founder.tables if started.table in there or now - started.since < PENDING)
        if len(left) >= founder.most:
            what = f"this link is for {counted(founder.most, 'campaign')}, and you have started as many"
            fix = "delete one, or ask the owner of the server for more"
            raise Unserved(HTTPStatus.FORBIDDEN, "quota", what, fix, limit=founder.most)
        return replace(founder, tables=(*left, Founded(table, now)))

    def forget(self, table: str) -> None:
        """Give the place of a campaign back that is gone."""
        for founder in self._kept.founders:
            if founder.has(table):
                self._changed(founder.id, lambda now: _without(now, table))

    def _changed(self, id: str, change: Callable[[Founder], Founder | None]) -> None:
        self.get(id)

        def changed(kept: Kept) -> Kept:
            founders = (change(each) if each.id == id else each for each in kept.founders)
            return replace(kept, founders=tuple(each for each in founders if each is not None))

        self._kept = self._keep.change(changed)


def _without(founder: Founder, table: str) -> Founder:
    return replace(founder, tables=tuple(started for started in founder.tables if started.table != table))


def _title(name: str) -> str:
    title = name.strip()
    check_name(title)
    return title


def _letters(many: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(many))
