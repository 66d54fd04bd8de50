"""Agent: an LLMChain whose completions are steps; what was done so far is its scratchpad."""

from __future__ import annotations

import warnings
from abc import abstractmethod
from collections.abc import Generator, Sequence
from typing import Any, Final, Protocol, Self

from pydantic import Field

from structout.agents.base import STOPPED, BaseSingleActionAgent, Values, check_method
from structout.agents.completions import Completion, aasking, asking
from structout.agents.driving import arun, run
from structout.agents.prompting import SCRATCHPAD, with_scratchpad
from structout.agents.step_text import holds_action
from structout.agents.tools import as_tools
from structout.agents.values import AgentAction, AgentFinish, Decision, IntermediateSteps
from structout.chains import LLMChain
from structout.errors import ConfigError, OutputParserException, StructoutError
from structout.llms.callbacks import Callbacks
from structout.llms.language_model import BaseLanguageModel
from structout.llms.signatures import fitting
from structout.parsers.base import stopped_early
from structout.prompts import BasePromptTemplate
from structout.saved import AnyPath

_LAST_WORDS: Final = "\n\nI now need to return a final answer based on the previous steps:"
_MOST_FIXES: Final = 10


class AgentOutputParser(Protocol):
    """Anything that reads a step."""

    def parse(self, text: str) -> Decision:
        """Read what the model said.

        Raises:
            OutputParserException: it is no step.
        """
        ...


Thinking = Generator[Values, Completion, Decision]
"""Yields the inputs of the chain, is sent completions, returns the decision."""


class Agent(BaseSingleActionAgent):
    """Asks a model for one step at a time.

    A step's text is read by ``output_parser`` where one is given, else by ``_extract_tool_and_input``, which a
    subclass may write; ``None`` from it means that the text is not whole: ``_fix_text`` adds to it and the model
    goes on.

    Attributes:
        llm_chain: the model with its prompt, which has the variable ``agent_scratchpad``.
        allowed_tools: the names of the tools; ``None`` for any.
        return_values: the names of the outputs; the answer is the first.
        output_parser: reads a step: anything with ``parse(text) -> AgentAction | AgentFinish``.
    """

    llm_chain: LLMChain
    allowed_tools: list[str] | None = None
    output_parser: Any = Field(default=None, exclude=True)

    def _check(self) -> None:
        """Check that the prompt has a place for the steps so far.

        Raises:
            ConfigError: it has none, and is of a kind that none can be added to.
        """
        prompt = self.llm_chain.prompt
        if SCRATCHPAD not in prompt.input_variables:
            self.llm_chain = self.llm_chain.model_copy(update={"prompt": with_scratchpad(prompt)})
            warnings.warn(
                f"the prompt has no variable {SCRATCHPAD!r}: it was added at the end",
                UserWarning,
                stacklevel=3,
            )

    # The words of the protocol.

    @property
    @abstractmethod
    def observation_prefix(self) -> str:
        """What stands before an observation."""

    @property
    @abstractmethod
    def llm_prefix(self) -> str:
        """What stands before the model's next thought."""

    @property
    def finish_tool_name(self) -> str:
        """The name that stands for the final answer in place of a tool's."""
        return "Final Answer"

    @property
    def _stop(self) -> list[str]:
        word = self.observation_prefix.rstrip()
        return [f"\n{word}", f"\n\t{word}"]

    def tool_run_logging_kwargs(self) -> Values:
        """What handlers are told with each observation: the words around it."""
        return {"llm_prefix": self.llm_prefix, "observation_prefix": self.observation_prefix}

    def get_allowed_tools(self) -> list[str] | None:
        """The names of the tools that it knows, ``None`` where it takes any."""
        return self.allowed_tools

    @property
    def input_keys(self) -> list[str]:
        """The prompt's variables without the scratchpad."""
        return sorted({*self.llm_chain.input_keys} - {SCRATCHPAD})

    # Reading a step.

    @classmethod
    def _get_default_output_parser(cls, **kwargs: Any) -> AgentOutputParser | None:
        """What reads a step where nothing else is said; given those of ``_parser_options`` that it takes."""
        return None

    def _parser_options(self) -> Values:
        """What a parser of steps may have to know of its agent."""
        return {"return_value": self.return_values[0], "tools": frozenset(self.allowed_tools or ())}

    def _step_parser(self) -> AgentOutputParser | None:
        if self.output_parser is not None:
            return self.output_parser
        default = self._get_default_output_parser
        return default(**fitting(default, self._parser_options()))

    def _extract_tool_and_input(self, text: str) -> tuple[str, str] | None:
        """The tool and its input, or ``finish_tool_name`` and the answer; ``None`` where the text is not whole.

        Raises:
            OutputParserException: the text is no step.
        """
        decision = self._parsed(text)
        if isinstance(decision, AgentFinish):
            return self.finish_tool_name, str(decision.return_values.get(self.return_values[0], ""))
        return decision.tool, str(decision.tool_input)

    def _fix_text(self, text: str) -> str:
        """The text with what makes the model go on."""
        raise ConfigError("fix_text not implemented for this agent.")

    def _parsed(self, text: str) -> Decision:
        parser = self._step_parser()
        if parser is None:
            raise NotImplementedError(
                f"{type(self).__name__} cannot read steps: write _extract_tool_and_input, or give output_parser="
            )
        return parser.parse(text)

    def _decision(self, text: str) -> Decision | None:
        """The decision in a text, ``None`` where it is not whole.

        Raises:
            OutputParserException: the text is no step.
        """
        # A parser that was given goes first; a subclass's own method counts, the inherited one only asks the parser.
        inherited = type(self)._extract_tool_and_input is Agent._extract_tool_and_input
        read = self._parsed if self.output_parser is not None or inherited else self._extracted
        try:
            return read(text)
        except OutputParserException:
            raise
        except StructoutError:
            raise
        except ValueError as error:
            # A parser of the user's own may refuse with a plain ValueError; that is a wrong answer as well.
            raise OutputParserException(str(error), text) from error

    def _extracted(self, text: str) -> Decision | None:
        found = self._extract_tool_and_input(text)
        if found is None:
            return None
        tool, tool_input = found
        is_final = tool == self.finish_tool_name
        return self.finished(tool_input, text) if is_final else AgentAction(tool, tool_input, text)

    # One decision.

    def _construct_scratchpad(self, intermediate_steps: IntermediateSteps) -> str:
        """What the model sees of the steps so far."""
        return "".join(
            f"{action.log}\n{self.observation_prefix}{observation}\n{self.llm_prefix}"
            for action, observation in intermediate_steps
        )

    def get_full_inputs(self, intermediate_steps: IntermediateSteps, **kwargs: Any) -> Values:
        """The inputs of the chain: the caller's, with the scratchpad and the stop words."""
        return {**kwargs, SCRATCHPAD: self._construct_scratchpad(intermediate_steps), "stop": self._stop}

    def _thinking(self, inputs: Values) -> Thinking:
        completion = yield inputs
        text = completion.text
        for _ in range(_MOST_FIXES):
            stopped_early(text, completion.finish_reason)
            decision = self._decision(text)
            if decision is not None:
                return decision
            text = self._fix_text(text)
            completion = yield {**inputs, SCRATCHPAD: inputs[SCRATCHPAD] + text}
            text += completion.text
        raise OutputParserException(f"the step was not whole after {_MOST_FIXES} additions", text)

    def _concluding(self, method: str, inputs: Values) -> Generator[Values, Completion, AgentFinish]:
        if method == "force":
            return self.finished(STOPPED)
        completion = yield {**inputs, SCRATCHPAD: inputs[SCRATCHPAD] + _LAST_WORDS}
        text = completion.text
        try:
            stopped_early(text, completion.finish_reason)
            decision = self._decision(text)
        except OutputParserException:
            decision = None
        if isinstance(decision, AgentFinish):
            return decision
        # Asked for an answer, the model may well give it without the label; an action is no answer.
        is_answer = decision is None and completion.finish_reason != "length" and bool(text.strip())
        plain = is_answer and not holds_action(text, self.finish_tool_name)
        return self.finished(text.strip() if plain else None, text)

    def plan(
        self, intermediate_steps: IntermediateSteps, callbacks: Callbacks = None, **kwargs: Any
    ) -> Decision:
        """Ask the model for the next step.

        Args:
            intermediate_steps: the actions so far, each with what came of it.
            callbacks: handlers that see the chain and the model.
            kwargs: the inputs.

        Raises:
            OutputParserException: the model's text is no step.
        """
        thinking = self._thinking(self.get_full_inputs(intermediate_steps, **kwargs))
        return run(thinking, asking(self.llm_chain, callbacks))

    async def aplan(
        self, intermediate_steps: IntermediateSteps, callbacks: Callbacks = None, **kwargs: Any
    ) -> Decision:
        """``plan`` for callers that await."""
        thinking = self._thinking(self.get_full_inputs(intermediate_steps, **kwargs))
        return await arun(thinking, aasking(self.llm_chain, callbacks))

    def return_stopped_response(
        self,
        early_stopping_method: str,
        intermediate_steps: IntermediateSteps,
        callbacks: Callbacks = None,
        **kwargs: Any,
    ) -> AgentFinish:
        """The outputs of an agent that was stopped.

        Args:
            early_stopping_method: ``force`` for a fixed text, ``generate`` to ask the model once more.
            intermediate_steps: the actions so far.
            callbacks: handlers that see the chain and the model.
            kwargs: the inputs.

        Returns:
            The answer; ``None`` in place of it where the model would rather go on than answer.

        Raises:
            ConfigError: another method.
        """
        check_method(early_stopping_method)
        inputs = self.get_full_inputs(intermediate_steps, **kwargs)
        return run(self._concluding(early_stopping_method, inputs), asking(self.llm_chain, callbacks))

    async def areturn_stopped_response(
        self,
        early_stopping_method: str,
        intermediate_steps: IntermediateSteps,
        callbacks: Callbacks = None,
        **kwargs: Any,
    ) -> AgentFinish:
        """``return_stopped_response`` for callers that await."""
        check_method(early_stopping_method)
        inputs = self.get_full_inputs(intermediate_steps, **kwargs)
        return await arun(self._concluding(early_stopping_method, inputs), aasking(self.llm_chain, callbacks))

    # Making, saving.

    @classmethod
    @abstractmethod
    def create_prompt(cls, tools: Sequence[Any], **kwargs: Any) -> BasePromptTemplate:
        """The prompt that tells the model of the tools."""

    @classmethod
    def _validate_tools(cls, tools: Sequence[Any]) -> None:
        """Refuse tools that this agent cannot use."""

    @classmethod
    def from_llm_and_tools(
        cls, llm: BaseLanguageModel, tools: Sequence[Any], callbacks: Callbacks = None, **kwargs: Any
    ) -> Self:
        """An agent of this kind.

        Args:
            llm: the model.
            tools: the tools, functions among them.
            callbacks: handlers that see its chain.
            kwargs: fields of the agent, what ``create_prompt`` takes, and ``verbose`` for its chain.
        """
        about = {name: kwargs.pop(name) for name in ("verbose", "callback_manager") if name in kwargs}
        ready = as_tools(tools)
        cls._validate_tools(ready)
        own = {name: kwargs.pop(name) for name in [*kwargs] if name in cls.model_fields}
        shared = {name: own[name] for name in cls._prompt_fields() if name in own}
        prompt = cls.create_prompt(ready, **kwargs, **shared)
        chain = LLMChain(llm=llm, prompt=prompt, callbacks=callbacks, **about)
        fields: Values = {"llm_chain": chain, "allowed_tools": [each.name for each in ready], **own}
        return cls(**fields)

    @classmethod
    def _prompt_fields(cls) -> tuple[str, ...]:
        """Fields that the prompt has to know too."""
        return ()

    def save(self, file_path: AnyPath, base_dir: AnyPath | None = None) -> None:
        """Write the agent to a JSON or YAML file, its tools by name; ``load_agent`` reads it back.

        Raises:
            ConfigError: as ``BaseSingleActionAgent.save``; and a parser cannot be saved.
        """
        if self.output_parser is not None or self.llm_chain.parser is not None:
            raise ConfigError(
                "an agent with a parser cannot be saved: save it without, and give the parser after loading"
            )
        super().save(file_path, base_dir)
