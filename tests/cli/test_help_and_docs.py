"""What a command's help and its page say of each other."""

from pathlib import Path

import click
import pytest

from structout.cli.app import commands

NAMES = commands.list_commands(click.Context(commands))
PAGE = Path(__file__).parents[2].joinpath("docs", "cli.md").read_text("utf-8")


def options_of(name: str) -> list[str]:
    command = commands.get_command(click.Context(commands), name)
    assert command is not None
    return [one.opts[0] for one in command.params if isinstance(one, click.Option)]


@pytest.mark.parametrize("name", NAMES)
def test_the_page_lists_each_option_in_the_order_of_the_help(name: str) -> None:
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |"))
    assert row == f"| `{name}` | {' '.join(f'`{option}`' for option in options_of(name))} |"


@pytest.mark.parametrize("name", NAMES)
def test_the_page_has_an_example_of_each_command(name: str) -> None:
    assert f"$ structout {name}" in PAGE
