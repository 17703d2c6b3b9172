"""Notifies systemd (Type=notify) that this process has started."""

import os
import socket


def notify_ready() -> None:
    """Send READY=1 to the socket in NOTIFY_SOCKET; does nothing if that is not set."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.sendto(b"READY=1", address.replace("@", "\0", 1))
