"""Remember a few messages, find them again, and see who said them when.

    python examples/first_steps.py

The first run installs a Neo4j of its own and a small model; nothing leaves the machine.
"""

from __future__ import annotations

from graphmem import Memory

CHAT = [
    {
        "role": "user",
        "name": "Ana",
        "content": "I moved to Lyon last month, and I'm allergic to walnuts.",
        "timestamp": "2026-05-03T10:00:00+02:00",
        "id": "m1",
    },
    {
        "role": "assistant",
        "content": "Noted. Shall I look for a bakery near you?",
        "timestamp": "2026-05-03T10:00:05+02:00",
        "id": "m2",
    },
    {
        "role": "user",
        "name": "Ana",
        "content": "Yes please, one that is open on Sundays.",
        "timestamp": "2026-05-03T10:01:00+02:00",
        "id": "m3",
    },
]


def main() -> None:
    memory = Memory()
    print(memory.add(CHAT, user_id="ana", session_id="first-steps"))
    for question in ("Where does Ana live?", "What must Ana not eat?"):
        print(f"\n{question}")
        for hit in memory.search(question, user_id="ana", top_k=3):
            print(f"  {hit.score:.2f}  {hit.memory}")
            for citation in hit.citations:
                print(f"        {citation.speaker}, {citation.said_at}: {citation.text}")


if __name__ == "__main__":
    main()
