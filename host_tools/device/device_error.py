"""What goes wrong between this computer and a board."""


class DeviceError(Exception):
    """str() is one line for the owner: what is wrong, and what to do about it."""
