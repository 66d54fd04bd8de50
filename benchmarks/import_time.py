"""What an import costs beside `from pydantic import BaseModel`, as ratios of fresh interpreters in one run.

A library that sits at the edge of a program is paid for at every start. `python benchmarks/import_time.py` prints the
import's own time (the interpreter's start is subtracted) for the package, for its everyday names, and for the first
value read: what an import leaves to the first use has to be paid then, so the two stand side by side. Bytecode is
compiled before anything is measured, as it is for an installed package, whatever PYTHONDONTWRITEBYTECODE says here.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from tempfile import TemporaryDirectory

MODEL = "from pydantic import BaseModel\nclass Order(BaseModel):\n    id: int\n"
PARSER = MODEL + "from structout import PydanticOutputParser\nparser = PydanticOutputParser(Order)\n"
NAMES = (
    "PydanticOutputParser", "parser_for", "repair_json", "PromptTemplate", "ChatOpenAI", "LLMChain",
    "OutputFixingParser", "extract", "*",
)  # fmt: skip
STATEMENTS = {
    "interpreter alone": "pass",
    "from pydantic import BaseModel": "from pydantic import BaseModel",
    "a model of one field, defined": MODEL,
    "import structout": "import structout",
    **{f"from structout import {name}": f"from structout import {name}" for name in NAMES},
    "that model, and plain JSON read": PARSER + "parser.parse('{\"id\": 7}')",
    "that model, and broken JSON read": PARSER + "parser.parse(\"Sure: {'ID': '7',}\")",
}
ROUNDS = 15


def seconds(statement: str, environment: dict[str, str]) -> float:
    """Wall-clock time of a fresh interpreter that runs one statement."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True, env=environment)
    return time.perf_counter() - start


def main() -> None:
    best = dict.fromkeys(STATEMENTS, float("inf"))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with TemporaryDirectory() as compiled:
        environment["PYTHONPYCACHEPREFIX"] = compiled
        for statement in STATEMENTS.values():
            seconds(statement, environment)
        for _ in range(ROUNDS):
            for name, statement in STATEMENTS.items():
                best[name] = min(best[name], seconds(statement, environment))
    idle = best["interpreter alone"]
    unit = best["from pydantic import BaseModel"] - idle
    for name, took in best.items():
        print(f"{name:42} {1000 * (took - idle):7.1f} ms  {(took - idle) / unit:5.2f} × pydantic")


if __name__ == "__main__":
    main()
