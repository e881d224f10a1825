"""Runs named statements on Neo4j: sessions, retries, and errors in our own words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from neo4j import READ_ACCESS, AsyncDriver, AsyncManagedTransaction, AsyncSession, Query
from neo4j.exceptions import (
    AuthError,
    ClientError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
    TransientError,
)

from graphmem.errors import ConfigError, GraphMemError, InputError, ServerUnavailable
from graphmem.store.liveness import Liveness
from graphmem.store.statements import Statement, StatementError, statements

T = TypeVar("T")
Row = dict[str, Any]
_VANISHED: Final = "Neo.ClientError.Statement.EntityNotFound"
"""The server holds it for a mistake of the client; with nodes found by their properties it is a race."""


@dataclass(frozen=True, slots=True)
class Transaction:
    """Runs statements inside one transaction. Its work may run twice: no side effects outside it."""

    _tx: AsyncManagedTransaction

    async def run(self, name: str, /, **parameters: Any) -> list[Row]:
        """Rows of one statement; NotFound-like emptiness is the caller's to judge."""
        statement = _checked(name, parameters)
        return await self.run_checked(statement, parameters)

    async def run_checked(self, statement: Statement, parameters: Mapping[str, Any]) -> list[Row]:
        """Rows of a statement whose parameters were compared with its header."""
        return await _run(self._tx, statement, parameters)


@dataclass(frozen=True, slots=True)
class Executor:
    """One database of one server. All methods raise ServerUnavailable when it cannot be used.

    liveness: has a server of ours started again when it is gone, None: nobody looks.
    """

    driver: AsyncDriver
    database: str
    liveness: Liveness | None = None

    async def _watched(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        return await (self.liveness.watched(work) if self.liveness else work())

    async def read(self, name: str, /, **parameters: Any) -> list[Row]:
        """Rows of one read statement, retried on transient errors.

        The first try commits by itself, which saves a round trip; only a retry opens a transaction.
        """
        statement = _checked(name, parameters, mode="read")

        async def work() -> list[Row]:
            with translated():
                async with self.driver.session(
                    database=self.database, default_access_mode=READ_ACCESS
                ) as session:
                    try:
                        return await _run(session, statement, parameters)
                    except (Neo4jError, DriverError) as error:
                        if not error.is_retryable():
                            raise
                    return await session.execute_read(_run, statement, parameters)

        return await self._watched(work)

    async def stream(self, name: str, /, **parameters: Any) -> AsyncIterator[Row]:
        """Rows of one read statement as the server brings them, for results that need not fit into memory.

        It is not tried again: what was yielded cannot be taken back.
        """
        statement = _checked(name, parameters, mode="read")
        with translated():
            async with self.driver.session(
                database=self.database, default_access_mode=READ_ACCESS
            ) as session:
                async for record in await session.run(statement.text, dict(parameters)):
                    yield dict(record)

    async def write(self, name: str, /, **parameters: Any) -> list[Row]:
        """Rows of one write statement in its own transaction, retried on transient errors."""
        statement = _checked(name, parameters)
        return await self.transaction(lambda tx: tx.run_checked(statement, parameters))

    async def transaction(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run `work` in one write transaction; it runs again on a deadlock, on a lost connection, and when a
        node that it had found was deleted before it was locked.
        """

        async def once(tx: AsyncManagedTransaction) -> T:
            return await work(Transaction(tx))

        async def whole() -> T:
            with translated():
                async with self.driver.session(database=self.database) as session:
                    return await session.execute_write(once)

        return await self._watched(whole)

    async def raw(self, text: str, parameters: Mapping[str, Any] | None = None) -> list[Row]:
        """Run a migration step or server command; text comes from our own files only."""
        with translated():
            async with self.driver.session(database=self.database) as session:
                result = await session.run(Query(text), dict(parameters or {}))
                return [dict(record) async for record in result]


class _Overtaken(DriverError):  # noqa: N818 - no failure yet: it has the driver run the work again
    """Another transaction deleted a node after a statement had found it: run again, it is not found."""

    def is_retryable(self) -> bool:
        return True


async def _run(
    runner: AsyncSession | AsyncManagedTransaction, statement: Statement, parameters: Mapping[str, Any]
) -> list[Row]:
    try:
        result = await runner.run(statement.text, dict(parameters))
        return [dict(record) async for record in result]
    except ClientError as error:
        if error.code == _VANISHED:
            raise _Overtaken(str(error)) from error
        raise


def _checked(name: str, parameters: Mapping[str, Any], mode: str | None = None) -> Statement:
    statement = statements()[name]
    statement.check(parameters)
    if mode and statement.mode != mode:
        raise StatementError(f"{name}.cypher is a {statement.mode} statement; it was run as {mode}")
    return statement


@contextmanager
def translated() -> Iterator[None]:
    """Turn driver and server errors into ours, keeping the cause."""
    try:
        yield
    except GraphMemError:
        raise
    except AuthError as error:
        raise ConfigError(
            "Neo4j refused the user name or password: check NEO4J_USERNAME and NEO4J_PASSWORD"
        ) from error
    except (ServiceUnavailable, SessionExpired) as error:
        raise ServerUnavailable(
            "Neo4j cannot be reached. Is it running? `graphmem db status` tells; with a server of your own "
            f"check NEO4J_URI. The driver says: {_first_line(error)}"
        ) from error
    except TransientError as error:
        raise ServerUnavailable(f"Neo4j gave up after retries: {_first_line(error)}") from error
    except ClientError as error:
        raise _client_error(error) from error
    except (Neo4jError, DriverError) as error:
        raise ServerUnavailable(f"Neo4j failed: {_first_line(error)}") from error


def _client_error(error: ClientError) -> GraphMemError:
    if "Statement.ArgumentError" in (error.code or "") or "TypeError" in (error.code or ""):
        return InputError(f"Neo4j refused a value: {_first_line(error)}")
    return ServerUnavailable(f"Neo4j refused a statement: {_first_line(error)}")


def _first_line(error: BaseException) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
