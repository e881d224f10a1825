"""The command line."""

from graphmem.cli.app import app, main

__all__ = ["app", "main"]
