"""What the checkout builds, compiled once for all tests."""

from functools import cache

from host_tools.device.build import build

built = cache(build)
