"""What holds for every test: nothing is timed, and one commit has one verdict; `make soak` looks further each time."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.figures import SOAK

settings.register_profile(
    "unhurried", deadline=None, derandomize=not SOAK, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("unhurried")
