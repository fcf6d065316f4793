"""The pages of a site, each made from what is known; nothing here reads a store or writes a file."""
