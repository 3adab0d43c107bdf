"""The maps of a campaign as files: drawings in SVG, and pictures in PNG."""

from html import escape
from io import BytesIO

from undercroft.faces.exports.archive import level_by_level
from undercroft.faces.exports.exporter import Subject
from undercroft.faces.exports.floor_plans import FloorPlan, PlanDoor
from undercroft.kernel.budget import spend
from undercroft.table.state.sites import DoorState

SQUARE = 24
"""The side of a square, in pixels."""
PIXEL = 4
"""The steps for a pixel of a picture."""
INK, PAPER, FLOOR, FAINT = "#1f1b16", "#f8f4ea", "#ffffff", "#857a65"


def drawings(subject: Subject) -> bytes:
    """A ZIP file with a drawing for each level of each site."""
    return level_by_level(subject, "svg", svg)


def pictures(subject: Subject) -> bytes:
    """A ZIP file with a picture for each level of each site."""
    return level_by_level(subject, "png", png)


def svg(plan: FloorPlan) -> str:
    """A level with its rooms, their numbers and its doors; a hidden door is dashed."""
    wide, high = plan.width * SQUARE, plan.height * SQUARE
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">',
        f"<title>{escape(plan.title)}</title>",
        f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
    ]
    lines += [_way(door) for door in plan.doors]
    for room in plan.rooms:
        x, y, width, height = (
            SQUARE * side for side in (room.shape.x, room.shape.y, room.shape.width, room.shape.height)
        )
        lines.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{FLOOR}" stroke="{INK}" stroke-width="2"/>'
        )
        if room.number:
            middle = f'x="{x + width / 2:g}" y="{y + height / 2 + 5:g}"'
            words = f"<title>{escape(room.name)}</title>{escape(room.number)}"
            lines.append(f'<text {middle} text-anchor="middle" font-family="sans-serif" font-size="14">{words}</text>')
    lines += [_mark(door) for door in plan.doors if door.state is not DoorState.NO_DOOR]
    return "\n".join([*lines, "</svg>", ""])


def _way(door: PlanDoor) -> str:
    (x, y), (to_x, to_y) = ((SQUARE * across, SQUARE * down) for across, down in door.ends)
    dashes = ' stroke-dasharray="4 4"' if door.hidden else ""
    return (
        f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" stroke="{FAINT}" stroke-width="{SQUARE // 3}"'
        f"{dashes}><title>{escape(door.name)}</title></line>"
    )


def _mark(door: PlanDoor) -> str:
    (x, y), (to_x, to_y) = ((SQUARE * across, SQUARE * down) for across, down in door.ends)
    fill = PAPER if door.hidden else INK
    return (
        f'<rect x="{(x + to_x) / 2 - 4:g}" y="{(y + to_y) / 2 - 4:g}" width="8" height="8" fill="{fill}" '
        f'stroke="{INK}"><title>{escape(door.name)}</title></rect>'
    )


def png(plan: FloorPlan) -> bytes:
    """The same as a picture."""
    from PIL import Image, ImageDraw

    spend(plan.width * plan.height * SQUARE**2 * PIXEL)
    image = Image.new("RGB", (plan.width * SQUARE, plan.height * SQUARE), PAPER)
    draw = ImageDraw.Draw(image)
    for door in plan.doors:
        points = [(SQUARE * x, SQUARE * y) for x, y in door.ends]
        draw.line(points, fill=FAINT, width=SQUARE // 6 if door.hidden else SQUARE // 3)
    for room in plan.rooms:
        x, y, width, height = (
            SQUARE * side for side in (room.shape.x, room.shape.y, room.shape.width, room.shape.height)
        )
        draw.rectangle((x, y, x + width, y + height), fill=FLOOR, outline=INK, width=2)
        if room.number:
            draw.text((x + width / 2, y + height / 2), room.number, fill=INK, anchor="mm")
    for door in plan.doors:
        if door.state is not DoorState.NO_DOOR:
            across, down = (SQUARE * (first + second) / 2 for first, second in zip(*door.ends, strict=True))
            mark = (across - 4, down - 4, across + 4, down + 4)
            draw.rectangle(mark, fill=PAPER if door.hidden else INK, outline=INK)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
