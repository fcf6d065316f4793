"""Opens a socket to the host of a virtual machine, and calls nobody."""

import socket

socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM).close()
socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).close()
