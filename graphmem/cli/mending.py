"""`graphmem doctor --fix`: put in place what is missing."""

from __future__ import annotations

import re
from collections.abc import Mapping

from graphmem import bootstrap
from graphmem.cli.live_checks import absent
from graphmem.localserver import Progress, Report
from graphmem.named_models import make_embedder
from graphmem.store import migrate as schema
from graphmem.store.executor import Executor


async def mend(environ: Mapping[str, str], report: Report) -> None:
    """Fetch the model, start the server, bring the schema up to date, recreate indexes that are missing."""
    settings = bootstrap.load_settings(environ)
    embedder = await make_embedder(settings, progress=report)
    dimensions = (await embedder.embed(["How long is a vector?"])).shape[1]
    executor = await bootstrap.connect(settings, progress=report)
    async with executor.driver:
        report(Progress("Bringing the schema up to date"))
        await schema.apply(executor, dimensions=dimensions, quantization=settings.quantization)
        await recreate(executor, {"dimensions": dimensions, "quantization": settings.quantization})


async def recreate(executor: Executor, parameters: Mapping[str, object]) -> None:
    """Run the schema's statements for indexes that someone dropped; the others are left alone."""
    missing = absent(await executor.read("admin/indexes"))
    for migration in schema.migrations():
        for step in migration.steps:
            if any(re.search(rf"\b{name} IF NOT EXISTS", step) for name in missing):
                await executor.raw(f"CYPHER 25\n{step}", parameters)
    if missing:
        await schema.await_indexes(executor)
