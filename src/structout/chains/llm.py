"""LLMChain: a prompt, a model and, if wanted, a parser."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, ClassVar, Self

from pydantic import ConfigDict, Field

# What is imported with the first use: few answers have to be mended.
from structout import chains
from structout.chains.base import Chain, Values, managed
from structout.chains.reading import Reading, apart, aread, read, selected
from structout.errors import ConfigError, OutputParserException
from structout.llms.callbacks import CallbackManager, Callbacks, Run, get_colored_text
from structout.llms.language_model import BaseLanguageModel, Stop
from structout.llms.result import Asked, Generation, LLMResult
from structout.memory.base import Outputs
from structout.messages import PromptValue, copied_from
from structout.prompts import BasePromptTemplate, PromptTemplate
from structout.reprompting import Budget
from structout.result import Parsed
from structout.saved import AnyPath, Guarded


class LLMChain(Guarded, Chain):
    """Fills a prompt, asks a model, and reads the answer with a parser where there is one.

    Attributes:
        prompt: the prompt; its ``output_parser`` is used unless the chain has one.
        llm: the model.
        output_key: the name of the output.
        output_parser: reads the completion.
        parse: whether a parser is used at all; without, the output is the completion.
        return_final_only: leave out the output ``full_generation``, the completions as the model gave them.
        llm_kwargs: options for each call of the model.
        fix: what is asked of the model where its completion holds no value: a strategy by name, as ``"auto"`` or
            ``"short"``, a function of your own, or several that take turns. ``None``: nothing, the error is raised.
        max_retries: with ``fix``, calls after the first at most.
        budget: with ``fix``, what all calls for one value may cost.
    """

    model_config = ConfigDict(extra="forbid")
    guarded: ClassVar[tuple[str, ...]] = ("llm_kwargs",)

    prompt: BasePromptTemplate
    llm: BaseLanguageModel
    output_key: str = "text"
    output_parser: Any = Field(default=None, exclude=True)
    parse: bool = True
    return_final_only: bool = True
    llm_kwargs: Values = Field(default_factory=Values)
    fix: Any = Field(default=None, exclude=True)
    max_retries: int = Field(default=1, exclude=True)
    budget: Budget | None = Field(default=None, exclude=True)

    def _check(self) -> None:
        """Check the prompt's variables, and that wrong completions can be mended where they should be.

        Raises:
            ConfigError: a variable is called ``stop``, which calls use for stop words; ``fix`` is no strategy or
                there is no parser.
        """
        if self.fix is not None:
            chains.policy_of(self.fix, self.parser, self.max_retries, self.budget)
        if "stop" in self.prompt.input_variables:
            raise ConfigError(
                "Cannot have an input variable named 'stop': a chain takes stop words under that name"
            )

    @property
    def input_keys(self) -> list[str]:
        """The prompt's variables."""
        return self.prompt.input_variables

    @property
    def output_keys(self) -> list[str]:
        """The one output, and ``full_generation`` if asked for."""
        return [self.output_key] if self.return_final_only else [self.output_key, "full_generation"]

    @property
    def _chain_type(self) -> str:
        return "llm_chain"

    @property
    def parser(self) -> Any:
        """What reads the completions: the chain's parser, else the prompt's, else nothing."""
        own = self.output_parser if self.output_parser is not None else self.prompt.output_parser
        return own if self.parse else None

    # The call, step by step.

    def _call(self, inputs: Values, run_manager: Run | None = None) -> Values:
        return self.apply([inputs], **managed(self.apply, run_manager))[0]

    async def _acall(self, inputs: Values, run_manager: Run | None = None) -> Values:
        return (await self.aapply([inputs], **managed(self.aapply, run_manager)))[0]

    def apply(
        self, input_list: Sequence[Any], callbacks: Callbacks = None, *, run_manager: Run | None = None
    ) -> list[Any]:
        """Answer several inputs with one call of the model; memory is neither read nor written.

        Args:
            input_list: the inputs, a dict each.
            callbacks: handlers that see this call.
            run_manager: the run that this is part of.

        Returns:
            The outputs of each.

        Raises:
            MissingVariableError: an input lacks a variable of the prompt.
            OutputParserException: a completion holds no value.
        """
        with self._listed(input_list, callbacks, run_manager) as (run, outputs):
            response = self.generate(input_list, **managed(self.generate, run))
            outputs += self.create_outputs(response, **managed(self.create_outputs, run))
        return outputs

    async def aapply(
        self, input_list: Sequence[Any], callbacks: Callbacks = None, *, run_manager: Run | None = None
    ) -> list[Any]:
        """``apply`` for callers that await."""
        with self._listed(input_list, callbacks, run_manager) as (run, outputs):
            response = await self.agenerate(input_list, **managed(self.agenerate, run))
            outputs += await self.acreate_outputs(response, **managed(self.acreate_outputs, run))
        await run.settled()
        return outputs

    @contextmanager
    def _listed(
        self, input_list: Sequence[Any], callbacks: Callbacks, run: Run | None
    ) -> Generator[tuple[Run, list[Any]]]:
        """Report a list of inputs as one run, unless it is part of one."""
        outputs: list[Any] = []
        if run is not None or not input_list:
            yield run or Run(), outputs
            return
        with self._reported({"input_list": list(input_list)}, callbacks) as (own, reported):
            yield own, outputs
            reported["outputs"] = outputs

    def generate(self, input_list: Sequence[Values], run_manager: Run | None = None) -> LLMResult:
        """The model's answer to several inputs, in one call.

        Raises:
            MissingVariableError: an input lacks a variable of the prompt.
        """
        prompts, stop = self.prep_prompts(input_list, run_manager)
        if not prompts:
            return LLMResult([], {})
        callbacks = _inside(run_manager)
        result = self.llm.generate_prompt(prompts, stop, callbacks, **self.llm_kwargs)
        return self._asked(prompts, stop, result, input_list)

    async def agenerate(self, input_list: Sequence[Values], run_manager: Run | None = None) -> LLMResult:
        """``generate`` for callers that await."""
        prompts, stop = self.prep_prompts(input_list, run_manager)
        if not prompts:
            return LLMResult([], {})
        callbacks = _inside(run_manager)
        result = await self.llm.agenerate_prompt(prompts, stop, callbacks, **self.llm_kwargs)
        return self._asked(prompts, stop, result, input_list)

    def _asked(
        self, prompts: list[PromptValue], stop: Stop, result: LLMResult, input_list: Sequence[Values]
    ) -> LLMResult:
        if self.memory is not None and self.parser is not None:
            remembered = {*self.memory.memory_variables}
            prompts = [
                apart(self.prompt, prompt, inputs, remembered)
                for prompt, inputs in zip(prompts, input_list, strict=True)
            ]
        return replace(result, asked=Asked(prompts, stop, self.llm_kwargs))

    def prep_prompts(
        self, input_list: Sequence[Values], run_manager: Run | None = None
    ) -> tuple[list[PromptValue], Stop]:
        """Fill the prompt for each of the inputs; ``stop`` among them holds for all.

        Raises:
            ConfigError: ``stop`` differs between the inputs.
            MissingVariableError: an input lacks a variable of the prompt.
        """
        stop: Stop = input_list[0].get("stop") if input_list else None
        if any(inputs.get("stop") != stop for inputs in input_list):
            raise ConfigError(
                "If `stop` is present in any inputs, should be present in all, and be the same."
            )
        prompts: list[PromptValue] = []
        for inputs in input_list:
            prompts.append(self.prompt.format_prompt(**selected(self.prompt, inputs)))
            if run_manager is not None:
                shown = get_colored_text(prompts[-1].to_string(), "green")
                run_manager.on_text("Prompt after formatting:\n" + shown, end="\n", verbose=self.verbose)
        return prompts, stop

    def create_outputs(self, response: LLMResult, run_manager: Run | None = None) -> list[Values]:
        """The outputs for each prompt: its first completion, through the parser where there is one.

        Raises:
            OutputParserException: a completion holds no value; the cache forgets it.
        """
        outputs: list[Values] = []
        mending = self._mending(response, run_manager)
        for index, generations in enumerate(response.generations):
            found: Reading | Parsed[Any] = Reading(generations[0].text, generations[0].text)
            if mending is not None:
                found = mending.read(index)
            elif self.parser is not None:
                with self._forgetting(response, index):
                    found = read(self.parser, generations[0], _prompt_text(response, index))
            outputs.append(self._output(found, generations))
        return outputs

    async def acreate_outputs(self, response: LLMResult, run_manager: Run | None = None) -> list[Values]:
        """``create_outputs`` for callers that await."""
        if self.parser is None:
            return self.create_outputs(response)
        outputs: list[Values] = []
        mending = self._mending(response, run_manager)
        for index, generations in enumerate(response.generations):
            if mending is not None:
                found = await mending.aread(index)
            else:
                with self._forgetting(response, index):
                    found = await aread(self.parser, generations[0], _prompt_text(response, index))
            outputs.append(self._output(found, generations))
        return outputs

    def _mending(self, response: LLMResult, run: Run | None) -> chains.Mending | None:
        if self.fix is None or self.parser is None:
            return None
        policy = chains.policy_of(self.fix, self.parser, self.max_retries, self.budget)
        return chains.Mending(self.parser, self.llm, policy, response, run or Run())

    def _output(self, found: Reading | Parsed[Any], generations: Sequence[Generation]) -> Values:
        whole = {} if self.return_final_only else {"full_generation": list(generations)}
        return Outputs({self.output_key: found.value, **whole}, {self.output_key: found.text})

    @contextmanager
    def _forgetting(self, response: LLMResult, index: int) -> Generator[None]:
        try:
            yield
        except OutputParserException:
            if response.asked is not None:
                asked = response.asked
                self.llm.forget(asked.prompts[index], asked.stop, **asked.options)
            raise

    # Ways to call.

    def predict(self, /, **kwargs: Any) -> Any:
        """The completion for these inputs, or what the parser reads in it.

        Args:
            kwargs: the inputs; ``callbacks`` too, unless that is an input.

        Raises:
            ConfigError: an input is missing.
            OutputParserException: the completion holds no value.
        """
        callbacks = self._callbacks_among(kwargs)
        return self(kwargs, callbacks=callbacks)[self.output_key]

    async def apredict(self, /, **kwargs: Any) -> Any:
        """``predict`` for callers that await."""
        callbacks = self._callbacks_among(kwargs)
        return (await self.acall(kwargs, callbacks=callbacks))[self.output_key]

    def stream(self, inputs: Any, callbacks: Callbacks = None) -> Iterator[str]:
        """The completion piece by piece; memory keeps the turn once it is whole, and nothing of one that broke off.

        A parser is not used: ``prompt | llm | parser`` streams values. The next turn of a conversation waits until
        the iterator is at its end or closed.
        """
        with self._turn():
            prepared = self.prep_inputs(inputs)
            with self._reported(prepared, callbacks) as (run, outputs):
                prompts, stop = self.prep_prompts([prepared], run)
                pieces: list[str] = []
                for piece in self.llm.stream(prompts[0], stop, run.get_child(), **self.llm_kwargs):
                    pieces.append(piece)
                    yield piece
                outputs[self.output_key] = "".join(pieces)
            self.prep_outputs(prepared, {key: outputs.get(key) for key in self.output_keys})

    async def astream(self, inputs: Any, callbacks: Callbacks = None) -> AsyncIterator[str]:
        """``stream`` for callers that await."""
        async with self._aturn():
            prepared = await self.aprep_inputs(inputs)
            async with self._areported(prepared, callbacks) as (run, outputs):
                prompts, stop = self.prep_prompts([prepared], run)
                pieces: list[str] = []
                async for piece in self.llm.astream(prompts[0], stop, run.get_child(), **self.llm_kwargs):
                    pieces.append(piece)
                    yield piece
                outputs[self.output_key] = "".join(pieces)
            await self.aprep_outputs(prepared, {key: outputs.get(key) for key in self.output_keys})

    def predict_and_parse(self, /, **kwargs: Any) -> Any:
        """``predict`` by its older name: the value, or the completion where there is no parser."""
        return self.predict(**kwargs)

    async def apredict_and_parse(self, /, **kwargs: Any) -> Any:
        """``predict_and_parse`` for callers that await."""
        return await self.apredict(**kwargs)

    def apply_and_parse(self, input_list: Sequence[Any], callbacks: Callbacks = None) -> list[Any]:
        """The values for several inputs; where there is no parser, the outputs."""
        return self._parse_result(self.apply(input_list, callbacks))

    async def aapply_and_parse(self, input_list: Sequence[Any], callbacks: Callbacks = None) -> list[Any]:
        """``apply_and_parse`` for callers that await."""
        return self._parse_result(await self.aapply(input_list, callbacks))

    def _parse_result(self, result: list[Any]) -> list[Any]:
        return result if self.parser is None else [outputs[self.output_key] for outputs in result]

    def save(self, file_path: AnyPath, base_dir: AnyPath | None = None) -> None:
        """Write the chain to a JSON or YAML file; ``load_chain`` reads it back.

        Raises:
            ConfigError: as ``Chain.save``; and a parser cannot be saved.
        """
        if self.output_parser is not None or self.prompt.output_parser is not None:
            raise ConfigError(
                "a chain with a parser cannot be saved: save it without, and give the parser after loading"
            )
        super().save(file_path, base_dir)

    _parse_generation = _parse_result

    @classmethod
    def from_string(cls, llm: BaseLanguageModel, template: str) -> Self:
        """A chain whose prompt is this template, with the variables found in it."""
        return cls(llm=llm, prompt=PromptTemplate.from_template(template))


def _inside(run: Run | None) -> CallbackManager | None:
    return None if run is None else run.get_child()


def _prompt_text(response: LLMResult, index: int) -> str | None:
    return None if response.asked is None else copied_from(response.asked.prompts[index])
