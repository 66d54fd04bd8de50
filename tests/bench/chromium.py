"""Headless Chromium, driven over a pair of pipes: as much of its protocol as the tests need."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-background-networking --disable-component-update "
    "--disable-sync --no-first-run --disable-dev-shm-usage --remote-debugging-pipe --force-color-profile=srgb"
).split()


def executable() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    """One page. ``errors`` collects what its console and its requests complained about."""

    def __init__(self, profile: Path) -> None:
        there, back = os.pipe(), os.pipe()
        shell = f'exec "$@" 3<&{there[0]} 4>&{back[1]}'
        command = [
            "bash",
            "-c",
            shell,
            "sh",
            str(executable()),
            *FLAGS,
            f"--user-data-dir={profile}",
            "about:blank",
        ]
        self.process = subprocess.Popen(
            command, pass_fds=(there[0], back[1]), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(there[0])
        os.close(back[1])
        self.out, self.into = os.fdopen(there[1], "wb"), os.fdopen(back[0], "rb")
        self.number, self.rest = 0, b""
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.session: str | None = None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self.out.write(json.dumps(message).encode() + b"\0")
        self.out.flush()
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return answer["result"]

    def receive(self) -> dict[str, Any]:
        while b"\0" not in self.rest:
            chunk = os.read(self.into.fileno(), 1 << 16)
            assert chunk, "Chromium closed the pipe"
            self.rest += chunk
        line, _, self.rest = self.rest.partition(b"\0")
        message = json.loads(line)
        self.note(message.get("method"), message.get("params", {}))
        return message

    def note(self, method: str | None, params: dict[str, Any]) -> None:
        if method == "Runtime.exceptionThrown":
            self.errors.append(params["exceptionDetails"]["text"])
        if method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(params["entry"]["text"])
        if method == "Runtime.consoleAPICalled" and params["type"] == "error":
            self.errors.append(str(params["args"]))
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    def open(self, page: Path) -> None:
        self.send("Page.navigate", url=page.as_uri())
        end = time.monotonic() + 20
        while self.run("document.readyState") != "complete" or self.run("location.protocol") != "file:":
            assert time.monotonic() < end, "the page did not load"

    def run(self, script: str) -> Any:
        answer = self.send("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def size(self, width: int, height: int) -> None:
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def media(self, kind: str = "", scheme: str = "light") -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.send("Emulation.setEmulatedMedia", media=kind, features=features)

    def screenshot(self) -> bytes:
        return base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"])

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        self.out.close()
        self.into.close()
