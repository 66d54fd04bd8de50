"""A memory of the last two turns: the first is gone once the third was said."""

from langchain.chains import ConversationChain
from langchain.chains.conversation.memory import ConversationBufferWindowMemory

conversation = ConversationChain(llm=model(), memory=ConversationBufferWindowMemory(k=2))
for said in ("Hi, what's up?", "What's their issue?", "Is it going well?", "What's the solution?"):
    conversation.predict(input=said)
print(conversation.memory.load_memory_variables({})["history"])
print(conversation.memory.buffer.count("Human"))
