"""Publishes a season or a tournament as a static site: plain HTML and SVG, the public view only."""
