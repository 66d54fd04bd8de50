"""Prompts go out in sub-batches; stop words given twice and ``max_tokens=-1`` for several prompts are errors."""

from langchain.llms import OpenAI

llm = OpenAI(openai_api_key="sk-test-000", openai_api_base=url, batch_size=2, max_retries=0)
result = llm.generate(["one", "two", "three"])
print([row[0].text for row in result.generations])
print(sorted(result.llm_output["token_usage"]))
for make in (
    lambda: OpenAI(openai_api_key="sk-test-000", openai_api_base=url, stop=["x"]).generate(["a"], stop=["y"]),
    lambda: OpenAI(openai_api_key="sk-test-000", openai_api_base=url, max_tokens=-1).generate(["a", "b"]),
):
    try:
        make()
    except ValueError as error:
        print(str(error).split(":")[0])
