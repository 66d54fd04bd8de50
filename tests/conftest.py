"""What every test may use."""

from local_model import smollm
from loopback import loopback

__all__ = ["loopback", "smollm"]
