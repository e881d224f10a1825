"""Whether two names may be one by their spelling: nicknames, initials, parts, slips. It proves nothing."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_GROUPS: Final = """
abigail abby gail | alexander alex sasha xander sandy alec | alexandra alex sasha sandra lexi |
alfred alf fred alfie | amanda mandy | andrew andy drew | angela angie | ann anne anna annie nan ana
anita | anthony tony | arthur art artie | barbara barb barbie babs | benjamin ben benny benji |
bernard bernie | bradley brad | caroline carolyn carrie caro lina | catherine katherine kathryn
cathy kathy kate katie kit kitty kat | charles charlie chuck chas | christina christine chris tina
chrissy | christopher chris kit topher | cynthia cindy | daniel dan danny | david dave davey |
deborah deb debbie | dennis denny | donald don donnie | dorothy dot dottie dolly | douglas doug |
edward ed eddie ned ted teddy | eleanor ellie nell nora lena | elizabeth liz lizzie eliza beth betty
bess betsy libby lisa elsie | emily em emmy | eugene gene | francis frank frankie fran | frances
fran franny | frederick fred freddie fritz | gabriel gabe | gabriela gabriella gabi | gerald gerry
jerry | gregory greg | harold harry hal | harriet hattie | helen nell nellie lena | henry harry hank
hal | irene rene | isabella isabel bella izzy isa belle | jacob jake jack | james jim jimmy jamie |
janet jan | jeffrey jeff | jennifer jen jenny jenna | jessica jess jessie | joan joanie | john
johnny jack jon | jonathan jon nathan jonny | joseph joe joey | josephine jo josie | joshua josh |
judith judy | julia julie jules | kenneth ken kenny | kimberly kim | lawrence laurence larry laurie
| leonard leo len lenny | louis lou louie | louise lou lulu | lucas luke luca | madeline maddie |
margaret maggie meg peggy marge margie greta daisy rita | maria mary mia marie molly polly | martha
marty patty | martin marty | matthew matt matty | megan meg | melissa mel lissa missy | michael mike
mick mickey mikey | michelle shelly | mohammed mohamed muhammad mo | nancy nan | natalie nat |
natalia natasha tasha nat | nathan nathaniel nat nate | nicholas nick nicky | nicole nicky nikki |
olivia liv livvy | oliver ollie | pamela pam | patricia pat patty trish tricia | patrick pat paddy |
penelope penny | peter pete | philip phillip phil pip | rachel rach | raymond ray | rebecca becky
becca | richard rick ricky dick rich richie | robert bob bobby rob robbie bert bertie | roger rodge
| ronald ron ronnie | rosemary rose rosie | russell russ | samantha sam sammy | samuel sam sammy |
sandra sandy | sarah sara sally sadie | sebastian seb bastian | sophia sophie sofia | stephanie
steph | stephen steven steve stevie | susan sue susie suzanne | teresa theresa terry tess | thomas
tom tommy | timothy tim timmy | valentina val tina | valerie val | victor vic | victoria vicky tori
vic | vincent vin vince | virginia ginny ginger | walter walt wally | william will bill billy willy
liam | zachary zach zack
"""
_OF: Final[dict[str, frozenset[int]]] = {}
for _number, _group in enumerate(_GROUPS.split("|")):
    for _name in _group.split():
        _OF[_name] = _OF.get(_name, frozenset()) | {_number}


def likeness(one: str, other: str) -> str:
    """Why two normalised names look like one, in words; "" where they do not.

    A nickname of the same first name, the initials of a longer name, a part of it, the same letters, or one
    slip of the pen in five letters.
    """
    short, long = sorted((_plain(one), _plain(other)), key=len)
    if not short or one == other:
        return ""
    if short.replace(" ", "") == long.replace(" ", ""):
        return "the same letters"
    few, many = short.split(), long.split()
    if len(few) == 1 and len(many) > 1:
        return _of_longer(short, many)
    if len(few) == len(many) and few[1:] == many[1:] and _nickname(few[0], many[0]):
        return "a nickname"
    if len(few) == len(many) > 1 and few[-1] == many[-1] and _initial(few[0], many[0]):
        return "an initial for the first name"
    slips = 1 if len(short) >= 5 else 0
    return "spelled almost alike" if slips and _one_slip(short, long) else ""


def blocks_of(name: str) -> frozenset[str]:
    """Keys of which two names share one if they can be alike at all, but for a slip at both ends."""
    words = _plain(name).split()
    joined = "".join(words)
    initials = "".join(word[0] for word in words)
    nicknames = {f"#{number}" for number in _OF.get(words[0], ())} if words else set()
    return frozenset(
        {*(f"{word[:2]}-" for word in words), f"-{joined[-3:]}", joined, initials, initials[:-1], *nicknames}
    ) - {""}


def _of_longer(short: str, many: list[str]) -> str:
    initials = "".join(word[0] for word in many)
    if len(short) > 1 and short in (initials, initials[:-1]):
        return "the initials"
    if short in (many[0], many[-1]):
        return "a part of the longer name"
    return "a nickname of the first name" if _nickname(short, many[0]) else ""


def _nickname(one: str, other: str) -> bool:
    return one != other and bool(_OF.get(one, frozenset()) & _OF.get(other, frozenset()))


def _initial(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) == 1 and long.startswith(short) and short != long


def _one_slip(short: str, long: str) -> bool:
    """One letter more, less, other, or two swapped."""
    if len(long) - len(short) > 1:
        return False
    start = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[start:] == long[start + 1 :]
    rest, others = short[start:], long[start:]
    return rest[1:] == others[1:] or (rest[:2] == others[:2][::-1] and rest[2:] == others[2:])


@lru_cache(maxsize=8192)
def _plain(name: str) -> str:
    """Without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
