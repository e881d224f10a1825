"""From the text of a language model's answer to a validated value, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from graphmem.adapters.llm_shape import shapes
from graphmem.adapters.llm_values import answered, is_cut, plain, plain_value, strict, values

Output = TypeVar("Output", bound=BaseModel)


class Unreadable(Exception):  # noqa: N818 - named for what the text is, as in graphmem.errors
    """Why a text holds no answer. cut: it ends before it is complete."""

    def __init__(self, reason: str, *, cut: bool = False) -> None:
        super().__init__(reason)
        self.cut = cut


def read(text: str, output: type[Output], *, ended: bool = True) -> Output:
    """The one answer that the text holds, in the shape of `output`. Raises Unreadable.

    ended: the model stopped by itself. What stands around the answer (prose, fences, thoughts) is passed
    over. Several answers that differ are none: which of them counts would be a guess.
    """
    try:
        return _read(text, output, ended)
    except RecursionError:
        raise Unreadable("it is nested too deeply") from None


def _read(text: str, output: type[Output], ended: bool) -> Output:
    whole = plain(text).strip()
    told = whole if _is_json(whole) else answered(whole)  # a tag inside of an answer is no thought
    if not told:
        raise Unreadable("it thinks and then says nothing" if whole else "it is empty")
    problems: list[str] = []
    for group in _groups(told, output.model_json_schema(), ended):
        tried = [_validated(value, output, problems) for value in group]
        found = [each for each in tried if each is not None]
        if len({each.model_dump_json() for each in found}) > 1:
            raise Unreadable(f"it holds {len(found)} answers that differ")
        if found:
            return found[0]
    if is_cut(told):
        raise Unreadable("it ends before it is complete", cut=True)
    raise Unreadable(problems[0] if problems else "it holds no JSON object with the fields asked for")


def _is_json(text: str) -> bool:
    try:
        strict(text)
    except ValueError:
        return False
    return True


def _groups(text: str, schema: dict[str, Any], ended: bool) -> Iterator[list[dict[str, Any]]]:
    """First what has the shape already, then what can be brought into it."""
    found = [plain_value(each) for each in values(text, ended=ended)]
    fields = schema.get("properties", {}).keys()
    yield [each for each in found if isinstance(each, dict) and fields <= each.keys()]
    yield [shaped for each in found for shaped in shapes(each, schema)]


def _validated(value: dict[str, Any], output: type[Output], problems: list[str]) -> Output | None:
    try:
        return output.model_validate(value)
    except ValidationError as error:
        problems.append(_told(error))
        return None


def _told(error: ValidationError) -> str:
    parts = [
        f"{'.'.join(map(str, each['loc'])) or 'the object'}: {each['msg']}"
        for each in error.errors(include_url=False, include_input=False, include_context=False)
    ]
    more = f", and {len(parts) - 5} more" if len(parts) > 5 else ""
    return "; ".join(parts[:5]) + more
