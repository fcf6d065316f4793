"""Forms of tournament: round robin, gauntlet, Swiss, knockout, tables, ladder. Each is made of keys and numbers only."""
