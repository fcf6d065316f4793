"""What we take from the machine for a while: users, cores, control groups, folders; and what its kernel tells of processes."""
