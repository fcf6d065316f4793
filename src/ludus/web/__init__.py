"""What a browser shows."""
