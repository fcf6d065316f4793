"""The store: what it keeps, whatever happens to it."""
