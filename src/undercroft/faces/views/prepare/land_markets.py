"""Edits of the market of a town: its prices, its wares and stock, its hirelings, and its services."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from undercroft.books.violence.hirelings import Job
from undercroft.faces.views.prepare.land_desk import YES, Desk, EditKind, LandEdit, Writing, read_field, write_feature
from undercroft.faces.views.prepare.market_words import conditions_in, count_in, price_in_words, some_price_in
from undercroft.kernel.faults import BadInput
from undercroft.table.gear.prices import WARES, ware_named
from undercroft.table.state.markets import BY_THE_BOOK, Goods, Market, Post, Service
from undercroft.table.state.new_ids import new_id

Fields = Mapping[str, Callable[[str], object]]


def _percent(text: str) -> int:
    found = count_in(text.removesuffix("%"))
    return BY_THE_BOOK.percent if found is None else found


def _load(text: str) -> int:
    found = count_in(text)
    return Goods().points if found is None else found


_HEAD: Fields = {"percent": _percent, "dearest": some_price_in, "listed": YES.__eq__, "healers": YES.__eq__}
_GOODS: Fields = {
    "price": some_price_in,
    "left": count_in,
    "sold": YES.__eq__,
    "name": str.strip,
    "points": _load,
}
_POST: Fields = {"wage": some_price_in, "left": count_in, "offered": YES.__eq__}
_SERVICE: Fields = {
    "name": str.strip,
    "price": price_in_words,
    "cures": conditions_in,
    "heals": YES.__eq__,
    "revives": YES.__eq__,
    "text": str.strip,
}


def _write(desk: Desk, edit: LandEdit, seen: Callable[[Market], Market], made: Callable[[Market], Market]) -> None:
    """Change the market of a town, of which the writer saw another."""
    write_feature(
        desk,
        edit,
        lambda feature: replace(feature, market=seen(feature.market)),
        lambda feature: replace(feature, market=made(feature.market)),
    )


def _market(desk: Desk, edit: LandEdit) -> None:
    seen, value = (read_field(_HEAD, edit.field, text) for text in (edit.seen, edit.value))
    _write(
        desk,
        edit,
        lambda market: replace(market, **{edit.field: seen}),
        lambda market: replace(market, **{edit.field: value}),
    )


def _in_list(desk: Desk, edit: LandEdit, kept_in: str, fields: Fields) -> None:
    """Change a field of one ware or service."""
    seen, value = (read_field(fields, edit.field, text) for text in (edit.seen, edit.value))

    def changed(market: Market, to: object) -> Market | None:
        parts: Mapping[str, Any] = getattr(market, kept_in)
        part = parts.get(edit.to)
        if part is None:
            return None
        return replace(market, **{kept_in: {**parts, edit.to: replace(part, **{edit.field: to})}})

    def made(market: Market) -> Market:
        found = changed(market, value)
        if found is None:
            raise BadInput("gone", "that is no longer in the market", "look at the card of the town")
        return found

    _write(desk, edit, lambda market: changed(market, seen) or market, made)


def _goods(desk: Desk, edit: LandEdit) -> None:
    _in_list(desk, edit, "goods", _GOODS)


def _post(desk: Desk, edit: LandEdit) -> None:
    """Change hirelings for a job; as the book has them, they are not named."""
    if edit.to not in tuple(Job):
        raise BadInput("no_job", f"there is no job “{edit.to}”", "reload the page")
    seen, value = (read_field(_POST, edit.field, text) for text in (edit.seen, edit.value))

    def changed(market: Market, to: object) -> Market:
        post = replace(market.hirelings.get(edit.to, Post()), **{edit.field: to})
        hirelings = {**market.hirelings, edit.to: post}
        return replace(market, hirelings={job: each for job, each in hirelings.items() if each != Post()})

    _write(desk, edit, lambda market: changed(market, seen), lambda market: changed(market, value))


def _service(desk: Desk, edit: LandEdit) -> None:
    _in_list(desk, edit, "services", _SERVICE)


def _add_goods(desk: Desk, edit: LandEdit) -> None:
    """Name a ware of the price list, or one of the town's own, which then needs a price."""
    said = edit.value.strip()
    if not said:
        raise BadInput("no_name", "the ware has no name", "enter a name")

    def added(market: Market) -> Market:
        listed = ware_named(said)
        id = listed or new_id(said, {*WARES, *market.goods}, "ware")
        goods = Goods() if listed else Goods(price=0, name=said)
        return replace(market, goods={**market.goods, id: market.goods.get(id, goods)})

    _write(desk, edit, lambda market: market, added)


def _add_service(desk: Desk, edit: LandEdit) -> None:
    name = edit.value.strip()
    if not name:
        raise BadInput("no_name", "the service has no name", "enter a name")

    def added(market: Market) -> Market:
        id = new_id(name, market.services, "service")
        return replace(market, services={**market.services, id: Service(name, 0)})

    _write(desk, edit, lambda market: market, added)


def _drop(kept_in: str) -> Writing:
    def dropped(desk: Desk, edit: LandEdit) -> None:
        def without(market: Market) -> Market:
            parts: Mapping[str, Any] = getattr(market, kept_in)
            return replace(market, **{kept_in: {id: part for id, part in parts.items() if id != edit.to}})

        _write(desk, edit, lambda market: market, without)

    return dropped


MARKET_DEEDS: Mapping[EditKind, Writing] = {
    EditKind.MARKET: _market,
    EditKind.GOODS: _goods,
    EditKind.ADD_GOODS: _add_goods,
    EditKind.DROP_GOODS: _drop("goods"),
    EditKind.POST: _post,
    EditKind.SERVICE: _service,
    EditKind.ADD_SERVICE: _add_service,
    EditKind.DROP_SERVICE: _drop("services"),
}
