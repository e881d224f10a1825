"""Where the managed server keeps its things."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import platformdirs


def default_home() -> Path:
    """The user's data folder for graphmem, as the operating system wants it."""
    return platformdirs.user_data_path("graphmem", appauthor=False)


@dataclass(frozen=True, slots=True)
class Home:
    """The folders and files of one managed server.

    root: the home itself. cache: downloaded jars and models; several homes may share one.
    """

    root: Path
    cache: Path

    @classmethod
    def at(cls, root: Path, cache: Path | None = None) -> Home:
        """The home in folder `root`, whose cache lies inside unless another is named."""
        absolute = root.expanduser().absolute()
        return cls(absolute, (cache or absolute / "cache").expanduser().absolute())

    @property
    def jars(self) -> Path:
        return self.cache / "jars"

    @property
    def conf(self) -> Path:
        return self.root / "conf"

    @property
    def data(self) -> Path:
        return self.root / "data"

    @property
    def logs(self) -> Path:
        return self.root / "logs"

    @property
    def run(self) -> Path:
        return self.root / "run"

    @property
    def console_log(self) -> Path:
        """What the server prints; the place to look when it does not start."""
        return self.logs / "console.log"

    @property
    def password_file(self) -> Path:
        return self.root / "password"

    @property
    def record_file(self) -> Path:
        """Ports and server version, written down at the first start."""
        return self.root / "server.json"

    @property
    def pid_file(self) -> Path:
        return self.run / "server.pid"

    @property
    def lock_file(self) -> Path:
        return self.root / "server.lock"

    def make_folders(self) -> None:
        """Create what is missing, readable by the owner alone: the data are private conversations."""
        for folder in (self.root, self.conf, self.data, self.logs, self.run):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
