"""Taking in and building foreign programs."""
