"""Records: their form, their files, other people's formats."""
