"""Tests of the server: real requests to a real server on loopback."""
