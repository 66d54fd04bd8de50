"""The real local model for tests: fetched once, loaded once for the whole run, on one thread."""

from __future__ import annotations

import os

import pytest

from structout.errors import DownloadError
from structout.llms import SmolLM
from structout.llms.weights import pull


@pytest.fixture(scope="session")
def smollm() -> SmolLM:
    """SmolLM2 in this process. Without network and weights its tests are skipped, but never in CI."""
    try:
        pull()
    except DownloadError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"the local model is not there: {error}")
    return SmolLM(n_threads=1, max_tokens=96)
