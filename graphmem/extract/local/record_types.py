"""The type of a statement by rules (the seven types of LycheeMemory V2, section 3.3)."""

from __future__ import annotations

import re
from typing import Any

from graphmem.extract.local.clauses import main_verb
from graphmem.extract.local.lexicon import words
from graphmem.model.record import RecordType

_STATIVE = words(
    """
    be have know like love think feel want need seem look sound hope believe mean understand wonder care
    own prefer wish agree guess remember
    """
)
# What the user always wants comes first: "always include error codes" is about errors, and a wish.
_ALWAYS = (
    r"^(?:please,? |kindly )?(?:always|never) "
    r"(?!been|heard|had|seen|here|there|happy|in |a |an |the |my |your )"
    r"(?!\w+(?:ing|ed)\b)\w+"
)
_PREFER = (
    r"\b(?:i|we)(?:'d|'ve)? (?:really |also |always |usually |generally |still |much |would )*"
    r"(?:prefer|rather)\b"
    r"|\bmy preference\b"
)
_RULES: tuple[tuple[RecordType, re.Pattern[str]], ...] = (
    (RecordType.CONSTRAINT, re.compile(_ALWAYS)),
    (RecordType.PREFERENCE, re.compile(_PREFER)),
    (
        RecordType.FAILURE_PATTERN,
        re.compile(
            r"\b(?:errors?(?! handling)|exceptions?|traceback|stack trace|bugs?|crash(?:es|ed|ing)?"
            r"|timed? ?out"
            r"|segfault|http [45]\d\d|fails?|failed|failing|broke|(?:doesn't|does not|didn't|won't|isn't) "
            r"(?:work|start|load|compile|build|run|connect|respond)(?:ing)?)\b"
        ),
    ),
    (
        RecordType.CONSTRAINT,
        re.compile(
            r"^(?:please,? |kindly )?(?:from now on|don't ever|only (?:use|give|show|recommend"
            r"|suggest|answer|reply"
            r"|include|write))\b"
            r"|\bplease (?:use|always|never|don't|do not|avoid|only|include|keep|make sure"
            r"|remember to|format|answer"
            r"|reply|write|call|stop)\b"
            r"|\b(?:always|never)\b.*\bplease\b|\bplease\b.*\b(?:always|never)\b|\bfrom now on\b|, always\W*$"
            r"|\b(?:when|whenever) you (?:give|show|write|answer|recommend|suggest|send|plan|book)\b"
            r".*\b(?:please|always|never|don't|use|only)\b"
            r"|\bno \w+.*, ever\W*$|\b(?:wish|rule|request): "
            r"|\b(?:i|we) (?:must(?! be)|mustn't|can't (?:eat|drink|have|use|afford|tolerate)"
            r"|can only (?!imagine|hope|guess|say)|(?:have|need) to (?:be|stay|keep|avoid|finish"
            r"|submit|deliver|leave|pay)"
            r"|'?m not allowed|am not allowed|don't (?:eat|drink|use)|never (?:eat|drink|use|work|fly|drive)"
            r"|only (?:eat|drink|use|work))\b"
            r"|\b(?:allergic|allergy|allergies|intolerant|intolerance|deadline|budget(?: is| was| of| for|'s)"
            r"|(?:my|our|the) budget(?! \w+er\b)|due (?:by|on|date)|no later than|at most \d"
            r"|not more than|vegan"
            r"|vegetarian|gluten[- ]free|forbidden|required to|mandatory)\b"
        ),
    ),
    (
        RecordType.PREFERENCE,
        re.compile(
            r"\b(?:prefers?|preferred|preference|favou?rites?|hates?|hated|dislikes?|adores?|enjoys?|enjoyed|"
            r"fan of|can't stand|fond of|crazy about|obsessed with|keen on|passionate about|into (?:\w+ing)|"
            r"rather than|would rather|'d rather)\b"
            r"|^(?:love|loving|like|enjoy)\b|\balways (?:want|wanted|choose|pick|order)"
        ),
    ),
    (
        RecordType.PROCEDURE,
        re.compile(
            r"^(?:first|then|next|finally|afterwards|step \d+), .*\b\w+\b"
            r"|\bthe (?:steps|procedure|recipe|trick) (?:is|are|to|for)\b|\bin order to\b"
            r"|^to (?!be\b)\w+ .{3,60}, (?:you |just |simply |first )?\w+\b"
        ),
    ),
    (
        RecordType.TOOL_AFFORDANCE,
        re.compile(
            r"\b(?:lets|allows|enables) (?:you|us|me|users|one|people)\b|\b(?:supports?"
            r"|integrates? with|can be used "
            r"(?:to|for)|is used (?:to|for)|provides? (?:an? )?(?:api|interface|way|option"
            r"|command))\b(?! me| us| you|"
            r" each)"
        ),
    ),
)  # fmt: skip
_TOOLS = re.compile(
    r"\b(?:code|build|tests?|install\w*|page|screen|phone|laptop|computer|request|query|file|import"
    r"|login|apps?|tools?|api|library|framework|command|function|software|plugin|extension|service|device"
    r"|script|model|"
    r"platform|website|program|editor|database|server|sdk|cli|feature|button|setting|version)\b"
)
_TECHNICAL = (RecordType.TOOL_AFFORDANCE, RecordType.FAILURE_PATTERN)  # "I broke my arm" is neither
_PLANNED = re.compile(
    r"\b(?:gonna|going to|plan(?:s|ning|ned)? (?:to|on|for)|will|'ll|about to|thinking (?:about|of) \w+ing|"
    r"hop(?:e|ing) to|want to|wanna|looking forward to|intend)\b"
)
_ENDED = re.compile(r"\b(?:used to|no longer|not anymore|anymore|quit|gave up|stopped|ended|former(?:ly)?)\b")


def type_of(doc: Any, dated: bool) -> RecordType:
    """The first rule that fits, else event for what happened (or is dated and happens), else fact.

    doc: the sentence as said, parsed; dated: it names a date that could be resolved.
    """
    text = doc.text.lower().replace("’", "'")
    for kind, pattern in _RULES:
        if pattern.search(text) and (kind not in _TECHNICAL or _TOOLS.search(text)):
            return kind
    if any(_likes(token) for token in doc):
        return RecordType.PREFERENCE
    verb = main_verb(doc)
    if verb is None or verb.lower_ in _STATIVE or verb.pos_ != "VERB":
        return RecordType.FACT
    return RecordType.EVENT if dated or _happened(verb) else RecordType.FACT


def status_of(text: str) -> str:
    """ "ended" or "planned" when the words say so, else ""."""
    low = text.lower().replace("’", "'")
    if _ENDED.search(low):
        return "ended"
    return "planned" if _PLANNED.search(low) else ""


def _likes(token: Any) -> bool:
    if (
        token.lower_ not in ("like", "likes", "liked", "love", "loves", "loved", "loving")
        or token.pos_ != "VERB"
    ):
        return False
    if {"would", "'d", "’d"} & {child.lower_ for child in token.children}:
        return False
    after = [other.lower_ for other in token.doc[token.i + 1 : token.i + 3]]
    return after not in (["to", "hear"], ["to", "know"], ["to", "see"]) and token.dep_ not in (
        "amod",
        "pcomp",
    )


def _happened(root: Any) -> bool:
    if root.lower_ in {
        "felt",
        "knew",
        "thought",
        "liked",
        "loved",
        "wanted",
        "needed",
        "seemed",
        "looked",
        "meant",
    }:
        return False
    if any(child.dep_ == "neg" for child in root.children):
        return False
    helpers = [child.lower_ for child in root.children if child.dep_ in ("aux", "auxpass")]
    if root.tag_ == "VBD":
        return True
    return root.tag_ == "VBN" and bool(
        {"was", "were", "'ve", "have", "has", "'s", "had", "got"} & set(helpers)
    )
