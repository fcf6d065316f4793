"""The plan of a tournament: what an organiser writes, and what is wrong with it."""
