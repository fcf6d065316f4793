"""Plans of seasons, and those that are made for evaluations."""
