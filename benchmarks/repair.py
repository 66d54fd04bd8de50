"""How fast broken JSON is repaired, and how much of it rightly, beside json_repair and fast_json_repair.

Run ``python benchmarks/repair.py`` for every table, ``--quick`` for one size only. All ratios come from one run.
A document counts as recovered when the value is exactly that of the document before it was damaged.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

from structout.jsonish import read

Repairer = Callable[[str], Any]
WORDS = (
    "harbour lantern copper meadow violin granite walnut ember saffron tundra quartz willow anchor marble cinder "
    "prairie falcon juniper cobalt thistle"
).split()


def record(rng: random.Random) -> dict[str, Any]:
    """One record as a model would write it: flat, with one nested object and one list."""
    words = rng.sample(WORDS, 6)
    return {
        "id": rng.randrange(10_000),
        "name": " ".join(words[:2]),
        "active": rng.random() < 0.5,
        "price": round(rng.uniform(1, 900), 2),
        "note": None
        if rng.random() < 0.2
        else f"{words[2]}, {words[3]} and {words[4]}: {rng.randrange(99)} pieces",
        "tags": words[3 : 3 + rng.randrange(4)],
        "place": {"city": words[5].title(), "floor": rng.randrange(12)},
    }


def document(size: int, seed: int = 1) -> list[dict[str, Any]]:
    """Records that take about ``size`` characters as JSON."""
    rng = random.Random(seed)
    rows: list[dict[str, Any]] = []
    length = 0
    while length < size:
        rows.append(record(rng))
        length += len(json.dumps(rows[-1])) + 2
    return rows


def unquoted_keys(value: Any) -> str:
    return re.sub(r'"(\w+)": ', r"\1: ", json.dumps(value))


def inner_quotes(value: Any) -> str:
    return re.sub(r'("note": "\w+, )(\w+)( and)', r'\1"\2"\3', json.dumps(value))


def inner_quotes_value(value: Any) -> Any:
    return json.loads(re.sub(r'("note": "\w+, )(\w+)( and)', r'\1\\"\2\\"\3', json.dumps(value)))


FAULTS: dict[str, Callable[[Any], str]] = {
    "single quotes": repr,
    "trailing commas": lambda v: re.sub(r"(?<=[\w\"\]])([\]}])", r",\1", json.dumps(v)),
    "missing closers": lambda v: json.dumps(v)[:-2],
    "inner closers": lambda v: json.dumps(v)[:-1].replace('}}, {"id"', '}, {"id"'),
    "python literals": lambda v: json.dumps(v).replace("true", "True").replace("false", "False").replace("null", "None"),
    "comments": lambda v: json.dumps(v, indent=1).replace('"price"', '// in euros\n  "price"').replace("},", "}, /* next */"),
    "unquoted keys": unquoted_keys,
    "missing commas": lambda v: json.dumps(v, indent=1).replace('},\n', '}\n').replace(',\n  "price"', '\n  "price"'),
    "inner quotes": inner_quotes,
}  # fmt: skip
HOSTILE: dict[str, str] = {
    "brackets": "[", "braces": '{"a":', "quotes": '"', "single quotes": "'", "backslashes": "\\", "commas": ",", "blanks": " ",
    "comment slashes": "/", "quote comma": '",', "open string and commas": "a,", "closers": "]", "mixed": "[{\"'", "colons": ":",
    "escaped quotes": '\\"', "words": "ab ", "fences": "```", "key starts": '"a":"', "brace in string": '"{',
}  # fmt: skip


def ours(text: str) -> Any:
    reading = read(text)
    return reading.value


def ours_recorded(text: str) -> Any:
    """The value with its account, as ``parse`` needs it: how grave the repairs are is known, none is written out."""
    reading = read(text)
    reading.severity  # noqa: B018
    return reading.value


def ours_written_out(text: str) -> Any:
    """The value, and every repair written out with its path, its span, what stood there and what was read."""
    reading = read(text)
    for _ in reading.repairs:
        pass
    return reading.value


def peers() -> dict[str, Repairer]:
    found: dict[str, Repairer] = {}
    try:
        import json_repair

        found["json_repair"] = lambda text: json_repair.loads(text, skip_json_loads=True)
    except ImportError:
        print("json_repair is not installed: no ratios", file=sys.stderr)
    try:
        import fast_json_repair

        found["fast_json_repair"] = fast_json_repair.loads
    except ImportError:
        print("fast_json_repair is not installed", file=sys.stderr)
    return found


def best_seconds(
    contenders: dict[str, Repairer], text: str, rounds: int = 5, budget: float = 8.0
) -> dict[str, float]:
    """The best processor time of each contender, which other work on the machine slows least; they take turns."""
    best = dict.fromkeys(contenders, math.inf)
    begin = time.perf_counter()
    for done in range(rounds):
        for name, run in contenders.items():
            for _ in range(3 if len(text) < 100_000 and name != "json_repair" else 1):
                start = time.process_time()
                attempt(run, text)
                best[name] = min(best[name], time.process_time() - start)
        if done > 1 and time.perf_counter() - begin > budget:
            break
    return best


def attempt(run: Repairer, text: str) -> Any:
    try:
        return run(text)
    except Exception as error:
        return error


def wanted(fault: str, value: Any) -> Any:
    return inner_quotes_value(value) if fault == "inner quotes" else value


def recovered(run: Repairer, fault: str, size: int) -> float:
    """The share of whole documents, of 20 seeds, that come back right."""
    hits = 0
    for seed in range(100, 120):
        value = document(size, seed)
        hits += attempt(run, FAULTS[fault](value)) == wanted(fault, value)
    return hits / 20


def speed_table(sizes: list[int]) -> None:
    contenders: dict[str, Repairer] = {
        "structout": ours,
        "recorded": ours_recorded,
        "written out": ours_written_out,
        **peers(),
    }
    print(
        f"{'fault':16} {'KB':>5}  "
        + "  ".join(f"{name:>16}" for name in contenders)
        + "   x json_repair: value, recorded, written out; x fast_json_repair"
    )
    for fault, damage in FAULTS.items():
        shares = {name: recovered(run, fault, 600) for name, run in contenders.items()}
        for size in sizes:
            text = damage(document(size))
            times = best_seconds(contenders, text)
            cells = [f"{len(text) / t / 1e6:7.1f} MB/s {shares[n]:4.0%}" for n, t in times.items()]
            base = times.get("json_repair")
            fast = times.get("fast_json_repair", math.nan) / times["structout"]
            ratio = (
                " / ".join(f"{base / times[name]:.1f}" for name in ("structout", "recorded", "written out"))
                + f"; {fast:.2f}"
                if base
                else ""
            )
            print(
                f"{fault:16} {len(text) / 1e3:5.0f}  " + "  ".join(f"{c:>16}" for c in cells) + f"   {ratio}"
            )


def growth_table(top: int) -> None:
    print(f"\n{'growth':24} {'n':>9} {'seconds':>9} {'2n / n':>7}")
    texts: dict[str, Callable[[int], str]] = {
        name: (lambda n, d=d: d(document(n))) for name, d in FAULTS.items()
    }
    texts |= {
        f"hostile {name}": (lambda n, unit=unit: unit * (n // len(unit))) for name, unit in HOSTILE.items()
    }
    texts |= {
        f"in a list: {name}": (lambda n, unit=unit: '["a", ' + unit * (n // len(unit)))
        for name, unit in HOSTILE.items()
    }
    texts |= {
        f"in a string: {name}": (lambda n, unit=unit: '{"a": "' + unit * (n // len(unit)))
        for name, unit in HOSTILE.items()
    }
    for name, make in texts.items():
        half, whole = make(top // 2), make(top)
        sizes: dict[str, Repairer] = {
            "half": lambda _, half=half: ours_written_out(half),
            "whole": ours_written_out,
        }
        first, second = best_seconds(sizes, whole, 3, 3.0).values()
        flag = "  <-- over 2.3" if second / first > 2.3 and second > 0.05 else ""
        print(f"{name:40} {len(whole):9} {second:9.4f} {second / first:7.2f}{flag}")


def edited(text: str, rng: random.Random) -> tuple[str, str]:
    """The text with one random edit, and the kind of it."""
    at = rng.randrange(len(text))
    kind = rng.choice(("delete", "insert", "replace", "swap"))
    char = rng.choice("\"'{}[],:\\ \nab01.-")
    if kind == "delete":
        return text[:at] + text[at + 1 :], kind
    if kind == "insert":
        return text[:at] + char + text[at:], kind
    if kind == "replace":
        return text[:at] + char + text[at + 1 :], kind
    return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :], kind


def random_edits(count: int, seed: int) -> None:
    """Valid documents with one random edit that leaves them invalid: the share that comes back as before."""
    rng = random.Random(seed)
    contenders: dict[str, Repairer] = {"structout": ours, **peers()}
    hits = {name: dict.fromkeys(("delete", "insert", "replace", "swap"), 0) for name in contenders}
    totals = dict.fromkeys(("delete", "insert", "replace", "swap"), 0)
    while sum(totals.values()) < count:
        value: Any = [record(rng) for _ in range(rng.randrange(1, 4))]
        text, kind = edited(json.dumps(value, indent=rng.choice((None, 2))), rng)
        try:
            json.loads(text)
        except ValueError:
            totals[kind] += 1
            for name, run in contenders.items():
                hits[name][kind] += attempt(run, text) == value
    print(
        f"\n{'one random edit':18} " + " ".join(f"{kind:>9}" for kind in totals) + f" {'all':>9}   of {count}"
    )
    for name, by_kind in hits.items():
        shares = [f"{by_kind[k] / max(totals[k], 1):9.1%}" for k in totals]
        print(f"{name:18} " + " ".join(shares) + f" {sum(by_kind.values()) / count:9.1%}")


def memory(size: int) -> None:
    """The most memory held at once while a text is read, while its repairs are gone through, and with all of them kept."""
    print(f"\n{'peak memory':16} {'x text':>7} {'written out':>11} {'kept':>7}")
    for fault, damage in FAULTS.items():
        text = damage(document(size))
        ours_written_out(damage(document(1000)))  # patterns are compiled with their first use
        tracemalloc.start()
        reading = read(text)
        reading.severity  # noqa: B018
        peak = tracemalloc.get_traced_memory()[1]
        for _ in reading.repairs:
            pass
        written = tracemalloc.get_traced_memory()[1]
        kept = list(reading.repairs)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        print(
            f"{fault:16} {peak / len(text):7.1f} {written / len(text):11.1f} {most / len(text):7.1f}   {len(kept)} repairs"
        )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="one size, fewer edits")
    options.add_argument("--only", choices=("speed", "growth", "edits", "memory"))
    options.add_argument("--seed", type=int, default=7)
    given = options.parse_args()
    if given.only in (None, "speed"):
        speed_table([33_000] if given.quick else [3_000, 33_000, 300_000])
    if given.only in (None, "growth"):
        growth_table(200_000 if given.quick else 1_000_000)
    if given.only in (None, "edits"):
        random_edits(1000 if given.quick else 4000, given.seed)
    if given.only in (None, "memory"):
        memory(300_000)


if __name__ == "__main__":
    main()
