"""Serve a GGUF file as an OpenAI-compatible endpoint: tiny_server.py FILE

Prints its address, and ends with its standard input. A process of its own, since native code may crash.
"""

from __future__ import annotations

import sys

import xllamacpp

if __name__ == "__main__":
    params = xllamacpp.CommonParams()
    params.model.path = sys.argv[1]
    params.n_ctx = 2048
    params.n_parallel = 2
    params.cpuparams.n_threads = 1
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()
