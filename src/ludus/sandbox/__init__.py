"""Runs strange programs: contained where the machine can do that, bounded in any case, and metered."""
