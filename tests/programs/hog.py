"""Fills more and more memory; ends with an error if it does not get it."""

rooms: list[bytearray] = []
while len(rooms) < 128:
    rooms.append(bytearray(64 << 20))
