"""The actor and his films: an answer in single quotes, with the fixing parser of 2023 at hand."""

from typing import List

from langchain.output_parsers import OutputFixingParser, PydanticOutputParser
from pydantic import BaseModel, Field


class Actor(BaseModel):
    name: str = Field(description="name of an actor")
    film_names: List[str] = Field(description="list of names of films they starred in")


parser = PydanticOutputParser(pydantic_object=Actor)
misformatted = "{'name': 'Tom Hanks', 'film_names': ['Forrest Gump']}"

strict = PydanticOutputParser(pydantic_object=Actor, max_severity="none")
try:
    strict.parse(misformatted)
except Exception as error:
    print(type(error).__name__)

new_parser = OutputFixingParser.from_llm(parser=parser, llm=model())
print(repr(new_parser.parse(misformatted)))

fixing = OutputFixingParser.from_llm(parser=strict, llm=model())
print(repr(fixing.parse(misformatted)))
print(parser.get_format_instructions().splitlines()[0])
