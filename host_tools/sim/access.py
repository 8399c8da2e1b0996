"""Who may talk to the simulator."""

import ipaddress
from socket import gethostname
from urllib.parse import urlsplit

from aiohttp import web


class Access:
    """Lets in only who may: pages of this server, and other machines only if they were invited."""

    def __init__(self, everywhere: bool) -> None:
        self._everywhere = everywhere

    def refuse(self, request: web.Request) -> str | None:
        """Why a request is refused, or None."""
        if not self._everywhere and not _is_loopback(request.remote or ""):
            return "other machines are let in with --host only"
        # A name of somebody else's that leads here (DNS rebinding) would make his page ours.
        if not self._is_ours(urlsplit("//" + request.host).hostname or ""):
            return "unknown host name"
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            return "pages of other origins are not let in"
        return None

    def _is_ours(self, host: str) -> bool:
        if host == "localhost" or _is_loopback(host):
            return True
        if not self._everywhere:
            return False
        name = gethostname().lower()
        return _address(host) is not None or host in (name, name + ".local")


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _is_loopback(host: str) -> bool:
    address = _address(host)
    return address is not None and address.is_loopback
