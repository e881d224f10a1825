"""Reading migration files, and judging how a database stands."""

from __future__ import annotations

import pytest

from graphmem.errors import SchemaOutOfDate
from graphmem.store.migrate import MigrationStatus, State, migrations, missing, parse


def test_a_file_is_split_at_semicolons_that_end_a_line() -> None:
    migration = parse("V0007__two_things.cypher", "// why\nCREATE (a {t: 'x;y'});\n\nCREATE (b) ;  \r\n")

    assert migration.steps == ("// why\nCREATE (a {t: 'x;y'})", "CREATE (b)")
    assert (migration.version, migration.description) == ("0007", "two things")
    assert migration.source == "V0007__two_things.cypher"


def test_the_last_statement_needs_no_semicolon() -> None:
    assert parse("V1__a.cypher", "RETURN 1;\nRETURN 2").steps == ("RETURN 1", "RETURN 2")


@pytest.mark.parametrize("name", ["0001__a.cypher", "V1_a.cypher", "Vx__a.cypher", "V1__a.cypher.bak"])
def test_another_name_is_refused(name: str) -> None:
    with pytest.raises(SchemaOutOfDate, match=r"migrations/.*not a migration"):
        parse(name, "RETURN 1;\n")


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(SchemaOutOfDate, match=r"V0001__a\.cypher"):
        parse("V0001__a.cypher", " \n;\n")


def test_the_checksum_is_the_crc32_of_the_statements_without_their_semicolons() -> None:
    assert parse("V1__a.cypher", "123;\n456789;\n").checksum == "3421780262"  # CRC-32 of "123456789"


def test_white_space_between_statements_does_not_change_the_checksum() -> None:
    one, other = parse("V1__a.cypher", "A;\nB;\n"), parse("V1__a.cypher", "\n A;\r\n\n\nB")
    assert one.checksum == other.checksum


def test_the_files_of_this_version_in_order() -> None:
    assert [(m.version, m.description) for m in migrations()] == [
        ("0001", "constraints"),
        ("0002", "range indexes"),
        ("0003", "vector indexes"),
        ("0004", "fulltext indexes"),
        ("0005", "tiers"),
        ("0006", "beliefs"),
        ("0007", "unused schema and renamed edges"),
        ("0008", "sessions by writing"),
    ]


def test_every_step_can_run_twice() -> None:
    steps = [step for migration in migrations() for step in migration.steps]
    harmless = ("IF NOT EXISTS", "IF EXISTS", "MERGE", "REMOVE")
    assert [step for step in steps if not any(words in step for words in harmless)] == []


def test_a_step_over_data_runs_in_batches_and_makes_nothing_twice() -> None:
    steps = [step for migration in migrations() for step in migration.steps if "CALL (" in step]
    assert len(steps) == 3
    assert [step for step in steps if not step.endswith("IN TRANSACTIONS OF 1000 ROWS")] == []
    assert [step for step in steps if "CREATE" in step] == []


def standing(version: str, state: State) -> MigrationStatus:
    return MigrationStatus(version, "things", f"V{version}__things.cypher", state)


def test_pending_migrations_are_missing() -> None:
    states = [standing("0001", State.APPLIED), standing("0002", State.PENDING)]
    assert missing(states) == ("0002",)


def test_an_edited_file_is_named() -> None:
    with pytest.raises(SchemaOutOfDate, match=r"V0002__things\.cypher was edited after it was applied"):
        missing([standing("0002", State.EDITED), standing("0003", State.PENDING)])


def test_an_unknown_migration_means_a_newer_graphmem() -> None:
    with pytest.raises(SchemaOutOfDate, match=r"made by a newer graphmem.*0099.*upgrade"):
        missing([standing("0099", State.UNKNOWN)])
