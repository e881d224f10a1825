"""What users bring: messages in their many shapes, and files in their many forms."""

from graphmem.formats.files import FORMATS, read
from graphmem.formats.messages import messages

__all__ = ["FORMATS", "messages", "read"]
