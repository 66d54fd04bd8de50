"""What a newcomer gets: the distribution's name, what it needs, and the README's two commands."""

from __future__ import annotations

import re
from importlib.metadata import metadata, requires
from pathlib import Path

import structout

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_the_core_needs_two_packages() -> None:
    core = [line for line in requires("structout-parsers") or [] if "extra ==" not in line]
    assert sorted(re.split(r"[<>=]", line)[0] for line in core) == ["pydantic", "python-dateutil"]


def test_the_promised_extras_are_there() -> None:
    extras = set(metadata("structout-parsers").get_all("Provides-Extra") or [])
    assert {"openai", "local", "testing", "cli", "dates", "all"} <= extras


def test_type_checkers_are_told_of_the_types() -> None:
    assert Path(structout.__file__).with_name("py.typed").exists()


def test_the_first_screen_has_one_command_for_the_demo_and_one_for_the_tests() -> None:
    screen = README.split("## ")[0]
    commands = re.findall(r"^\$ (.*)$", screen, re.M)
    assert [command.split(" && ")[-1] for command in commands] == [
        ".demo/bin/structout demo",
        ".venv/bin/python -m pytest",
    ]
    assert all(command.startswith("python3 -m venv") for command in commands)


def test_the_tour_has_twenty_lines() -> None:
    (tour,) = re.findall(r"## Twenty lines\n\n```python\n(.*?)^```", README, re.S | re.M)
    assert len([line for line in tour.splitlines() if line.strip()]) == 20


def test_every_link_of_the_pages_leads_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        prose = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.S | re.M)
        links = re.findall(r"\]\((?!https?:)([^)#]+)", prose)
        assert [link for link in links if not (page.parent / link).exists()] == [], page.name
