"""Chain: the order of a call: inputs and memory, callbacks, the work, outputs and memory."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    contextmanager,
    nullcontext,
)
from typing import TYPE_CHECKING, Any, TypeAlias

from pydantic import ConfigDict, Field

from structout.checked import CheckedModel
from structout.errors import ConfigError
from structout.llms.callbacks import (
    Callbacks,
    Run,
    StdOutCallbackHandler,
    get_verbose,
    handlers_of,
    start_run,
    without_manager,
)
from structout.llms.signatures import fitting
from structout.memory.base import BaseMemory, Outputs
from structout.pipes import Config, Step, callbacks_in
from structout.prompts.fields import listed
from structout.saved import AnyPath, plain_fields, write_saved
from structout.threads import in_thread

# In classes with a method `dict` the type has to go by another name.
Values: TypeAlias = dict[str, Any]


class Chain(CheckedModel, Step, ABC):
    """Something that turns inputs into outputs, with memory and callbacks.

    A subclass writes ``input_keys``, ``output_keys`` and ``_call``, and ``_acall`` if it can; ``_call`` may take a
    ``run_manager`` or not.

    Attributes:
        memory: what is read before each call and written after it.
        callbacks: handlers that see this chain's own events.
        verbose: print what happens; by default as ``set_verbose`` says.
        tags: handed to the handlers.
        metadata: handed to the handlers.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="ignore")

    memory: BaseMemory | None = None
    callbacks: Any = Field(default=None, exclude=True, repr=False)
    verbose: bool | None = None
    tags: list[str] | None = Field(default=None, repr=False)
    metadata: Values | None = Field(default=None, repr=False)

    if not TYPE_CHECKING:  # type checkers go by the fields

        def __init__(self, **fields: Any) -> None:
            super().__init__(**without_manager(fields))

    @property
    @abstractmethod
    def input_keys(self) -> list[str]:
        """The inputs that a call needs, those from memory included."""

    @property
    @abstractmethod
    def output_keys(self) -> list[str]:
        """The outputs that a call gives."""

    @abstractmethod
    def _call(self, inputs: Values, run_manager: Run | None = None) -> Values:
        """Do the work."""

    async def _acall(self, inputs: Values, run_manager: Run | None = None) -> Values:
        """Do the work without blocking; by default in a thread."""
        return await in_thread(self._call, inputs, **managed(self._call, run_manager))

    @property
    def _chain_type(self) -> str:
        raise NotImplementedError(f"{type(self).__name__} has no _chain_type, so it cannot be saved")

    # One call.

    def __call__(self, inputs: Any, return_only_outputs: bool = False, callbacks: Callbacks = None) -> Values:
        """Run the chain.

        Args:
            inputs: a dict of inputs, or the value of the only one that memory does not provide.
            return_only_outputs: leave the inputs out of what is returned.
            callbacks: handlers that see this call and all that it calls.

        Returns:
            Inputs and outputs in one dict.

        Raises:
            ConfigError: inputs or outputs are missing.
        """
        with self._turn():
            try:
                prepared = self.prep_inputs(inputs)
            except Exception as error:
                self._refuse(inputs, callbacks, error)
                raise
            with self._reported(prepared, callbacks) as (run, outputs):
                outputs.add(self._call(prepared, **managed(self._call, run)))
                self._validate_outputs(outputs)
            return self.prep_outputs(prepared, outputs, return_only_outputs)

    async def acall(
        self, inputs: Any, return_only_outputs: bool = False, callbacks: Callbacks = None
    ) -> Values:
        """Run the chain, for callers that await."""
        async with self._aturn():
            try:
                prepared = await self.aprep_inputs(inputs)
            except Exception as error:
                await self._refuse(inputs, callbacks, error).settled()
                raise
            async with self._areported(prepared, callbacks) as (run, outputs):
                outputs.add(await self._acall(prepared, **managed(self._acall, run)))
                self._validate_outputs(outputs)
            return await self.aprep_outputs(prepared, outputs, return_only_outputs)

    def _turn(self) -> AbstractContextManager[None]:
        """Held from reading memory to writing it; nothing to hold without memory."""
        return nullcontext() if self.memory is None else self.memory.turn()

    def _aturn(self) -> AbstractAsyncContextManager[None]:
        """``_turn`` for callers that await."""
        return nullcontext() if self.memory is None else self.memory.aturn()

    @contextmanager
    def _reported(self, inputs: Values, callbacks: Callbacks) -> Generator[tuple[Run, Outputs]]:
        """Tell the handlers of a start, and of the end or the failure of the body, which fills the outputs."""
        run, outputs = self.start(callbacks), Outputs()
        run.emit("on_chain_start", {"name": type(self).__name__}, inputs)
        try:
            yield run, outputs
        except BaseException as error:
            run.emit("on_chain_error", error)
            raise
        run.emit("on_chain_end", outputs)

    def _refuse(self, inputs: Any, callbacks: Callbacks, error: Exception) -> Run:
        """Tell the handlers of a call whose inputs are wrong: of its start and its failure."""
        run = self.start(callbacks)
        named = inputs if hasattr(inputs, "keys") else {"input": inputs}
        run.emit("on_chain_start", {"name": type(self).__name__}, named)
        run.emit("on_chain_error", error)
        return run

    @asynccontextmanager
    async def _areported(self, inputs: Values, callbacks: Callbacks) -> AsyncGenerator[tuple[Run, Outputs]]:
        """``_reported`` for callers that await: async handlers have been told when it ends."""
        run = Run()
        try:
            with self._reported(inputs, callbacks) as (run, outputs):
                yield run, outputs
        finally:
            await run.settled()

    def start(self, callbacks: Callbacks) -> Run:
        """A run of this chain for its own handlers and those given to the call."""
        own = handlers_of(self.callbacks)
        verbose = get_verbose() if self.verbose is None else self.verbose
        shown = any(isinstance(each, StdOutCallbackHandler) for each in [*own, *handlers_of(callbacks)])
        if verbose and not shown:
            own.append(StdOutCallbackHandler())
        details = {"tags": self.tags, "metadata": self.metadata}
        return start_run(own, callbacks, **{name: value for name, value in details.items() if value})

    # Inputs and outputs.

    def prep_inputs(self, inputs: Any) -> Values:
        """Inputs as ``_call`` takes them: named, with those from memory, complete.

        Raises:
            ConfigError: a single value for several inputs, or an input is missing.
        """
        named = self._named(inputs)
        return self._with_memory(
            named, None if self.memory is None else self.memory.load_memory_variables(named)
        )

    async def aprep_inputs(self, inputs: Any) -> Values:
        """``prep_inputs`` for callers that await."""
        named = self._named(inputs)
        remembered = None if self.memory is None else await self.memory.aload_memory_variables(named)
        return self._with_memory(named, remembered)

    def _named(self, inputs: Any) -> Values:
        match inputs:
            case {**named}:
                return named
            case _:
                return self._single(inputs)

    def _single(self, value: Any) -> Values:
        remembered = [] if self.memory is None else self.memory.memory_variables
        open_keys = [key for key in self.input_keys if key not in remembered]
        if len(open_keys) != 1:
            raise ConfigError(
                "A single string input was passed in, but this chain expects "
                f"multiple inputs ({listed(open_keys)}). When a chain expects multiple inputs, call it with a dict. "
                f"Missing some input keys: {listed(open_keys)}"
            )
        return {open_keys[0]: value}

    def _with_memory(self, inputs: Values, remembered: Values | None) -> Values:
        if remembered is not None and self.memory is not None:
            absent = {*self.memory.memory_variables} - remembered.keys()
            if absent:
                name = type(self.memory).__name__
                raise ConfigError(f"{name} promises the variables {listed(absent)} and did not load them")
        prepared = {**inputs, **(remembered or {})}
        self._validate_inputs(prepared)
        return prepared

    def _validate_inputs(self, inputs: Values) -> None:
        absent = {*self.input_keys} - inputs.keys()
        if absent:
            raise ConfigError(f"Missing some input keys: {listed(absent)}; given were {listed(inputs)}")

    def _validate_outputs(self, outputs: Values) -> None:
        absent = {*self.output_keys} - outputs.keys()
        if absent:
            raise ConfigError(f"Missing some output keys: {listed(absent)}; the chain gave {listed(outputs)}")

    def _remembered(self, outputs: Values) -> Values | None:
        """What memory is told of the outputs; ``None`` for nothing."""
        return outputs

    def prep_outputs(self, inputs: Values, outputs: Values, return_only_outputs: bool = False) -> Values:
        """Outputs as the caller gets them, after the memory has them.

        Raises:
            ConfigError: an output is missing.
        """
        self._validate_outputs(outputs)
        said = self._remembered(outputs)
        if self.memory is not None and said is not None:
            self.memory.save_context(inputs, said)
        return dict(outputs) if return_only_outputs else {**inputs, **outputs}

    async def aprep_outputs(
        self, inputs: Values, outputs: Values, return_only_outputs: bool = False
    ) -> Values:
        """``prep_outputs`` for callers that await."""
        self._validate_outputs(outputs)
        said = self._remembered(outputs)
        if self.memory is not None and said is not None:
            await self.memory.asave_context(inputs, said)
        return dict(outputs) if return_only_outputs else {**inputs, **outputs}

    # Other ways to call.

    def apply(self, input_list: Sequence[Any], callbacks: Callbacks = None) -> list[Any]:
        """Run the chain for each of the inputs."""
        return [self(inputs, callbacks=callbacks) for inputs in input_list]

    async def aapply(self, input_list: Sequence[Any], callbacks: Callbacks = None) -> list[Any]:
        """``apply`` for callers that await."""
        return [await self.acall(inputs, callbacks=callbacks) for inputs in input_list]

    def run(self, /, *args: Any, **kwargs: Any) -> Any:
        """Run the chain and return its one output.

        Args:
            args: the one input, or a dict of inputs.
            kwargs: the inputs by name, instead; ``callbacks`` too, unless that is an input.

        Raises:
            ConfigError: several outputs, or inputs given in both ways or in none.
        """
        callbacks = self._callbacks_among(kwargs)
        return self(self._run_inputs("run", args, kwargs), callbacks=callbacks)[self.output_keys[0]]

    async def arun(self, /, *args: Any, **kwargs: Any) -> Any:
        """``run`` for callers that await."""
        callbacks = self._callbacks_among(kwargs)
        outputs = await self.acall(self._run_inputs("arun", args, kwargs), callbacks=callbacks)
        return outputs[self.output_keys[0]]

    def _callbacks_among(self, kwargs: Values) -> Callbacks:
        return None if "callbacks" in self.input_keys else kwargs.pop("callbacks", None)

    def _run_inputs(self, method: str, args: tuple[Any, ...], kwargs: Values) -> Any:
        if len(self.output_keys) != 1:
            raise ConfigError(
                f"`{method}` not supported when there is not exactly one output key. Got {self.output_keys}."
            )
        if not args and not kwargs:
            if {*self.input_keys} - {*([] if self.memory is None else self.memory.memory_variables)}:
                raise ConfigError(
                    f"`{method}` supported with either positional arguments or keyword arguments, but none were provided."
                )
            return {}
        if args and kwargs:
            raise ConfigError(
                f"`{method}` supported with either positional arguments or keyword arguments but not both. "
                f"Got args: {args} and kwargs: {kwargs}."
            )
        if len(args) > 1:
            raise ConfigError(f"`{method}` supports only one positional argument. Got {len(args)}.")
        return args[0] if args else kwargs

    def invoke(self, value: Any, config: Config = None, **kwargs: Any) -> Values:
        """Run the chain: ``__call__`` by its name in pipes."""
        return self(value, callbacks=callbacks_in(config), **kwargs)

    async def ainvoke(self, value: Any, config: Config = None, **kwargs: Any) -> Values:
        """``invoke`` for callers that await."""
        return await self.acall(value, callbacks=callbacks_in(config), **kwargs)

    # As data.

    def dict(self, **kwargs: Any) -> Values:
        """The chain as plain data, with its ``_type`` if it has one; no secrets."""
        data = plain_fields(self)
        try:
            return {**data, "_type": self._chain_type}
        except NotImplementedError:
            return data

    def save(self, file_path: AnyPath, base_dir: AnyPath | None = None) -> None:
        """Write the chain to a JSON or YAML file; ``load_chain`` reads it back.

        Args:
            file_path: the file, ``.json`` or ``.yaml``.
            base_dir: the folder that must not be left.

        Raises:
            ConfigError: the chain has memory, something in it is no plain data, or the path is not allowed.
            NotImplementedError: chains of this class cannot be saved.
        """
        if self.memory is not None:
            raise ConfigError("Saving of memory is not yet supported.")
        write_saved(file_path, {**self.dict(), "_type": self._chain_type}, base_dir)


def managed(method: Callable[..., Any], run: Run | None) -> Values:
    """The run as a keyword argument, if the method takes it."""
    return fitting(method, {}, {"run_manager": run})
