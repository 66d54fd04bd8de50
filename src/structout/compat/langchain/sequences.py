"""Chains one after another, as 2023 wrote them; in new code a pipe of steps does the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from pydantic import Field

from structout.chains import Chain
from structout.errors import ConfigError
from structout.llms.callbacks import Run
from structout.prompts.fields import listed

# In classes with a method `dict` the type has to go by another name.
Values: TypeAlias = dict[str, Any]


class SequentialChain(Chain):
    """Chains that give their outputs to the next ones by name.

    Attributes:
        chains: the chains, in order.
        input_variables: the inputs of the whole.
        output_variables: its outputs; by default those of the last chain.
        return_all: give every output, if ``output_variables`` are not given.
    """

    chains: list[Chain]
    input_variables: list[str]
    output_variables: list[str] = Field(default_factory=list[str])
    return_all: bool = False

    def _check(self) -> None:
        """Check that each chain gets what it needs, and that no name comes twice.

        Raises:
            ConfigError: they do not fit; names the variables.
        """
        remembered = _remembered(self)
        _refuse(
            {*remembered} & {*self.input_variables}, "The input key(s) {plain} are found in the Memory keys"
        )
        known = {*self.input_variables, *remembered}
        for chain in self.chains:
            needed = {*chain.input_keys} - {*_remembered(chain)}
            _refuse(
                needed - known, "Missing required input keys: {}; known are the inputs and what comes before"
            )
            _refuse(known & {*chain.output_keys}, "Chain returned keys that already exist: {}")
            known |= {*chain.output_keys}
        if not self.output_variables:
            made = [name for chain in self.chains for name in chain.output_keys]
            self.output_variables = made if self.return_all else list(self.chains[-1].output_keys)
        _refuse({*self.output_variables} - known, "Expected output variables that were not found: {}.")

    @property
    def input_keys(self) -> list[str]:
        """The inputs of the whole."""
        return self.input_variables

    @property
    def output_keys(self) -> list[str]:
        """The outputs of the whole."""
        return self.output_variables

    def _call(self, inputs: Values, run_manager: Run | None = None) -> Values:
        known = {**inputs}
        for chain in self.chains:
            known |= chain(known, return_only_outputs=True, callbacks=_handlers(run_manager))
        return {name: known[name] for name in self.output_variables}

    async def _acall(self, inputs: Values, run_manager: Run | None = None) -> Values:
        known = {**inputs}
        for chain in self.chains:
            known |= await chain.acall(known, return_only_outputs=True, callbacks=_handlers(run_manager))
        return {name: known[name] for name in self.output_variables}


class SimpleSequentialChain(Chain):
    """Chains of one input and one output, each given what the one before it made.

    Attributes:
        chains: the chains, in order.
        strip_outputs: take white space off both ends of each output.
        input_key: the name of the input.
        output_key: the name of the output.
    """

    chains: list[Chain]
    strip_outputs: bool = False
    input_key: str = "input"
    output_key: str = "output"

    def _check(self) -> None:
        """Check that each chain has one input, beside those from memory, and one output.

        Raises:
            ConfigError: one of them has more or none.
        """
        for chain in self.chains:
            _only_one("input", [key for key in chain.input_keys if key not in _remembered(chain)])
            _only_one("output", chain.output_keys)

    @property
    def input_keys(self) -> list[str]:
        """The one input."""
        return [self.input_key]

    @property
    def output_keys(self) -> list[str]:
        """The one output."""
        return [self.output_key]

    def _call(self, inputs: Values, run_manager: Run | None = None) -> Values:
        value = inputs[self.input_key]
        for number, chain in enumerate(self.chains):
            value = chain.run(value, callbacks=_handlers(run_manager))
            value = self._shown(number, value, run_manager)
        return {self.output_key: value}

    async def _acall(self, inputs: Values, run_manager: Run | None = None) -> Values:
        value = inputs[self.input_key]
        for number, chain in enumerate(self.chains):
            value = await chain.arun(value, callbacks=_handlers(run_manager))
            value = self._shown(number, value, run_manager)
        return {self.output_key: value}

    def _shown(self, number: int, value: Any, run: Run | None) -> Any:
        text = value.strip() if self.strip_outputs else value
        if run is not None:
            run.emit("on_text", str(text), color=_COLORS[number % len(_COLORS)], end="\n")
        return text


_COLORS = ("blue", "yellow", "pink", "green", "red")


class TransformChain(Chain):
    """A function from some variables to others, as a chain.

    Attributes:
        input_variables: what the function needs.
        output_variables: what it gives.
        transform: the function, from a dict to a dict.
        atransform: the function for callers that await, if there is another.
    """

    input_variables: list[str]
    output_variables: list[str]
    transform: Callable[[Values], Values]
    atransform: Callable[[Values], Any] | None = None

    @property
    def input_keys(self) -> list[str]:
        """What the function needs."""
        return self.input_variables

    @property
    def output_keys(self) -> list[str]:
        """What the function gives."""
        return self.output_variables

    def _call(self, inputs: Values, run_manager: Run | None = None) -> Values:
        return self.transform(inputs)

    async def _acall(self, inputs: Values, run_manager: Run | None = None) -> Values:
        return self.transform(inputs) if self.atransform is None else await self.atransform(inputs)


def _remembered(chain: Chain) -> list[str]:
    return [] if chain.memory is None else chain.memory.memory_variables


def _handlers(run: Run | None) -> Any:
    return None if run is None else run.get_child()


def _refuse(names: set[str], message: str) -> None:
    if names:
        raise ConfigError(f"Value error, {message.format(listed(names), plain=', '.join(sorted(names)))}")


def _only_one(what: str, names: list[str]) -> None:
    if len(names) != 1:
        raise ConfigError(
            f"Value error, Chains used in SimplePipeline should all have one {what}; found {listed(names)}"
        )
