"""Tournaments in parts: each shard, its file, and how they come together."""
