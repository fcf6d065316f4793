"""What is taken from the machine."""
