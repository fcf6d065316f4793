"""Pages and pictures for a browser."""
