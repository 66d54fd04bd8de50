"""The steps of one ``predict``, in order, each seen by a subclass or a handler."""

from langchain.callbacks.base import BaseCallbackHandler
from langchain.chains.llm import LLMChain
from langchain.llms.base import LLM
from langchain.memory import ConversationBufferMemory
from langchain.prompts import PromptTemplate


class Echo(LLM):
    @property
    def _llm_type(self):
        return "echo"

    def _call(self, prompt, stop=None, run_manager=None, **kwargs):
        print("llm._call", repr(prompt), stop)
        return prompt.upper()

    def generate_prompt(self, prompts, stop=None, *args, **kwargs):
        print("generate_prompt", [prompt.to_string() for prompt in prompts], stop)
        return super().generate_prompt(prompts, stop, *args, **kwargs)


class Traced(LLMChain):
    def __call__(self, inputs, *args, **kwargs):
        print("__call__", inputs)
        return super().__call__(inputs, *args, **kwargs)

    def prep_inputs(self, inputs):
        print("prep_inputs", inputs)
        return super().prep_inputs(inputs)

    def _call(self, inputs, run_manager=None):
        print("_call", inputs)
        return super()._call(inputs, run_manager=run_manager)

    def prep_prompts(self, input_list, run_manager=None):
        print("prep_prompts", input_list)
        return super().prep_prompts(input_list, run_manager=run_manager)

    def create_outputs(self, response):
        print("create_outputs", response.generations[0][0].text)
        return super().create_outputs(response)

    def prep_outputs(self, inputs, outputs, return_only_outputs=False):
        print("prep_outputs", outputs)
        return super().prep_outputs(inputs, outputs, return_only_outputs)


class Events(BaseCallbackHandler):
    def on_chain_start(self, serialized, inputs, **kwargs):
        print("on_chain_start", serialized["name"], inputs)

    def on_chain_end(self, outputs, **kwargs):
        print("on_chain_end", outputs)

    def on_chain_error(self, error, **kwargs):
        print("on_chain_error", type(error).__name__)


prompt = PromptTemplate(input_variables=["history", "input"], template="{history}|{input}")
chain = Traced(llm=Echo(), prompt=prompt, memory=ConversationBufferMemory(), callbacks=[Events()])
print(chain.predict(input="hi", stop=["."]))
print(chain.memory.load_memory_variables({}))
