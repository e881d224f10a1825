"""Rules by which memories go after a while: by age, by tag, by lack of use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphmem.errors import InputError
from graphmem.forget.forgetting import Forgetting
from graphmem.model.forgetting import ForgetResult, RetentionRule
from graphmem.model.hit import Filters
from graphmem.model.progress import Progress
from graphmem.ports import Clock
from graphmem.store import forgetting as store

_PAGE = 1000


@dataclass(frozen=True, slots=True)
class Retention:
    """Lets go what rules say. A rule by age alone takes turns, with all that derives from them; one that
    names tags or lack of use takes records, whose turns stay.
    """

    forgetting: Forgetting
    clock: Clock

    async def __call__(
        self,
        scope: str,
        rules: Sequence[RetentionRule],
        *,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> ForgetResult:
        """The sum over the rules, in their order. Raises InputError for a rule that would take everything."""
        now, result = self.clock.now(), ForgetResult(dry_run=dry_run)
        for rule in rules:
            _check(rule)
        for rule in rules:
            result = result.plus(await self._apply(scope, rule, now, dry_run, progress))
        return result

    async def _apply(
        self, scope: str, rule: RetentionRule, now: datetime, dry_run: bool, progress: Progress | None
    ) -> ForgetResult:
        old = now - rule.older_than if rule.older_than is not None else None
        if not rule.tags and rule.unused_for is None:
            return await self.forgetting.delete_all(
                scope, Filters(before=old), dry_run=dry_run, progress=progress
            )
        unused = now - rule.unused_for if rule.unused_for is not None else None
        uids, after = list[str](), ""
        while page := await store.worn(
            self.forgetting.executor, scope, rule.tags, old, unused, after=after, limit=_PAGE
        ):
            uids += page
            after = page[-1]
        return await self.forgetting.delete_records(scope, uids, dry_run=dry_run, progress=progress)


def _check(rule: RetentionRule) -> None:
    for name in ("older_than", "unused_for"):
        span: timedelta | None = getattr(rule, name)
        if span is not None and span <= timedelta():
            raise InputError(f"{name} is {span}; give a length of time, such as timedelta(days=365)")
    if rule == RetentionRule():
        raise InputError("a retention rule names an age, a tag or a time without use; this one names nothing")
