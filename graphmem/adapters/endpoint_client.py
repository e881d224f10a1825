"""The client for an endpoint. OpenAI's serves any JSON over HTTP: it waits and tries again as it should."""

from __future__ import annotations

from typing import Any

from openai import AsyncAzureOpenAI, AsyncOpenAI, DefaultAsyncHttpxClient

from graphmem.adapters.endpoint_disguise import unmask
from graphmem.adapters.endpoint_errors import Endpoint
from graphmem.errors import ConfigError

OPENAI_URL = "https://api.openai.com/v1"


def opened(
    endpoint: Endpoint,
    api_key: str | None,
    base_url: str | None,
    api_version: str | None = None,
    **options: Any,
) -> AsyncOpenAI:
    """Raises ConfigError for an address or a key that cannot be sent, and without either of them.

    base_url: None for OpenAI itself. api_version: of Azure. options: the client's own.
    """
    api_key = (api_key or "").strip()  # a key out of a file often ends in a line break
    if not endpoint.url.startswith(("http://", "https://")) or not api_key.isascii():
        raise ConfigError(
            f"{endpoint.what} cannot be asked at {endpoint.url!r}: {endpoint.address} begins with "
            f"http:// or https://, and {endpoint.key} has no other signs than ASCII."
        )
    if api_version:
        if not api_key or not base_url:
            raise ConfigError(
                f"{endpoint.what} on Azure needs the resource's address and a key: set "
                f"{endpoint.address} (https://NAME.openai.azure.com) and {endpoint.key}."
            )
        return AsyncAzureOpenAI(
            api_key=api_key, azure_endpoint=base_url, api_version=api_version, http_client=_http(), **options
        )
    if not api_key and not base_url:
        raise ConfigError(
            f"{endpoint.what} needs a key: set {endpoint.key}, "
            f"or {endpoint.address} for an endpoint that needs none."
        )
    return AsyncOpenAI(api_key=api_key or "none", base_url=endpoint.url, http_client=_http(), **options)


def _http() -> DefaultAsyncHttpxClient:
    return DefaultAsyncHttpxClient(event_hooks={"response": [unmask]})
