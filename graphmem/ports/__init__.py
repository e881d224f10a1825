"""What the stages need from outside: Protocols of one to three methods."""

from graphmem.ports.clock import Clock
from graphmem.ports.embedder import Embedder
from graphmem.ports.encoder import Encoder
from graphmem.ports.llm import LLM
from graphmem.ports.planner import Planner
from graphmem.ports.reranker import Reranker

__all__ = ["LLM", "Clock", "Embedder", "Encoder", "Planner", "Reranker"]
