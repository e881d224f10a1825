"""What went wrong at an HTTP endpoint, told as one of graphmem's errors."""

from __future__ import annotations

from dataclasses import dataclass

import openai

from graphmem.adapters.endpoint_disguise import DISGUISED
from graphmem.adapters.endpoint_refusals import unknown_model, words_of
from graphmem.errors import ConfigError, ModelError


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where requests go, for messages. what: such as "Language model openai:m".

    key, model, address: the settings that hold them.
    """

    what: str
    url: str
    error: type[ModelError]
    key: str
    model: str
    address: str

    @property
    def where(self) -> str:
        """Beginning of a message."""
        return f"{self.what} at {self.url}"

    def translated(self, error: Exception) -> ConfigError | ModelError:
        """The error to raise from this one; the client has tried again where that helps."""
        return self._misconfigured(error) or self.error(f"{self.where} {self._failure(error)}")

    def _misconfigured(self, error: Exception) -> ConfigError | None:
        match error:
            case openai.AuthenticationError() | openai.PermissionDeniedError():
                return ConfigError(f"{self.where} refused the key ({error.status_code}). Check {self.key}.")
            case openai.NotFoundError():
                return ConfigError(
                    f"{self.where} knows no such model or path: {brief(error)}. "
                    f"Check {self.model} and {self.address}."
                )
            case openai.BadRequestError() if unknown_model(error):
                return ConfigError(f"{self.where} refused the model: {brief(error)}. Check {self.model}.")
            case _:
                return None

    def _failure(self, error: Exception) -> str:
        match error:
            case openai.RateLimitError():
                told = f"still limits the rate or the quota after several tries: {brief(error)}. "
                return told + "Wait, or raise the limit."
            case openai.APITimeoutError():
                return "did not answer in time, in several tries. Raise the timeout, or ask for less."
            case openai.APIConnectionError():
                cause = error.__cause__ or error
                return f"cannot be reached: {cause}. Check {self.address}, and that it runs."
            case openai.APIStatusError():
                advice = "Try again later." if error.status_code >= 500 else f"Check {self.model}."
                return f"failed with {_status(error)}: {brief(error)}. {advice}"
            case _:
                return f"failed: {brief(error)}. Try again later."


def _status(error: openai.APIStatusError) -> str:
    if DISGUISED in error.response.extensions:
        return f"an error inside of a status {error.response.extensions[DISGUISED]}"
    return f"status {error.status_code}"


def brief(error: Exception) -> str:
    """The server's own words where it sent some, short enough for a message."""
    body = getattr(error, "body", None)
    text = words_of(body)
    disguised = isinstance(error, openai.APIStatusError) and DISGUISED in error.response.extensions
    if disguised and not text and body is not None:
        text = "no choices, or an empty list in place of an answer" if body else "an empty body"
    text = (text or " ".join(str(error).split())).rstrip(".")
    return text if len(text) <= 300 else text[:297] + "..."
