"""Charts as SVG for files: bars with intervals, each with its label and its number, and nothing else."""

from collections.abc import Sequence
from html import escape

from msgspec import Struct

WIDTH, ROW, LEFT, RIGHT, HEAD = 720, 28, 190, 120, 48


class Bar(Struct, frozen=True):
    """A bar: its label, its length as a share of the longest, the ends of its interval likewise, and its number."""

    label: str
    share: float
    low: float
    high: float
    said: str


def bars(title: str, rows: Sequence[Bar]) -> str:
    """A chart of bars as an SVG document."""
    height, room = HEAD + ROW * len(rows) + 16, WIDTH - LEFT - RIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"',
        f'aria-label="{escape(title)}">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fbf8f1"/>',
        '<g font-family="Georgia, serif" font-size="14" fill="#2b2620">',
        f'<text x="16" y="28" font-size="17" font-weight="bold">{escape(title)}</text>',
    ]
    for number, row in enumerate(rows):
        y = HEAD + ROW * number
        low, high = LEFT + room * max(0.0, row.low), LEFT + room * min(1.0, row.high)
        parts += [
            f'<text x="{LEFT - 10}" y="{y + 15}" text-anchor="end">{escape(row.label)}</text>',
            f'<rect x="{LEFT}" y="{y + 2}" width="{max(1.0, room * row.share):.1f}" height="17" fill="#8a5a2b"/>',
            f'<path d="M{low:.1f} {y + 10.5}H{high:.1f}" stroke="#2b2620" stroke-width="1.5"/>',
            f'<text x="{LEFT + room + 10}" y="{y + 15}">{escape(row.said)}</text>',
        ]
    return "\n".join((*parts, "</g>", "</svg>", ""))
