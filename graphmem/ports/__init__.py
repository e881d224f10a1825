"""What the stages need from outside: Protocols of one to three methods."""

from graphmem.ports.clock import Clock
from graphmem.ports.embedder import Embedder
from graphmem.ports.encoder import Encoder

__all__ = ["Clock", "Embedder", "Encoder"]
