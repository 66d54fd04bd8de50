"""What every test may use."""

from loopback import loopback

__all__ = ["loopback"]
