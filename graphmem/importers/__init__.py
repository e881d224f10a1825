"""Files of others, as conversations: chats, exports of other products, benchmark data."""

from graphmem.importers.files import FORMATS, read

__all__ = ["FORMATS", "read"]
