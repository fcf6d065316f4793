"""Tournaments in parts, played on any machines and put together afterwards."""
