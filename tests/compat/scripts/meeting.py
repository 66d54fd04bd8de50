"""A meeting's facilitator answers in JSON; of each answer only the reply goes back into the prompt."""

from langchain.chains import ConversationChain
from langchain.memory.json_key import RecentJSONMemory
from langchain.prompts import PromptTemplate

prompt = PromptTemplate(
    input_variables=["history", "input"],
    template="你是会议主持人，请用 JSON 回答：reply、next。\n\nCurrent conversation:\n{history}\nHuman: {input}\nAI:",
)
llm = model()
chain = ConversationChain(llm=llm, prompt=prompt, memory=RecentJSONMemory(k=2, key="reply"))
for said in ("Let us begin.", "Ann: I am done.", "Bob: me too.", "Goodbye."):
    print(chain.predict(input=said))
print(llm.prompts[-1])
