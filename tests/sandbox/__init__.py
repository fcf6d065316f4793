"""The sandbox: running, metering, and what hostile programs try."""
