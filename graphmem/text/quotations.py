"""Which lines of a message are its writer's own words, and which are quoted, pasted or a machine's.

What is quoted stays in the turn and is found; it is only nobody's statement about themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_FENCE: Final = re.compile(r"\s*(```|~~~)")
_QUOTED: Final = re.compile(r"\s*(?:>|&gt;|\|\s)")
_WROTE: Final = "wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev"
_PASSED_ON: Final = (
    "Forwarded message|Original Message|Weitergeleitete Nachricht|Ursprüngliche Nachricht|Message transféré"
    "|Message d'origine|Mensaje reenviado|Mensaje original"
)
_MAIL: Final = re.compile(
    rf"\s*(?:(?:On|Am|Le|El|Il|Em|Op|Den)\b.{{3,200}}\b(?:{_WROTE})\b.{{0,60}}:"
    rf"|-{{2,}} ?(?:{_PASSED_ON}) ?-{{2,}}"
    r"|Begin forwarded message:|Anfang der weitergeleiteten Nachricht:|(?:From|Von|De|Da):\s.*[@<].*)\s*",
    re.IGNORECASE,
)
_SPOKE: Final = re.compile(
    rf"(?!\s*(?:I|we|ich|wir|je|yo)\b)[^.!?:]{{0,80}}\b(?:{_WROTE}|writes|said|says|texted|replied|answered"
    r"|posted|sent me this|schreibt|sagte|antwortete|a dit|dijo)"
    r"(?: (?:to me|me|mir|us|this|that|yesterday|today))*\s*:\s*",
    re.IGNORECASE,
)
_PAPER: Final = (
    r"(?:cv|résumé|resume|curriculum|e-?mail|mail|letter|message|text|article|post|essay|lyrics|song|poem"
    r"|story|transcript|logs?|error|output|trace(?:back)?|code|document|report|paragraph|draft|abstract|chat"
    r"|conversation|notes?|review|contract|bio|biography|profile|speech|tweet|comment|job ad|posting"
    r"|description|excerpt"
    r"|passage|statement|quote|chapter|interview|thread|minutes|application|lebenslauf|brief|nachricht|gedicht|liedtext"
    r"|aufsatz|entwurf|artikel|lettre|poème|courriel|carta|correo|poema|ensayo)"
)
_WORK: Final = (
    r"(?:proof-?read|translate|summari[sz]e|rewrite|rephrase|paraphrase|shorten|review|edit|correct|improve|polish"
    r"|check|analy[sz]e|explain|format|reply to|respond to|grade|classify|korrigiere?|übersetze?|fasse"
    r"|überarbeite?|verbessere?|traduis|traduisez|corrige[rz]?|traduce|revisa|resume)"
)
_ASKED: Final = (
    r"(?:^|[.!?,]\s+|\b(?:please|pls|bitte|can you|could you|would you|will you|help me(?: to)?|i need you to"
    r"|i want you to|kannst du|könntest du|peux-tu|puedes)\s+)"
)
_HANDS_OVER: Final = re.compile(
    rf"\b(?:here(?:'s|’s| is| are)|this is|these are|below(?: is| are)?|see below|following|pasted?|attached"
    rf"|hier (?:ist|sind|kommt)|voici|aquí (?:está|tienes))\b.{{0,60}}\b{_PAPER}\b"
    rf"|{_ASKED}(?:please |bitte )?{_WORK}\b.{{0,60}}"
    rf"(?:\b(?:this|these|the following|below|it|dies|diesen|folgende\w*|ceci|esto|{_PAPER})\b|:\s*$)"
    rf"|{_ASKED}(?:please |bitte )?{_WORK}\s*:"
    r"|\bwhat do you (?:think|make) of (?:this|these|the following)\b"
    rf"|\b(?:my|this|the|a) {_PAPER}\b[^.!?]{{0,40}}:\s*$",
    re.IGNORECASE,
)
_LOG: Final = re.compile(
    r"\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d.*|Traceback \(most recent call last\):"
    r"|File \"[^\"]+\", line \d+.*|at [\w.$<>]+\([\w.]+:\d+\)|\$ \S.*"
    r"|(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b[: ].*)"
)
_LABELLED: Final = re.compile(r"\s*(?:\[[^\]]{3,30}\]\s*)?[^\W\d_][^\s:,.!?]*(?: [^\s:,.!?]+){0,2}: (\S.*)")
_FIRST_PERSON: Final = re.compile(r"\b(?:I|my|me|we|our|ich|mein\w*|wir|je|mon|ma|yo|mi)\b", re.IGNORECASE)
_LABELS: Final = 2


def own_lines(text: str) -> Iterator[str]:
    """The lines that are not blank and in the writer's own words, in order.

    Left out are: fenced code; lines that begin with ">"; what follows the line that opens a replied or
    forwarded mail; what somebody "wrote:" or "said:"; what follows a line that hands a text over ("Please
    proofread:", "Here is a CV."), also on the same line; lines of logs; and, where several lines begin with a
    name ("Kari: I moved."), those of them that say "I".
    """
    lines = [line for line in _outside_code(text) if line.strip()]
    talk = sum(bool(_LABELLED.match(line)) for line in lines) >= _LABELS
    for line in lines:
        if _MAIL.fullmatch(line):
            return
        if _QUOTED.match(line) or _LOG.fullmatch(line) or (talk and _spoken_by_another(line)):
            continue
        own, rest_is_quoted = _parted(line)
        yield own
        if rest_is_quoted:
            return


def _spoken_by_another(line: str) -> bool:
    labelled = _LABELLED.match(line)
    return bool(labelled and _FIRST_PERSON.search(labelled[1]))


def _outside_code(text: str) -> Iterator[str]:
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            fence = "" if mark and mark[1] == fence else fence
        elif mark:
            fence = mark[1]
        else:
            yield line


def _parted(line: str) -> tuple[str, bool]:
    """The writer's part of a line, and whether the lines below it are somebody else's."""
    if spoke := _SPOKE.match(line):
        return line[: spoke.end()], spoke.end() == len(line)
    found = _HANDS_OVER.search(line)
    if not found:
        return line, False
    colon = line.find(":", found.start())
    return (line[: colon + 1] if colon >= 0 else line), True
