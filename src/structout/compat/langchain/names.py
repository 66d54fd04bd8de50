"""The one table: import paths and names of 2023, and what stands behind each of them here.

``langchain_core`` and ``langchain_openai`` are the later homes of the same names; code of late 2023 has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from structout.compat.langchain.absences import CLASSIC, absent, joined


@dataclass(frozen=True, slots=True)
class Names:
    """Some names and their old paths.

    Attributes:
        home: the module that holds them, below ``structout``.
        names: the names, ``Old=New`` where they differ.
        paths: modules below ``langchain``; ``.`` is ``langchain`` itself.
        core: modules below ``langchain_core``.
        openai: whether ``langchain_openai`` has them too.
        community: modules below ``langchain_community``.
    """

    home: str
    names: str
    paths: str = ""
    core: str = ""
    openai: bool = False
    community: str = ""

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Each old name with the name here."""
        for name in self.names.split():
            old, _, new = name.partition("=")
            yield old, new or old

    def modules(self) -> Iterator[str]:
        """The old modules, in full."""
        for root in CLASSIC:
            yield from (joined(root, path) for path in self.paths.split())
        yield from (joined("langchain_core", path) for path in self.core.split())
        yield from (joined("langchain_community", path) for path in self.community.split())
        if self.openai:
            yield "langchain_openai"


_PARSERS = "compat.langchain.parsers"
_PROMPTS = "compat.langchain.prompts"
_MODELS = "compat.langchain.models"
_BUILT = "compat.langchain.built"
_PIECES = "compat.langchain.pieces"
_SEQUENCES = "compat.langchain.sequences"
_COMPOSED = "compat.langchain.composed"
_SETTINGS = "compat.langchain.settings"
_AGENTS = "compat.langchain.agents"
_RUNNABLES = "compat.langchain.runnables"

NAMES: tuple[Names, ...] = (
    # Chains.
    Names("chains", "Chain", "chains.base chains"),
    Names("chains", "LLMChain", ". chains chains.llm"),
    Names(_BUILT, "ConversationChain", ". chains chains.conversation.base"),
    Names(_SEQUENCES, "SequentialChain SimpleSequentialChain", ". chains chains.sequential"),
    Names(_SEQUENCES, "TransformChain", ". chains chains.transform"),
    Names("chains", "PROMPT=CONVERSATION_PROMPT", "chains.conversation.prompt"),
    Names("chains", "load_chain load_chain_from_config", "chains.loading chains"),
    # Memory.
    Names("memory", "Memory=BaseMemory", "chains.base"),
    Names("memory", "BaseMemory", "schema schema.memory base_memory", "memory"),
    Names("memory", "BaseChatMemory", "memory.chat_memory memory"),
    Names("memory", "ConversationBufferMemory", "chains.conversation.memory memory memory.buffer"),
    Names("memory", "ConversationStringBufferMemory", "chains.conversation.memory memory memory.buffer"),
    Names("memory", "ConversationBufferWindowMemory", "chains.conversation.memory memory memory.buffer_window"),
    Names("chains", "ConversationEntityMemory", "chains.conversation.memory memory memory.entity"),
    Names(_BUILT, "ConversationSummaryMemory", "chains.conversation.memory memory memory.summary"),
    Names(_BUILT, "ConversationSummaryBufferMemory", "chains.conversation.memory memory memory.summary_buffer"),
    Names(_BUILT, "ConversationTokenBufferMemory", "memory memory.token_buffer"),
    Names("chains.remembering", "SUMMARY_PROMPT ENTITY_EXTRACTION_PROMPT ENTITY_SUMMARIZATION_PROMPT",
          "memory.prompt chains.conversation.prompt"),
    Names(_BUILT, "ENTITY_MEMORY_CONVERSATION_TEMPLATE", "memory.prompt chains.conversation.prompt"),
    Names(_BUILT, "CombinedMemory", "chains.conversation.memory memory memory.combined"),
    Names("memory", "SimpleMemory", "memory memory.simple"),
    Names("memory", "ReadOnlySharedMemory", "memory memory.readonly"),
    Names("memory", "RecentJSONMemory RecentKConversationMemory", "memory memory.json_key"),
    Names("memory", "ChatMessageHistory", "memory memory.chat_message_histories memory.chat_message_histories.in_memory",
          community="chat_message_histories chat_message_histories.in_memory"),
    Names("memory", "InMemoryChatMessageHistory=ChatMessageHistory", "", "chat_history"),
    Names("compat.langchain.histories", "BaseChatMessageHistory", "schema schema.chat_history", "chat_history"),
    # Messages, prompt values, results.
    Names("compat.langchain.messages", "BaseMessage HumanMessage AIMessage SystemMessage ChatMessage FunctionMessage",
          "schema schema.messages", "messages"),
    Names("messages", "get_buffer_string messages_from_dict messages_to_dict message_to_dict", "schema schema.messages", "messages"),
    Names("messages", "StringPromptValue", "prompts.base", "prompt_values"),
    Names("messages", "ChatPromptValue", "prompts.chat", "prompt_values prompts.chat"),
    Names("messages", "PromptValue", "schema schema.prompt", "prompt_values"),
    Names("llms", "Generation ChatResult LLMResult", "schema schema.output", "outputs"),
    Names("compat.langchain.messages", "ChatGeneration GenerationChunk", "schema schema.output", "outputs"),
    Names(_PIECES, "BaseMessageChunk AIMessageChunk HumanMessageChunk SystemMessageChunk ChatMessageChunk "
          "FunctionMessageChunk", "schema schema.messages", "messages"),
    Names(_PIECES, "merge_content message_chunk_to_message", "schema.messages", "messages"),
    Names(_PIECES, "ChatGenerationChunk", "schema schema.output", "outputs"),
    Names("llms.result", "LLMResult", "", "outputs.llm_result"),
    Names("llms.result", "ChatResult", "", "outputs.chat_result"),
    Names("errors", "OutputParserException", "schema schema.output_parser output_parsers", "exceptions"),
    # Models.
    Names("llms", "BaseLanguageModel", "base_language schema.language_model schema llms.base", "language_models"),
    Names(_MODELS, "BaseLLM LLM", "llms.base llms", "language_models language_models.llms"),
    Names(_MODELS, "OpenAI", ". llms llms.openai", openai=True, community="llms llms.openai"),
    Names(_MODELS, "BaseOpenAI=OpenAI", "llms.openai", openai=True),
    Names(_MODELS, "ChatOpenAI", "chat_models chat_models.openai", openai=True,
          community="chat_models chat_models.openai"),
    Names(_MODELS, "BaseChatModel SimpleChatModel", "chat_models.base", "language_models language_models.chat_models"),
    Names(_MODELS, "FakeListLLM", "llms.fake", "language_models language_models.fake", community="llms.fake"),
    Names(_MODELS, "FakeStreamingListLLM", "llms.fake", "language_models language_models.fake"),
    Names(_MODELS, "FakeListChatModel", "chat_models.fake", "language_models language_models.fake_chat_models",
          community="chat_models.fake"),
    Names(_MODELS, "FakeMessagesListChatModel GenericFakeChatModel ParrotFakeChatModel", "",
          "language_models language_models.fake_chat_models"),
    Names("llms", "BaseCache InMemoryCache", "cache schema.cache", "caches", community="cache"),
    Names("llms", "SQLiteCache", "cache", community="cache"),
    Names("llms", "set_llm_cache get_llm_cache set_verbose get_verbose", "globals", "globals"),
    Names(_SETTINGS, "set_debug get_debug", "globals", "globals"),
    # Prompt templates.
    Names(_PROMPTS, "PromptTemplate", ". prompts prompts.prompt", "prompts prompts.prompt"),
    Names(_PROMPTS, "Prompt=PromptTemplate", ". prompts prompts.prompt"),
    Names(_PROMPTS, "FewShotPromptTemplate", ". prompts prompts.few_shot", "prompts prompts.few_shot"),
    Names(_COMPOSED, "FewShotPromptWithTemplates", "prompts prompts.few_shot_with_templates",
          "prompts prompts.few_shot_with_templates"),
    Names(_COMPOSED, "PipelinePromptTemplate", "prompts prompts.pipeline", "prompts prompts.pipeline"),
    Names(_COMPOSED, "LengthBasedExampleSelector",
          "prompts prompts.example_selector prompts.example_selector.length_based",
          "example_selectors example_selectors.length_based"),
    Names(_COMPOSED, "BaseExampleSelector", "prompts.example_selector prompts.example_selector.base",
          "example_selectors example_selectors.base"),
    Names(_PROMPTS, "FewShotChatMessagePromptTemplate", "prompts prompts.few_shot", "prompts prompts.few_shot"),
    Names("prompts", "BasePromptTemplate", ". prompts prompts.base schema schema.prompt_template",
          "prompts prompts.base"),
    Names("prompts", "StringPromptTemplate", "prompts prompts.base", "prompts prompts.string"),
    Names(_PROMPTS, "ChatPromptTemplate", "prompts prompts.chat", "prompts prompts.chat"),
    Names(_PROMPTS, "SystemMessagePromptTemplate HumanMessagePromptTemplate AIMessagePromptTemplate "
          "ChatMessagePromptTemplate", "prompts prompts.chat", "prompts prompts.chat"),
    Names("prompts", "MessagesPlaceholder BaseMessagePromptTemplate", "prompts prompts.chat", "prompts prompts.chat"),
    Names("prompts", "BaseMessagePromptTemplate", "", "prompts.message"),
    Names("compat.langchain.templates", "check_valid_template get_template_variables", "prompts.base",
          "prompts.string"),
    Names(_PROMPTS, "ConverterPromptTemplate",
          "prompts prompts.converter prompts.database prompts.database.converter_prompt_template"),
    Names(_PROMPTS, "ConvertorPromptTemplate",
          "prompts prompts.convertor prompts.database prompts.database.convertor_prompt_template"),
    Names(_PROMPTS, "load_prompt load_prompt_from_config", "prompts prompts.loading", "prompts prompts.loading"),
    # Output parsers.
    Names(_PARSERS, "BaseOutputParser", "schema schema.output_parser prompts.base output_parsers.base",
          "output_parsers output_parsers.base"),
    Names(_PARSERS, "BaseLLMOutputParser=BaseOutputParser BaseGenerationOutputParser=BaseOutputParser "
          "BaseTransformOutputParser BaseCumulativeTransformOutputParser=BaseOutputParser",
          "schema schema.output_parser", "output_parsers output_parsers.base output_parsers.transform"),
    Names(_PARSERS, "StrOutputParser", "schema schema.output_parser", "output_parsers output_parsers.string"),
    Names(_PARSERS, "ListOutputParser CommaSeparatedListOutputParser",
          "output_parsers output_parsers.list prompts.base", "output_parsers output_parsers.list"),
    Names(_PARSERS, "NumberedListOutputParser MarkdownListOutputParser", "output_parsers output_parsers.list",
          "output_parsers output_parsers.list"),
    Names(_PARSERS, "DatetimeOutputParser", "output_parsers output_parsers.datetime"),
    Names(_PARSERS, "EnumOutputParser", "output_parsers output_parsers.enum"),
    Names(_PARSERS, "BooleanOutputParser", "output_parsers output_parsers.boolean"),
    Names(_PARSERS, "PydanticOutputParser", "output_parsers output_parsers.pydantic",
          "output_parsers output_parsers.pydantic"),
    Names(_PARSERS, "JsonOutputParser SimpleJsonOutputParser=JsonOutputParser", "output_parsers.json output_parsers",
          "output_parsers output_parsers.json"),
    Names("compat.langchain.json_texts", "parse_json_markdown parse_and_check_json_markdown parse_partial_json",
          "output_parsers.json schema.output_parser", "utils.json output_parsers.json"),
    Names("compat.langchain.function_calls", "JsonOutputFunctionsParser JsonKeyOutputFunctionsParser "
          "PydanticOutputFunctionsParser PydanticAttrOutputFunctionsParser", "output_parsers.openai_functions",
          "output_parsers.openai_functions"),
    Names(_PARSERS, "RegexParser", "output_parsers output_parsers.regex prompts.base"),
    Names(_PARSERS, "RegexDictParser", "output_parsers output_parsers.regex_dict"),
    Names(_PARSERS, "StructuredOutputParser", "output_parsers output_parsers.structured"),
    Names("parsers", "ResponseSchema", "output_parsers output_parsers.structured"),
    Names(_PARSERS, "XMLOutputParser", "output_parsers output_parsers.xml", "output_parsers output_parsers.xml"),
    Names(_PARSERS, "YamlOutputParser", "output_parsers output_parsers.yaml"),
    Names(_PARSERS, "CombiningOutputParser", "output_parsers output_parsers.combining"),
    Names(_PARSERS, "OutputFixingParser", "output_parsers output_parsers.fix"),
    Names(_PARSERS, "RetryOutputParser RetryWithErrorOutputParser", "output_parsers output_parsers.retry"),
    Names("fixing", "NAIVE_RETRY_PROMPT=RETRY_PROMPT NAIVE_RETRY_WITH_ERROR_PROMPT=RETRY_WITH_ERROR_PROMPT",
          "output_parsers.retry"),
    Names("fixing", "NAIVE_FIX NAIVE_FIX_PROMPT", "output_parsers.prompts"),
    Names(_PARSERS, "PYDANTIC_FORMAT_INSTRUCTIONS", "output_parsers.format_instructions"),
    # Agents and tools.
    Names("agents", "Agent AgentOutputParser", "agents agents.agent"),
    Names("compat.langchain.agent_streams", "AgentExecutor", "agents agents.agent"),
    Names("compat.langchain.agent_streams", "AgentStep", "schema schema.agent", "agents"),
    Names("compat.langchain.agent_streams", "AddableDict", "", "runnables.utils"),
    Names("agents", "BaseSingleActionAgent", "agents agents.agent"),
    Names("agents", "ConversationalAgent", "agents agents.conversational.base"),
    Names("agents", "ZeroShotAgent", "agents agents.mrkl.base"),
    Names("agents", "ConvoOutputParser", "agents.conversational.output_parser"),
    Names("compat.langchain.step_parsers", "MRKLOutputParser MISSING_ACTION_AFTER_THOUGHT_ERROR_MESSAGE "
          "MISSING_ACTION_INPUT_AFTER_ACTION_ERROR_MESSAGE "
          "FINAL_ANSWER_AND_PARSABLE_ACTION_ERROR_MESSAGE", "agents.mrkl.output_parser"),
    Names("agents.zero_shot", "FORMAT_INSTRUCTIONS PREFIX SUFFIX", "agents.mrkl.prompt"),
    Names("agents.conversational", "FORMAT_INSTRUCTIONS PREFIX SUFFIX", "agents.conversational.prompt"),
    Names(_AGENTS, "AgentType", "agents agents.agent_types"),
    Names(_AGENTS, "initialize_agent", "agents agents.initialize"),
    Names(_AGENTS, "LLMSingleActionAgent", "agents agents.agent"),
    Names(_AGENTS, "StructuredTool ToolException", "tools tools.base", "tools"),
    Names("agents", "load_agent", "agents agents.loading"),
    Names("agents", "AgentAction AgentFinish", "schema schema.agent", "agents"),
    Names("agents", "load_agent_from_config", "agents.loading"),
    Names("agents", "Tool", "agents agents.tools tools tools.base", "tools"),
    Names(_AGENTS, "BaseTool", "agents agents.tools tools tools.base", "tools"),
    Names("agents", "tool", "agents tools tools.base", "tools"),
    # Callbacks and what is printed.
    Names("llms", "BaseCallbackHandler AsyncCallbackHandler=BaseCallbackHandler", "callbacks callbacks.base",
          "callbacks callbacks.base"),
    Names("llms", "BaseCallbackManager=CallbackManager", "callbacks callbacks.base", "callbacks callbacks.base"),
    Names("llms", "CallbackManager", "callbacks callbacks.base callbacks.manager", "callbacks callbacks.manager"),
    Names("compat.langchain.handlers", "StreamingStdOutCallbackHandler",
          "callbacks callbacks.streaming_stdout", "callbacks callbacks.streaming_stdout"),
    Names("compat.langchain.handlers", "get_openai_callback", "callbacks callbacks.manager"),
    Names("compat.langchain.handlers", "OpenAICallbackHandler", "callbacks callbacks.openai_info"),
    Names("llms", "StdOutCallbackHandler", "callbacks callbacks.stdout", "callbacks callbacks.stdout"),
    Names(_SETTINGS, "get_callback_manager", "callbacks"),
    Names("llms", "CallbackManagerForLLMRun=Run CallbackManagerForChainRun=Run CallbackManagerForToolRun=Run "
          "AsyncCallbackManagerForLLMRun=Run AsyncCallbackManagerForChainRun=Run AsyncCallbackManagerForToolRun=Run",
          "callbacks.manager callbacks", "callbacks.manager callbacks"),
    Names("llms.callbacks", "get_colored_text", "input", "utils.input"),
    Names(_SETTINGS, "get_color_mapping", "input", "utils.input"),
    Names("compat.langchain.templates", "formatter", "formatting", "utils utils.formatting"),
    # Pydantic.
    Names("compat.langchain.pydantic_names",
          "BaseModel Field PrivateAttr SecretStr ValidationError create_model root_validator validator",
          "pydantic_v1", "pydantic_v1"),
    # Pipes.
    Names("pipes", "RunnableLambda=FunctionStep RunnableSequence=Pipe", "schema.runnable",
          "runnables runnables.base"),
    Names(_RUNNABLES, "RunnableParallel RunnableMap=RunnableParallel", "schema.runnable",
          "runnables runnables.base"),
    Names(_RUNNABLES, "Runnable", "schema.runnable", "runnables runnables.base"),
    Names(_RUNNABLES, "RunnableBranch RunnableConfig", "schema.runnable", "runnables"),
    Names(_RUNNABLES, "RunnablePassthrough", "schema.runnable", "runnables runnables.passthrough"),
    Names(_RUNNABLES, "run_in_executor", "", "runnables runnables.config"),
    Names(_RUNNABLES, "add aadd", "", "runnables.utils"),
)  # fmt: skip
"""What is mapped."""


@cache
def modules() -> Mapping[str, Mapping[str, tuple[str, str]]]:
    """For each old module its names, each with the module and the name here; parents of modules are modules too."""
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for row in NAMES:
        for module in row.modules():
            for parent in _parents(module):
                found.setdefault(parent, {})
            found[module] |= {old: (f"structout.{row.home}", new) for old, new in row.pairs()}
    for module, name in absent():
        if name != "*":
            found.setdefault(module, {})
    return found


def _parents(module: str) -> Iterator[str]:
    parts = module.split(".")
    return (".".join(parts[:count]) for count in range(1, len(parts) + 1))
