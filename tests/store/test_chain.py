"""The chain is the published one, and its known answers stay."""

import json
from hashlib import sha256
from pathlib import Path
from zlib import crc32

from tests.store.making import SECRET
from undercroft.kernel.frozen import FrozenMap
from undercroft.store.chain import enveloped, first_link, seal
from undercroft.store.log import Batch, Entry, ListedTable
from undercroft.store.memory import MemoryStore

VECTORS = Path(__file__).parents[1] / "vectors" / "log-chain.jsonl"


def vectors() -> list[dict[str, str]]:
    """Each line: what is hashed, what before it, and the link."""
    return [json.loads(line) for line in VECTORS.read_bytes().splitlines()]


def test_the_vectors_follow_from_their_description() -> None:
    """Written again from the page: SHA-256 over the link before and the bytes of the envelope."""
    before = b""
    for vector in vectors():
        link = sha256(before + vector["hashed"].encode()).digest()
        assert vector["link"] == link.hex()
        before = link


def test_a_store_makes_the_same_links() -> None:
    """From the same table and entries."""
    start, *lines = (json.loads(vector["hashed"]) for vector in vectors())
    table = ListedTable(start["table"], "any name", start["created"])
    store = MemoryStore()
    store.create(table, SECRET)
    for line in lines:
        body = json.dumps(line["body"], ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
        entry = Entry(line["act"], line["at"], tuple(line["audience"]), line["tag"], body, line["wall"])
        store.append(table.id, Batch(line["seq"] - 1, f"k{line['seq']}", b"f", (entry,), b""))
    hashed = [enveloped(line.table, line.seq, line).decode() for line in store.read(table.id)]
    links = [first_link(table), *(line.link for line in store.read(table.id))]
    assert [vector["hashed"] for vector in vectors()][1:] == hashed
    assert [vector["link"] for vector in vectors()] == [link.hex() for link in links]


def test_the_chain_begins_with_its_table() -> None:
    """Another id or another time begins another chain; the name is only a label."""
    links = {
        first_link(ListedTable(*of)) for of in (("a", "x", "1"), ("b", "x", "1"), ("a", "x", "2"), ("a", "y", "1"))
    }
    assert 3 == len(links)


def test_a_head_is_sealed_with_its_dice() -> None:
    """Version, link and positions all count."""
    link = bytes(32)
    assert crc32(b"3 " + link + b' {"public":1}') == seal(3, link, b'{"public":1}')
    assert 3 == len({seal(3, link, b"{}"), seal(4, link, b"{}"), seal(3, link, b'{"public":1}')})


def test_entries_stand_in_one_form_only() -> None:
    """Fields by name, no spaces, text as it is."""
    entry = Entry("a1", -5, ("maud", "referee"), "t.x", '{"ü":"\\n"}'.encode(), "2026-01-31T19:04:60Z")
    assert (
        '{"act":"a1","at":-5,"audience":["maud","referee"],"body":{"ü":"\\n"},"seq":1,"table":"barrow","tag":"t.x",'
        '"wall":"2026-01-31T19:04:60Z"}'
    ) == enveloped("barrow", 1, entry).decode()
    assert FrozenMap() == Batch(0, "k", b"", (entry,), b"").streams
