"""What answering will ask of a language model at most, before it begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from graphmem.answer.gather import LINE
from graphmem.bench.answer_controls import FULL, MEMORY, NAIVE, TURNS
from graphmem.bench.datasets import Benchmark, Dialogue, Question
from graphmem.bench.judging import task_of
from graphmem.extract import tokens
from graphmem.model.plan import Operation
from graphmem.model.prompt import Prompt
from graphmem.model.usage import Tokens
from graphmem.prompts.answer import answer_prompt
from graphmem.prompts.judge import Task, lenient_prompt, rubric_prompt, strict_prompt, task_prompt
from graphmem.prompts.simplify import simplify_prompt

_REPLY = 250  # tokens of an answer with its proofs, about; of a verdict, 60
_VERDICT, _PLAN, _PLAN_REPLY = 60, 1200, 300
_SEGMENT, _ENCODE, _ENCODE_REPLY = 600, 1500, 700
_CONTEXT = 1500


@dataclass(slots=True)
class Cost:
    """Calls and tokens by system, "plan" and "judge"; an estimate, as if nothing had been kept."""

    parts: dict[str, Tokens] = field(default_factory=dict)

    def add(self, part: str, sent: int, received: int, times: int) -> None:
        """Count a call that is made so many times."""
        made = Tokens(times, times * sent, times * received, times)
        self.parts[part] = self.parts.get(part, Tokens()) + made

    @property
    def total(self) -> Tokens:
        return sum(self.parts.values(), Tokens())


def cost(
    data: Benchmark,
    *,
    runs: int,
    answered: bool,
    judged: bool,
    controls: bool,
    planned: bool,
    encoded: bool,
    simplified: bool = False,
) -> Cost:
    """From the sizes of the contexts and prompts. answered: by a model, which also plans each question where
    `planned`, and encodes what is added where `encoded`; else by quotation, once.
    """
    made = Cost()
    runs, controls = (runs, controls) if answered else (1, False)
    frame = _size(_answer_prompt())
    for dialogue in data.dialogues:
        if answered and encoded:
            _encoding(made, dialogue)
        read = _contexts(dialogue, controls=controls)
        for question in dialogue.probes:
            said = tokens.count(question.text)
            if answered and planned:
                made.add("plan", _PLAN + said, _PLAN_REPLY, runs)
            for system, context in read.items():
                if answered:
                    made.add(system, frame + said + context, _REPLY, runs)
                if simplified and question.answer:
                    prompt = simplify_prompt(question.text, "")
                    made.add("simplify", _size(prompt) + _REPLY, _VERDICT, runs)
                for prompt in _judgements(data.name, question) if judged else ():
                    made.add("judge", _size(prompt) + _REPLY, _VERDICT, runs)
    return made


def _encoding(made: Cost, dialogue: Dialogue) -> None:
    """As if nothing of it were in the store; one call a segment."""
    for session in dialogue.sessions:
        said = sum(tokens.count(each.content) + LINE for each in session.messages)
        segments = max(1, round(said / _SEGMENT))
        made.add("adding", said // segments + _ENCODE, _ENCODE_REPLY, segments)


def _contexts(dialogue: Dialogue, *, controls: bool) -> Mapping[str, int]:
    lengths = [tokens.count(each.content) + LINE for part in dialogue.sessions for each in part.messages]
    whole = sum(lengths)
    read = {MEMORY: min(_CONTEXT, whole)}
    if controls:
        read |= {FULL: whole, NAIVE: min(whole, TURNS * whole // max(1, len(lengths)))}
    return read


def _judgements(benchmark: str, question: Question) -> Iterator[Prompt]:
    told = (question.text, question.answer, "")
    if benchmark == "beam":
        yield from [rubric_prompt(question.text, question.rubric, "")] if question.rubric else []
        return
    task = task_of(question)
    plain = task not in (Task.PREFERENCE, Task.ABSTENTION)
    if question.answer and plain:
        yield from (strict_prompt(*told), lenient_prompt(*told))
    if benchmark == "longmemeval":
        yield task_prompt(task, *told)


def _answer_prompt() -> Prompt:
    return answer_prompt(
        "",
        (),
        fence="0" * 16,
        today="Saturday 12 September 2026 16:30",
        operation=Operation.LOOKUP,
        fidelity=False,
        best_effort=False,
        scope="",
    )


def _size(prompt: Prompt) -> int:
    return tokens.count(prompt.system) + tokens.count(prompt.user)
