"""Statistics and sequential tests."""
