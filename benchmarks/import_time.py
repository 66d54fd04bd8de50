"""What `import structout` costs beside importing pydantic's BaseModel, as ratios of fresh interpreters in one run.

A library that sits at the edge of a program is paid for at every start. `python benchmarks/import_time.py` prints
the import's own time (the interpreter's start is subtracted) for the package, and for its everyday names.
"""

from __future__ import annotations

import subprocess
import sys
import time

STATEMENTS = {
    "interpreter alone": "pass",
    "from pydantic import BaseModel": "from pydantic import BaseModel; BaseModel",
    "import structout": "import structout",
    "from structout import PydanticOutputParser": "from structout import PydanticOutputParser",
    "parser_for, PromptTemplate, LLMChain": "from structout import parser_for, PromptTemplate, LLMChain",
}
ROUNDS = 15


def seconds(statement: str) -> float:
    """Wall-clock time of a fresh interpreter that runs one statement."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True)
    return time.perf_counter() - start


def main() -> None:
    best = dict.fromkeys(STATEMENTS, float("inf"))
    for _ in range(ROUNDS):
        for name, statement in STATEMENTS.items():
            best[name] = min(best[name], seconds(statement))
    idle = best["interpreter alone"]
    unit = best["from pydantic import BaseModel"] - idle
    for name, took in best.items():
        print(f"{name:45} {1000 * (took - idle):7.1f} ms  {(took - idle) / unit:5.2f} × pydantic")


if __name__ == "__main__":
    main()
