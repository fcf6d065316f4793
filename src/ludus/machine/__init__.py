"""Resources of the machine that we claim for a while (users, cores, control groups), and what the kernel reports about processes."""
