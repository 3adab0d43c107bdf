"""Documents of Foundry VTT that were unpacked as YAML: the same as in JSON, and nothing that YAML could do besides."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.exchange.foreign import Imported, UnreadableFile, read_all, read_foreign
from undercroft.exchange.foreign.foundry import documents
from undercroft.exchange.foreign.source import SourceFile
from undercroft.exchange.yaml_values import BadYaml, yaml_values
from undercroft.table.state.lore import hit_dice

yaml: Any = import_module("yaml")  # it has no types
FILES = Path(__file__).parent / "files"
NAMES = ("tin-imp.foundry.yml", "cellar-finds.foundry.yml")
HEAD = b"name: Finds\n_id: a\nformula: 1d2\nresults: []\n"

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.sampled_from(("no", "1:30", "07", "2026-01-01", "~"))
    | st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn")), max_size=200),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc_.:!# ", min_size=1), inner, max_size=4),
    max_leaves=12,
)


def comes_to(text: str) -> Imported | str:
    """What a document comes to, or why it does not."""
    try:
        return read_foreign(text.encode())
    except UnreadableFile as fault:
        return fault.what


@given(VALUES)
def test_what_json_holds_is_the_same_in_yaml(value: Any) -> None:
    """Texts stay texts, also those that look like numbers, dates or signs of YAML."""
    for wide, flow in ((80, False), (20, None), (4000, True)):
        assert [value] == yaml_values(
            yaml.safe_dump(value, width=wide, default_flow_style=flow, allow_unicode=True, sort_keys=False)
        )


@pytest.mark.parametrize("name", ["reed-folk.foundry.json", "salt-road.foundry.json", "ferry-notes.foundry.json"])
def test_a_file_of_json_comes_to_the_same_as_yaml(name: str) -> None:
    """Each of its documents, unpacked into a file of its own."""
    source = SourceFile((FILES / name).read_bytes(), name)
    values = [{"_id": "a", **each.value} for each in documents(source) if "name" in each.value]
    assert any(isinstance(comes_to(json.dumps(each)), Imported) for each in values)
    for each in values:
        assert comes_to(json.dumps(each)) == comes_to(yaml.safe_dump(each, sort_keys=False))


def test_a_folder_of_yaml_is_read_together() -> None:
    """A monster with its weapon and its folded text, and a table whose rows have keys of their own."""
    found = read_all([(name, (FILES / name).read_bytes()) for name in NAMES])
    (imp,), (finds,) = found.monsters, found.tables
    assert ("Tin Imp", "1-1", "1d6", "2d4", 7) == (
        imp.name,
        hit_dice(imp.hd, imp.hp_bonus),
        imp.damage,
        imp.number,
        imp.morale,
    )
    assert "Imps of tin that rattle when they run, and fear rust more than fire." in imp.notes
    assert {"1-3": "wax, [[1d6]] lumps", "4-5": "a tin box", "6": "Candles"} == {
        row.numbers: row.text for row in finds.rows
    }
    assert "cellar-finds.foundry.yml.results[2]" in [note.at for note in found.report.dropped]


STAR_FOLK = b"""data:
  ab: 8
  armorType: primitive
  attacks:
    bonusDamage: 3
    number: 2
  baseAc: 16
  hitDice: 6
  moralScore: 11
  saves: 12
  skillBonus: 3
  speed: 10
img: icons/svg/mystery-man.svg
items:
  - name: Tin maul
    type: weapon
    data:
      shock:
        dmg: 2
        ac: 15
      damage: d10
name: Tin Captain
type: npc
"""


def test_an_npc_of_the_system_for_all_games_without_number() -> None:
    """Its own names for Hit Dice, AC, morale and saves; its bonus to damage is in its attack and its Shock."""
    (captain,) = read_foreign(STAR_FOLK).monsters
    assert ("6", 16, 8, 11, 3, "12+") == (
        hit_dice(captain.hd, captain.hp_bonus),
        captain.ac,
        captain.attack_bonus,
        captain.morale,
        captain.skill_mod,
        captain.save,
    )
    assert ("Tin maul", "d10+3", 2, 5, 15, 30) == (
        captain.weapon, captain.damage, captain.attacks, captain.shock, captain.shock_ac, captain.move_ft
    )  # fmt: skip


@pytest.mark.parametrize(
    "more, line, what",
    [
        (b"a: &x [1]\nb: *x\n", 6, "anchors or aliases"),
        (b"flags: !!python/object/apply:os.system [x]\n", 6, "the tag"),
        (b"<<: *x\n", 6, "anchors or aliases"),
        (b"formula: 1d6\n", 6, "twice"),
        (b"flags:\n  - ? [a]\n    : b\n", 7, "a name has to be plain text"),
        (b"flags: " + b"[" * 21 + b"]" * 21 + b"\n", 6, "nested"),
        (b"flags: 'x\n", 7, "while"),
    ],
)
def test_what_yaml_could_do_besides_is_refused_with_its_line(more: bytes, line: int, what: str) -> None:
    """Aliases that grow, tags that run, names that are no names."""
    with pytest.raises(UnreadableFile) as fault:
        read_foreign(b"_key: '!tables!a'\n" + HEAD + more)
    assert f"line {line}" in fault.value.what
    assert what == "while" or what in fault.value.what


def test_a_page_with_such_names_in_its_front_matter_stays_a_page() -> None:
    """Names alone make no document."""
    page = (
        b"---\nname: Inn\n_id: 7\ntype: place\nsystem: none\n---\n# Inn\n\n| d4 | Guest |\n|---|---|\n| 1-4 | wax |\n"
    )
    assert "a page" in read_foreign(page).what


def test_a_text_longer_than_may_be_is_refused() -> None:
    """Before it is read."""
    with pytest.raises(BadYaml):
        yaml_values("a: 1\n" + "#" * 2_100_000)
