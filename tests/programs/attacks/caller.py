"""Calls a server on this machine."""

import socket
import sys

with socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=5) as call:
    print(call.recv(100).decode())
