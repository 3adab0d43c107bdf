"""The file that `--plot` names: an SVG chart, whole or not there at all."""

from pathlib import Path

from undercroft.faces.cli.output import print_notes
from undercroft.faces.shared.one_line import one_line
from undercroft.kernel.faults import BadInput


def check_chart_name(name: str) -> None:
    """Refuse a name that does not end as an SVG file does, before any work is done for it."""
    if not name.endswith(".svg"):
        raise BadInput("not_svg", f"{one_line(name[:60])} is not a name for an SVG picture", "end it in .svg")


def write_chart(name: str, svg: str) -> None:
    """Write the chart and say where; an older one of that name is replaced once the new one is complete."""
    from undercroft.store import files

    check_chart_name(name)
    with files.written(Path(name), replace=True, mode=files.COMMON) as file:
        file.write(svg.encode())
    print_notes([f"the picture is in {one_line(name)}"])
