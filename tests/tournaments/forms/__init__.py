"""Forms of tournament, against hand-made tables and by what every form promises."""
