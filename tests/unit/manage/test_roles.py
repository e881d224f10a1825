"""What a text says somebody is, and whether two such things can be one person."""

from __future__ import annotations

import pytest

from graphmem.manage.nicknames import likeness
from graphmem.manage.other_names import other_names
from graphmem.manage.roles import Mention, Role, mentions, role_in

SISTER, COLLEAGUE = Role("mayas", "sister"), Role("mayas", "colleague")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Maya's sister Ana moved.", [Mention(SISTER)]),
        ("Maya’s younger sister Ana moved.", [Mention(SISTER)]),
        ("Ana, Maya's sister, moved.", [Mention(SISTER)]),
        ("Ana is Maya's sister.", [Mention(SISTER)]),
        ("Maya has a sister named Ana.", [Mention(SISTER)]),
        ("Maya's friend Tom's wife Ana bakes.", [Mention(Role("toms", "wife"))]),
        ('Maya said: "My sister Ana moved with our cat."', [Mention(SISTER)]),
        ("Maya's sister Ana met Maya's colleague Ana.", [Mention(SISTER), Mention(COLLEAGUE)]),
        ("Maya said the other Ana moved.", [Mention(other=True)]),
        ("Another Ana moved.", [Mention(other=True)]),
        ("Ana moved with Ana.", [Mention()]),
        ("Anabel moved.", [Mention()]),
        ("Nobody moved.", [Mention()]),
    ],
)
def test_what_is_said_of_a_name(text: str, found: list[Mention]) -> None:
    assert list(mentions(text, "Ana")) == found


@pytest.mark.parametrize(
    ("one", "other", "excludes"),
    [
        (SISTER, COLLEAGUE, True),
        (SISTER, Role("mayas", "sis"), False),
        (SISTER, Role("mayas", "mother"), True),
        (SISTER, Role("toms", "boss"), False),
        (Role("toms", "wife"), Role("jons", "girlfriend"), True),
        (Role("toms", "wife"), Role("toms", "partner"), False),
        (COLLEAGUE, Role("mayas", "friend"), False),
        (COLLEAGUE, Role("mayas", "dentist"), True),
        (Role("mayas", "dentist"), Role("mayas", "friend"), False),
        (Role("mayas", "dentist"), Role("mayas", "hairdresser"), True),
        (Role("mayas", "dog"), Role("toms", "brother"), True),
    ],
)
def test_who_cannot_be_one(one: Role, other: Role, excludes: bool) -> None:
    assert (one.excludes(other), other.excludes(one)) == (excludes, excludes)


def test_a_role_makes_a_name_and_is_read_back() -> None:
    assert SISTER.called("ana") == "mayas sister ana"
    assert role_in("mayas sister ana", "ana") == SISTER
    assert role_in("annie", "ana") is None
    assert role_in("doctor ana", "ana") is None


@pytest.mark.parametrize(
    ("text", "entities", "found"),
    [
        ("Robert is Robert, but everyone calls Robert Bob.", ["Robert", "Bob"], [("Robert", "Bob")]),
        ("Maya's sister Ana (Annie) moved.", ["Ana", "Annie"], [("Ana", "Annie")]),
        ("Tom flew to Porto (Portugal).", ["Porto", "Portugal"], []),
        ("Maya's brother Alexander, also known as Sasha, sings.", ["Alexander"], [("Alexander", "Sasha")]),
        ("Maya said Bill is short for William.", ["Bill", "William"], [("William", "Bill")]),
        ("William goes by Bill at work.", ["William"], [("William", "Bill")]),
        ("Elizabeth, nicknamed Liz, runs a bakery.", ["Elizabeth"], [("Elizabeth", "Liz")]),
        ("Everyone calls the user Bob, the user's name is Robert.", ["Bob", "Robert"], [("Robert", "Bob")]),
        ("Everyone calls Bob Smith on Fridays.", ["Bob Smith"], []),
        ("Maya said Ana calls Tom Bob.", ["Ana", "Tom", "Bob"], []),
        ("The World Health Organization (WHO) met.", ["World Health Organization"], [
            ("World Health Organization", "WHO")]),
        ("Ana, also known as the boss, left.", ["Ana"], []),
    ],
)  # fmt: skip
def test_other_names_that_a_text_gives(text: str, entities: list[str], found: list[tuple[str, str]]) -> None:
    assert list(other_names(text, entities)) == found


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("bob", "robert", "a nickname"),
        ("bob keller", "robert keller", "a nickname"),
        ("bob keller", "robert lindner", ""),
        ("ana", "ana silva", "a part of the longer name"),
        ("liz", "elizabeth keller", "a nickname of the first name"),
        ("j smith", "john smith", "an initial for the first name"),
        ("nyc", "new york city", "the initials"),
        ("new york", "newyork", "the same letters"),
        ("josé", "jose", "the same letters"),
        ("carla", "karla", "spelled almost alike"),
        ("marcus", "macrus", "spelled almost alike"),
        ("john", "joan", ""),
        ("ana", "eva", ""),
        ("my cat", "my dog", ""),
        ("bob", "bob", ""),
    ],
)
def test_likeness_of_names(one: str, other: str, why: str) -> None:
    assert (likeness(one, other), likeness(other, one)) == (why, why)
