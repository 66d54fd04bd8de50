"""What every test may use."""

from hypothesis import settings

from local_model import smollm
from loopback import loopback

__all__ = ["loopback", "smollm"]

# What failed in an earlier run of this copy is no part of the tests.
settings.register_profile("structout", database=None)
settings.load_profile("structout")
