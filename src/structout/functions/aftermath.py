"""After a streamed answer that holds no value: the strategies are asked, and only what is new is given out.

What the caller was given stays given: a mended list has to begin with it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator
from typing import Any

from structout.errors import FailureKind, OutputParserException
from structout.fixing import Notice, Reply, Request, fix_steps
from structout.functions.asking import Call, told
from structout.functions.items import item_errors
from structout.reprompting.driving import advanced
from structout.reprompting.steps import Steps
from structout.result import Attempt, Parsed, shorten
from structout.streaming import Growth, Items, Partial


class Aftermath:
    """What follows a streamed answer that was refused.

    Args:
        call: the call.
        reply: the answer that came.
        refusal: why it is no value.
        given: what the caller was given of it.
        items: the items of the stream, ``None`` for a value that grows.
        growth: makes a reader of a whole answer, for the items of one that was cut off again.
        attempts: is filled with every answer, first to last.
    """

    def __init__(
        self,
        call: Call[Any],
        reply: Reply,
        refusal: OutputParserException,
        given: list[Any],
        items: Items[Any] | None,
        growth: Callable[[Items[Any]], Growth[Any]],
        attempts: list[Attempt],
    ) -> None:
        self._attempts = attempts
        self._call = call
        self._given = list(given)
        self._items = items
        self._growth = growth
        self._new: list[Any] = []
        self._steps = self._asking(reply, refusal)

    def values(self) -> Iterator[Any]:
        """Ask again; give out what is new.

        Raises:
            OutputParserException: no answer was a value, or it does not begin with what was given out already.
        """
        request = advanced(self._steps, None)
        while isinstance(request, Request):
            yield from self._taken()
            request = advanced(self._steps, self._call.respondent.ask(request))
        yield from self._taken()

    async def avalues(self) -> AsyncGenerator[Any]:
        """``values`` for callers that await."""
        request = advanced(self._steps, None)
        while isinstance(request, Request):
            for value in self._taken():
                yield value
            request = advanced(self._steps, await self._call.respondent.aask(request))
        for value in self._taken():
            yield value

    def _taken(self) -> list[Any]:
        new, self._new = self._new, []
        return new

    def _asking(self, reply: Reply, refusal: OutputParserException) -> Steps[Any]:
        call = self._call
        parsed = yield from fix_steps(
            call.task,
            reply,
            call.policy,
            request=call.request,
            listener=self._noticed,
            refusal=refusal,
        )
        self._give(parsed)
        return parsed

    def _give(self, parsed: Parsed[Any]) -> None:
        if self._items is None:
            self._new.append(Partial(lambda: parsed.value, True, parsed))
            return
        self._items.errors[:] = item_errors(parsed) or self._items.errors
        self._extend(list(parsed.value), parsed.text, whole=True)

    def _noticed(self, notice: Notice) -> None:
        told(self._call, notice)
        self._attempts.append(notice.attempt)
        cut = notice.finish_reason == "length" and isinstance(notice.outcome, OutputParserException)
        if cut and self._items is not None and self._call.policy.on_truncation == "continue":
            self._extend(self._whole_items(notice.attempt.completion), notice.attempt.completion)

    def _whole_items(self, text: str) -> list[Any]:
        items: Items[Any] = Items("raise" if self._items is None else self._items.on_error)
        growth = self._growth(items)
        growth.feed(text)
        return list(items.take(growth))

    def _extend(self, items: list[Any], text: str, *, whole: bool = False) -> None:
        """Give out the items behind those that were given."""
        have = self._given
        if items[: len(have)] != have[: len(items)] or (whole and len(items) < len(have)):
            raise _contradiction(have, items, text, tuple(self._attempts))
        self._new += items[len(have) :]
        self._given += items[len(have) :]


def _contradiction(
    have: list[Any], items: list[Any], text: str, attempts: tuple[Attempt, ...]
) -> OutputParserException:
    index = next(
        (index for index, pair in enumerate(zip(have, items, strict=False)) if pair[0] != pair[1]), len(items)
    )
    instead = shorten(items[index]) if index < len(items) else "no such item"
    return OutputParserException(
        f"the mended answer has another list than the one whose items were given out already: item {index} "
        f"was {shorten(have[index])}, and is now {instead}; ask for a list[…] to get one answer only",
        text,
        kind=FailureKind.AMBIGUOUS,
        attempts=attempts,
    )
