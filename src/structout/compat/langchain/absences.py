"""Names of 2023 that are not here, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

CLASSIC = ("langchain", "langchain_classic")
"""The packages that hold the names of 2023."""


def joined(root: str, path: str) -> str:
    """A module in full; ``.`` is the package itself."""
    return root if path == "." else f"{root}.{path}"


@dataclass(frozen=True, slots=True)
class Absent:
    """Names that are not here, and why.

    Attributes:
        paths: their modules below ``langchain``.
        names: the names; ``*`` for whole modules.
        reason: why, and what to use instead.
    """

    paths: str
    names: str
    reason: str


ABSENT: tuple[Absent, ...] = (
    Absent("output_parsers output_parsers.pandas_dataframe", "PandasDataFrameOutputParser",
           "it calls whatever method of a data frame the model names; use PydanticOutputParser with a model of the "
           "operations that you allow"),
    Absent("output_parsers output_parsers.rail_parser", "GuardrailsOutputParser",
           "it wraps another package; use PydanticOutputParser"),
    Absent("output_parsers output_parsers.openai_tools",
           "JsonOutputToolsParser JsonOutputKeyToolsParser PydanticToolsParser",
           "arguments of tool calls are read by the parser of the type; use @extract with structured='tools'"),
    Absent("agents.tools tools", "InvalidTool",
           "the executor itself tells the model that there is no such tool; nothing to import"),
    Absent("agents agents.load_tools", "load_tools", "tools are your own typed functions; use @tool"),
    Absent("agents", "create_openai_functions_agent create_openai_tools_agent create_react_agent "
           "create_structured_chat_agent create_tool_calling_agent create_json_chat_agent create_xml_agent",
           "use initialize_agent or from_llm_and_tools"),
    Absent("agents", "OpenAIFunctionsAgent OpenAIMultiFunctionsAgent StructuredChatAgent ChatAgent "
           "ConversationalChatAgent ReActChain SelfAskWithSearchChain MRKLChain",
           "the zero-shot and the conversational agent take text and chat models, and tools of several arguments"),
    Absent("prompts prompts.example_selector prompts.example_selector.semantic_similarity",
           "SemanticSimilarityExampleSelector MaxMarginalRelevanceExampleSelector",
           "vector stores are not this package's subject; any object with select_examples chooses examples"),
    Absent("schema schema.messages", "ToolMessage", "a tool's result is a FunctionMessage"),
    Absent("schema schema.output", "RunInfo", "handlers are told the run_id of each run"),
    Absent("schema schema.document", "Document", "documents and search are not this package's subject"),
    Absent("memory memory.chat_message_histories", "FileChatMessageHistory SQLChatMessageHistory "
           "RedisChatMessageHistory PostgresChatMessageHistory MongoDBChatMessageHistory",
           "use structout.memory.SQLiteChatMessageHistory, or a history of your own"),
    Absent("memory", "ConversationKGMemory VectorStoreRetrieverMemory",
           "graphs and vector stores are not this package's subject; EntityMemory takes any finder"),
    Absent(". chains", "LLMMathChain LLMCheckerChain LLMRequestsChain ConstitutionalChain",
           "each is one prompt and some code, and no part of reading answers"),
    Absent(". chains", "RetrievalQA ConversationalRetrievalChain RetrievalQAWithSourcesChain VectorDBQA "
           "StuffDocumentsChain MapReduceDocumentsChain SQLDatabaseChain",
           "documents, search and databases are not this package's subject"),
    Absent("chains.question_answering chains.summarize chains.qa_with_sources chains.combine_documents "
           "chains.retrieval_qa chains.conversational_retrieval", "*",
           "documents and search are not this package's subject"),
    Absent("chains.router", "*", "an EnumOutputParser reads which prompt to take"),
    Absent("chains.openai_functions", "*", "use @extract, which makes the request and reads the answer"),
    Absent("chains", "create_extraction_chain create_extraction_chain_pydantic create_tagging_chain "
           "create_tagging_chain_pydantic create_structured_output_chain",
           "use @extract, which makes the request and reads the answer"),
    Absent(". hub", "hub pull", "prompts are loaded from files of your own: load_prompt"),
    Absent("callbacks.tracers", "*", "nothing is sent to a tracing service; extra otel writes spans"),
    Absent("agents.agent_toolkits", "*", "tools are your own typed functions; use @tool"),
    Absent("utilities", "*", "clients of other services are not this package's subject; a tool is any typed function"),
    Absent("vectorstores embeddings document_loaders text_splitter retrievers indexes docstore", "*",
           "documents and search are not this package's subject"),
    Absent("schema.runnable.history", "RunnableWithMessageHistory",
           "a chain with memory keeps the turns: LLMChain(…, memory=…)"),
    Absent("evaluation smith", "*", "structout's bench measures parsers, prompts and models"),
)  # fmt: skip
"""What is not mapped."""


@cache
def absent() -> Mapping[tuple[str, str], str]:
    """Why a name of an old module is not here."""
    return {
        (joined(root, path), name): row.reason
        for row in ABSENT
        for root in CLASSIC
        for path in row.paths.split()
        for name in row.names.split()
    }
