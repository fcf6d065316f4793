"""The reference agents that the contests name."""
