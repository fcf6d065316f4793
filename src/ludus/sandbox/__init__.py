"""Runs untrusted programs: contained where the machine supports it, and always limited and metered."""
