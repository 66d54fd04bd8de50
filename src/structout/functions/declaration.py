"""A decorated function and its options → calls that are ready to go."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any

from pydantic import PydanticSchemaGenerationError, PydanticUserError, TypeAdapter

from structout import llms
from structout.errors import ConfigError
from structout.fixing import Policy, Request, Task, respondent_of, strategy_of
from structout.functions.asking import Call
from structout.functions.defaults import current, model_of, options_of
from structout.functions.items import ItemsParser
from structout.functions.options import Options, Structured, check_names
from structout.functions.prompting import (
    Form,
    Written,
    arguments_of,
    assembled,
    filled,
    form_of,
    returned,
)
from structout.functions.signature import (
    INSTRUCTIONS_FIELD,
    Result,
    ReturnType,
    is_empty,
    read_template,
    variables,
)
from structout.llms.base import BaseLanguageModel
from structout.llms.callbacks import start_run
from structout.llms.strict_schema import LLAMA, OPENAI, strict_schema
from structout.messages import BaseMessage, PromptValue
from structout.parsers import TypedOutputParser, parser_for
from structout.parsers.base import OutputParser
from structout.reprompting import Lenient, enforces

_MOST_PLANS = 4


@dataclass(frozen=True, slots=True)
class Plan:
    """What every call of a function shares, as long as its options stay the same.

    Attributes:
        options: the options that hold.
        result: what the function returns.
        tp: the type of the whole answer.
        parser: reads the answers.
        schema: the JSON schema of the answer, ``None`` for a type without one.
        form: how the answer is asked for.
        turns: the filled templates of the examples.
        policy: how far to go after a wrong answer.
        given: what the options were made of.
    """

    options: Options
    result: Result
    tp: Any
    parser: OutputParser[Any]
    schema: Mapping[str, Any] | None
    form: Form
    turns: tuple[tuple[BaseMessage, ...], ...]
    policy: Policy
    given: Mapping[str, Any]


class Declaration:
    """A function as it was declared.

    Args:
        function: the function.
        given: the options given to the decorator.
        frame: where the function is defined.
        bound: the object that a method is bound to, if any.

    Raises:
        ConfigError: the declaration or an option is wrong.
        TemplateError: the docstring is no template.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        given: Mapping[str, Any],
        frame: FrameType | None = None,
        returns: ReturnType | None = None,
        bound: tuple[Any, ...] = (),
    ) -> None:
        check_names(given)
        if not inspect.isfunction(function):
            raise ConfigError(
                f"@extract takes a function written with def, found {type(function).__name__}; "
                "put @staticmethod, @classmethod and other decorators above it"
            )
        if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
            raise ConfigError(
                f"{function.__qualname__} yields: leave its body empty, or return the prompt from it"
            )
        self.function = function
        self.name = function.__qualname__
        self.given = given
        self.bound = bound
        self.signature = inspect.signature(function)
        self.runs_body = not is_empty(function)
        self.awaits_body = self.runs_body and inspect.iscoroutinefunction(function)
        self.template = None if self.runs_body else read_template(function, self.signature)
        self.returns = returns or ReturnType(function, frame)
        self._plans: list[Plan] = []
        options = options_of(given)
        strategy_of(options.fix)
        if self.returns.known:
            self.plan()

    def with_options(self, changes: Mapping[str, Any]) -> Declaration:
        """The same function with some options changed."""
        return Declaration(self.function, {**self.given, **changes}, returns=self.returns, bound=self.bound)

    def bind(self, instance: Any) -> Declaration:
        """The function as a method of an object."""
        declared = object.__new__(Declaration)
        vars(declared).update(vars(self), bound=(instance,))
        return declared

    # What all calls share.

    def plan(self) -> Plan:
        """What every call shares; worked out when the options or defaults changed.

        Raises:
            ConfigError: the type cannot be expressed, or an option does not fit it.
        """
        given = {**current(), **self.given}
        for plan in self._plans:
            if _same(plan.given, given):
                return plan
        plan = self._planned(options_of(given), given)
        # Shared with the bound copies of a method; contexts that take turns keep theirs.
        self._plans[:] = [plan, *self._plans[: _MOST_PLANS - 1]]
        return plan

    def _planned(self, options: Options, given: Mapping[str, Any]) -> Plan:
        result = self.returns.result
        tp = result.tp if result.partial or result.shape == "value" else list[result.tp]
        schema = self._schema(tp)
        self._check_shape(options, result, schema)
        parser = _parser(options, tp)
        self._check_structured(options, tp)
        placed = self.template is not None and INSTRUCTIONS_FIELD in self.template.input_variables
        form = form_of(parser, tp, options, placed=placed)
        turns = tuple(self._turn(given, form) for given, _ in options.examples)
        policy = Policy(strategy_of(options.fix), options.max_retries, options.budget, options.on_truncation)
        return Plan(options, result, tp, parser, schema, form, turns, policy, given)

    def _schema(self, tp: Any) -> Mapping[str, Any] | None:
        try:
            return TypeAdapter(tp).json_schema()
        except (PydanticSchemaGenerationError, PydanticUserError) as error:
            raise ConfigError(
                f"the return type of {self.name} cannot be read from text: {str(error).splitlines()[0]}; "
                "return a type that Pydantic can validate and write as JSON"
            ) from error

    def _check_shape(self, options: Options, result: Result, schema: Mapping[str, Any] | None) -> None:
        """Refuse what cannot be had together; a default of ``configure`` may be of no use here, but no mistake."""
        streams, is_list = result.shape == "items", (schema or {}).get("type") == "array"
        own = set(self.given)
        if streams and options.grounding == "fix":
            raise ConfigError(
                f"{self.name} gives out its value as it comes, and grounding='fix' would have to take parts of it "
                "back: use grounding='warn', or return the whole at once"
            )
        if "on_truncation" in own and options.on_truncation == "continue" and not is_list:
            raise ConfigError(
                f"on_truncation='continue' asks for the rest of a list, and {self.name} returns none: "
                "use on_truncation='again'"
            )
        if "on_item_error" in own and options.on_item_error != "raise" and (result.partial or not is_list):
            raise ConfigError(
                f"on_item_error={options.on_item_error!r} is for lists and for iterators of items; "
                f"{self.name} returns neither"
            )

    def _check_structured(self, options: Options, tp: Any) -> None:
        mode, llm = options.structured, options.llm
        if mode not in ("json_schema", "tools"):
            return
        if isinstance(llm, BaseLanguageModel) and mode not in llm.structured_modes:
            known = ", ".join(sorted(llm.structured_modes))
            raise ConfigError(f"{type(llm).__name__} has no structured={mode!r}; it has {known}")
        strict_schema(tp, _dialect(llm))

    def _turn(self, given: Any, form: Form) -> tuple[BaseMessage, ...]:
        arguments = arguments_of(self.signature, given, self.name)
        if self.template is None:
            value = self.function(*([None] if _takes_self(self.signature) else []), **arguments)
            if inspect.isawaitable(value):
                raise ConfigError(f"{self.name}: examples need a docstring template, not an async body")
            written = returned(value, arguments, self.name)
        else:
            written = filled(self.template, arguments, form.instructions)
        return written.messages

    # One call.

    def arguments(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """The arguments of a call by name, defaults filled in.

        Raises:
            TypeError: they do not fit the signature.
        """
        bound = self.signature.bind(*self.bound, *args, **kwargs)
        bound.apply_defaults()
        names = variables(self.signature)
        return {name: value for name, value in bound.arguments.items() if name in names}

    def written(self, plan: Plan, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Written:
        """The prompt of the user's own; runs the body where there is one."""
        arguments = self.arguments(args, kwargs)
        if self.template is not None:
            return filled(self.template, arguments, plan.form.instructions)
        return returned(self.function(*self.bound, *args, **kwargs), arguments, self.name)

    async def awritten(self, plan: Plan, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Written:
        """``written``, for a body that awaits."""
        arguments = self.arguments(args, kwargs)
        if self.template is not None:
            return filled(self.template, arguments, plan.form.instructions)
        value = self.function(*self.bound, *args, **kwargs)
        return returned(await value if inspect.isawaitable(value) else value, arguments, self.name)

    def prompt(self, plan: Plan, written: Written) -> PromptValue:
        """What is sent."""
        return assembled(written, plan.form, plan.turns)

    def model(self, plan: Plan) -> BaseLanguageModel:
        """The model to ask.

        Raises:
            ConfigError: there is none.
        """
        return model_of(plan.options.llm, self.name)

    def call(self, plan: Plan, written: Written) -> Call[Any]:
        """A call that is ready to go."""
        options, llm, prompt = plan.options, self.model(plan), self.prompt(plan, written)
        run = start_run(None, options.callbacks, function=self.name)
        respondent = respondent_of(llm, run.get_child())
        if options.structured in ("text", "auto"):
            # A schema that only a strategy or "auto" asks for must not turn a right request into an error.
            respondent = Lenient(respondent, llm)
        mode = _mode(options.structured, llm)
        task = Task(
            plan.parser,
            prompt,
            instruction=options.system,
            source=_text(written.messages),
            examples=_examples(plan),
            form=plan.form.told,
            tp=plan.tp,
            schema=plan.schema,
            constrains=enforces(llm, "json_schema"),
            options=dict(options.llm_kwargs),
            max_tokens=options.llm_kwargs.get("max_tokens") or getattr(llm, "max_tokens", None),
        )
        enforced = {} if mode == "text" else {"structured": mode, "schema": plan.schema}
        request = Request(prompt, options={**options.llm_kwargs, **enforced})
        return Call(self.name, task, request, plan.policy, respondent, run, written.source, options.grounding)


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    # By identity: two models that compare equal are two models.
    return one.keys() == other.keys() and all(other[name] is value for name, value in one.items())


def _examples(plan: Plan) -> tuple[tuple[str, str], ...]:
    return tuple(
        (_text(messages), answer) for messages, answer in zip(plan.turns, plan.form.answers, strict=True)
    )


def _text(messages: Sequence[BaseMessage]) -> str:
    return "\n\n".join(message.content for message in messages)


def _takes_self(signature: inspect.Signature) -> bool:
    return len(variables(signature)) < len(signature.parameters)


def _parser(options: Options, tp: Any) -> OutputParser[Any]:
    if options.parser is not None:
        return options.parser
    given: dict[str, Any] = {"max_severity": options.max_severity, "context": options.context}
    parser = parser_for(tp, **given)
    item = _item_of(tp)
    if options.on_item_error == "raise" or item is None:
        return parser
    return ItemsParser(parser, TypedOutputParser(item, **given))


def _item_of(tp: Any) -> Any:
    arguments = getattr(tp, "__args__", ())
    return arguments[0] if getattr(tp, "__origin__", None) is list and arguments else None


def _dialect(llm: object) -> Any:
    return OPENAI if llm is None or isinstance(llm, llms.ChatOpenAI | str) else LLAMA


_STRICT: tuple[Structured, ...] = ("json_schema", "tools")


def _mode(structured: Structured, llm: BaseLanguageModel) -> Structured:
    if structured != "auto":
        return structured
    for mode in _STRICT:
        if mode in llm.structured_modes:
            return mode if enforces(llm, mode) else "text"
    return "text"
