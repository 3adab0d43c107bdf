"""Commands whose work, or even whose help, is imported only when used, so that all other commands start faster."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any, ParamSpec

from typer.core import TyperGroup

from undercroft.kernel.extras import needs

if TYPE_CHECKING:
    from typer._click import Command, Context, HelpFormatter

LONGEST = 1000
"""More characters than any sentence of the help has."""

P = ParamSpec("P")


def done_by(module: str, extra: str = "") -> Callable[[Callable[P, None]], Callable[P, Any]]:
    """Let a command that is only a signature and its help run the function of the same name in a module beside it.

    If a library is not installed, the command names this extra, or the smallest that brings the library.
    """

    def lazily(command: Callable[P, None]) -> Callable[P, Any]:
        @wraps(command)
        def run(*args: P.args, **options: P.kwargs) -> Any:
            with needs(extra):
                work = getattr(import_module(f"undercroft.faces.cli.{module}"), command.__name__)
                return work(*args, **options)

        return run

    return lazily


class Verbs(TyperGroup):
    """Commands whose list has the whole sentence of each."""

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, of.get_short_help_str(LONGEST)) for name, of in commands if of and not of.hidden]
            )


class LazyVerbs(Verbs):
    """The verbs of a command, imported when they are used."""

    module = ""
    """The module beside this one that has them."""

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

            verbs = import_module(f"undercroft.faces.cli.{self.module}").verbs
            self.commands.update(get_group(verbs).commands)


class TableVerbs(LazyVerbs):
    """The verbs of `undercroft table`."""

    module = "table_verbs"


class StoreVerbs(LazyVerbs):
    """The verbs of `undercroft store`."""

    module = "store_verbs"


class FounderVerbs(LazyVerbs):
    """The verbs of `undercroft founder`."""

    module = "founder_verbs"


class CampaignVerbs(LazyVerbs):
    """The verbs of `undercroft campaign`."""

    module = "campaign_verbs"
