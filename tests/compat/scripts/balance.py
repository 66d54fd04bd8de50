"""A bank's greeting: a variable of the prompt is looked up when the prompt is formatted."""

from langchain.chains.llm import LLMChain
from langchain.prompts.database.converter_prompt_template import ConverterPromptTemplate


class Accounts:
    def __init__(self, balances):
        self.balances, self.accesses = balances, {}

    def balance(self, user):
        self.accesses[user] = self.accesses.get(user, 0) + 1
        return self.balances[user]


accounts = Accounts({"Gil": 800, "Katie": 123})


def get_balance(arguments):
    return {"balance": accounts.balance(arguments["user_name"])}


prompt = ConverterPromptTemplate(
    template="Hello. Your balance is {balance}. You have {unreads} unread message(s).",
    input_variables=["unreads"],
    converter=get_balance,
    converter_input_variables=["user_name"],
    converter_output_variables=["balance"],
)
print(prompt.format(user_name="Gil", unreads=123))
print(prompt.format(user_name="Gil", unreads=99))
print(prompt.partial(user_name="Katie").format(unreads=0))
print(accounts.accesses)

chain = LLMChain(llm=model(), prompt=prompt.partial(user_name="Gil"))
print(chain.run(unreads=1))
print(accounts.accesses)
