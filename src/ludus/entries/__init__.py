"""Our own programs for the contests: what the folders under entries/ call. Imports are kept minimal."""
