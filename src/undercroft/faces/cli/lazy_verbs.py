"""Groups of commands that are imported only when used, so that all other commands start faster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typer.core import TyperGroup

if TYPE_CHECKING:
    from typer._click import Command, Context


class TableVerbs(TyperGroup):
    """The verbs of `undercroft table`."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"])

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        self._read()
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: Context) -> list[str]:
        self._read()
        return super().list_commands(ctx)

    def _read(self) -> None:
        if not self.commands:
            from typer.main import get_group

            from undercroft.faces.cli import table_campaign_verbs, table_store_verbs

            for verbs in (table_campaign_verbs.verbs, table_store_verbs.verbs):
                self.commands.update(get_group(verbs).commands)
