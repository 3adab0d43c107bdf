"""Any campaign that a file could hold: every field of every struct is drawn from the form that a file has for it."""

import unicodedata
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeVar

from hypothesis import strategies as st
from msgspec import Struct

from undercroft.books.hexcrawl.encounters import Tag
from undercroft.books.hexcrawl.land import Terrain, Weather
from undercroft.exchange.campaignfile import forming, forms
from undercroft.exchange.campaignfile.house import choices
from undercroft.kernel import wire
from undercroft.kernel.shape import Either, Exact, Flag, Many, Named, OneOf, Record, Text, Whole
from undercroft.kernel.units import Seconds
from undercroft.table.gear.prices import ITEMS, WARES
from undercroft.table.lore.lookup import shared
from undercroft.table.lore.starter import STARTER
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.ids import HexId
from undercroft.table.state.lands import Lands
from undercroft.table.state.lore import Monster, RandomTable
from undercroft.table.state.names import looks, wrong_with
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE, SPECTATORS, Seat
from undercroft.table.state.sites import Grade, Harm, Hindrance, Site, Trigger
from undercroft.table.state.things import Thing
from undercroft.table.world.campaign_start import Begin

S = TypeVar("S", bound=Struct)

DICE = st.sampled_from(["1", "1d6", "2d6+1", "3d4x10"])
DICE_OF_A_POWER = ("damage", "healing")
NEEDED = {
    Hindrance.RUBBLE: "cubic_metres",
    Hindrance.PORTCULLIS: "kilograms",
    Hindrance.PIT: "across_ft",
    Hindrance.FLOODED: "rounds",
    Hindrance.CLIFF: "feet",
    Hindrance.GAS: "rounds",
    Hindrance.LID: "kilograms",
}

ids = st.from_regex(r"[a-z0-9][a-z0-9_-]{0,5}", fullmatch=True)
hexes = st.builds("{:02}{:02}".format, st.integers(1, 99), st.integers(1, 99))
visible = st.characters(
    exclude_categories=("Cs", "Cc"), exclude_characters="\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


def texts(form: Text) -> st.SearchStrategy[str]:
    """Texts within the form's lengths, in the one form that texts are kept in."""
    if form == forming.ID:
        return ids
    if form == forming.HEX:
        return hexes
    if form == forming.NUMBER:
        return st.from_regex(r"[A-Z]?[0-9]{1,2}[a-z]?", fullmatch=True)
    least, most = form.least or 0, form.most or 10
    signs = visible if most <= 64 else visible | st.sampled_from('\n\t"\\#[]')
    drawn = st.text(signs, min_size=least, max_size=min(most, 10)).map(lambda text: unicodedata.normalize("NFC", text))
    return drawn.filter(lambda text: least <= len(text) <= most)


def names() -> st.SearchStrategy[str]:
    """What a seat, a person or a campaign may be called."""
    return texts(forming.LABEL).filter(lambda name: wrong_with(name) is None)


def _unlike(called: set[str]) -> st.SearchStrategy[str]:
    """A name that looks like none of those."""
    return names().filter(lambda name: looks(name) not in called)


def values(form: forming.Form) -> st.SearchStrategy[Any]:
    """Plain values that fit a form."""
    match form:
        case Flag():
            return st.booleans()
        case Whole(least=least, most=most):
            return st.integers(least, most)
        case Exact():
            return st.fractions(Fraction(1, 9), 9, max_denominator=9)
        case Text():
            return texts(form)
        case OneOf(words=words):
            return st.sampled_from([wire.plain(word) for word in words])
        case Many(of=of):
            return st.lists(values(of), max_size=2)
        case Named(of=of):
            return st.dictionaries(texts(forming.LABEL), values(of), max_size=2)
        case Record():
            return records(form)
        case Either(parts=parts):
            return st.one_of(*map(values, parts))
        case _:
            raise TypeError(form)


@st.composite
def records(draw: st.DrawFn, form: Record, *without: str) -> dict[str, Any]:
    """Required fields, and now and then one of the others; references are left to the caller."""
    drawn: dict[str, Any] = {}
    for field in form.fields:
        if field.name not in without and (field.required or draw(st.integers(0, 3)) == 0):
            is_dice = field.shape is forming.DICE or (form is forms.POWER and field.name in DICE_OF_A_POWER)
            drawn[field.name] = draw(DICE if is_dice else values(field.shape))
    return drawn


@st.composite
def _things(draw: st.DrawFn, places: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for id in draw(st.lists(ids, max_size=4, unique=True)) if places else ():
        fields = draw(records(forms.THING, "name", "kind", "item"))
        fields |= {"id": id, "name": draw(texts(forming.LABEL)), "kind": draw(values(forms.THING.fields[1].shape))}
        fields |= {"place": draw(st.sampled_from(places)), "item": draw(st.sampled_from(["", *ITEMS]))}
        found.append(fields)
    return found


@st.composite
def _people(draw: st.DrawFn, seats: list[str]) -> list[dict[str, Any]]:
    people: list[dict[str, Any]] = []
    for id in draw(st.lists(ids, max_size=3, unique=True)):
        fields = draw(records(forms.CHARACTER, "name", "seat", "hp", "hp_max", "gear", "employer"))
        fields["name"] = draw(_unlike({looks(person["name"]) for person in people}))
        if "class" in (sheet := fields.get("sheet", {})):
            sheet["character_class"] = sheet.pop("class")
        most = draw(st.integers(1, 30))
        points = {"hp": draw(st.integers(0, most)), "hp_max": most}
        people.append({**fields, **points, "id": id, "seat": draw(st.sampled_from([*seats, REFEREE]))})
        if draw(st.booleans()):
            people[-1]["employer"] = draw(st.sampled_from([person["id"] for person in people]))
    return people


@st.composite
def _site(draw: st.DrawFn, id: str, doors: list[str]) -> dict[str, Any]:
    """Zones in a row, each behind a door of the one before, and then whatever else there may be."""
    zones = draw(st.lists(ids, min_size=1, max_size=4, unique=True))
    here = st.sampled_from(zones)
    inner = ("doors", "traps", "features", "obstacles", "creatures", "things")
    site = draw(records(forms.SITE, "entrance", "zones", "encounters", "clocks", "pictures", *inner))
    site |= {
        "id": id,
        "entrance": zones[0],
        "zones": {item: {"id": item, **draw(records(forms.ZONE, *inner))} for item in zones},
    }
    taken: set[str] = set()
    for zone in site["zones"].values():
        if zone.get("label") in taken:
            del zone["label"]
        taken |= {zone["label"]} if "label" in zone else set()
    levels = sorted({zone.get("level", 1) for zone in site["zones"].values()})
    clock = next(field.shape for field in forms.SITE.fields if field.name == "clock")
    site["clocks"] = draw(st.dictionaries(st.sampled_from(levels), values(clock), max_size=2))
    site["pictures"] = draw(st.dictionaries(st.sampled_from(levels), ids, max_size=2))
    ways = dict(zip(doors, pairwise(zones), strict=False))
    site["doors"] = {door: draw(_door(door, between)) for door, between in ways.items()}
    site["traps"] = {
        item: draw(_trap(item, here, site["doors"])) for item in draw(st.lists(ids, max_size=2, unique=True))
    }
    site["obstacles"] = {item: draw(_obstacle(item, zones)) for item in draw(st.lists(ids, max_size=2, unique=True))}
    site["features"] = {f"to-{door}": draw(_feature(f"to-{door}", between[0], door)) for door, between in ways.items()}
    for each in draw(st.lists(ids, max_size=2, unique=True)):
        site["features"][each] = draw(_feature(each, draw(here), None))
    those = draw(st.lists(ids, max_size=2, unique=True))
    site["creatures"] = {item: draw(_creatures(item, here)) for item in those}
    site["encounters"] = draw(_rows(those))
    return site


@st.composite
def _door(draw: st.DrawFn, id: str, between: tuple[str, str]) -> dict[str, Any]:
    door = draw(records(forms.DOOR, "from", "to", "key", "barred_from", "one_way"))
    if door.get("state") == "barred":
        door["barred_from"] = draw(st.sampled_from(between))
    if draw(st.booleans()):
        door["one_way"] = between[0]
    return {**door, "id": id, "between": between}


@st.composite
def _trap(draw: st.DrawFn, id: str, zones: st.SearchStrategy[str], doors: dict[str, Any]) -> dict[str, Any]:
    trap = {**draw(records(forms.TRAP, "zone", "door", "thing", "damage")), "id": id, "zone": draw(zones)}
    own = [door for door, fields in doors.items() if trap["zone"] in fields["between"]]
    if draw(st.booleans()) and own:
        trap["door"] = draw(st.sampled_from(own))
    elif trap.get("trigger") == Trigger.THRESHOLD:
        del trap["trigger"]
    if draw(st.booleans()):
        trap["damage"] = draw(DICE)
    return {**trap, "feet": 10} if trap.get("harm") == Harm.FALL else trap


@st.composite
def _feature(draw: st.DrawFn, id: str, zone: str, door: str | None) -> dict[str, Any]:
    feature = {**draw(records(forms.FEATURE, "zone", "door", "trap", "things", "clues_given")), "id": id, "zone": zone}
    if feature["grade"] == Grade.SECRET:
        feature["clues"] = [*feature.get("clues", ()), "a draught"]
        feature["clues_given"] = draw(st.lists(st.integers(0, len(feature["clues"]) - 1), max_size=2))
    return feature if door is None else {**feature, "door": door}


@st.composite
def _obstacle(draw: st.DrawFn, id: str, zones: list[str]) -> dict[str, Any]:
    obstacle = {
        **draw(records(forms.OBSTACLE, "zone", "to", "things", "over", "down")),
        "id": id,
        "zone": draw(st.sampled_from(zones)),
    }
    obstacle |= {"feet": 9, NEEDED[Hindrance(obstacle["kind"])]: draw(st.integers(1, 99))}
    beyond = [zone for zone in zones if zone != obstacle["zone"]]
    return {**obstacle, "to": draw(st.sampled_from(beyond))} if draw(st.booleans()) and beyond else obstacle


@st.composite
def _kind(draw: st.DrawFn, form: Record, *left_out: str) -> dict[str, Any]:
    """Creatures with numbers of their own, or with those of a monster that every campaign knows."""
    fields = draw(records(form, "name", "hd", "monster", *left_out))
    monster = draw(st.none() | st.sampled_from([*STARTER.values()]))
    own = {"name": draw(texts(forming.LABEL)), "hd": draw(values(Exact()).filter(bool))}
    if monster is None:
        return {**fields, **own}
    theirs = {"name": monster.name if fields["count"] == 1 else monster.many, **wire.plain(dict(shared(monster)))}
    changed = draw(st.sets(st.sampled_from([*own])))
    return {**fields, **theirs, **{key: own[key] for key in changed}, "monster": monster.id}


@st.composite
def _table(draw: st.DrawFn, id: str) -> dict[str, Any]:
    """A random table, with holes and overlaps."""
    rows = draw(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20), texts(forming.LABEL)), max_size=3))
    lines = [{"low": low, "high": low + more, "text": text.strip() or "x"} for low, more, text in rows]
    return {"id": id, "name": draw(texts(forming.LABEL)), "dice": draw(DICE), "rows": lines}


@st.composite
def _monster(draw: st.DrawFn, id: str) -> dict[str, Any]:
    fields = draw(records(forms.MONSTER, "damage", "number", "hd"))
    return {**fields, "id": id, "damage": draw(DICE), "number": draw(DICE), "hd": draw(values(Exact()).filter(bool))}


@st.composite
def _creatures(draw: st.DrawFn, id: str, zones: st.SearchStrategy[str]) -> dict[str, Any]:
    fields = draw(_kind(forms.CREATURES, "zone", "things", "hp", "damage"))
    fields["hp"] = draw(st.lists(st.integers(0, 20), max_size=min(3, fields["count"])))
    return {"damage": draw(DICE), **fields, "id": id, "zone": draw(st.none() | zones)}


@st.composite
def _lands(draw: st.DrawFn, sites: list[str]) -> dict[str, Any]:
    """A column of hexes, each with what may be in it, ways down the column, and who roams there."""
    column, top, rows = draw(st.integers(1, 99)), draw(st.integers(1, 90)), draw(st.integers(1, 4))
    where = [f"{column:02}{top + row:02}" for row in range(rows)]
    those = draw(st.lists(ids, max_size=2, unique=True))
    tables = draw(st.lists(texts(forming.LABEL), max_size=2, unique=True))
    regions = draw(st.lists(ids, max_size=2, unique=True))
    apart = ("hexes", "ways", "creatures", "tables", "encounters", "good", "weathers", "regions", "terrains")
    lands = draw(records(forms.LANDS, *apart))
    lands["creatures"] = {each: {**draw(_kind(forms.ROAMING)), "id": each, "zone": None} for each in those}
    lands["tables"] = {name: draw(_rows(those)) for name in tables}
    lands["weathers"] = draw(_weathers)
    lands["regions"] = {region: draw(_region(region, tables)) for region in regions}
    covered = draw(st.lists(st.sampled_from([*Terrain]), max_size=2, unique=True)) if regions else []
    lands["terrains"] = {terrain.value: draw(st.sampled_from(regions)) for terrain in covered}
    lands["ways"] = [
        {**draw(records(forms.WAY, "through")), "between": pair} for pair in pairwise(where) if draw(st.booleans())
    ]
    lands["hexes"] = {id: draw(_hex(id, sites, tables, regions)) for id in where}
    for key in ("encounters", "good") if tables else ():
        lands[key] = draw(st.sampled_from(tables))
    return lands


_weathers = st.dictionaries(texts(forming.LABEL), st.lists(values(OneOf((*Weather,))), min_size=1), max_size=3)


@st.composite
def _region(draw: st.DrawFn, id: str, tables: list[str]) -> dict[str, Any]:
    """A region, with or without tables and weather of its own."""
    region: dict[str, Any] = {**draw(records(forms.REGION, "encounters", "good", "weathers")), "id": id}
    for key in ("encounters", "good") if tables else ():
        region[key] = draw(st.sampled_from(["", *tables]))
    return {**region, "weathers": draw(_weathers)}


@st.composite
def _rows(draw: st.DrawFn, those: list[str]) -> list[dict[str, Any]]:
    called = draw(st.lists(texts(forming.LABEL), max_size=2, unique=True))
    who = st.fixed_dictionaries({}, optional={"creatures": st.sampled_from(those)} if those else {})
    return [{**draw(records(forms.ROW, "name", "creatures")), "name": name, **draw(who)} for name in called]


@st.composite
def _hex(draw: st.DrawFn, id: str, sites: list[str], tables: list[str], regions: list[str]) -> dict[str, Any]:
    apart = ("features", "tags", "encounters", "good", "region")
    hex: dict[str, Any] = {**draw(records(forms.LAND_HEX, *apart)), "id": id}
    if draw(st.booleans()) and regions:
        hex["region"] = draw(st.sampled_from(regions))
    hex["tags"] = draw(st.lists(st.sampled_from([*Tag]), max_size=1))
    if draw(st.booleans()) and tables:
        hex["encounters"] = draw(st.sampled_from(tables))
    hex["features"] = {}
    for each in draw(st.lists(ids, max_size=2, unique=True)):
        feature: dict[str, Any] = {**draw(records(forms.LAND_FEATURE, "site", "landmark", "market")), "id": each}
        if draw(st.booleans()):
            feature["market"] = draw(_market())
        if feature.get("grade") == "secret":
            feature["hints"] = [*feature.get("hints", ()), {"text": "a rumour"}]
        if draw(st.booleans()) and sites:
            feature["site"] = draw(st.sampled_from(sites))
        hex["features"][each] = feature
    return hex


@st.composite
def _market(draw: st.DrawFn) -> dict[str, Any]:
    """A market; wares that are on no list have a name and a price."""
    market: dict[str, Any] = draw(records(forms.MARKET, "goods", "services"))
    goods = draw(st.dictionaries(ids | st.sampled_from(sorted(WARES)), records(forms.GOODS), max_size=2))
    market["goods"] = {
        id: part if id in WARES else {"price": 5, **part, "name": part.get("name") or "eel pie"}
        for id, part in goods.items()
    }
    market["services"] = draw(st.dictionaries(ids, records(forms.SERVICE), max_size=1))
    return market


@st.composite
def _house(draw: st.DrawFn) -> dict[str, Any]:
    chosen = draw(st.lists(st.sampled_from(sorted(choices())), max_size=3, unique=True))
    readings = {id: wire.plain(draw(st.sampled_from(choices()[id]))) for id in chosen}
    fields = draw(records(forms.HOUSE, "readings"))
    return {**fields, "clock": None if fields.get("clock") == "none" else fields.get("clock"), "readings": readings}


def made(kind: type[S], fields: dict[str, Any]) -> S:
    """A struct of plain fields."""
    value: S = wire.from_plain(kind, fields)
    return value


@st.composite
def campaigns(draw: st.DrawFn) -> Begin:
    """Any campaign whose parts name only what there is."""
    seat_ids = draw(st.lists(ids.filter(lambda id: id != SPECTATORS), max_size=3, unique=True))
    seats = [{**draw(records(forms.SEAT, "name")), "name": draw(names()), "id": id} for id in seat_ids]
    seats = list({looks(seat["name"]): seat for seat in seats}.values())
    people = draw(_people([seat["id"] for seat in seats]))
    doors = draw(st.lists(ids, min_size=6, max_size=6, unique=True))
    site_ids = draw(st.lists(ids, max_size=2, unique=True))
    sites = [draw(_site(id, doors[number * 3 : number * 3 + 3])) for number, id in enumerate(site_ids)]
    carried = [
        {"type": "carried", "by": person["id"], "how": how} for person in people for how in ("readied", "stowed")
    ]
    lying = [{"type": "lying", "site": site["id"], "zone": zone} for site in sites for zone in site["zones"]]
    guarded = [{"type": "guarded", "site": site["id"], "by": those} for site in sites for those in site["creatures"]]
    things = draw(_things([*carried, *lying, *guarded, {"type": "gone"}]))
    for site in sites:
        _conceal(draw, site, things)
    lands = draw(st.none() | _lands(site_ids))
    return Begin(
        name=draw(names()),
        house=made(HouseRules, draw(_house())),
        day_begins=Seconds(draw(st.integers(0, 10**6))),
        seats=tuple(made(Seat, seat) for seat in seats),
        people=tuple(made(Person, person) for person in people),
        things=tuple(made(Thing, thing) for thing in things),
        sites=tuple(made(Site, site) for site in sites),
        party=tuple(
            draw(st.lists(st.sampled_from([person["id"] for person in people]), unique=True)) if people else ()
        ),
        lands=Lands() if lands is None else made(Lands, lands),
        bestiary=tuple(made(Monster, draw(_monster(id))) for id in draw(st.lists(ids, max_size=2, unique=True))),
        tables=tuple(made(RandomTable, draw(_table(id))) for id in draw(st.lists(ids, max_size=2, unique=True))),
        hex=None if lands is None else draw(st.none() | st.sampled_from([HexId(id) for id in lands["hexes"]])),
    )


def _conceal(draw: st.DrawFn, site: dict[str, Any], things: list[dict[str, Any]]) -> None:
    """Some things lie behind features and under obstacles, are meddled with, or fit a lock."""
    for thing in things:
        place = thing["place"]
        there = [*site["features"].values(), *site["obstacles"].values()]
        around = [each for each in there if place.get("site") == site["id"] and each["zone"] == place.get("zone")]
        if draw(st.booleans()) and around:
            draw(st.sampled_from(around)).setdefault("things", []).append(thing["id"])
        for door in (*site["traps"].values(), *site["doors"].values()):
            if draw(st.integers(0, 3)) == 0:
                door["thing" if "trigger" in door or "tell" in door else "key"] = thing["id"]
