"""The command group: commands are imported when they are run, and every error becomes one sentence on stderr."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from structout import __version__
from structout.errors import StructoutError

_COMMANDS = {
    "demo": "Run five real texts through the local model and show how each became a value.",
    "extract": "Ask a model for a value of a type out of each FILE; JSON lines come out.",
    "parse": "Read a value of a type out of a completion; no model is asked.",
    "schema": "Show what a prompt tells the model about a type, and what that costs.",
    "pull": "Fetch the local model's weights, once.",
    "bench": "Measure how often answers are right, mended, wrong or lost, and at what cost.",
    "ab": "Say which of two prompts, styles, models or parsers is better on your samples.",
    "lint": "Say what will make models fail on a type, with the mend.",
    "replay": "Parse recorded completions again and list what now comes out differently.",
}

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
FAILED = 1
USAGE = 2
INTERRUPTED = 130


class _Lazy(click.Group):
    """A group that knows its commands' names and help by heart."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of a first acquaintance."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command."""
        if cmd_name not in _COMMANDS:
            return None
        command = getattr(import_module(f"structout.cli.{cmd_name}"), "command", None)
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="structout")
def commands() -> None:
    """Turn a language model's text into exactly the typed value that was asked for, or a clear error."""


def run(arguments: Sequence[str]) -> int:
    """Run the command; returns its exit code.

    Args:
        arguments: as the shell gives them, without the command's own name.
    """
    try:
        result = commands.main(list(arguments), prog_name="structout", standalone_mode=False)
    except click.UsageError as error:
        return _misused(error)
    except click.ClickException as error:
        return _failed(error.format_message(), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return _failed("interrupted; nothing half is left behind", INTERRUPTED)
    except BrokenPipeError:
        # Whoever read the output has seen enough; the rest goes nowhere, without a second complaint at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except StructoutError as error:
        return _failed(str(error), FAILED)
    except OSError as error:
        if error.filename is not None or error.errno not in _FULL:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _failed(f"the output cannot be written: {error.strerror}", FAILED)
    return result if isinstance(result, int) else 0


def _misused(error: click.UsageError) -> int:
    message = error.format_message()
    if error.ctx is None or "\n" in message:
        # Without a context it is not about the options; several lines are the help of a bare command.
        click.echo(message if "\n" in message else f"Error: {message}", err=True)
        return USAGE
    return _failed(f"{message.rstrip('.')} (see `{error.ctx.command_path} --help`)", USAGE)


def _failed(sentence: str, code: int) -> int:
    click.echo(f"Error: {sentence}", err=True)
    return code
