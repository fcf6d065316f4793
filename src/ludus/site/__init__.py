"""A site without a server: all boards, the engine in the page, and one file that opens from disk."""
