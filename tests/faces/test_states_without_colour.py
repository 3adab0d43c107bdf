"""No state is told by colour alone: it has a shape of its own, or words, numbers or signs beside it say the same."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from undercroft.faces import web

SHEETS = Path(web.__file__).parent / "static" / "css"
STATE = re.compile(r"\.is-[a-z_-]+|\[aria-(?:checked|current|pressed|selected)[^]]*]")
HUE = re.compile(
    r"--.*|background(-color)?|color|fill(-opacity)?|opacity|stop-color|stroke"
    r"|(border|outline|text-decoration)(-[a-z]+)*-color"
)
BESIDE: Mapping[str, str] = {
    "its own words say it": """
        .blow-card.is-exact .blow-card.is-hit .blow-card.is-shock .draft-line.is-ember .fighter.is-down
        .file-drop.is-over .foresight-line.is-old .is-foe .is-grave .is-old .join-card.is-free .log-undo.is-further
        .ol-gutter.is-changed .ol-line.is-wrong .ol-note.is-changed .ol-note.is-ember .round.is-doom
        .seat-dot.is-here .tv-clock.is-hot .is-set
    """,
    "each part of the bar has its share in words": """
        .is-away .is-caught .is-chase .is-fight .is-fights_on .is-heroic .is-holds .is-ignore .is-lost .is-rallied
        .is-run .is-talk .is-wavers .is-gone .is-now.is-gone .is-left .is-done
    """,
    "its name and icon stand at the bar": """
        .strip-burning.is-candle .strip-burning.is-lantern .strip-burning.is-torch .strip-burnt.is-candle
        .strip-burnt.is-effect .strip-burnt.is-lantern .strip-burnt.is-torch .strip-note.is-candle
        .strip-note.is-lantern .strip-note.is-torch .tv-bar.is-effect .tv-bar.is-light
    """,
    "a letter, a number or a question mark is what it is": """
        .strip-face.is-due .strip-face.is-met .strip-face.is-rest .strip-left.is-last .ruler-face.is-exact
        .ruler-face.is-hit .ruler-face.is-maybe .ruler-face.is-shock .ruler-face.is-worn .pill-text.is-paid
        .day-points.is-spent .day-note.is-spent .day-moment.is-due text.is-slaying .ol-words.is-creatures
        .hex-label.is-fog
    """,
    "it is filled where others are hollow or hatched": """
        .strip-cell.is-now .strip-check.is-met .pill.is-paid .day-die.is-done .ruler-cell.is-hit
        .ruler-cell.is-exact .ruler-cell.is-shock .ruler-cell.is-worn rect.is-slaying .pad-face[aria-pressed="true"]
        .round.is-now .round.is-past
    """,
    "the sign of the group, a question mark or dashes stand there": """
        .room.is-here .pin.is-here .room.is-new .room.is-open-to-taps .way-floor.is-unseen .way-wall.is-stub
        .sign.is-fog .is-visited
    """,
    "it goes with a part that has a shape": """
        .face-card.is-hit .is-chosen .is-target .stance.is-chosen .day-stem.is-due .day-night.is-due
    """,
}
"""Why it does no harm that the rest of a state's style is a matter of hue."""


def styles() -> Iterator[tuple[str, set[str]]]:
    """Each part of a selector that names a state, and what the style sets."""
    for sheet in sorted(SHEETS.rglob("*.css")):
        text = re.sub(
            r"/\*.*?\*/|@(?:container|media|supports)[^{]*\{", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL
        )
        text = re.sub(r":(?:has|is|not|where)\((?:[^()]|\([^()]*\))*\)", "", text)
        for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
            sets = {line.partition(":")[0].strip() for line in body.split(";") if ":" in line}
            for part in re.split(r"[\s>+~,]+", selector):
                if STATE.search(part):
                    yield re.sub(r":[a-z-]+(\(\))?$", "", part), sets


def test_no_state_is_told_by_colour_alone() -> None:
    """A new one needs a shape, such as a thick edge, or a reason above; a reason that is no longer needed goes."""
    found = defaultdict[str, set[str]](set)
    for part, sets in styles():
        found[part] |= sets
    hues = {part for part, sets in found.items() if all(HUE.fullmatch(each) for each in sets)}
    assert {part for parts in BESIDE.values() for part in parts.split()} == hues
