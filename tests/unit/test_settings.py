"""Settings from an environment and from arguments."""

from pathlib import Path

import pytest

from graphmem.bootstrap import load_settings
from graphmem.errors import ConfigError


def test_an_empty_environment_means_local_everything() -> None:
    settings = load_settings({})

    assert settings.server.uri is None
    assert settings.embedder.name == "local"
    assert (settings.segmenter.minimum, settings.segmenter.target, settings.segmenter.maximum) == (
        400,
        600,
        800,
    )


def test_arguments_overrule_the_environment() -> None:
    environ = {"NEO4J_URI": "bolt://one:7687", "NEO4J_PASSWORD": "p", "GRAPHMEM_EMBEDDER": "openai:x"}
    settings = load_settings(
        environ, uri="bolt://two:7687", auth=("ana", "secret"), embedder="local", home="/h", database=None
    )

    assert settings.server.uri == "bolt://two:7687"
    assert settings.server.username == "ana"
    assert settings.server.password is not None
    assert settings.server.password.get_secret_value() == "secret"
    assert settings.server.home == Path("/h")
    assert settings.embedder.name == "local"


def test_secrets_do_not_show() -> None:
    settings = load_settings({"NEO4J_PASSWORD": "hidden", "OPENAI_API_KEY": "sk-hidden"})
    assert "hidden" not in repr(settings)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"quantization": "HALF"}, "quantization"),
        ({"colour": "red"}, "colour"),
        ({"segmenter": {"minimum": 900}}, "segmenter"),
        ({"log_level": "LOUD"}, "log_level"),
        ({"auth": "neo4j"}, "auth"),
    ],
)
def test_a_wrong_option_is_named(wrong: dict[str, object], named: str) -> None:
    with pytest.raises(ConfigError, match=named):
        load_settings({}, **wrong)
