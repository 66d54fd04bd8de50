"""SmolLM: a real language model in this process, with no key and no network; any other GGUF file by its path.

llama.cpp does the work (the ``xllamacpp`` package). Models of one file and setting share one loaded copy.
"""

from __future__ import annotations

import importlib
import os
import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, cast
from weakref import WeakValueDictionary

from pydantic import Field, PrivateAttr

from structout.errors import ConfigError, MissingExtraError, ModelError, ModelRequestError
from structout.llms import weights
from structout.llms.base import BaseChatModel
from structout.llms.construction import PlainErrors
from structout.llms.result import (
    Generation,
    GenerationChunk,
    LLMResult,
    merged_output,
    usage_of,
    usage_to_dict,
)
from structout.llms.strict_schema import LLAMA
from structout.llms.wire import Form, StreamReader, form_of, read_choices, wire_messages
from structout.messages import BaseMessage, SystemMessage

_QUIET = -1
_MAGIC = b"GGUF"
_FIELDS = ("temperature", "top_p", "max_tokens", "seed", "frequency_penalty")
_OPTIONS = frozenset({*_FIELDS, "n", "repeat_penalty", "grammar"})


class _Engine:
    """A loaded model. Requests of several threads wait for one another inside llama.cpp."""

    def __init__(self, path: Path, n_ctx: int, n_threads: int) -> None:
        llama = _llama()
        settings = llama.CommonParams()
        settings.model.path = str(path)
        settings.model_alias = path.stem
        settings.n_ctx = n_ctx
        settings.n_parallel = 1
        settings.cpuparams.n_threads = n_threads
        settings.warmup = False
        settings.verbosity = _QUIET
        if hasattr(settings, "cache_ram_mib"):  # newer llama.cpp would keep 8 GiB of old prompts
            settings.cache_ram_mib = 0
        try:
            self.server: Any = llama.Server(settings)
        except (RuntimeError, ValueError) as error:
            raise ConfigError(
                f"{path} cannot be loaded as a model ({error}); give path= of a GGUF file"
            ) from error

    def ask(self, request: Mapping[str, Any], tell: Callable[[Any], bool] | None = None) -> dict[str, Any]:
        """One chat completion; with ``tell`` streamed to it until it returns ``True``.

        Raises:
            ModelRequestError: the model refuses the request.
        """
        try:
            reply = self.server.handle_chat_completions(dict(request), *([tell] if tell else []))
        except (RuntimeError, ValueError) as error:
            raise ModelRequestError(f"the local model refused the request: {error}") from error
        return _checked(reply or {})


def _checked(reply: dict[str, Any]) -> dict[str, Any]:
    error = cast("dict[str, Any] | None", reply.get("error"))
    if not error:
        return reply
    if error.get("type") == "exceed_context_size_error":
        raise ModelRequestError(
            f"the prompt has {error.get('n_prompt_tokens')} tokens, the local model's window {error.get('n_ctx')}; "
            "shorten the text, or give SmolLM a larger n_ctx="
        )
    raise ModelRequestError(f"the local model refused the request: {error.get('message', error)}")


def _llama() -> Any:
    try:
        return importlib.import_module("xllamacpp")
    except ModuleNotFoundError as error:
        raise MissingExtraError("local", "SmolLM, the local model,") from error


_ENGINES: WeakValueDictionary[tuple[str, int, int], _Engine] = WeakValueDictionary()
_LOADING = threading.Lock()


def _engine(path: Path, n_ctx: int, n_threads: int) -> _Engine:
    key = (str(path.resolve()), n_ctx, n_threads)
    with _LOADING:
        engine = _ENGINES.get(key)
        if engine is None:
            engine = _ENGINES[key] = _Engine(path, n_ctx, n_threads)
        return engine


class _Loaded:
    """What a model holds on to; a copy or a pickle loads for itself."""

    engine: _Engine | None = None

    def __reduce__(self) -> tuple[type[_Loaded], tuple[()]]:
        return _Loaded, ()


class SmolLM(PlainErrors, BaseChatModel):
    """SmolLM2-135M-Instruct in this process, or any GGUF model by ``path``.

    ``structout pull`` fetches its weights once. It is loaded when it is first asked. ``structured="json_schema"``
    with ``schema=`` holds one call to a schema.

    Attributes:
        path: a GGUF file; the pulled weights where not given.
        temperature: 0 for the likeliest answer.
        top_p: share of the probability that is sampled from.
        max_tokens: limit of a completion; a small model may never stop by itself.
        seed: for samples that can be repeated.
        frequency_penalty: against tokens that stood often.
        n_ctx: tokens of the context window.
        n_threads: threads that compute; one for the pulled model, and as many as there are cores for any other.
            With more threads than free cores a small model becomes many times slower.
        system: what stands before a conversation that has no system message; ``None`` leaves it to the model's
            own template, which may put in a text of its own.

    Raises:
        ConfigError: there are no weights, or ``path`` is no GGUF file.
        MissingExtraError: ``xllamacpp`` is not installed.
    """

    structured_modes: ClassVar[frozenset[str]] = frozenset({"text", "json_schema"})

    path: Path | None = None
    temperature: float = Field(default=0.0, ge=0)
    top_p: float | None = None
    max_tokens: int = Field(default=512, ge=1)
    seed: int | None = None
    frequency_penalty: float | None = Field(default=None, ge=-2, le=2)
    n_ctx: int = Field(default=4096, ge=256)
    n_threads: int | None = Field(default=None, ge=1, exclude=True)
    system: str | None = "You are a helpful assistant."

    _loaded: _Loaded = PrivateAttr(default_factory=_Loaded)

    def model_post_init(self, context: Any, /) -> None:
        """Refuse what could only fail later: no weights, a file of another kind, no ``xllamacpp``.

        Raises:
            ConfigError: there are no weights, or the file is no GGUF file.
            MissingExtraError: ``xllamacpp`` is not installed.
        """
        super().model_post_init(context)
        _llama()
        _gguf(self._file())

    def _file(self) -> Path:
        if self.path is not None:
            return self.path
        found = weights.found()
        if found is None:
            raise ConfigError(
                f"the local model's weights are not there ({weights.weights_file()}); run `structout pull` once, "
                "or give path= of a GGUF file"
            )
        return found

    def _ready(self) -> _Engine:
        if self._loaded.engine is None:
            threads = self.n_threads or (1 if self.path is None else os.cpu_count() or 1)
            self._loaded.engine = _engine(self._file(), self.n_ctx, threads)
        return self._loaded.engine

    @property
    def model_name(self) -> str:
        """The file's name without its ending."""
        return (self.path or weights.weights_file()).stem

    @property
    def reprompt_options(self) -> Mapping[str, Any]:
        """The pulled model falls into loops at temperature 0: asked again, it is kept from repeating tokens."""
        return {"frequency_penalty": 0.4} if self.path is None else {}

    @property
    def _llm_type(self) -> str:
        return "smollm"

    @property
    def _identifying_params(self) -> Mapping[str, Any]:
        return {"model": self.model_name, **self.model_dump(mode="json", exclude_none=True)}

    @property
    def listening_address(self) -> str:
        """Where the model answers HTTP on loopback, in OpenAI's shapes."""
        return str(self._ready().server.listening_address)

    def serve(self) -> str:
        """Load the model; returns the ``base_url`` under which OpenAI clients of this machine find it.

        It answers for as long as this object, or another of the same settings, is alive.
        """
        return f"{self.listening_address}/v1"

    def _prepared(
        self, messages: list[BaseMessage], stop: list[str] | None, options: Mapping[str, Any]
    ) -> tuple[dict[str, Any], Form, int]:
        given = dict(options)
        form = form_of(given, LLAMA, self.structured_modes, type(self).__name__)
        for name in given:
            if name not in _OPTIONS:
                raise ConfigError(f"SmolLM has no option {name!r}; it has {', '.join(sorted(_OPTIONS))}")
        fields = {name: getattr(self, name) for name in _FIELDS}
        keys = {name: value for name, value in {**fields, **given}.items() if value is not None}
        if keys["max_tokens"] < -1 or keys["max_tokens"] == 0:
            raise ConfigError(
                f"max_tokens must be at least 1, or -1 for as many as fit; found {keys['max_tokens']}"
            )
        if stop:
            keys["stop"] = stop
        count = keys.pop("n", 1)
        return {**keys, **form.request(), "messages": wire_messages(self._with_system(messages))}, form, count

    def _with_system(self, messages: list[BaseMessage]) -> list[BaseMessage]:
        if self.system is None or any(message.role == "system" for message in messages):
            return messages
        return [SystemMessage(self.system), *messages]

    def _generate(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> LLMResult:
        request, form, count = self._prepared(messages, stop, options)
        generations: list[Generation] = []
        outputs: list[dict[str, Any]] = []
        for turn in range(count):
            # The engine answers one at a time; a seed is moved on, or all completions would be the same.
            seeded = {"seed": request["seed"] + turn} if "seed" in request else {}
            reply = self._ready().ask({**request, **seeded})
            generations += read_choices(reply, form, "the local model")
            outputs.append({"token_usage": usage_to_dict(usage_of(reply.get("usage")))})
        return LLMResult([generations], {**merged_output(outputs), "model_name": self.model_name})

    def _stream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> Iterator[GenerationChunk]:
        request, form, _ = self._prepared(messages, stop, options)
        reader = StreamReader(form, "the local model")
        streamed = {**request, "stream": True, "stream_options": {"include_usage": True}}
        for chunk in _iterated(self._ready(), streamed):
            if text := reader.feed(chunk):
                yield GenerationChunk(text)
        yield reader.end()


def _iterated(engine: _Engine, request: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The chunks of a streamed answer; the model stops when the iterator is closed."""
    chunks: queue.SimpleQueue[dict[str, Any] | ModelError | None] = queue.SimpleQueue()
    unwanted = threading.Event()

    def tell(chunk: dict[str, Any]) -> bool:
        chunks.put(chunk)
        return unwanted.is_set()

    def work() -> None:
        last: ModelError | None = None
        try:
            engine.ask(request, tell)
        except ModelError as error:
            last = error
        chunks.put(last)

    thread = threading.Thread(target=work, name="structout-local-model", daemon=True)
    thread.start()
    try:
        while (chunk := chunks.get()) is not None:
            if isinstance(chunk, ModelError):
                raise chunk
            yield _checked(chunk)
    finally:
        unwanted.set()
        thread.join()


def _gguf(path: Path) -> None:
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise ConfigError(
            f"the model file {path} cannot be read: {error.strerror}; give path= of a GGUF file"
        ) from error
    if magic != _MAGIC:
        raise ConfigError(f"{path} is no GGUF file (it begins with {magic!r}); give path= of one")
