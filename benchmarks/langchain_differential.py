"""Compares structout's drop-in with LangChain 0.3.27, call by call: the same calls, in two processes.

    python -m venv peer && peer/bin/pip install langchain==0.3.27 langchain-core langchain-openai PyYAML
    python benchmarks/langchain_differential.py --peer peer/bin/python

Prints how many calls agree, how many differ for a reason that docs/migration.md lists, and each that differs for none
(the exit code is their number). ``--all`` prints the listed ones too.
"""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from langchain_calls import Call, memory_calls, parser_calls, prompt_calls
from langchain_runs import agent_calls, chain_calls, fixing_calls


def plain(value: Any) -> Any:
    """A value as both sides write it down."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if hasattr(value, "content") and hasattr(value, "type"):
        return {"message": value.type, "content": value.content}
    if hasattr(value, "to_string") and hasattr(value, "to_messages"):
        return plain(value.to_messages())
    return repr(value)


def outcome(call: Callable[[], Any]) -> dict[str, Any]:
    """What came of a call: a value, or the classes of the error and its text."""
    try:
        return {"value": plain(call())}
    except BaseException as error:
        return {"error": [cls.__name__ for cls in type(error).__mro__], "text": str(error)[:200]}


def agree(theirs: dict[str, Any], ours: dict[str, Any]) -> bool:
    """The same value, or errors that the same ``except`` catches."""
    if "value" in theirs or "value" in ours:
        return theirs == ours
    return theirs["error"][0] in ours["error"] or (
        "ValueError" in theirs["error"] and "ValueError" in ours["error"]
    )


GROUPS: dict[str, Callable[[], Iterator[Call]]] = {
    "parsers": parser_calls,
    "prompts": prompt_calls,
    "memory": memory_calls,
    "chains": chain_calls,
    "fixing": fixing_calls,
    "agents": agent_calls,
}


def write_outcomes(side: str) -> None:
    """Make every call and print what came of it."""
    warnings.simplefilter("ignore")
    if side == "ours":
        from structout.compat import langchain

        langchain.install(force=True)
    sys.stderr = io.StringIO()
    found: dict[str, Any] = {}
    for group, calls in GROUPS.items():
        try:
            for name, call in calls():
                found[f"{group} / {name}"] = outcome(call)
        except Exception as error:
            found[f"{group} / all of it"] = {"value": repr(error)}
    print("\n@@@" + json.dumps(found))


def outcomes(python: str, side: str) -> dict[str, Any]:
    """What came of every call on one side."""
    run = subprocess.run([python, __file__, "--side", side], capture_output=True, text=True, check=False)
    if "@@@" not in run.stdout:
        raise SystemExit(f"{side}: {run.stderr[-2000:]}")
    return json.loads(run.stdout.rpartition("@@@")[2])


def listed() -> dict[str, tuple[str, str]]:
    """The calls that differ, each with its mark, ``beat`` or ``scope``, and its reason in docs/migration.md."""
    marks = json.loads(Path(__file__).with_name("langchain_differences.json").read_text(encoding="utf-8"))
    return {
        call: (mark, reason)
        for mark, reasons in marks.items()
        for reason, calls in reasons.items()
        for call in calls
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", default="peer/bin/python", help="Python of a venv with langchain 0.3.27")
    parser.add_argument("--side", choices=["ours", "theirs"])
    parser.add_argument("--all", action="store_true", help="print the listed differences too")
    given = parser.parse_args()
    if given.side:
        write_outcomes(given.side)
        return 0
    theirs, ours, reasons = outcomes(given.peer, "theirs"), outcomes(sys.executable, "ours"), listed()
    same, differing = [], []
    for name in sorted({*theirs, *ours}):
        pair = theirs.get(name, {"value": "no such call"}), ours.get(name, {"value": "no such call"})
        (same if agree(*pair) else differing).append((name, *pair))
    unlisted = [each for each in differing if each[0] not in reasons]
    counts = Counter(reasons[name] for name, *_ in differing if name in reasons)
    stale = [name for name, *_ in same if name in reasons]
    print(
        f"calls {len(same) + len(differing)}: agree {len(same)}, differ as listed {sum(counts.values())}, "
        f"differ unexpectedly {len(unlisted)}, listed and agreeing all the same {len(stale)}"
    )
    for (mark, reason), count in sorted(counts.items()):
        print(f"  {count:4}  {mark:5}  {reason}")
    for name, their, our in differing if given.all else unlisted:
        print(
            f"- {name}\n    langchain: {json.dumps(their, ensure_ascii=False)[:300]}\n    structout: {json.dumps(our, ensure_ascii=False)[:300]}"
        )
    for name in stale:
        print(f"- listed, but both do the same now: {name}")
    return len(unlisted)


if __name__ == "__main__":
    sys.exit(main())
