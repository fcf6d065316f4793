"""Burns CPU time."""

while True:
    pass
