"""Recorded model traffic: requests, responses and the pieces of streams in a readable file, without secrets."""

from __future__ import annotations

import difflib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from structout.errors import ConfigError
from structout.result import JsonValue

Mode: TypeAlias = Literal["replay", "new", "all"]
"""``replay``: nothing is sent. ``new``: what is not recorded yet is sent and recorded. ``all``: everything is."""

_SECRET_NAME = re.compile(
    r"(?:.*[_-])?(?:api[_-]?key|authorization|password|secret|access[_-]?token|key|sig)\Z", re.IGNORECASE
)
_SECRET_TEXT = re.compile(r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{8,}|\bBearer +[A-Za-z0-9._~+/=-]{8,}")
_SECRET_VARIABLE = re.compile(r".*(?:KEY|TOKEN|SECRET|PASSWORD)\Z")
_HIDDEN = "[secret]"


class MissingRecordingError(AssertionError):
    """A request was made that is not recorded."""


@dataclass(slots=True)
class Interaction:
    """One request with its response.

    Attributes:
        method: of the request.
        url: of the request, without secrets.
        request: its body, as JSON where it is JSON.
        status: of the response.
        content_type: of the response.
        response: its body as JSON, ``None`` for a stream or for what is no JSON.
        pieces: its body in the pieces in which it came.
    """

    method: str
    url: str
    request: JsonValue
    status: int = 200
    content_type: str = "application/json"
    response: JsonValue = None
    pieces: list[str] = field(default_factory=list[str])

    @property
    def key(self) -> str:
        """What a request is found by: method, path and body; the host may differ."""
        return json.dumps(
            [self.method, urlsplit(self.url).path, self.request], sort_keys=True, ensure_ascii=False
        )

    def chunks(self) -> list[bytes]:
        """The body of the response as bytes."""
        if self.pieces:
            return [piece.encode() for piece in self.pieces]
        return [json.dumps(self.response, ensure_ascii=False).encode()]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a parser made of a completion.

    Attributes:
        type: where the type is to be found, as ``module:Name``.
        completion: the text.
        value: the value as JSON, where there was one.
        error: the kind of the refusal, where there was one.
        version: which version of structout parsed it.
    """

    type: str
    completion: str
    value: JsonValue = None
    error: str | None = None
    version: str = ""


class Cassette:
    """A file of recorded traffic.

    Args:
        path: the JSON file; read if it is there, written by `save` if something was recorded.
        mode: what happens to a request.

    Raises:
        ConfigError: the file is no cassette.
    """

    def __init__(self, path: str | os.PathLike[str], mode: Mode = "replay") -> None:
        self.path = Path(path)
        self.mode = mode
        self.interactions: list[Interaction] = []
        self.outcomes: list[Outcome] = []
        self._used: set[int] = set()
        self._changed = False
        if mode != "all" and self.path.exists():
            self._load()

    def _load(self) -> None:
        try:
            stored = cast("dict[str, Any]", json.loads(self.path.read_text(encoding="utf-8")))
            self.interactions = [Interaction(**row) for row in stored["interactions"]]
            self.outcomes = [Outcome(**row) for row in stored.get("outcomes", ())]
        except (ValueError, TypeError, KeyError) as error:
            raise ConfigError(f"{self.path} is no recording: {error}; delete it and record again") from error

    def find(self, method: str, url: str, body: bytes) -> Interaction | None:
        """The recorded answer to a request, ``None`` if it is to be sent. Equal requests are answered in their order.

        Raises:
            MissingRecordingError: it is not recorded, and nothing may be sent.
        """
        asked = _request(method, url, body)
        fitting = [index for index, known in enumerate(self.interactions) if known.key == asked.key]
        fresh = [index for index in fitting if index not in self._used]
        if fresh:
            self._used.add(fresh[0])
            return self.interactions[fresh[0]]
        if self.mode == "replay":
            raise MissingRecordingError(self._missing(asked, used=bool(fitting)))
        return None

    def add(
        self, method: str, url: str, body: bytes, status: int, content_type: str, chunks: list[bytes]
    ) -> Interaction:
        """Keep a request with its response."""
        interaction = _request(method, url, body)
        interaction.status, interaction.content_type = status, content_type
        whole = b"".join(chunks)
        if "json" in content_type:
            interaction.response = _redacted(_decoded(whole))
        else:
            interaction.pieces = _pieces(chunks)
        self._used.add(len(self.interactions))
        self.interactions.append(interaction)
        self._changed = True
        return interaction

    def note(self, outcome: Outcome) -> None:
        """Keep what a parser made of a completion, for ``structout replay``."""
        if self.mode != "replay" and outcome not in self.outcomes:
            self.outcomes.append(outcome)
            self._changed = True

    def save(self) -> None:
        """Write the file, if something new was recorded."""
        if self._changed:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            stored = {
                "interactions": [asdict(interaction) for interaction in self.interactions],
                "outcomes": [asdict(outcome) for outcome in self.outcomes],
            }
            self.path.write_text(json.dumps(stored, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
            self._changed = False

    def _missing(self, asked: Interaction, *, used: bool) -> str:
        how = "record it with `pytest --structout-record=new`"
        if used:
            return f"{asked.method} {asked.url} is recorded in {self.path}, but was made once more than that; {how}"
        if not self.interactions:
            return f"nothing is recorded in {self.path}; {how}"
        nearest = max(
            self.interactions, key=lambda known: difflib.SequenceMatcher(None, known.key, asked.key).ratio()
        )
        lines = difflib.unified_diff(
            _readable(nearest), _readable(asked), "recorded", "asked now", lineterm="", n=2
        )
        return "\n".join(
            [f"{asked.method} {asked.url} is not recorded in {self.path}; {how}. The nearest one:", *lines]
        )


def _request(method: str, url: str, body: bytes) -> Interaction:
    parts = urlsplit(url)
    query = [(name, _HIDDEN if _SECRET_NAME.match(name) else value) for name, value in parse_qsl(parts.query)]
    host = parts.netloc.rsplit("@", 1)[-1]
    return Interaction(
        method, urlunsplit((parts.scheme, host, parts.path, urlencode(query), "")), _redacted(_decoded(body))
    )


def _decoded(body: bytes) -> JsonValue:
    text = body.decode("utf-8", "replace")
    try:
        return cast("JsonValue", json.loads(text)) if text else None
    except ValueError:
        return text


def _pieces(chunks: list[bytes]) -> list[str]:
    """The chunks as texts; a character that was cut in two goes to the later one."""
    pieces: list[str] = []
    rest = b""
    for chunk in chunks:
        rest += chunk
        try:
            piece = rest.decode()
        except UnicodeDecodeError:
            continue
        pieces.append(str(_redacted(piece)))
        rest = b""
    return [*pieces, rest.decode("utf-8", "replace")] if rest else pieces


def _redacted(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {
            key: _HIDDEN if isinstance(item, str) and _SECRET_NAME.match(key) else _redacted(item)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_redacted(item) for item in value]
    if not isinstance(value, str):
        return value
    for secret in _known_secrets(os.environ):
        value = value.replace(secret, _HIDDEN)
    return _SECRET_TEXT.sub(_HIDDEN, value)


def _known_secrets(environment: Mapping[str, str]) -> list[str]:
    return [value for name, value in environment.items() if _SECRET_VARIABLE.match(name) and len(value) >= 8]


def _readable(interaction: Interaction) -> list[str]:
    return json.dumps(
        [interaction.url, interaction.request], ensure_ascii=False, indent=1, sort_keys=True
    ).splitlines()
