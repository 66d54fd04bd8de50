"""A list, a moment, a choice: each parser in a prompt, with a model behind it."""

from enum import Enum

from langchain import LLMChain, PromptTemplate
from langchain.output_parsers import (
    CommaSeparatedListOutputParser,
    DatetimeOutputParser,
    EnumOutputParser,
)


class Colors(Enum):
    RED = "red"
    GREEN = "green"
    BLUE = "blue"


output_parser = CommaSeparatedListOutputParser()
format_instructions = output_parser.get_format_instructions()
prompt = PromptTemplate(
    template="List five {subject}.\n{format_instructions}",
    input_variables=["subject"],
    partial_variables={"format_instructions": format_instructions},
)
llm = model()
output = llm(prompt.format(subject="ice cream flavors"))
print(output_parser.parse(output))

output_parser = DatetimeOutputParser()
template = "Answer the users question:\n\n{question}\n\n{format_instructions}"
prompt = PromptTemplate.from_template(
    template, partial_variables={"format_instructions": output_parser.get_format_instructions()}
)
chain = LLMChain(prompt=prompt, llm=llm)
print(output_parser.parse(chain.run("around when was bitcoin founded?")))

parser = EnumOutputParser(enum=Colors)
print(parser.parse("red"), parser.parse(" green"), parser.parse("blue\n"))
try:
    parser.parse("yellow")
except Exception as error:
    print(type(error).__name__)
print(parser.get_format_instructions())
