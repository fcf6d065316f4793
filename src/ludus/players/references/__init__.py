"""The reference agents that the contests name: what entrants of a course are measured by."""
