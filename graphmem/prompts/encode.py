"""Turns to records: what the model is asked, and the form of its answer (LycheeMemory V2, section 3.3)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from graphmem.model.prompt import Prompt
from graphmem.model.record import RecordType
from graphmem.prompts.fence import FENCE_RULE, fenced

VERSION: Final = "encode/2"

_SYSTEM = f"""\
You keep the memory of a conversation. From a few turns of it you write records: short statements that
somebody can read years later without the conversation and know exactly what is meant.

{FENCE_RULE}

Records
- One fact for each record. Leave nothing out that somebody may ask for later: what people did, own, want,
  like, plan and feel, who is who, names, places, amounts, dates, reasons, what was agreed, and what is wished
  for from now on.
- Only what these turns say. No knowledge of the world, no conclusions, nothing out of the earlier context:
  that is there so that you know what "she", "it" and "the project" stand for.
- Greetings, thanks, compliments, small talk and bare questions give no record. A question and its answer give
  one record when the answer says something. What an assistant says gives one only where it carries substance:
  an advice given, a result, a list, a decision.
- What a speaker quotes, forwards or pastes (a mail, a CV, lyrics, code, a log) is not said about the speaker:
  its "I" is whoever wrote it, and where that is unknown it gives no record about anybody.
- No pronouns for people and things: write the names. Whoever has a name is never "the user" or "the speaker".
- Copy names, numbers, units, titles and identifiers letter by letter, with their accents and capitals.
- Write in the language of the turns. Do not translate.
- No relative dates in the text: "yesterday", said on Monday 8 May 2023, becomes "on 7 May 2023", "last year"
  becomes "in 2022". Where the time of a turn is unknown, leave the expression as it was said.

Fields of a record
- type: "preference" for likes, dislikes and habits of choice; "constraint" for what must or must not be, such
  as an allergy, a limit or a standing request; "event" for what happened or will; "procedure" for how a thing
  is done; "failure_pattern" for what goes wrong with something and when; "tool_affordance" for what a tool
  can do; "fact" for all else.
- text: the statement. subject: whom or what it is about, by name. status: "planned", "ended", "ongoing" or
  "".
- entities: the names in it of people, animals, places, organisations, products and works, as the turns spell
  them. Nothing that is merely a common noun.
- tags: up to six topics, lower case, one to three words each, in the language of the turns.
- temporal: t_ref, the words in the turn that say when, copied exactly ("yesterday", "since 2016"), "" when
  none do; t_valid_from and t_valid_to, the first and the last day that they mean, as YYYY-MM-DD, YYYY-MM or
  YYYY, "" when open or unknown. The date of the conversation alone is no such time.
- evidence_turns: the numbers of the turns that say it, as given with the turns; the first turn is 0.
- source_role: "user", "assistant" or "both".

note: what the next part of the conversation will need in order to be understood: who "he", "it" or "the trip"
stands for at the end, in one to four short lines. Keep what still holds of the earlier note. "" when nothing.

No records at all is a fine answer: {{"records": [], "note": ""}}."""


def _text(value: Any) -> Any:
    """Text, alone or as the one item of a list; a number is one too, and anything else says nothing."""
    if isinstance(value, list | tuple) and len(value) == 1:
        return _text(value[0])
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


_NAMED = ("name", "text", "value", "label", "entity", "tag", "topic")


def _texts(value: Any) -> Any:
    """Texts and numbers of a list, or one text, or what an object calls itself; "" stands for anything else
    that was given, so that it is counted among what is dropped.
    """
    given = value if isinstance(value, list | tuple) else [value]
    named = (
        next((each[name] for name in _NAMED if name in each), "") if isinstance(each, Mapping) else each
        for each in given
        if each is not None
    )
    return [_text(each) for each in named]


def _numbers(value: Any) -> Any:
    """ "turn 3", "[3]" and 3 are the same; what holds no number is left out."""
    given = value if isinstance(value, list | tuple) else [] if value is None else [value]
    found = [match[0] for each in given if (match := re.search(r"-?\d+", str(each)))]
    return [int(number) for number in found if len(number) < 10]


def _records(value: Any) -> Any:
    """What stands in a list of records: a text is a record's text, and anything else is a record without one,
    so that it is counted. A record alone is a list of one. Raises ValueError where nothing of it can be read.
    """
    if value is None or value == {}:
        return []
    if isinstance(value, Mapping):
        value = [value]
    if not isinstance(value, list):
        return value
    given = [each for each in value if each not in (None, "", {}, [])]
    if given and not any(map(_readable, given)):
        raise ValueError(f"none of the {len(given)} records has a text")
    return [{"text": each} if isinstance(each, str) else each if _readable(each) else {} for each in given]


def _readable(record: Any) -> bool:
    return isinstance(record, str | BaseModel) or (isinstance(record, Mapping) and "text" in record)


def _temporal(value: Any) -> Any:
    return value if isinstance(value, Mapping | BaseModel) else {"t_ref": value}


_KINDS = [kind.value for kind in RecordType]
Text = Annotated[str, BeforeValidator(_text)]
Texts = Annotated[list[str], BeforeValidator(_texts)]
Numbers = Annotated[list[int], BeforeValidator(_numbers)]


class EncodedTime(BaseModel):
    """When it is so."""

    model_config = ConfigDict(extra="ignore")

    t_ref: Text = ""
    t_valid_from: Text = ""
    t_valid_to: Text = ""


class EncodedRecord(BaseModel):
    """One statement."""

    model_config = ConfigDict(extra="ignore")

    type: Annotated[Text, WithJsonSchema({"type": "string", "enum": _KINDS})] = ""
    text: Text = ""
    subject: Text = ""
    status: Text = ""
    entities: Texts = []
    tags: Texts = []
    temporal: Annotated[EncodedTime, BeforeValidator(_temporal)] = Field(default_factory=EncodedTime)
    evidence_turns: Numbers = []
    source_role: Text = ""


class EncodedSegment(BaseModel):
    """The records of the turns, and the note for the part that follows."""

    model_config = ConfigDict(extra="ignore")

    records: Annotated[list[EncodedRecord], BeforeValidator(_records)]
    note: Text = ""


def encode_prompt(
    turns: Sequence[tuple[str, str, datetime | None, str]],
    *,
    reference: str,
    note: str,
    scope: str,
    max_tokens: int,
) -> Prompt:
    """turns: (speaker, role, said_at, text) in order; reference and note: of the part before."""
    started = next((said_at for _, _, said_at, _ in turns if said_at), None)
    lines = [
        f"The conversation took place on {started:%A %Y-%m-%d}."
        if started
        else "When this was said is unknown.",
    ]
    if note or reference:
        before = "\n".join(filter(None, (note and f"Note: {note}", reference)))
        lines += ["Earlier in it, to resolve references only:", fenced("earlier", before)]
    told = [_turn(number, *turn) for number, turn in enumerate(turns)]
    lines += ["The turns, one to a line:", fenced("turns", "\n".join(told))]
    return Prompt("encode", VERSION, _SYSTEM, "\n".join(lines), max_tokens=max_tokens, scope=scope)


def _turn(number: int, speaker: str, role: str, said_at: datetime | None, text: str) -> str:
    """A line of JSON: a text cannot open a turn of its own."""
    when = f"{said_at:%A %Y-%m-%d %H:%M%z}" if said_at else "unknown"
    told = {"turn": number, "speaker": speaker, "role": role, "said_at": when, "text": text}
    return json.dumps(told, ensure_ascii=False)
